"""Raw 10046 traces: waits with named parameters, calls, and text that looks like the trace."""

import pytest

from contention.errors import ContentionError, ReadError
from contention.readers import READERS, Reading, read_source
from contention.readers.source import decode

TRACE = """\
*** 2024-01-16T17:52:39.428771-08:00 (PDB1(3))
WAIT #5: nam='SQL*Net message from client' ela= 576453 driver id=1952 #bytes=1 p3=0 obj#=-1 tim=100
=====================
PARSING IN CURSOR #7 len=45 dep=1 uid=84 oct=2 lid=84 tim=200 hv=12 ad='9d39' sqlid='abcdefgh12345'
INSERT
WAIT #7: nam='of the text' ela= 5 p1=1
END OF STMT
PARSE #7:c=0,e=41,p=0,cr=0,cu=0,mis=1,r=0,dep=1,og=2,plh=0,tim=300
BINDS #7:

 Bind#0
  value="WAIT #1: not one"
WAIT #7: nam='db file scattered read' ela= 277 file#=3 block#=16505 blocks=1 obj#=0 tim=400
WAIT #7: nam='db file scattered read' ela= 15 file#=3 block#=17317 blocks=1 obj#=0 tim=500
WAIT #7: nam='enq: TX - row lock' ela= 9 name|mode=14150 usn<<16 | slot=65 sequence=2 obj#=9 tim=6
EXEC #7:c=54,e=420,p=2,cr=2,cu=5,mis=0,r=1,dep=1,og=2,plh=1388734953,tim=700
CLOSE #7:c=0,e=3,dep=1,type=0,tim=800
PARSING IN CURSOR #7 len=6 dep=0 uid=84 oct=3 lid=84 tim=900 hv=13 ad='9d3a' sqlid='zzzzzzzz12345'
select
END OF STMT
FETCH #7:c=0,e=8,p=0,cr=3,cu=0,mis=0,r=1,dep=0,og=1,plh=3,tim=950
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.trc"), "trace10046")


def column(reading: Reading, table: str, name: str) -> tuple[object, ...]:
    return reading.table(table).column(name).values


def test_waits_have_their_named_parameters() -> None:
    reading = read(TRACE)
    assert reading.flags == ()
    assert column(reading, "waits", "ela_us") == (576453, 277, 15, 9)
    assert column(reading, "waits", "p1_name") == ("driver id", "file#", "file#", "name|mode")
    assert column(reading, "waits", "p2_name")[3] == "usn<<16 | slot"
    assert column(reading, "waits", "p2") == (1, 16505, 17317, 65)
    assert column(reading, "waits", "p3") == (0, 1, 1, 2)
    assert column(reading, "waits", "obj") == (-1, 0, 0, 9)
    assert column(reading, "waits", "tim") == (100, 400, 500, 6)


def test_a_reused_cursor_belongs_to_the_later_statement() -> None:
    reading = read(TRACE)
    ids = ("abcdefgh12345",) * 3 + ("zzzzzzzz12345",)
    assert column(reading, "calls", "sql_id") == ids
    assert column(reading, "waits", "sql_id") == (None, *ids[:3])
    assert column(reading, "statements", "command") == ("INSERT", "select")


def test_calls_have_their_times_and_blocks() -> None:
    reading = read(TRACE)
    assert column(reading, "calls", "call") == ("PARSE", "EXEC", "CLOSE", "FETCH")
    assert column(reading, "calls", "elapsed_us") == (41, 420, 3, 8)
    assert column(reading, "calls", "current") == (0, 5, None, 0)
    assert column(reading, "calls", "depth") == (1, 1, 1, 0)
    assert column(reading, "calls", "plan_hash") == (0, 1388734953, None, 3)


def test_waits_are_summed_by_statement() -> None:
    unknown, insert = read(TRACE).waits
    assert unknown.statement == "cursor_5"
    assert insert.statement == "abcdefgh12345"
    assert insert.at("db file scattered read", "times_waited") == 2
    assert insert.at("db file scattered read", "max_wait_s") == pytest.approx(277e-6)
    assert insert.at("db file scattered read", "total_waited_s") == pytest.approx(292e-6)


def test_older_traces_lack_objects_times_and_identifiers() -> None:
    reading = read("WAIT #1: nam='db file scattered read' ela= 5 p1=1 p2=3 p3=1\n")
    assert reading.flags == ()
    assert column(reading, "waits", "obj") == (None,)
    assert column(reading, "waits", "p2") == (3,)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ela= 277", "ela= ###"),
        ("blocks=1 obj#=0 tim=400", "blocks=1 obj#"),
        ("block#=16505 blocks=1 obj#=0 tim=400", "block#=165"),
        ("e=420,p=2,cr=2", "e=420,p=2,c"),
        ("e=420,p=2", "e=420,p=#"),
    ],
)
def test_a_line_that_cannot_be_read_is_flagged(old: str, new: str) -> None:
    reading = read(TRACE.replace(old, new))
    assert len(reading.flags) == 1
    lost = sum(map(len, read(TRACE).tables)) - sum(map(len, reading.tables))
    assert lost == 1 or reading.flags[0].column == "tim"


def test_a_trace_cut_within_a_text_is_flagged() -> None:
    text = TRACE.partition("END OF STMT")[0]
    assert "ends within the text" in read(text).flags[0].reason


def test_no_cut_at_a_line_changes_a_row() -> None:
    lines = TRACE.splitlines(keepends=True)
    whole = read(TRACE)
    for count in range(2, len(lines)):
        part = read("".join(lines[:count]))
        for table in part.tables:
            for one in table.columns:
                expected = whole.table(table.name).column(one.name).values[: len(table)]
                assert part.flags or one.values == expected


@pytest.mark.parametrize("name", [name for name in READERS if name != "trace10046"])
def test_another_tool_s_capture_is_an_error(name: str) -> None:
    with pytest.raises(ContentionError, match="no wait and no call"):
        read(READERS[name].example)


def test_a_file_with_texts_only_is_an_error() -> None:
    with pytest.raises(ReadError, match="no wait and no call"):
        read("PARSING IN CURSOR #1 len=1 dep=0 tim=1\nx\nEND OF STMT\n")
