"""Statistics of runs side by side, and stacks: one table each."""

from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.source import decode

RAW = Path(__file__).parents[2] / "data" / "lob_chunk_writes" / "raw"
RUNS = """\
LOB...chunk size 8,192 8,192
LOB...write buffer size 2,048 4,096
STAT...physical reads direct (lob) 63 31
STAT...consistent gets - examination 1,347 ###
"""


def read(text: str, name: str = "runstats") -> Reading:
    return read_source(decode(text.encode(), "x.txt"), name)


def columns(reading: Reading, table: str = "runs") -> dict[str, tuple[object, ...]]:
    return {column.name: column.values for column in reading.table(table).columns}


def test_each_run_is_a_row() -> None:
    assert columns(read(RUNS)) == {
        "block": (1, 1),
        "run": (1, 2),
        "chunk_size": (8192, 8192),
        "write_buffer_size": (2048, 4096),
        "physical_reads_direct_lob": (63, 31),
        "consistent_gets_examination": (1347, None),
    }


def test_a_value_that_cannot_be_read_is_flagged() -> None:
    (flag,) = read(RUNS).flags
    assert flag.column == "consistent_gets_examination"


def test_blocks_of_the_same_names_are_one_table() -> None:
    both = read("".join((RAW / f"runstats_chunk_{n}.txt").read_text() for n in (8192, 32768)))
    found = columns(both)
    assert found["block"] == (1,) * 9 + (2,) * 9
    assert found["chunk_size"] == (8192,) * 9 + (32768,) * 9
    assert both.table("runs").lines == (1,) * 9 + (10,) * 9
    assert both.flags == ()


def test_blocks_of_other_names_are_a_table_of_their_own() -> None:
    reading = read(RUNS + "LOB...chunk size 1 2 3\n")
    assert columns(reading, "runs_2")["chunk_size"] == (1, 2, 3)


def test_a_line_with_another_number_of_values_ends_its_block_in_flags() -> None:
    reading = read(RUNS.replace("4,096", "4,096 8,192"))
    assert reading.table("runs").names == ("block", "run", "chunk_size")
    assert [flag.line for flag in reading.flags] == [2, 3, 4]


def test_a_repeated_name_is_flagged() -> None:
    reading = read(RUNS + "STAT...physical reads direct (lob) 5 6\n")
    assert columns(reading)["physical_reads_direct_lob"] == (63, 31)
    assert "printed twice" in reading.flags[0].reason


def test_a_line_of_another_kind_is_flagged() -> None:
    assert any("not a statistic" in flag.reason for flag in read(RUNS + "Done.\n").flags)


@pytest.mark.parametrize("size", [8192, 16384, 32768])
def test_a_published_block_cut_inside_a_line_is_flagged(size) -> None:
    text = (RAW / f"runstats_chunk_{size}.txt").read_text()
    whole = columns(read(text))
    for length in range(1, len(text)):
        try:
            part = read(text[:length])
        except ReadError:
            continue
        if not part.flags and text[length - 1] == "\n":
            assert all(whole[name] == values for name, values in columns(part).items())


def test_what_holds_no_statistic_is_refused() -> None:
    with pytest.raises(ReadError, match="no statistic of a run"):
        read("nothing here\n")


class TestStacks:
    def test_a_published_stack(self) -> None:
        reading = read((RAW / "call_stack.txt").read_text(), "backtrace")
        frames = columns(reading, "frames")
        assert frames["frame"] == tuple(range(22))
        assert frames["function"][0] == "kcbgcur"
        assert frames["address"][-1] == 0x6CFFDC
        assert reading.flags == ()

    def test_a_smaller_number_begins_a_new_stack(self) -> None:
        text = "#0 0x1f in a ()\n#1 0x2f in b ()\n#0 0x1f in c ()\n"
        assert columns(read(text, "backtrace"), "frames")["stack"] == (1, 1, 2)

    def test_a_missing_frame_and_a_foreign_line_are_flagged(self) -> None:
        text = "#0 0x1f in a ()\nThread 2:\n#2 0x2f in b (x=1) at b.c:3\n"
        reasons = [flag.reason for flag in read(text, "backtrace").flags]
        assert "frame 1 was expected; frames are missing" in reasons
        assert "not a stack frame; left out" in reasons

    def test_a_frame_without_an_address_keeps_its_name(self) -> None:
        frames = columns(read("#0  main () at a.c:1\n", "backtrace"), "frames")
        assert frames["address"] == (None,)

    def test_prose_is_refused(self) -> None:
        with pytest.raises(ReadError, match="no stack frame"):
            read("nothing here\n", "backtrace")
