"""``contention run uuid_generation`` on timed runs of one's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]


def results():
    return json.loads(Path("contention-out/uuid_generation/results.json").read_text())


def test_a_table_of_runs(write, capsys):
    rows = "plain,1000,50,0\nfast,1000,20,0\nplain,1000,90,4\nslow,1000,,0\n"
    capture = write("method,uuids,elapsed_ms,session_ends\n" + rows)
    assert main(["run", "uuid_generation", "--data", capture]) == 0
    printed = capsys.readouterr()
    assert "fast takes 0.40 times as long as plain" in printed.out
    assert "1 rows lack" in printed.err
    values = results()["values"]
    ratio = values["ratio.fast"]
    assert (ratio["low"], ratio["high"]) == pytest.approx((19 / 51, 21 / 49))
    cost = values["session_end_ms.plain"]
    assert (cost["value"], cost["low"], cost["high"]) == pytest.approx((10, 9.5, 10.5))
    assert Path("contention-out/uuid_generation/report.html").is_file()


def test_a_log_of_timed_calls_with_a_clock_of_its_own(write):
    text = "=== mk(500, {}) ===\nends = {}, Elapsed_CS = {}\n"
    log = text.format("x, ", 0, 40) + text.format("y, ", 0, 45) + text.format("y, 50", 10, 70)
    words = ["--data", write(log, "log.txt"), "-p", "clock_tick_s=0.05"]
    assert main(["run", "uuid_generation", *words]) == 0
    cost = results()["values"]["session_end_ms.y"]
    assert (cost["value"], cost["low"], cost["high"]) == pytest.approx((25, 15, 35))


def test_runs_of_one_kind_say_what_is_not_computed(write, capsys):
    capture = write("method,items,elapsed_s\na,100,0.00\nb,100,0.25\n")
    assert main(["run", "uuid_generation", "--data", capture]) == 0
    error = capsys.readouterr().err
    assert "took no more than a tick" in error
    assert "cost of an interruption needs" in error


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        ("sessions,throughput\n1,100\n2,190\n", 4, "holds no timed runs"),
        ("method,uuids,elapsed_cs\na,0,5\n", 4, "items must be positive"),
        ("", 3, "the file is empty"),
    ],
)
def test_other_captures_are_refused(content, code, told, write, capsys):
    assert main(["run", "uuid_generation", "--data", write(content)]) == code
    assert told in capsys.readouterr().err
