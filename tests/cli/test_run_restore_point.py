"""``contention run restore_point`` on reports and tables of one's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

CALLS = """\
run,call,count,cpu_s,elapsed_s,disk
before,execute,1000,1.50,2.00,3
after,execute,2000,3.20,5.00,406
"""
WAITS = """\
run,event,times_waited,max_wait_s,total_waited_s
before,latch free,1,0.01,0.01
after,db file sequential read,400,0.05,0.80
"""
HEADING = "call     count       cpu    elapsed       disk      query    current        rows"


def report(elapsed, disk, waited, name="aaaaaaaaaaaa1"):
    rows = "".join(
        f"{call:7} {count:6} {seconds:8.2f} {seconds:8.2f} {blocks} 0 0 {count}\n"
        for call, count, seconds, blocks in (
            ("Parse", 1, 0.0, 0),
            ("Execute", 500, elapsed, disk),
            ("Fetch", 0, 0.0, 0),
            ("total", 501, elapsed, disk),
        )
    )
    listed = f"  db file sequential read  {disk}  0.10  {waited:.2f}\n" if disk else ""
    return (
        f"SQL ID: {name} Plan Hash: 7\n\nmerge\n\n{HEADING}\n{rows}\n"
        "Elapsed times include waiting on following events:\n"
        f"  latch free  2  0.01  0.02\n{listed}{'*' * 80}\n"
    )


def results():
    return json.loads(Path("contention-out/restore_point/results.json").read_text())


def values():
    return {key: entry["value"] for key, entry in results()["values"].items()}


def test_two_reports_are_compared_in_their_order(write, capsys):
    paths = [write(report(2.0, 0, 0.0), "b.prf"), write(report(3.0, 50, 0.25), "a.prf")]
    assert main(["run", "restore_point", "--data", *paths]) == 0
    assert "elapsed time 'a.prf' is 1.50 times that 'b.prf'" in capsys.readouterr().out
    found = values()
    assert found["elapsed_ratio.data"] == pytest.approx(1.5)
    assert found["extra_reads.data"] == 50
    assert found["wait_share.data"] == pytest.approx(0.25)
    assert found["mean_wait_ms.data"] == pytest.approx(5.0)
    assert found["extra_us_per_execution.data"] == pytest.approx(2000)
    assert results()["claims"] == []
    assert Path("contention-out/restore_point/report.html").is_file()


def test_a_third_report_tells_whether_it_went_away(write):
    texts = (report(2.0, 0, 0.0), report(3.0, 50, 0.25), report(1.9, 1, 0.1))
    paths = [write(text, f"{number}.prf") for number, text in enumerate(texts)]
    assert main(["run", "restore_point", "--data", *paths]) == 0
    assert values()["undone.elapsed_ratio.data"] == pytest.approx(0.95)
    assert values()["undone.extra_reads.data"] == 1


def test_tables_of_calls_and_waits(write):
    paths = [write(CALLS, "calls.csv"), write(WAITS, "waits.csv")]
    assert main(["run", "restore_point", "--data", *paths]) == 0
    found = values()
    # Twice as many executions: 5.00 s against 2 x 2.00 s, 406 blocks against 2 x 3.
    assert found["elapsed_ratio.data"] == pytest.approx(1.25)
    assert found["extra_reads.data"] == 400
    assert found["wait_share.data"] == pytest.approx(0.8)
    assert any("third run" in text for text in results()["not_computed"])


def test_calls_alone_say_what_they_cannot_tell(write):
    assert main(["run", "restore_point", "--data", write(CALLS)]) == 0
    assert "wait_share.data" not in values()
    assert any("list of waits" in text for text in results()["not_computed"])


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (report(2.0, 0, 0.0), 4, "two runs are needed"),
        (WAITS, 4, "finds nothing to analyse"),
        ("sessions,throughput\n1,2\n", 4, "neither calls nor waits"),
        (CALLS.replace("5.00", "-5"), 4, "a count or a time is negative"),
        ("nothing\n", 3, "no reader recognises"),
    ],
    ids=["one run", "waits alone", "a sweep", "negative", "prose"],
)
def test_data_that_will_not_do_is_refused(write, capsys, content, code, said):
    assert main(["run", "restore_point", "--data", write(content, "mine.csv")]) == code
    error = capsys.readouterr().err
    assert said in error
    assert "mine.csv" in error


def test_a_statement_that_is_not_there_is_named_with_those_there_are(write, capsys):
    paths = [write(report(2.0, 0, 0.0), "b.prf"), write(report(3.0, 5, 0.2), "a.prf")]
    assert main(["run", "restore_point", "--data", *paths, "-p", "statement=zzz"]) == 4
    assert "aaaaaaaaaaaa1" in capsys.readouterr().err
