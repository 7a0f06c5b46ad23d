"""``contention run comparison`` on reports, traces and tables of one's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

RAW = Path(__file__).parents[2] / "data" / "restore_point" / "raw"
HEADING = "call     count       cpu    elapsed       disk      query    current        rows"
STATEMENTS = "run,query,calls,total_exec_time,rows\n"
REPEATED = STATEMENTS + "".join(
    f"{side} {repeat},UPDATE t SET a = $1,{100 * work},{base * work + repeat},{100 * work}\n"
    for side, base, work in (("old", 200.0, 1), ("new", 500.0, 2))
    for repeat in (1, 2, 3)
)
SAMPLES = """\
run,wait_event_type,wait_event,samples
old,Lock,tuple,20
old,,,180
new,Lock,tuple,700
new,,,200
"""
TRACE = """\
PARSING IN CURSOR #7 len=6 dep=0 uid=84 oct=2 lid=84 tim=1 hv=12 ad='a' sqlid='abcdefgh12345'
INSERT
END OF STMT
WAIT #7: nam='db file sequential read' ela= {wait} file#=3 block#=1 blocks=1 obj#=0 tim=2
EXEC #7:c=1000,e={elapsed},p=1,cr=2,cu=5,mis=0,r=1,dep=0,og=2,plh=0,tim=3
"""


def report(elapsed, waits):
    rows = "".join(
        f"{call:7} {count:6} {seconds:8.2f} {seconds:8.2f} 0 0 0 {count}\n"
        for call, count, seconds in (
            ("Parse", 1, 0.0),
            ("Execute", 500, elapsed),
            ("Fetch", 0, 0.0),
            ("total", 501, elapsed),
        )
    ).replace(f"{elapsed:8.2f} {elapsed:8.2f}", f"    1.00 {elapsed:8.2f}")
    listed = "".join(f"  {event}  {n}  0.10  {s:.2f}\n" for event, (n, s) in waits.items())
    return (
        f"SQL ID: aaaaaaaaaaaa1 Plan Hash: 7\n\nmerge\n\n{HEADING}\n{rows}\n"
        f"Elapsed times include waiting on following events:\n{listed}{'*' * 80}\n"
    )


def results():
    return json.loads(Path("contention-out/comparison/results.json").read_text())


def values():
    return {key: entry["value"] for key, entry in results()["values"].items()}


def test_two_reports_are_taken_apart_in_their_order(write, capsys):
    texts = (
        report(2.0, {"latch free": (100, 0.9), "SQL*Net message from client": (500, 60.0)}),
        report(6.0, {"latch free": (100, 4.8), "SQL*Net message from client": (500, 90.0)}),
    )
    paths = [write(text, name) for text, name in zip(texts, ("b.prf", "a.prf"), strict=True)]
    assert main(["run", "comparison", "--data", *paths]) == 0
    said = capsys.readouterr().out
    assert "Elapsed time grew to 3 times, from 2 s to 6 s" in said
    assert "98 % of the growth is waiting for latch free, each longer, not more of them" in said
    assert "outside of the calls it is 1.55 times as much" in said
    assert values()["total.ratio"] == pytest.approx(3.0)
    assert values()["calls.slower_s"] == pytest.approx(4.0)
    assert results()["claims"] == []
    page = Path("contention-out/comparison/report.html").read_text()
    assert "one run each" in page
    assert "pgbench" not in page


def test_the_published_reports_of_restore_point(capsys):
    paths = [str(RAW / f"{name}_11_2_0_3.txt") for name in ("before", "with")]
    assert main(["run", "comparison", "--data", *paths]) == 0
    said = capsys.readouterr().out
    assert "from 14.8 s to 22.5 s" in said
    assert "49 % of the growth is waiting for db file sequential read" in said
    assert values()["total.ratio"] == pytest.approx(22.50 / 14.77, abs=1e-3)


def test_repeats_of_unequal_work_are_compared_per_execution(write, capsys):
    words = ["-p", "unit=ms", "-p", "baseline=old"]
    assert main(["run", "comparison", "--data", write(REPEATED), *words]) == 0
    said = capsys.readouterr()
    assert "Elapsed time per execution grew to 2.48 times" in said.out
    assert "95 % interval" in said.out
    assert "which waits changed needs a list of waits" in said.err
    assert results()["values"]["total.ratio"]["note"] == "95 % interval from repeats"


def test_sampled_waits_alone(write, capsys):
    words = ["-p", "sample_interval_ms=100"]
    assert main(["run", "comparison", "--data", write(SAMPLES), *words]) == 0
    said = capsys.readouterr()
    assert "Time waited grew to 4.5 times, from 20 s to 90 s" in said.out
    assert "97 % of the growth is waiting for Lock:tuple" in said.out
    assert "needs calls; this data has waits only" in said.err


def test_raw_traces_and_a_file_of_which_nothing_is_taken(write, capsys):
    paths = [
        write(TRACE.format(wait=500, elapsed=2000), "before.trc"),
        write(TRACE.format(wait=8500, elapsed=10000), "after.trc"),
        write("colour,weight\nred,3\n", "other.csv"),
    ]
    assert main(["run", "comparison", "--data", *paths]) == 0
    said = capsys.readouterr()
    assert "from 2 ms to 10 ms" in said.out
    assert "100 % of the growth is waiting for db file sequential read" in said.out
    assert "nothing is taken from" in said.err
    assert "other.csv" in said.err


@pytest.mark.parametrize(
    "case",
    [
        (report(2.0, {}), [], 4, "two runs are needed"),
        ("sessions,throughput\n1,2\n", [], 4, "finds nothing to analyse"),
        (SAMPLES, [], 3, "samples become seconds"),
        (REPEATED, [], 3, "unit of this time is not known"),
        (REPEATED, ["-p", "unit=ms", "-p", "baseline=other"], 4, "there is no run other"),
        (REPEATED, ["-p", "unit=ms", "-p", "statement=zzz"], 4, "there is no statement zzz"),
        (REPEATED, ["-p", "unit=ms", "-p", "per=zzz"], 4, "did none of the work"),
        ("nothing\n", [], 3, "no reader recognises"),
    ],
)
def test_data_that_will_not_do_is_refused(write, capsys, case):
    content, words, code, told = case
    assert main(["run", "comparison", "--data", write(content, "mine.csv"), *words]) == code
    error = capsys.readouterr().err
    assert told in error
    assert "mine.csv" in error
