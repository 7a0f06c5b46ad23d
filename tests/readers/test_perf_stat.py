"""perf stat: counters in every form, and no comma that means two things."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.perf_stat import READER
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "perf_stat"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def values(found: Reading, name: str) -> tuple[object, ...]:
    return found.table("counters").column(name).values


def test_the_text_has_counts_times_and_what_was_not_counted() -> None:
    text = READER.example.replace("3.589 GHz", "3.589 GHz          (83.20%)")
    found = read_source(decode(text.encode(), "x"))
    assert values(found, "event") == ("task-clock", "context-switches", "cycles", "branches")
    assert values(found, "value") == (4005.95, 12432, 14376827291, None)
    assert values(found, "status")[3] == "not supported"
    assert found.table("summary").column("elapsed_s").values == (1.002032105,)
    assert [(flag.line, "83.2 %" in flag.reason) for flag in found.flags] == [(6, True)]


def test_another_locale_gives_the_same_kind_of_numbers() -> None:
    found = reading("text_of_another_locale.txt")
    assert values(found, "value") == (4005.95, 722116572, None)
    assert values(found, "running_pct") == (None, 62.97, None)
    summary = found.table("summary")
    assert [summary.column(name).values for name in ("elapsed_s", "user_s", "sys_s")] == [
        (1.002032105,), (0.9,), (0.1,),
    ]  # fmt: skip


def test_rows_with_commas_and_points_are_read() -> None:
    found = reading("rows_with_comma.csv")
    assert values(found, "value") == (0.32, 1, 6376827291, None, None)
    assert values(found, "unit") == ("msec", None, None, None, None)
    assert values(found, "status")[3:] == ("not supported", "not counted")
    assert values(found, "running_pct") == (100, 100, 62.5, 100, 0)


def test_leading_columns_and_a_decimal_comma_with_semicolons_are_read() -> None:  # B20
    found = reading("rows_with_semicolon_and_decimal_comma.txt")
    assert values(found, "time_s") == (1.001032105, 1.001032105)
    assert values(found, "place") == ("CPU0", "CPU1")
    assert values(found, "value") == (4005.95, 12432)
    assert values(found, "running_pct") == (100.0, 100.0)


def test_a_comma_that_separates_and_is_decimal_is_refused_with_what_to_do() -> None:  # B20
    path = INPUTS.parents[1] / "refused" / "perf_stat" / "comma_and_decimal_comma.csv"
    with pytest.raises(ReadError, match="cannot be cut") as caught:
        read_source(decode(path.read_bytes(), "x"))
    assert caught.value.line == 1
    assert "LC_ALL=C" in str(caught.value)


def test_records_of_json_and_intervals_are_read() -> None:
    found = reading("records_of_json.ndjson")
    assert values(found, "value") == (0.235163, 50.0, None)
    assert values(found, "time_s") == (None, 1.0001002, None)
    assert values(found, "place") == (None, "3", None)
    text = reading("text_of_intervals.txt")
    assert values(text, "time_s") == (1.000853561, 1.000853561, 2.001853561)
    assert values(text, "value") == (4005.95, 12432, 4004.05)


def test_lines_that_are_no_counters_are_flagged() -> None:
    text = READER.example.replace("12,432      context-switches", "12,432      ???")
    found = read_source(decode(text.encode(), "x"))
    assert any("cannot be read; left out" in flag.reason for flag in found.flags)
    rows = (INPUTS / "rows_with_comma.csv").read_text() + "what is this\n"
    found = read_source(decode(rows.encode(), "x"), "perf_stat")
    assert any("no row of a counter" in flag.reason for flag in found.flags)
    records = (INPUTS / "records_of_json.ndjson").read_text() + "[1]\n"
    found = read_source(decode(records.encode(), "x"))
    assert any("no record of a counter" in flag.reason for flag in found.flags)


def test_text_without_a_counter_is_refused() -> None:
    with pytest.raises(ReadError, match="no counter in this capture"):
        read_source(decode(b"nothing of the kind\n", "x"), "perf_stat")
