"""Single calls of a trace added up: recursive parts taken out, so that statements add up."""

import pytest

from contention.measurements import CallStatistics
from contention.readers import read_source
from contention.readers.source import decode

TAIL = "mis=0,r=1,dep={dep},og=1,plh=0,tim=9"
TRACE = """\
PARSING IN CURSOR #1 len=6 dep=0 uid=84 oct=2 lid=84 tim=1 hv=12 ad='a' sqlid='topstatement1'
INSERT
END OF STMT
PARSE #1:c=5,e=40,p=0,cr=0,cu=0,{0}
PARSING IN CURSOR #2 len=6 dep=1 uid=84 oct=3 lid=84 tim=1 hv=13 ad='b' sqlid='childstatemt2'
select
END OF STMT
EXEC #2:c=10,e=30,p=1,cr=2,cu=0,{1}
FETCH #3:c=4,e=6,p=0,cr=1,cu=0,{2}
FETCH #2:c=20,e=50,p=2,cr=3,cu=0,{1}
EXEC #1:c=100,e=300,p=5,cr=9,cu=4,{0}
EXEC #1:c=7,e=11,p=0,cr=1,cu=4,{0}
""".format(*(TAIL.format(dep=dep) for dep in range(3)))


def statistics() -> dict[str, CallStatistics]:
    reading = read_source(decode(TRACE.encode(), "x.trc"), options={"run": "old"})
    return {one.statement: one for one in reading.calls}


def test_the_part_of_recursive_calls_is_taken_out_of_their_caller() -> None:
    found = statistics()
    top, child = found["topstatement1"], found["childstatemt2"]
    assert (top.call, top.count.tolist()) == (("parse", "execute"), [1, 2])
    assert (1e6 * top.elapsed_s).tolist() == pytest.approx([40, 300 - 80 + 11])
    assert (1e6 * top.cpu_s).tolist() == pytest.approx([5, 100 - 30 + 7])
    assert top.at("execute", "disk") == 2
    assert (1e6 * child.elapsed_s).tolist() == pytest.approx([30, 50 - 6])
    assert (top.run, top.resolution_s) == ("old", 1e-6)


def test_all_parts_together_are_what_the_outer_calls_took() -> None:
    total = sum(one.total("elapsed_s") for one in statistics().values())
    assert 1e6 * total == pytest.approx(40 + 300 + 11)


def test_rows_are_each_calls_own() -> None:
    assert statistics()["topstatement1"].at("execute", "rows") == 2
    assert statistics()["cursor_3"].total("rows") == 1
