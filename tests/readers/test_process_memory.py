"""What an out-of-memory incident tells about its process."""

import re
from pathlib import Path

import pytest

from contention.readers import Reading, read_source
from contention.readers.source import decode

PUBLISHED = (
    Path(__file__).parents[2] / "data" / "json_pga_leak" / "raw" / "incident.txt"
).read_text(encoding="utf-8")
INCIDENT = """\
ORA-04030: out of process memory when trying to allocate 4128 bytes (heap one,chunk two)
TOP 2 MEMORY USES FOR THIS PROCESS
---------------------------------------
*** 2024-01-02T03:04:05.000001+01:00
90%    9 MB,  300 chunks: "first use   "
         a heap  ds=0x7fb2  dsprt=0x7fb1
 1%  100 KB, 7 chunks: "second: use"
         top heap ds=0x7fb0 dsprt=(nil)
a line that another version prints
=========================================
REAL-FREE ALLOCATOR DUMP FOR THIS PROCESS
-----------------------------------------
some other words
Dump of Real-Free Memory Allocator Heap [0x7fb2ed]
mag=0xfe flg=0x5 fds=0x0 blksz=65536
blkdstbl=0x7f, iniblk=100 maxblk=200 numsegs=3
one more of these
In-use num=4 siz=9000, Freeable num=2 siz=70, Free num=1 siz=13
yet other words
Client alloc 9070 Client freeable 70
Internal RfPga 9K RgPga 2K
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.trc"), "heap_dump")


def cells(reading: Reading, table: str, column: str) -> tuple[object, ...]:
    return reading.table(table).column(column).values


def named(reading: Reading, table: str) -> dict[object, object]:
    return dict(zip(cells(reading, table, "name"), cells(reading, table, "value"), strict=True))


def content(reading: Reading) -> list[object]:
    return [(t.name, [(c.name, c.text, c.values) for c in t.columns]) for t in reading.tables]


def test_uses_keep_amount_unit_and_rounded_share() -> None:
    reading = read(INCIDENT)
    assert cells(reading, "memory_uses", "percent") == (90, 1)
    assert cells(reading, "memory_uses", "amount") == (9, 100)
    assert cells(reading, "memory_uses", "unit") == ("MB", "KB")
    assert cells(reading, "memory_uses", "chunks") == (300, 7)
    assert cells(reading, "memory_uses", "comment") == ("first use", "second: use")
    assert cells(reading, "memory_uses", "heap") == ("a heap", "top heap")
    assert cells(reading, "memory_uses", "ds") == (0x7FB2, 0x7FB0)
    assert cells(reading, "memory_uses", "dsprt") == (0x7FB1, 0)
    assert reading.flags == ()


def test_the_failed_request_is_read() -> None:
    reading = read(INCIDENT)
    assert cells(reading, "failed_allocation", "bytes") == (4128,)
    assert cells(reading, "failed_allocation", "heap") == ("heap one",)
    assert cells(reading, "failed_allocation", "comment") == ("chunk two",)


def test_the_allocator_s_numbers_have_names_of_their_own() -> None:
    assert named(read(INCIDENT), "allocator") == {
        "blksz": 65536, "iniblk": 100, "maxblk": 200, "numsegs": 3,
        "in_use_num": 4, "in_use_siz": 9000, "freeable_num": 2, "freeable_siz": 70,
        "free_num": 1, "free_siz": 13, "client_alloc": 9070, "client_freeable": 70,
        "internal_rfpga_k": 9, "rgpga_k": 2,
    }  # fmt: skip
    assert named(read(INCIDENT), "allocator_addresses")["heap"] == 0x7FB2ED


def test_the_published_incident_is_whole_but_for_the_uses_that_it_says_are_missing() -> None:
    (flag,) = read(PUBLISHED).flags
    assert flag.line == 4
    assert "5 of 10 uses" in flag.reason
    assert "left out of the capture" in flag.reason


def test_line_ends_and_collapsed_blanks_change_nothing() -> None:
    whole = content(read(PUBLISHED))
    assert content(read(PUBLISHED.replace("\n", "\r\n"))) == whole
    assert content(read(re.sub(r"(?m) +", " ", PUBLISHED))) == whole


@pytest.mark.parametrize("text", [INCIDENT, PUBLISHED], ids=["composed", "published"])
def test_a_cut_in_uses_or_allocator_is_never_silent(text: str) -> None:
    lines = text.splitlines(keepends=True)
    place = {
        name: next(number for number, line in enumerate(lines, 1) if mark in line)
        for name, mark in (("uses", "MEMORY USES"), ("dump", "REAL-FREE"), ("end", "RfPga"))
    }
    listed = len(read(text).table("memory_uses"))
    last_use = max(number for number, line in enumerate(lines, 1) if "dsprt=" in line)
    for count in range(place["uses"], place["end"]):
        reasons = " ".join(flag.reason for flag in read("".join(lines[:count])).flags)
        if count < last_use:
            whole = f"{listed} of" in reasons and "no line with the heap" not in reasons
            assert "uses are listed" in reasons or "no line with the heap" in reasons
            assert not whole
        elif count >= place["dump"]:
            assert "no line 'Internal RfPga': it may be cut" in reasons


@pytest.mark.parametrize(
    ("broken", "line", "told"),
    [
        (INCIDENT.replace("300 chunks", "many chunks"), 5, "incomplete line of the memory uses"),
        (INCIDENT.replace("ds=0x7fb2  ", "\n"), 5, "no line with the heap"),
        (INCIDENT.replace("siz=9000", "siz=####"), 18, "incomplete line of the allocator"),
        (INCIDENT.replace("Client alloc 9070", "Client alloc\n9070"), 20, "incomplete line"),
    ],
    ids=["a number", "a wrapped heap", "a masked number", "a wrapped total"],
)
def test_what_cannot_be_read_is_flagged_with_its_line(broken: str, line: int, told: str) -> None:
    assert any(flag.line == line and told in flag.reason for flag in read(broken).flags)


def test_a_heap_without_its_use_is_flagged() -> None:
    text = INCIDENT.replace('90%    9 MB,  300 chunks: "first use   "\n', "")
    assert any("without its line of chunks" in flag.reason for flag in read(text).flags)


def test_frames_without_rules_around_them_are_read() -> None:
    stack = read(PUBLISHED).table("stack")
    assert stack.column("frame").values == tuple(range(8, 32))
    assert stack.column("callee").values[0] == "dbgeEndDDEInvocationImpl"


def test_it_is_recognised_without_a_stack() -> None:
    assert read_source(decode(INCIDENT.encode(), "x")).format == "heap_dump"
