"""Profiles of traces of any size: sums, merged traces, texts that look like the trace, cuts."""

import io

import pytest

from contention.measurements import Table
from contention.readers.trace_profile import TraceProfile, profile_of

pytestmark = pytest.mark.usefixtures("each_way")

TEXT = "select 1\nWAIT #1: nam='x' ela= 5 p1=1\n=====================\nEND OF STMT\nfrom t"
HEAD = (
    "PARSING IN CURSOR #{cursor} len={length} dep={depth} uid=84 oct=3 lid=84 tim={tim} hv=12 "
    "ad='9d39' sqlid='{sql_id}'\n{text}\nEND OF STMT\n"
)
WAIT = "WAIT #{}: nam='{}' ela= {} file#=3 block#=16505 blocks=1 obj#=0 tim={}\n"
CALL = "{} #{}:c={},e={},p={},cr={},cu={},mis=0,r={},dep={},og=1,plh=3,tim={}\n"


def heading(cursor: int, sql_id: str, text: str, depth: int = 0, tim: int = 100) -> str:
    return HEAD.format(
        cursor=cursor, length=len(text.encode()), depth=depth, tim=tim, sql_id=sql_id, text=text
    )


def made(text: str | bytes, by: str = "event", **options: object) -> TraceProfile:
    data = text.encode() if isinstance(text, str) else text
    return profile_of([("x.trc", io.BytesIO(data))], by, **options)[0]


def cells(table: Table, key: str, *names: str) -> dict[object, tuple[object, ...]]:
    columns = [table.column(name).values for name in names]
    return dict(zip(table.column(key).values, zip(*columns, strict=True), strict=True))


def waits(trace: TraceProfile, key: str = "event") -> dict[object, tuple[object, ...]]:
    return cells(trace.waits, key, "times_waited", "total_waited_s", "mean_wait_s", "max_wait_s")


def records(trace: TraceProfile) -> dict[object, object]:
    return {key: value for key, (value,) in cells(trace.records, "kind", "count").items()}


def test_waits_are_counted_summed_and_averaged_by_event() -> None:
    trace = WAIT.format(7, "log file sync", 85, 1000) + WAIT.format(7, "log file sync", 15, 2000)
    found = made(trace + WAIT.format(0, "latch free", 3, 2100))
    assert waits(found) == {
        "log file sync": (2, 100e-6, 50e-6, 85e-6),
        "latch free": (1, 3e-6, 3e-6, 3e-6),
    }
    assert found.traced_s == pytest.approx((2100 - (1000 - 85)) * 1e-6)
    assert found.flags == ()
    assert found.lines == 3


def test_waits_are_counted_by_powers_of_two() -> None:
    trace = "".join(WAIT.format(1, "latch free", ela, 10**6) for ela in (0, 1, 2, 3, 4, 1023, 1024))
    histogram = made(trace).wait_histograms[0]
    assert histogram.count.tolist() == [1, 1, 2, 1, 0, 0, 0, 0, 0, 0, 1, 1]
    assert histogram.lower[-1] == pytest.approx(1024e-6)
    assert histogram.upper[-1] == pytest.approx(2048e-6)
    assert histogram.lower[0] == 0


def test_text_that_looks_like_the_trace_is_skipped_by_its_length() -> None:  # tricky input 2
    trace = heading(1, "aaaa", TEXT) + WAIT.format(1, "log file sync", 7, 500)
    assert waits(made(trace)).keys() == {"log file sync"}
    assert waits(made(trace.replace("\n", "\r\n"))).keys() == {"log file sync"}
    assert made(trace.replace("\n", "\r\n")).flags == ()


def test_the_length_counts_bytes_of_the_database_or_characters_of_a_converted_file() -> None:
    text = "sélect 1\nEND OF STMT\nWAIT #1: nam='x' ela= 5 p1=1"
    for length in (len(text), len(text.encode()), len(text.encode()) + 1):
        trace = heading(1, "aaaa", text).replace(f"len={len(text.encode())}", f"len={length}")
        trace += WAIT.format(1, "log file sync", 7, 500)
        assert waits(made(trace)).keys() == {"log file sync"}
        assert made(trace).flags == ()


def test_a_length_that_is_wrong_falls_back_to_the_first_end_mark() -> None:
    trace = heading(1, "aaaa", "select 1").replace("len=8", "len=4")
    found = made(trace + WAIT.format(1, "log file sync", 7, 500))
    assert waits(found).keys() == {"log file sync"}
    assert [flag.line for flag in found.flags] == [1]


def test_a_text_without_end_is_flagged_and_loses_no_other_line() -> None:
    trace = heading(1, "aaaa", "select 1").replace("END OF STMT\n", "")
    found = made(trace + WAIT.format(1, "log file sync", 7, 500) * 40)
    assert waits(found)["log file sync"][0] == 40
    assert "does not end where its length says" in found.flags[0].reason
    assert found.flags[0].line == 1


def test_a_trace_cut_within_a_text_is_flagged() -> None:  # tricky input 5
    wait, statement = WAIT.format(1, "log file sync", 7, 500), heading(1, "aaaa", TEXT)
    found = made(wait + statement[: statement.index("=====")])
    assert [(flag.line, flag.reason) for flag in found.flags] == [
        (2, "the trace ends within the text of this statement")
    ]
    early = made(wait + statement[: statement.index("from t")])
    assert [(flag.line, flag.reason[:30]) for flag in early.flags] == [
        (2, "the text is not as long as its")
    ]


def test_the_text_of_a_statement_that_cannot_be_parsed_has_no_end_mark() -> None:
    text = "selct 1\nWAIT #1: nam='x' ela= 5 p1=1"
    error = f"PARSE ERROR #1:len={len(text)} dep=0 uid=5 oct=3 lid=5 tim=9 err=900\n{text}\n"
    trace = error + WAIT.format(1, "log file sync", 7, 500)
    for given in (trace, trace.replace("\n", "\r\n")):
        found = made(given)
        assert waits(found).keys() == {"log file sync"}
        assert records(found) == {"WAIT": 1, "PARSE ERROR": 1}
    wrong = made(trace.replace(f"len={len(text)}", "len=3"))
    assert wrong.flags[0].line == 1


def test_bind_values_that_look_like_the_trace_are_skipped() -> None:  # B10, B12, tricky input 3
    value = "a \"b\"\nWAIT #1: nam='x' ela= 5 p1=1\nc"
    binds = (
        "BINDS #1:\n\n Bind#0\n  oacdty=01 mxl=32(02)\n"
        f'  kxsbbbfp=7fc2  bln=32  avl={len(value):02}  flg=05\n  value="{value}"\n'
        ' Bind#1\n  kxsbbbfp=7fc2  bln=32  avl=02  flg=05\n  value="HR"\n'
        ' Bind#2\n  No oacdef for this bind.\n  value=  Bind#3\n  value="\n'
    )
    found = made(binds + WAIT.format(1, "log file sync", 7, 500))
    assert waits(found).keys() == {"log file sync"}
    assert records(found) == {"WAIT": 1, "BINDS": 1}


def test_a_reused_cursor_belongs_to_the_later_statement() -> None:  # tricky input 4
    trace = (
        WAIT.format(7, "log file sync", 1, 50)
        + heading(7, "aaaa", "select 1")
        + WAIT.format(7, "log file sync", 10, 200)
        + heading(7, "bbbb", "select 2")
        + WAIT.format(7, "log file sync", 100, 400)
        + WAIT.format(0, "latch free", 1000, 9000)
    )
    assert {k: v[0:2] for k, v in waits(made(trace, "statement"), "statement").items()} == {
        "cursor_7": (1, 1e-6),
        "aaaa": (1, 10e-6),
        "bbbb": (1, 100e-6),
        "cursor_0": (1, 1000e-6),
    }


def test_a_statement_without_sql_id_is_named_by_its_hash() -> None:
    old = heading(7, "aaaa", "select 1").replace(" sqlid='aaaa'", "")
    trace = old + WAIT.format(7, "log file sync", 10, 200)
    assert waits(made(trace, "statement"), "statement").keys() == {"hash_12"}
    bare = trace.replace(" hv=12 ad='9d39'", "")
    assert waits(made(bare, "statement"), "statement").keys() == {"cursor_7"}


def test_recursive_calls_are_taken_out_of_their_caller() -> None:  # tricky input 4
    trace = (
        CALL.format("EXEC", 2, 10, 30, 1, 5, 2, 3, 2, 1000)
        + CALL.format("EXEC", 3, 20, 60, 2, 9, 3, 4, 1, 1100)
        + CALL.format("FETCH", 3, 5, 10, 0, 1, 0, 1, 1, 1150)
        + CALL.format("EXEC", 1, 50, 100, 3, 20, 4, 1, 0, 1200)
        + CALL.format("CLOSE", 1, 1, 2, 0, 0, 0, 0, 0, 1300)
    )
    calls = made(trace, "statement").calls
    own = {
        (statement, call): numbers
        for statement, call, *numbers in zip(
            *(calls.column(name).values for name in calls.names), strict=True
        )
    }
    assert own["cursor_2", "execute"] == [1, 10e-6, 30e-6, 1, 5, 2, 0, 3]
    assert own["cursor_3", "execute"] == [1, 10e-6, 30e-6, 1, 4, 1, 0, 4]
    assert own["cursor_3", "fetch"] == [1, 5e-6, 10e-6, 0, 1, 0, 0, 1]
    assert own["cursor_1", "execute"] == [1, 25e-6, 30e-6, 1, 10, 1, 0, 1]
    assert own["cursor_1", "close"] == [1, 1e-6, 2e-6, 0, 0, 0, 0, 0]


def test_calls_between_two_calls_are_no_part_of_the_next() -> None:
    between = CALL.format("EXEC", 2, 10, 3000, 0, 0, 0, 0, 1, 4000)
    client = WAIT.format(1, "SQL*Net message from client", 5, 4100)
    for trace in (
        between + CALL.format("CLOSE", 1, 0, 2, 0, 0, 0, 0, 0, 4200),
        between + client + CALL.format("CLOSE", 1, 0, 5000, 0, 0, 0, 0, 0, 9900),
    ):
        elapsed = cells(made(trace).calls, "call", "elapsed_s")
        assert elapsed["execute"] == (3000e-6,)
        assert elapsed["close"] in ((2e-6,), (5000e-6,))


def test_every_kind_of_record_is_counted() -> None:
    trace = (
        CALL.format("PARSE", 1, 0, 1, 0, 0, 0, 0, 0, 100)
        + CALL.format("UNMAP", 1, 0, 1, 0, 0, 0, 0, 0, 101)
        + CALL.format("SORT UNMAP", 1, 0, 2, 0, 0, 0, 0, 0, 102)
        + "RPC CALL:FUNCTION SYS.DBMS_X.Y;\nRPC EXEC:c=0,e=7\n"
        + "LOBREAD: type=PERSISTENT LOB,bytes=1984,c=0,e=85,p=1,cr=1,cu=0,tim=300\n"
        + "LOBGETLEN #5:c=0,e=9,p=0,cr=0,cu=0,tim=301\n"
        + "XCTEND rlbk=0, rd_only=1, tim=310\nERROR #1:err=1013 tim=311\n"
        + "DEADLOCK DETECTED ( ORA-00060 )\n"
        + "STAT #1 id=1 cnt=1 pid=0 pos=1 obj=22 op='TABLE ACCESS FULL T (cr=2 time=60 us)'\n"
        + "CLOSE #1:c=0,e=3,dep=0,type=1,tim=320\n"
    )
    found = made(trace)
    words = "PARSE|UNMAP|SORT UNMAP|RPC EXEC|LOBREAD|LOBGETLEN|CLOSE|RPC CALL|XCTEND|ERROR|DEADLOCK"
    assert records(found) == dict.fromkeys([*words.split("|"), "STAT"], 1)
    assert cells(found.calls, "call", "elapsed_s")["lobread"] == (85e-6,)
    assert cells(found.calls, "call", "elapsed_s")["sort unmap"] == (2e-6,)
    assert found.flags == ()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("WAIT #1: nam='x' ela= ### p1=1 obj#=3 tim=5", "a wait"),
        ("WAIT #1: nam='x' ela= 5 file#=3 block#", "a wait"),
        ("WAIT #1: nam='x' ela= 5 file#=3 obj#=7", "a wait"),
        ("WAIT #1: nam='x' ela= 5", "a wait"),
        ("WAIT #1: nam='x' ela= 5 p1=1,2", "a wait"),
        ("WAIT #1: nam='x", "a wait"),
        ("WAIT #: nam='x' ela= 5 p1=1 tim=4", "a wait"),
        ("WAIT #1: nam='x' ela= 1234567890123456789 p1=1 tim=4", "a wait"),
        ("WAIT #1: nam='" + "x" * 101 + "' ela= 5 p1=1 tim=4", "a wait"),
        ("EXEC #1:c=0,e=420,p=2,c", "a call"),
        ("EXEC #1:c=0,e=#,p=2,cr=1,cu=1,mis=0,r=0,dep=0,og=1,tim=3", "a call"),
        ("EXEC #1:c=0,e=-4,p=2,cr=1,cu=1,mis=0,r=0,dep=0,og=1,tim=3", "a call"),
        ("EXEC #1:c=0,e=4,p=2,cr=1,cu=1,mis=0,r=0,dep=0,", "a call"),
        ("FETCH #1:c=0,e=4", "a call"),
        ("FETCH #1", "a call"),
        ("LOBREAD: type=PERSISTENT LOB,bytes=1984", "a call"),
        ("PARSING IN CURSOR #1 lon=8 dep=0\nselect 1\nEND OF STMT", "a statement's heading"),
        ("PARSING IN CURSOR #1 len=8 dep=0\nselect 1\nEND OF STMT", "a statement's heading"),
    ],
)
def test_a_line_that_cannot_be_read_is_flagged(line: str, reason: str) -> None:
    found = made(WAIT.format(1, "y", 5, 7) + line + "\n" + WAIT.format(1, "y", 5, 9))
    assert [(flag.line, flag.reason[: len(reason)]) for flag in found.flags] == [(2, reason)]
    assert waits(found).keys() == {"y"}
    assert waits(found)["y"][0] == 2


def test_many_lines_that_cannot_be_read_are_counted() -> None:
    found = made(WAIT.format(1, "y", 5, 7) + "WAIT #1: nam='x\n" * 1000)
    assert len(found.flags) == 101
    assert found.flags[-1].found == "900 more lines"


def test_older_waits_have_no_time_stamp() -> None:
    bare = "WAIT #1: nam='db file scattered read' ela= 5 p1=1 p2=3 p3=1\n"
    assert made(bare).flags == ()
    assert made(bare.replace("p2=3", "usn<<16 | slot= -3")).flags == ()
    assert made(bare.replace("='db file", "='o'clock db file")).flags == ()
    assert made(bare).traced_s == 0
    mixed = made(bare + WAIT.format(1, "y", 5, 7))
    assert mixed.flags[0].line == 1
    assert "without a time stamp" in mixed.flags[0].reason


def test_oracle_8_counts_hundredths_of_a_second() -> None:
    trace = (
        "Oracle8i Enterprise Edition Release 8.1.7.0.0 - Production\n"
        "WAIT #1: nam='log file sync' ela= 3 p1=1 p2=3 p3=1\n"
        "EXEC #1:c=1,e=5,p=0,cr=0,cu=0,mis=0,r=0,dep=0,og=4,tim=29718411\n"
    )
    found = made(trace)
    assert waits(found)["log file sync"][1] == pytest.approx(0.03)
    assert cells(found.calls, "call", "elapsed_s")["execute"] == (0.05,)
    assert waits(made(trace, unit="us"))["log file sync"][1] == pytest.approx(3e-6)
    assert waits(made(trace[59:], unit="cs"))["log file sync"][1] == pytest.approx(0.03)


def test_bytes_of_value_zero_are_counted_and_left_out() -> None:  # tricky input 5
    trace = "\0" * 5000 + WAIT.format(1, "y", 5, 7) + "\0\0" + WAIT.format(1, "y", 5, 9)
    found = made(trace)
    assert waits(found)["y"][0] == 2
    assert [(flag.line, flag.found) for flag in found.flags] == [(1, "5002 bytes of value zero")]


def test_a_last_line_without_end_is_flagged() -> None:  # tricky input 5
    found = made(WAIT.format(1, "y", 5, 7) + WAIT.format(1, "y", 5, 9)[:-4])
    assert found.flags[-1].line == 2
    assert "no line end" in found.flags[-1].reason


def test_what_a_trace_says_of_itself_is_kept() -> None:
    trace = (
        "*** 2024-01-16T17:52:39.428771-08:00 (PDB(3))\n"
        "*** SESSION ID:(504.46635) 2024-01-16T17:52:39.428771-08:00\n"
        "*** CONTAINER ID:(3) 2024-01-16T17:52:39.428771-08:00\n"
        "*** TRACE CONTINUED FROM FILE /x/y.trc ***\n"
        + WAIT.format(1, "y", 5, 7)
        + "*** DUMP FILE SIZE IS LIMITED TO 1024 BYTES ***\n***\n*** \n***********\n"
    )
    found = made(trace)
    assert found.facts == (("SESSION ID", "504.46635"), ("CONTAINER ID", "3"))
    assert [flag.line for flag in found.flags] == [4, 6]
    assert "size limit" in found.flags[1].reason
