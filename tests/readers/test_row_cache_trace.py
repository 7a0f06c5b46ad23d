"""Event 10222 traces."""

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.source import decode

TRACE = """\
kqrfrpo : freed to fixed free list po=175d2f708 time=1459184662

  ##********* cid = 17, Start time=1459184662 *********--
kqrpre1 : done po=17727bac0 cid=17 flg=2 hash=3c4bb9d0 0 SQL=begin time=1459184804
  ##------- cid = 17, End time=1459184917, Elapsed = 255 (1459184917-1459184662) -------

  ##--********* cid = 11, Start time=1459184917, including cid = 7 *********--
kqrpre1 : done po=175d2f708 cid=11 flg=2 hash=94b841cf a9461655
          obobn=2360170 obname=SOME_TYPE SQL=begin cid=99, time=1459185132
  ##--********* cid = 7, Start time=1459185132 *********--
  ##------- cid = 7, End time=1459185542, Elapsed = 410 (1459185542-1459185132) -------
kqrfrpo : freed to heap po=170d94488 time=1459185542
  ##--- cid = 11, End time=1459185651, Elapsed = 734 (1459185651-1459184917), Pure = 324 (734-410)
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.trc"), "row_cache_trace")


def test_gets_have_their_times_and_the_get_around_them() -> None:
    gets = read(TRACE).table("gets")
    assert gets.column("cid").values == (17, 11, 7)
    assert gets.column("start").values == (1459184662, 1459184917, 1459185132)
    assert gets.column("end").values == (1459184917, 1459185651, 1459185542)
    assert gets.column("elapsed").values == (255, 734, 410)
    assert gets.column("pure").values == (None, 324, None)
    assert gets.column("parent").values == (None, None, 11)
    assert gets.flags == ()


def test_every_time_is_a_stamp_with_the_cid_of_its_record() -> None:
    stamps = read(TRACE).table("stamps")
    assert stamps.column("event").values == (
        "kqrfrpo",
        "start",
        "kqrpre1",
        "end",
        "start",
        "kqrpre1",
        "start",
        "end",
        "kqrfrpo",
        "end",
    )
    assert stamps.column("cid").values == (None, 17, 17, 17, 11, 11, 7, 7, None, 11)
    assert stamps.column("time").values[2] == 1459184804


def test_a_printed_difference_that_is_wrong_is_flagged() -> None:
    gets = read(TRACE.replace("Elapsed = 255", "Elapsed = 256")).table("gets")
    assert [(flag.line, flag.found) for flag in gets.flags] == [(5, "256")]
    gets = read(TRACE.replace("Pure = 324", "Pure = 325")).table("gets")
    assert [flag.line for flag in gets.flags] == [13]


def test_a_get_that_is_not_ended_keeps_its_row_and_is_flagged() -> None:
    gets = read("\n".join(TRACE.splitlines()[:10]) + "\n").table("gets")
    assert gets.column("end").values == (1459184917, None, None)
    assert [flag.line for flag in gets.flags] == [7, 10]


def test_an_end_without_a_start_is_flagged() -> None:
    gets = read(TRACE.replace("##********* cid = 17, Start", "## cid = 16, Start")).table("gets")
    assert any("not started" in flag.reason for flag in gets.flags)


def test_a_trace_without_marks_has_stamps_only() -> None:
    reading = read("kqrfrpo : freed po=1 time=12\n")
    assert [table.name for table in reading.tables] == ["stamps"]
    assert "only the stamps" in reading.issues[0].reason


@pytest.mark.parametrize(
    ("old", "new"),
    [("time=1459184804", "time=#########"), ("End time=1459184917,", "End time=late,")],
)
def test_a_time_that_cannot_be_read_is_flagged(old: str, new: str) -> None:
    assert any("cannot be read" in flag.reason for flag in read(TRACE.replace(old, new)).flags)


def test_a_file_without_times_is_an_error() -> None:
    with pytest.raises(ReadError, match="no time in this trace"):
        read("kqrpad: new po 1\n")


def test_a_get_left_open_inside_another_is_flagged() -> None:
    lines = [line for line in TRACE.splitlines() if "cid = 7, End" not in line]
    gets = read("\n".join(lines) + "\n").table("gets")
    assert gets.column("end").values == (1459184917, 1459185651, None)
    assert "not ended" in gets.flags[0].reason
