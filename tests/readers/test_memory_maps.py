"""Memory maps: totals held against their mappings, and memory over snapshots."""

import contextlib
from pathlib import Path

import pytest

from contention.errors import ContentionError, ReadError
from contention.readers import READERS, Reading, read_source
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def totals(found: Reading, name: str) -> tuple[object, ...]:
    return found.table("totals").column(name).values


def test_forms_of_pmap_are_snapshots_with_their_times() -> None:
    found = reading("pmap/plain_then_wide.txt")
    assert totals(found, "size_kb") == (412, 412)
    assert totals(found, "rss_kb") == (None, 336)
    assert totals(found, "pss_kb") == (None, 176)
    assert totals(found, "time_s") == (1767607200, 1767607260)
    assert totals(found, "pid") == (4711, 4811)
    mappings = found.table("mappings")
    assert mappings.column("mapping").values == ("server", "[ anon ]", "server", None)
    assert mappings.column("swap_kb").values == (None, None, 0, 4)
    assert not found.flags


def test_a_total_that_is_not_the_sum_is_flagged() -> None:
    found = reading("pmap/extended_twice.txt")
    assert [(flag.line, flag.column, flag.reason) for flag in found.flags] == [
        (13, "rss_kb", "inconsistent: the mappings add up to 184")
    ]


def test_two_snapshots_are_a_memory_series() -> None:
    (series,) = reading("pmap/extended_twice.txt").memory
    assert series.label == "rss"
    assert series.step.tolist() == [0, 300]
    assert series.bytes.tolist() == [180 * 1024, 188 * 1024]
    assert series.restarts == ()


def test_a_snapshot_of_pmap_without_its_total_and_other_lines_are_flagged() -> None:
    example = READERS["pmap"].example
    cut = example[: example.index("----------------")]
    found = read_source(decode(cut.encode(), "x"))
    assert totals(found, "size_kb") == (412,)
    assert any("no total behind these mappings" in flag.reason for flag in found.flags)
    found = read_source(decode(f"what is this\n{example}and this\n".encode(), "x"))
    assert [flag.line for flag in found.flags if "left out" in flag.reason] == [1, 8]
    wide = (INPUTS / "pmap/plain_then_wide.txt").read_text() + "what\n"
    assert read_source(decode(wide.encode(), "x")).flags


def test_files_of_proc_are_snapshots_that_begin_anew() -> None:
    found = reading("proc_memory/smaps_rollup_and_status.txt")
    assert totals(found, "rss_kb") == (8, 0, 1752, 2176)
    assert totals(found, "pss_kb") == (4, 5, 317, None)
    assert totals(found, "size_kb") == (12, 8, None, 3892)
    assert totals(found, "pid") == (None, None, None, 4711)
    assert (13, "rss_kb") in [(flag.line, flag.column) for flag in found.flags]


def test_the_sizes_over_time_are_memory_series() -> None:
    series = {
        one.label: one
        for one in read_source(decode(READERS["proc_memory"].example.encode(), "x")).memory
    }
    assert series["rss"].bytes.tolist() == [8192, 4096]
    assert series["pss"].step.tolist() == [0, 60]


def test_a_last_snapshot_of_smaps_that_stops_early_is_flagged() -> None:
    mapping = (
        "55ab5f041000-55ab5f043000 r--p 00000000 fe:00 1 /bin/a\nSize: 8 kB\nRss: 8 kB\nPss: 8 kB\n"
    )
    last = "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n"
    last += "Size: 4 kB\nRss: 0 kB\nPss: 0 kB\n"
    whole = read_source(decode((mapping + last).encode() * 2, "x"))
    assert not whole.flags
    cut = read_source(decode((mapping + last + mapping).encode(), "x"))
    assert any("may be cut" in flag.reason for flag in cut.flags)


@pytest.mark.parametrize("reader", ["pmap", "proc_memory"])
def test_text_without_a_size_is_refused(reader: str) -> None:
    with pytest.raises(ReadError, match="there is no"):
        read_source(decode(b"nothing of the kind\n", "x"), reader)


@pytest.mark.parametrize("size", ["²0", "9" * 5000])
@pytest.mark.parametrize("reader", ["pmap", "proc_memory", "process_listing", "fio"])
def test_digits_that_are_no_number_and_numbers_without_end_are_no_crash(
    reader: str, size: str
) -> None:
    example = READERS[reader].example
    for number in ("180", "8 kB", "51200", "4711", '"4"'):
        text = example.replace(number, number.replace(number.strip('" kB'), size))
        with contextlib.suppress(ContentionError):
            assert read_source(decode(text.encode(), "x"), reader).tables


def test_a_process_number_without_end_is_none() -> None:
    text = (INPUTS / "proc_memory/smaps_rollup_and_status.txt").read_text()
    found = read_source(decode(text.replace("4711", "9" * 5000).encode(), "x"))
    assert totals(found, "rss_kb")[-1] == 2176
    assert "pid" not in found.table("totals").names
