"""The scan over blocks: any size of buffer, long lines, many names, merged traces, streaming."""

import gzip
import io
from pathlib import Path

import numpy as np
import pytest

from benchmarks.trace_pieces import piece
from contention.errors import ReadError, UsageError
from contention.measurements import Table
from contention.readers import head, read, read_source, trace10046_scan
from contention.readers import source as source_module
from contention.readers.source import decode
from contention.readers.trace_profile import TraceProfile, profile, profile_of

WAIT = "WAIT #{}: nam='{}' ela= {} file#=3 block#=16505 blocks=1 obj#=0 tim={}\n"
CALL = "EXEC #{}:c={},e={},p=0,cr=1,cu=0,mis=0,r=1,dep={},og=1,plh=3,tim={}\n"
PIECE = piece(turns=150)
EACH_WAY = pytest.mark.usefixtures("each_way")


def made(data: bytes, by: str = "event", **options: object) -> TraceProfile:
    return profile_of([("x.trc", io.BytesIO(data))], by, **options)[0]


def rows(table: Table) -> set[tuple[object, ...]]:
    """What a table says, whatever the order of its rows."""
    return set(zip(*(column.values for column in table.columns), strict=True))


def contents(trace: TraceProfile) -> list[object]:
    return [(table.name, rows(table)) for table in trace.tables]


def summed(trace: TraceProfile, name: str, keys: int) -> dict[tuple[object, ...], np.ndarray]:
    """Counts and sums of a table by its first columns."""
    found = {}
    for row in rows(getattr(trace, name)):
        numbers = [value for value in row[keys:] if not isinstance(value, str)]
        found[row[:keys]] = np.array(numbers, dtype=float)
    return found


@pytest.mark.parametrize("by", ["event", "statement", "slice"])
@pytest.mark.parametrize("size", [1536, 2048, 10_000, 65_536])
def test_the_size_of_the_buffer_changes_nothing(by: str, size: int) -> None:
    assert contents(made(PIECE, by, buffer_bytes=size)) == contents(made(PIECE, by))


def test_a_piece_written_twice_counts_twice() -> None:
    once, twice = made(PIECE), made(PIECE * 2)
    for key, numbers in summed(once, "calls", 1).items():
        np.testing.assert_allclose(summed(twice, "calls", 1)[key], 2 * numbers)


def test_both_readings_agree_statement_by_statement() -> None:
    source = decode(PIECE, "x.trc")
    rows_first = read_source(source, "trace10046")
    streamed = read_source(source, "trace10046", options={"by": "statement"})
    assert {one.statement for one in rows_first.calls} == {one.statement for one in streamed.calls}
    for one in rows_first.calls:
        other = next(found for found in streamed.calls if found.statement == one.statement)
        for call in one.call:
            for name in ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows"):
                assert other.at(call, name) == pytest.approx(one.at(call, name)), (call, name)
    for one in rows_first.waits:
        other = next(found for found in streamed.waits if found.statement == one.statement)
        for event in one.event:
            for name in ("times_waited", "max_wait_s", "total_waited_s"):
                assert other.at(event, name) == pytest.approx(one.at(event, name))


@EACH_WAY
def test_a_line_of_any_length_is_left_out_in_bounded_memory() -> None:
    long = b"WAIT #1: nam='" + b"x" * 300_000 + b"\n"
    found = made(WAIT.format(1, "y", 5, 7).encode() + long + PIECE[:9000], buffer_bytes=4096)
    assert (found.flags[0].line, found.flags[0].reason) == (
        2,
        "a line too long to be one of a trace; left out",
    )
    assert found.lines == PIECE[:9000].count(b"\n") + 3


@EACH_WAY
@pytest.mark.parametrize("text", [b"x" * 300_000, b"WAIT #1: nam='z' ela= 5 p1=1\n" * 9000 + b"x"])
def test_a_text_larger_than_the_buffer_is_skipped_by_its_length(text: bytes) -> None:
    heading = f"PARSING IN CURSOR #1 len={len(text)} dep=0 tim=9 sqlid='abc'\n".encode()
    trace = heading + text + b"\nEND OF STMT\n" + WAIT.format(1, "y", 5, 17).encode()
    found = made(trace, "statement", buffer_bytes=4096)
    assert found.waits.column("statement").values == ("abc",)
    assert found.waits.column("event").values == ("y",)
    assert found.waits.lines == (trace.count(b"\n"),)
    assert found.flags == ()
    cut = made(WAIT.format(1, "y", 5, 7).encode() + trace[:200_000], buffer_bytes=4096)
    assert cut.flags[0].reason == "the trace ends within the text of this statement"


@EACH_WAY
def test_an_error_s_text_larger_than_the_buffer_is_flagged() -> None:
    text = b"x" * 20_000
    error = f"PARSE ERROR #1:len={len(text)} dep=0 uid=5 oct=3 lid=5 tim=9 err=900\n".encode()
    trace = error + text + b"\n" + WAIT.format(1, "y", 5, 17).encode()
    assert made(trace, buffer_bytes=4096).flags[0].line == 1
    assert made(trace).flags == ()
    assert "length" in made(WAIT.format(1, "y", 5, 7).encode() + trace[:900]).flags[0].reason


@EACH_WAY
def test_tables_grow_with_the_number_of_names() -> None:
    trace = "".join(
        f"PARSING IN CURSOR #{n} len=1 dep=0 tim=9 sqlid='sql{n}'\nx\nEND OF STMT\n"
        + WAIT.format(n, f"event {n % 700}", n, 10 * n)
        + CALL.format(n, 1, 2, 0, 10 * n + 1)
        for n in range(1, 3001)
    )
    found = made(trace.encode(), "statement")
    assert len(found.waits) == len(found.calls) == 3000
    assert rows(found.waits) >= {
        (f"sql{n}", f"event {n % 700}", "no", 1, n / 1e6, n / 1e6, n / 1e6) for n in (1, 999, 3000)
    }


def test_too_many_different_names_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from contention.readers.trace_scan import growth

    monkeypatch.setattr(growth, "_MOST", 256)
    trace = "".join(WAIT.format(1, f"event {n}", 5, n) for n in range(500))
    with pytest.raises(ReadError, match="more than 256 different events"):
        made(trace.encode())


@EACH_WAY
def test_a_trace_full_of_wrong_lengths_is_read_to_the_first_end_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heading = "PARSING IN CURSOR #1 len={} dep=0 tim=9 sqlid='abc'\r\nx\r\ny\r\nEND OF STMT\r\n"
    wait = WAIT.format(1, "y", 5, 17)
    assert made((heading.format(3) + wait).encode()).flags == ()
    monkeypatch.setattr(trace10046_scan, "PATIENCE_BYTES", -1)
    found = made((heading.format(3) + wait).encode())
    assert found.waits.column("times_waited").values == (1,)
    assert "first END OF STMT" in found.flags[0].reason


@pytest.mark.parametrize(("name", "shown"), [(b"\xe9", "é"), (b"\x81", "\x81")])
def test_names_in_other_encodings_than_utf_8(name: bytes, shown: str) -> None:
    line = WAIT.format(1, "NAME", 5, 17).encode().replace(b"NAME", name)
    assert made(line).waits.column("event").values == (shown,)


@EACH_WAY
def test_calls_deeper_than_any_real_one_count() -> None:
    trace = CALL.format(1, 1, 5, 99, 100) + CALL.format(2, 1, 9, 98, 200)
    assert made(trace.encode()).calls.column("count").values == (2,)


def write(folder: Path, name: str, text: bytes) -> Path:
    path = folder / name
    path.write_bytes(text)
    return path


def test_several_files_are_the_sum_of_their_parts(tmp_path: Path) -> None:
    parts = [piece(turns=60, seed=seed) for seed in (3, 4)]
    paths = [write(tmp_path, f"{n}.trc", part) for n, part in enumerate(parts)]
    both = profile(paths, "statement")
    alone = [profile(path, "statement") for path in paths]
    assert both.lines == sum(one.lines for one in alone)
    assert both.traced_s == pytest.approx(sum(one.traced_s for one in alone))
    for name, keys, columns in (("calls", 2, slice(None)), ("waits", 3, slice(0, 2))):
        sums = [summed(one, name, keys) for one in alone]
        for key, numbers in summed(both, name, keys).items():
            expected = sum(part[key][columns] for part in sums if key in part)
            np.testing.assert_allclose(numbers[columns], expected, err_msg=str(key))


def chunks(part: bytes, process: int) -> list[bytes]:
    """A session's trace as a merge tool cuts it, a mark of the process before each piece."""
    mark = f"*** [ Unix process pid: {process} ]\n".encode()
    statements = part.split(b"=====================\n")
    return [mark + one for one in statements]


@EACH_WAY
def test_a_merged_trace_is_the_sum_of_its_sessions() -> None:
    parts = [piece(turns=60, seed=seed).replace(b"'====", b"'-===") for seed in (3, 3)]
    pairs = zip(chunks(parts[0], 71), chunks(parts[1], 72), strict=True)
    merged = made(b"".join(one + other for one, other in pairs))
    alone = made(parts[0])
    assert merged.traced_s == pytest.approx(2 * alone.traced_s)
    for key, numbers in summed(alone, "calls", 1).items():
        np.testing.assert_allclose(summed(merged, "calls", 1)[key], 2 * numbers, err_msg=str(key))


def test_a_packed_trace_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, "x.trc.gz", gzip.compress(PIECE))
    assert contents(profile(path)) == contents(made(PIECE))
    damaged = write(tmp_path, "y.trc.gz", gzip.compress(PIECE)[:-500])
    with pytest.raises(ReadError, match="cannot be read"):
        profile(str(damaged))


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    line = WAIT.format(1, "y", 5, 7).encode()
    assert made(b"\xef\xbb\xbf" + line).lines == 1
    with pytest.raises(ReadError, match="UTF-16"):
        made(line.decode().encode("utf-16"))


@EACH_WAY
def test_a_slice_begins_at_a_multiple_of_its_length() -> None:
    trace = WAIT.format(1, "y", 5, 7_000_000) + WAIT.format(1, "y", 6, 12_000_000)
    trace += "WAIT #1: nam='y' ela= 8 p1=1\n" + CALL.format(1, 1, 2, 0, 20_000_000)
    found = made(trace.encode(), "slice", slice_s=10)
    assert found.waits.column("from_s").values == (0.0, 10.0)
    assert found.waits.column("times_waited").values == (1, 2)
    assert found.calls.column("from_s").values == (20.0,)
    early = made(b"WAIT #1: nam='y' ela= 8 p1=1\n", "slice")
    assert early.waits.column("from_s").values == (None,)


@pytest.mark.parametrize(
    "options", [{"by": "hour"}, {"slice_s": 0}, {"slice_s": float("nan")}, {"unit": "ms"}]
)
def test_options_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        profile([], **options)


def test_a_slice_is_a_number_of_seconds() -> None:
    with pytest.raises(UsageError, match="slice_s"):
        read_source(decode(PIECE, "x.trc"), options={"by": "slice", "slice_s": "long"})


def test_nothing_in_a_trace_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no wait and no call"):
        profile(write(tmp_path, "x.trc", b"*** 2024-01-16T17:52:39\n"))
    with pytest.raises(ReadError, match="cannot be read"):
        profile(tmp_path / "absent.trc")


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files larger than 20,000 bytes count as large."""
    monkeypatch.setattr(source_module, "MAXIMUM_BYTES", 20_000)
    monkeypatch.setattr(head, "HEAD_BYTES", 4_096)


@pytest.mark.usefixtures("_small")
def test_a_large_trace_is_recognised_by_its_head_and_streamed(tmp_path: Path) -> None:
    path = write(tmp_path, "x.trc", b"\0" * 9_000 + PIECE)
    reading = read(path, options={"run": "before"})
    assert reading.recognition is not None
    assert reading.format == "trace10046"
    assert [table.name for table in reading.tables] == ["time", "waits", "calls", "records"]
    assert {one.run for one in reading.require_calls()} == {"before"}
    assert sum(one.total("count") for one in reading.calls) == sum(
        made(PIECE).calls.column("count").values
    )
    assert len(read(path, "trace10046", options={"by": "event"}).table("time")) == 1


@pytest.mark.usefixtures("_small")
def test_a_large_file_of_another_kind_is_still_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "x.csv", b"sessions,throughput\n" + b"1,100\n" * 9_000)
    with pytest.raises(ReadError, match="larger than"):
        read(path)


def test_the_standard_input_has_no_head() -> None:
    assert head.load_head("-") is None
    assert head.load_head("absent.trc") is None
