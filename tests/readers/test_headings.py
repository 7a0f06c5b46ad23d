"""Headings become identifiers, and name units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.readers.headings import identifier, identifiers, unit_of


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("SUM(KSMCHSIZ)", "sum_ksmchsiz"),
        ("COUNT(*)", "count"),
        ("CHILD#", "child"),
        ("Get Requests", "get_requests"),
        ("Wait Avg(ms)", "wait_avg_ms"),
        ("% DB time", "pct_db_time"),
        ("%CPU", "pct_cpu"),
        ("Avg Slps /Miss", "avg_slps_per_miss"),
        ("Executions/s", "executions_per_s"),
        ("Durée (ms)", "duree_ms"),
        ("latency_µs", "latency_us"),
        ("WHERE", "where"),
        ("class", "class_"),
        ("95%", "n_95_pct"),
        ("***", ""),
    ],
)
def test_identifier_follows_the_printed_heading(heading: str, expected: str) -> None:
    assert identifier(heading) == expected


@given(st.lists(st.text(max_size=8), max_size=12))
def test_identifiers_are_distinct_and_can_name_arguments(headings: list[str]) -> None:
    names = identifiers(headings)
    assert len(set(names)) == len(headings)
    assert all(name.isidentifier() for name in names)


def test_a_repeated_name_does_not_take_one_that_is_printed() -> None:
    assert identifiers(["a", "a", "a_2"]) == ("a", "a_3", "a_2")


@pytest.mark.parametrize(
    ("heading", "unit"),
    [
        ("CPU_TIME_S", "s"),
        ("US_PER_EXEC", "us"),
        ("Test US_PER_EXEC", "us"),
        ("Library Cache Mem(KB)", "kb"),
        ("Total Wait Time (sec)", "s"),
        ("MB", "mb"),
        ("duration_min", "min"),
        ("latency_min", ""),
        ("MIN", ""),
        ("S", ""),
        ("executions_per_s", ""),
        ("GETS", ""),
    ],
)
def test_unit_is_the_one_the_heading_names(heading: str, unit: str) -> None:
    assert unit_of(heading) == unit
