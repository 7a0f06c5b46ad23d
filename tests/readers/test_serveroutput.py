"""Logs printed run by run."""

import pytest

from contention.errors import MeasurementError, ReadError
from contention.readers import Reading, read_source
from contention.readers.serveroutput_lines import run_number, value_line
from contention.readers.source import decode


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "log.txt"), "serveroutput")


def test_each_phase_is_a_row_with_its_unit() -> None:
    text = "--- RUN = 1 ---\nAfter Add: Count = 1020, Mem(KB) = 664\nAfter Remove: Mem(KB) = 406\n"
    table = read(text).table("runs")
    assert table.names == ("block", "run", "phase", "count", "mem_kb")
    assert table.column("mem_kb").values == (664, 406)
    assert table.column("mem_kb").unit == "kb"
    assert table.column("count").values == (1020, None)
    assert table.lines == (2, 3)


def test_rules_and_labels_of_other_makers_are_read() -> None:
    text = (
        "****************************** RUN-1******************************\n"
        "Init-----------PGA Used(MB): 7\n"
        "                  Used/Alloc/Freeable/Max >>> 7/8/1/10\n"
        "After Create---PGA Used(MB): 1254\n"
        "                  Used/Alloc/Freeable/Max >>> 1254/1257/0/1257\n"
    )
    reading = read(text)
    table = reading.table("runs")
    assert table.column("phase").values == ("Init", "After Create")
    assert table.column("pga_used_mb").values == (7, 1254)
    assert table.column("alloc").values == (8, 1257)
    assert [(one.label, one.bytes.tolist()) for one in reading.memory] == [
        ("init", [7 * 2**20]),
        ("after create", [1254 * 2**20]),
    ]


def test_a_run_without_values_keeps_a_row() -> None:
    table = read("-- RUN 1 --\n-- RUN 2 --\nA: M(KB) = 1\n").table("runs")
    assert table.column("run").values == (1, 2)
    assert table.column("m_kb").values == (None, 1)
    assert table.flags == ()


def test_a_log_that_ends_with_a_run_heading_may_be_cut() -> None:
    (flag,) = read("-- RUN 1 --\nA: M(KB) = 1\n-- RUN 2 --\n").flags
    assert flag.line == 3
    assert "may be cut" in flag.reason


def test_a_run_number_that_falls_starts_another_log() -> None:
    text = "-- RUN 1 --\nA: M(KB) = 1\n-- RUN 2 --\nA: M(KB) = 2\n" * 2
    reading = read(text)
    assert reading.table("runs").column("block").values == (1, 1, 2, 2)
    assert [one.label for one in reading.memory] == ["a", "a (2)"]


def test_elided_runs_are_flagged_and_keep_their_numbers() -> None:
    reading = read("-- RUN 2 --\nA: M(KB) = 1\n.....\n-- RUN 26 --\nA: M(KB) = 9\n")
    assert reading.memory[0].step.tolist() == [2, 26]
    assert reading.flags[0].line == 3


def test_a_line_that_cannot_be_read_is_flagged() -> None:
    reading = read("-- RUN 1 --\nA: M(KB) = 1\nB: M(KB) = many words\n")
    assert [flag.line for flag in reading.flags] == [3]


def test_text_for_a_number_is_missing_and_flagged() -> None:
    reading = read("-- RUN 1 --\nA: M(KB) = 1\n-- RUN 2 --\nA: M(KB) = ####\n")
    assert reading.table("runs").column("m_kb").values == (1, None)
    assert reading.memory[0].step.tolist() == [1]


def test_a_log_without_values_is_an_error() -> None:
    with pytest.raises(ReadError, match="no named value under a run heading"):
        read("-- RUN 1 --\n-- RUN 2 --\n")
    with pytest.raises(ReadError, match="no named value"):
        read("nothing of the kind\n")


@pytest.mark.parametrize("line", ["RUN = 1", "-- RUN --", "--- RUN = x ---", "----- -----"])
def test_other_lines_are_no_run_headings(line: str) -> None:
    assert run_number(line) is None


@pytest.mark.parametrize("line", ["", "plain words", "a = b", "A/B >>> 1/2/3", "x: y"])
def test_other_lines_hold_no_values(line: str) -> None:
    assert value_line(line) is None


def test_a_phase_that_repeats_in_a_run_keeps_the_table_and_refuses_the_series() -> None:
    reading = read("-- RUN 1 --\nA: M(KB) = 1\nB: M(KB) = 3\nA: M(KB) = 2\n")
    assert len(reading.table("runs")) == 3
    with pytest.raises(MeasurementError, match="prints the same phase twice") as caught:
        reading.require_memory()
    assert caught.value.line == 4


def test_a_name_that_repeats_in_a_line_is_flagged() -> None:
    reading = read("-- RUN 1 --\nA: M = 1, M = 2\nB: K(KB) = 1\n")
    assert "named twice" in reading.flags[0].reason


CATEGORIES = (
    "*** RUN-{run}***\n"
    "Init-----------PGA Used(MB): 7\n"
    "       Used/Alloc >>> 7/8\n"
    "       Category(Alloc/Used/Max) >>> SQL(0/0/6) > PL/SQL(3/3/3) > Other(4//4) >\n"
    "After Free-----PGA Used(MB): 9\n"
    "       Used/Alloc >>> 9/9\n"
    "       Category(Alloc/Used/Max) >>> SQL(1/0/6) > Other(6//6) > Freeable(2/0/) >\n"
)
LOG = CATEGORIES.format(run=1) + CATEGORIES.format(run=2)


def test_groups_of_values_are_columns_of_their_own() -> None:
    table = read(LOG).table("runs")
    assert table.column("sql_alloc").values == (0, 1, 0, 1)
    assert table.column("pl_sql_max").values == (3, None, 3, None)
    assert table.column("freeable_alloc").values == (None, 2, None, 2)
    assert "other_used" not in table.names
    assert table.flags == ()


@pytest.mark.parametrize(
    "line",
    [
        "Category(Alloc/Used) >>> SQL(0/0) > Other(4",
        "Category(Alloc/Used) >>> SQL(0/0) > Other(4/1)",
        "Category(Alloc/Used) >>> SQL(0/0/1) >",
        "Category(Alloc/Used) >>> SQL(0/many) >",
    ],
)
def test_a_broken_group_is_no_value_line(line: str) -> None:
    assert value_line(line) is None


def test_a_last_run_that_prints_less_is_flagged_wherever_it_is_cut() -> None:
    lines = LOG.splitlines(keepends=True)
    for count in range(len(lines) // 2 + 1, len(lines)):
        (flag,) = read("".join(lines[:count])).flags
        assert "may be cut" in flag.reason


def test_a_run_that_an_error_ends_is_not_taken_for_a_cut() -> None:
    half = "".join(LOG.splitlines(keepends=True)[:11])
    assert read(half).flags
    assert read(half + "ORA-04030: out of process memory\n").flags == ()
    assert read(half + "ORA-04030: out\n" + CATEGORIES.format(run=3)).flags == ()
