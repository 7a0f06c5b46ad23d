"""Logs of reading an archive entry by entry."""

import datetime

import pytest

from contention.errors import ContentionError
from contention.readers import Reading, read_source, recognise_source
from contention.readers.source import decode

LOG = """\
********* getNextJarEntry *********
------ NextJarEntry: 1, Name: META-INF/A.SF ------
         getNextEntry ElapsedMills: 31, at: 1673368688140
         Insert DB 1 row, blob size 0 at Tue Jan 10 17:38:08 CET 2023
         readContent ElapsedMills: 5, at: 1673368688145
------ NextJarEntry: 2, Name: two words.txt ------
         getNextEntry ElapsedMills: 0, at: 1673368688150
         Insert DB 1 row, blob size 110920480 at Tue Jan 10 17:38:11 CET 2023
         readContent ElapsedMills: 3125, at: 1673368691275

PL/SQL procedure successfully completed.
Elapsed: 00:00:03.20
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.log"))


def test_every_entry_has_its_times_and_sizes() -> None:
    table = read(LOG).table("entries")
    assert table.column("entry").values == (1, 2)
    assert table.column("name").values == ("META-INF/A.SF", "two words.txt")
    assert table.column("next_ms").values == (31, 0)
    assert table.column("read_ms").values == (5, 3125)
    assert table.column("stored_bytes").values == (0, 110920480)
    assert table.column("insert_time").values == (63488, 63491)
    assert table.lines == (2, 6)
    assert read(LOG).table("elapsed").column("seconds").values == (3.2,)
    assert read(LOG).flags == ()


def test_the_printed_clock_is_one_hour_ahead_of_the_time_stamps() -> None:
    local = read(LOG).table("entries").column("insert_local_s").values[0]
    moment = datetime.datetime(2023, 1, 10, 17, 38, 8, tzinfo=datetime.UTC)
    assert local == moment.timestamp() == 1673368688 + 3600


def test_a_session_with_a_prompt_is_recognised_by_this_reader_alone() -> None:
    source = decode(("SQL> exec read_it\n" + LOG).encode(), "x")
    assert [one.reader for one in recognise_source(source) if one.accepts] == ["archive_read_log"]


def test_runs_are_told_apart_by_their_entry_numbers() -> None:
    assert read(LOG + LOG).table("entries").column("block").values == (1, 1, 2, 2)


@pytest.mark.parametrize("missing", [2, 3, 4])
def test_an_entry_without_one_of_its_lines_is_flagged(missing: int) -> None:
    lines = LOG.splitlines()
    del lines[missing]
    table = read("\n".join(lines) + "\n").table("entries")
    assert [flag.line for flag in table.flags] == [2]
    assert "incomplete" in table.flags[0].reason


def test_a_line_that_cannot_be_read_is_flagged_and_its_values_are_missing() -> None:
    reading = read(LOG.replace("ElapsedMills: 3125", "ElapsedMills: many"))
    assert reading.table("entries").column("read_ms").values == (5, None)
    assert {flag.line for flag in reading.flags} == {6, 9}


def test_a_line_printed_twice_is_flagged() -> None:
    line = LOG.splitlines()[4]
    reading = read(LOG.replace(line, f"{line}\n{line}"))
    assert any("printed twice" in flag.reason for flag in reading.flags)


def test_a_cut_is_flagged_or_refused_or_ends_at_a_line() -> None:
    whole = read(LOG).table("entries").column("name").values
    for length in range(1, len(LOG)):
        try:
            reading = read_source(decode(LOG[:length].encode(), "x"), "archive_read_log")
        except ContentionError:
            continue
        names = reading.table("entries").column("name").values
        assert reading.flags or LOG[:length].endswith("\n")
        assert names == whole[: len(names)]


def test_line_ends_and_collapsed_blanks_do_not_matter() -> None:
    collapsed = "\r\n".join(" ".join(line.split()) for line in LOG.splitlines()) + "\r\n"
    assert read(collapsed).table("entries").frame().equals(read(LOG).table("entries").frame())
