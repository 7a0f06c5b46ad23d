"""Snapshots of buffer visits by cause."""

import re
from pathlib import Path

import pytest

from contention.errors import ReadError, TruncatedError
from contention.readers import READERS, Reading, read, read_source
from contention.readers.source import decode

CAPTURE = Path(__file__).parents[2] / "data" / "assm_space_search" / "raw" / "buffer_visits.txt"
TEXT = CAPTURE.read_text()


def of(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.txt"), "kcbsw")


def test_the_published_snapshot_agrees_with_its_totals() -> None:
    reading = read(CAPTURE)
    assert reading.format == "kcbsw"
    assert reading.flags == ()
    visits = reading.table("visits")
    assert visits.column("why0").values == (1457, 8, 1, 7061, 1, 7060, 1, 2, 2, 2)
    assert visits.column("location").values[3] == "ktspbwh1"
    assert visits.column("function").values[3] == "ktspfsrch"
    total = reading.table("total")
    assert [column.values for column in total.columns] == [(1,), (15595,), (0,), (0,), (0,), (10,)]
    facts = reading.table("snapshot")
    assert facts.column("value").values == ("Buffer Cache", "23-Dec 11:50:36", 0)


def test_a_cut_at_any_line_is_an_error_or_flagged() -> None:
    lines = TEXT.splitlines(keepends=True)
    for count in range(1, len(lines)):
        try:
            reading = of("".join(lines[:count]))
        except ReadError:
            assert count < 7
        else:
            assert any("may be cut" in flag.reason for flag in reading.flags), count


def test_a_line_that_is_lost_contradicts_the_totals() -> None:
    lines = TEXT.splitlines(keepends=True)
    flags = of("".join(lines[:7] + lines[8:])).flags
    assert {flag.column for flag in flags} == {"why0", "rows"}
    assert any("15,587" in flag.reason for flag in flags)


@pytest.mark.parametrize(
    "changed",
    [
        re.sub(r" +", " ", TEXT),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace(" ktspbwh1:", "\n          ktspbwh1:"),
        TEXT.replace("          ", "\t"),
    ],
    ids=["collapsed blanks", "CRLF", "a wrapped line", "tabs"],
)
def test_spelling_of_the_copy_does_not_matter(changed: str) -> None:
    reading = of(changed)
    assert reading.flags == ()
    assert sum(reading.table("visits").column("why0").values) == 15595


def test_a_version_without_why2_has_no_such_column() -> None:
    text = "Why0 Why1 Other Wait\n5 1 0 axwh01: find\nTotal: 1 row\n"
    table = of(text).table("visits")
    assert table.names == ("block", "location", "function", "why0", "why1", "other_wait")


def test_several_snapshots_are_told_apart() -> None:
    reading = of(TEXT + "\n" + TEXT.replace("         8 ", "         9 ").replace("595", "596"))
    assert set(reading.table("visits").column("block").values) == {1, 2}
    assert reading.table("total").column("why0").values == (15595, 15596)
    assert reading.table("snapshot").column("block").values == (1, 1, 1, 2, 2, 2)
    assert reading.flags == ()


def test_a_count_that_overflowed_is_missing_and_flagged() -> None:
    reading = of(TEXT.replace("7,061", "#####"))
    assert reading.table("visits").column("why0").values[3] is None
    assert [(flag.line, flag.column) for flag in reading.flags] == [(10, "why0")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("    7    0    0 ktx: find", "3 counts where 4 belong"),
        ("    7    0    0    0 no colon here", "location: function"),
        ("    some words", "0 counts"),
    ],
)
def test_a_line_that_is_no_row_is_flagged_and_left_out(line: str, reason: str) -> None:
    lines = TEXT.splitlines()
    reading = of("\n".join([*lines[:8], line, *lines[8:]]) + "\n")
    assert [(flag.line, reason in flag.reason) for flag in reading.flags] == [(9, True)]


def test_counts_whose_cause_never_comes_are_flagged() -> None:
    lines = TEXT.splitlines()
    reading = of("\n".join([*lines[:8], "  7  0  0  0", *lines[8:]]) + "\n")
    assert "counts without a cause" in reading.flags[0].reason
    assert "counts without a cause" in of(TEXT.split(" ktspswh12")[0] + "\n").flags[0].reason


def test_a_line_after_the_totals_is_flagged() -> None:
    assert "after the totals" in of(TEXT + "7 0 0 0 a: b\n").flags[0].reason


def test_a_heading_alone_is_truncated_and_another_file_refused() -> None:
    with pytest.raises(TruncatedError, match="no line with a cause"):
        of("Why0 Why1 Other Wait\n---- ---- ----------\n")
    for name, reader in READERS.items():
        if name != "kcbsw":
            with pytest.raises(ReadError, match="no line with a cause"):
                of(reader.example)


def test_sqlplus_leaves_such_a_snapshot_to_this_reader() -> None:
    assert read_source(decode(TEXT.encode(), "x")).format == "kcbsw"
