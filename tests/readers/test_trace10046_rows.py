"""Rows of 10046 traces: texts, bind values, row sources, releases, merged traces, lost heads."""

from pathlib import Path

import pytest

from contention.readers import READERS, Reading, read_source
from contention.readers.source import decode

FOLDER = Path(__file__).parent / "inputs" / "trace10046"
INPUTS = sorted(FOLDER.glob("*.trc"))


def read(name: str, **options: object) -> Reading:
    return read_source(decode((FOLDER / name).read_bytes(), name), options=options)


def read_text(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.trc"), "trace10046")


def column(reading: Reading, table: str, name: str) -> tuple[object, ...]:
    return reading.table(table).column(name).values


def rows(reading: Reading, table: str, *names: str) -> list[tuple[object, ...]]:
    return list(zip(*(column(reading, table, name) for name in names), strict=True))


def test_texts_that_look_like_the_trace_are_skipped() -> None:  # tricky input 2
    reading = read("text_like_the_trace.trc")
    assert reading.flags == ()
    assert column(reading, "waits", "event") == (
        "SQL*Net message to client",
        "SQL*Net message from client",
    )
    assert column(reading, "calls", "call") == ("PARSE", "FETCH")
    assert rows(reading, "errors", "kind", "cursor", "error", "tim") == [
        ("parse", 139712, 942, 500900)
    ]
    assert rows(reading, "transactions", "rollback", "read_only", "tim") == [(0, 1, 501000)]
    assert rows(reading, "session", "name", "value") == [
        ("session id", "71.40213"),
        ("module name", "warehouse"),
        ("container id", "4"),
    ]


def test_bind_values_of_all_shapes() -> None:  # B10, B12, tricky input 3
    reading = read("binds_of_all_shapes.trc")
    assert reading.flags == ()
    assert rows(reading, "binds", "position", "data_type", "max_length", "length", "value") == [
        (0, 1, 4000, 36, "say \"hi\"\nWAIT #55: nam='x' ela= 7 p1"),
        (1, 2, 22, 0, None),
        (2, 2, 22, 3, -1024),
        (3, None, None, None, None),
        (4, 12, 7, 7, "2/3/2026 10:11:12"),
    ]
    assert set(column(reading, "binds", "sql_id")) == {"a1b2c3d4e5f6g"}
    assert column(reading, "binds", "cursor") == (55,) * 5
    assert reading.table("binds").lines == (7, 13, 16, 20, 22)
    names = ("id", "parent", "rows", "operation", "query", "time_us", "starts", "cost")
    assert rows(reading, "row_sources", *names) == [
        (1, 0, 0, "LOAD TABLE CONVENTIONAL NOTES", 1, 71, 1, None),
        (2, 1, 0, "TABLE ACCESS FULL NOTES", None, None, None, None),
    ]


def test_release_8_counts_hundredths_of_a_second() -> None:
    reading = read("release_8_in_hundredths.trc")
    assert reading.flags == ()
    assert column(reading, "waits", "ela_us") == (30_000, 0)
    assert reading.table("waits").column("ela_us").text == ("3", "0")
    assert column(reading, "calls", "elapsed_us") == (20_000, 0, 90_000)
    assert rows(reading, "binds", "position", "data_type", "value") == [(0, 2, 83)]
    (calls,) = reading.calls
    assert calls.statement == "hash_1335606271"
    assert calls.at("fetch", "elapsed_s") == pytest.approx(0.09)
    micro = read("release_8_in_hundredths.trc", unit="us")
    assert column(micro, "waits", "ela_us") == (3, 0)
    other = read("release_8_in_hundredths.trc", unit="ms")
    assert column(other, "waits", "ela_us") == (30_000, 0)


def test_each_process_of_a_merged_trace_has_its_own_cursors_and_recursion() -> None:
    reading = read("merged_of_two_processes.trc")
    assert column(reading, "calls", "process") == (4100, 4177, 4100, 4100, 4100)
    assert column(reading, "calls", "call") == ("EXEC", "EXEC", "EXEC", "LOBREAD", "UNMAP")
    elapsed = {one.statement: one.at("execute", "elapsed_s") for one in reading.calls}
    assert elapsed["cursor_3"] == pytest.approx(70e-6)
    assert elapsed["cursor_7"] == pytest.approx(39e-6)
    assert {one.statement for one in reading.calls} == {"cursor_7", "cursor_3", "no_cursor"}
    assert rows(reading, "errors", "kind", "error") == [("call", 1013)]
    assert reading.waits[0].statement == "cursor_0"


def test_a_lost_head_and_the_size_limit_are_flagged() -> None:  # tricky input 5
    reading = read("head_lost_and_size_limit.trc")
    assert [(flag.line, flag.reason[:19]) for flag in reading.flags] == [
        (2, "the trace continues"),
        (9, "the trace reached i"),
    ]
    assert column(reading, "calls", "call") == ("FETCH", "RPC EXEC", "SORT UNMAP", "CLOSE")
    assert rows(reading, "errors", "kind", "error", "tim") == [("deadlock", 60, None)]


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_a_profile_agrees_with_the_rows(path: Path) -> None:
    listed, profiled = read(path.name), read(path.name, by="statement")
    for kind in ("calls", "waits"):
        one = {found.statement: found for found in getattr(listed, kind)}
        other = {found.statement: found for found in getattr(profiled, kind)}
        assert one.keys() == other.keys()
    for name, found in {one.statement: one for one in listed.calls}.items():
        match = next(one for one in profiled.calls if one.statement == name)
        for call in found.call:
            for quantity in ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows"):
                expected = pytest.approx(found.at(call, quantity))
                assert match.at(call, quantity) == expected, (name, call, quantity)
    for found in listed.waits:
        match = next(one for one in profiled.waits if one.statement == found.statement)
        for event in found.event:
            assert match.at(event, "total_waited_s") == pytest.approx(
                found.at(event, "total_waited_s")
            )
    assert {(f.line, f.reason) for f in listed.issues} == {
        (f.line, f.reason) for f in profiled.issues
    }


def test_a_bind_without_its_value_at_the_end_is_flagged() -> None:
    text = (FOLDER / "binds_of_all_shapes.trc").read_text()
    wait = "WAIT #1: nam='log file sync' ela= 5 p1=1 obj#=3 tim=7\n"
    reading = read_text(wait + text[: text.index('  value="2/3')])
    assert [(flag.line, flag.reason) for flag in reading.flags] == [
        (23, "the trace ends before its value")
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("STAT #1 id=1 cnt=1 pid=0 pos=1 obj=22 op='TABLE", "a row source"),
        ("XCTEND rlbk=", "a commit or an error"),
        ("ERROR #1:err=", "a commit or an error"),
        ("PARSE ERROR #1:len=9 dep=0 uid=5 oct=3 lid=5 tim=9 err=942\nselect", "the text does not"),
        ("LOBREAD: type=PERSISTENT LOB", "a call"),
        ("RPC EXEC", "a call"),
    ],
)
def test_records_that_cannot_be_read_are_flagged(line: str, reason: str) -> None:
    wait = "WAIT #1: nam='log file sync' ela= 5 p1=1 obj#=3 tim=7\n"
    reading = read_text(wait + line + "\n" + wait)
    assert [flag.line for flag in reading.flags] == [2]
    assert reading.flags[0].reason.startswith(reason)


def test_a_text_of_another_length_is_read_to_its_first_end_mark() -> None:
    head = "PARSING IN CURSOR #1 len={} dep=0 uid=5 oct=3 lid=5 tim=9 hv=13 ad='a'\n"
    call = "CLOSE #1:c=0,e=3,dep=0,type=1,tim=20\n"
    longer = read_text(head.format(3) + "select 1\nEND OF STMT\n" + call)
    assert "not as long" in longer.flags[0].reason
    assert len(longer.table("calls")) == 1
    endless = read_text(head.format(8) + "select 1\n" + call * 60)
    assert "does not end where" in endless.flags[0].reason
    assert len(endless.table("calls")) == 60


def test_it_tells_what_it_knows() -> None:
    reader = READERS["trace10046"]
    assert len(reader.traits) >= 8
    assert all(len(trait) <= 100 for trait in reader.traits)
    assert reader.ends == ""
    assert reader.stream is not None
