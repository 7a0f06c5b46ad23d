"""Numbered gets and releases, printed one by one."""

from pathlib import Path

import pytest

from contention.readers import Reading, read_source
from contention.readers.source import decode

RAW = Path(__file__).parents[2] / "data" / "queue_dequeue" / "raw"
EVENTS = """\
  Mutex Get Seq: 1 --- get_mutex (MTX_ADDR=>0x1F, Location=>90, HDL=>0xA0)
  Mutex Rel Seq: 1-1 --- free_mutex (MTX_ADDR=>0x1F)
  Latch Get Seq: 1 --- get_latch (Addr=>0xD0, Mode=>16)
  Latch Fre Seq: 1-1 --- free_latch (Addr=>0xD0)
Total Counters: Latch GETs: 1, Latch FREs: 1, Mutex GETs: 1, Mutex RELs: 1
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.txt"), "dtrace")


def test_an_event_has_its_object_numbers_function_and_arguments() -> None:
    reading = read(EVENTS)
    table = reading.table("sequence")
    assert table.column("object").values == ("Mutex", "Mutex", "Latch", "Latch")
    assert table.column("get_seq").values == (1, 1, 1, 1)
    assert table.column("release_seq").values == (None, 1, None, 1)
    assert table.column("address").values == (0x1F, 0x1F, 0xD0, 0xD0)
    assert table.column("location").values == (90, None, None, None)
    assert table.column("hdl").text[0] == "0xA0"
    assert reading.table("values").column("value").values == (1, 1, 1, 1)
    assert reading.flags == ()


def test_the_published_dequeue_is_counted_as_it_says() -> None:
    reading = read((RAW / "single_dequeue.txt").read_text())
    table = reading.table("sequence")
    assert (len(table), reading.flags) == (45, ())
    assert table.column("counted_gets").values[-1] == 18
    assert table.column("counted_releases").values[-1] == 21


def test_a_debugger_s_trace_of_the_same_kind_is_read() -> None:
    reading = read((RAW / "gdb_excerpt.txt").read_text())
    table = reading.table("sequence")
    assert table.column("location").values == (90, 71, None, 4, 4, 4)
    assert table.column("address").text[0] == "98417CA8"
    assert all("left out of the capture" in flag.reason for flag in reading.flags)


@pytest.mark.parametrize("missing", range(4))
def test_a_missing_event_is_noticed(missing: int) -> None:
    lines = EVENTS.splitlines(keepends=True)
    del lines[missing]
    flags = read("".join(lines)).flags
    assert any("lines are missing" in flag.reason or "left out" in flag.reason for flag in flags)


@pytest.mark.parametrize("length", range(1, 5))
def test_a_cut_is_noticed(length: int) -> None:
    flags = read("".join(EVENTS.splitlines(keepends=True)[:length])).flags
    assert any("no total counters follow" in flag.reason for flag in flags)


def test_a_wrapped_or_damaged_event_is_flagged() -> None:
    wrapped = EVENTS.replace("0x1F, Location", "0x1F,\n    Location", 1)
    assert any("cut or wrapped" in flag.reason for flag in read(wrapped).flags)
    damaged = EVENTS.replace("Seq: 1-1 --- free_mutex", "Seq: ?", 1)
    assert any("cannot be read" in flag.reason for flag in read(damaged).flags)


def test_totals_that_leave_an_object_out_or_differ_are_told() -> None:
    without = EVENTS.replace(", Mutex GETs: 1, Mutex RELs: 1", "")
    assert any("lines are missing" in flag.reason for flag in read(without).flags)
    more = EVENTS.replace("Mutex GETs: 1", "Mutex GETs: 2")
    assert [flag.found for flag in read(more).flags] == ["2"]


def test_an_argument_that_is_no_number_is_kept_as_text() -> None:
    table = read(EVENTS.replace("Location=>90", "Location=>9A")).table("sequence")
    assert table.column("location").values[0] == "9A"
