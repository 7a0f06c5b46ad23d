"""Logs of timed calls."""

from pathlib import Path

import pytest

from contention.errors import ReadError, TruncatedError
from contention.readers import Reading, read_source
from contention.readers.source import decode

PUBLISHED = (Path(__file__).parents[2] / "data" / "uuid_generation" / "raw" / "runs.txt").read_text(
    encoding="utf-8"
)
LOG = """\
====== make(100, slow, ) ======
ends = 0, Elapsed_CS = 40
heap used diff = -50 (100-150),  End(KB) = 1
====== make(100, slow, 10) ======
ends = 10, Elapsed_CS = 70
heap used diff = 0 (100-100),  End(KB) = 1
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "log.txt"), "timed_calls")


def column(text: str, name: str) -> tuple[object, ...]:
    return read(text).table("calls").column(name).values


def test_each_call_is_a_row_with_its_arguments() -> None:
    table = read(LOG).table("calls")
    assert table.column("procedure").values == ("make", "make")
    assert table.column("argument_1").values == (100, 100)
    assert table.column("argument_2").values == ("slow", "slow")
    assert table.column("argument_3").values == (None, 10)
    assert table.column("elapsed_cs").values == (40, 70)
    assert table.column("elapsed_cs").unit == "cs"
    assert table.lines == (1, 4)
    assert read(LOG).flags == ()


def test_a_difference_brings_its_two_numbers() -> None:
    assert column(LOG, "heap_used_diff") == (-50, 0)
    assert column(LOG, "heap_used_end") == (100, 100)
    assert column(LOG, "heap_used_start") == (150, 100)


def test_a_wrong_difference_is_kept_and_flagged() -> None:
    reading = read(LOG.replace("= -50", "= -60"))
    assert reading.table("calls").column("heap_used_diff").values[0] == -60
    assert [(flag.line, "not the difference" in flag.reason) for flag in reading.flags] == [
        (3, True)
    ]


def test_the_published_log_is_read_whole() -> None:
    assert read(PUBLISHED).flags == ()
    assert len(read(PUBLISHED).table("calls")) == 6
    assert column(PUBLISHED, "java_call_heap_gc_end")[-1] == 112


@pytest.mark.parametrize("text", [LOG, PUBLISHED], ids=["composed", "published"])
def test_a_log_cut_inside_a_call_is_flagged_or_refused(text: str) -> None:
    lines = text.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith("===")]
    for count in range(1, len(lines)):
        part = "".join(lines[:count])
        if count == 1:
            with pytest.raises(TruncatedError):
                read(part)
        elif count > starts[1] and count not in starts:
            assert any("may be cut" in flag.reason for flag in read(part).flags)


def test_line_ends_and_collapsed_blanks_change_nothing() -> None:
    whole = [(c.name, c.values) for c in read(PUBLISHED).table("calls").columns]
    for changed in (PUBLISHED.replace("\n", "\r\n"), PUBLISHED.replace(",  ", ", ")):
        assert [(c.name, c.values) for c in read(changed).table("calls").columns] == whole


def test_a_wrapped_line_and_a_masked_number_are_flagged() -> None:
    wrapped = read(LOG.replace("0, Elapsed", "0,\nElapsed", 1))
    assert any(flag.line == 2 and "left out" in flag.reason for flag in wrapped.flags)
    masked = read(LOG.replace("= 70", "= ##"))
    assert masked.table("calls").column("elapsed_cs").values == (40, None)
    assert any(flag.line == 4 for flag in masked.flags)


def test_a_name_that_repeats_is_flagged() -> None:
    reading = read(LOG.replace("Elapsed_CS = 40", "ends = 40"))
    assert any("named twice" in flag.reason for flag in reading.flags)


def test_another_text_is_refused() -> None:
    with pytest.raises(ReadError, match="no named value under a heading"):
        read("nothing of the kind\n")


def test_a_java_stack_is_read_by_block_and_depth() -> None:
    path = Path(__file__).parents[2] / "data" / "uuid_generation" / "raw" / "call_stacks.txt"
    text = path.read_text(encoding="utf-8")
    stack = read_source(decode(text.encode(), "x"), "heap_dump").table("java_stack")
    assert stack.column("block").values == (1, 1, 1, 1, 2, 2)
    assert stack.column("depth").values == (4, 3, 2, 1, 2, 1)
    cut = "".join(text.splitlines(keepends=True)[:4])
    flags = read_source(decode(cut.encode(), "x"), "heap_dump").flags
    assert any("may be cut" in flag.reason for flag in flags)
