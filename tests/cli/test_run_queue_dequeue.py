"""``contention run queue_dequeue`` on captures of the user's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main

pytestmark = pytest.mark.usefixtures("in_this_project")

HISTOGRAM = """\
dtrace: script 'wait.d' matched 2 probes

wait_us
           value  ------------- Distribution ------------- count
             256 |                                         0
             512 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@    99
            1024 |                                         0
            2048 |                                         1
            4096 |                                         0
"""
LOCKS = """\
sessions,messages,spin_gets,spin_avg_us,heap_gets,heap_avg_ns
1,1000,2000,3,5000,1000
2,1000,4000,6,5000,1000
4,1000,8000,12,5000,1000
8,400,6400,24,2000,1000
"""
RESULTS = Path("contention-out/queue_dequeue/results.json")


def results():
    return json.loads(RESULTS.read_text())


@pytest.mark.notebooks
def test_a_histogram_alone_gives_its_tail_and_says_what_is_missing(write, capsys):
    assert main(["run", "queue_dequeue", "--data", write(HISTOGRAM, "mine.txt")]) == 0
    assert RESULTS.with_name("report.html").is_file()
    values = results()["values"]
    share = values["tail.wait_us_time_share.1"]
    assert share["value"] == pytest.approx(3072 / (3072 + 99 * 768))
    assert share["low"] == pytest.approx(2048 / (2048 + 99 * 1024))
    assert values["tail.wait_us_count_share.1"]["value"] == 0.01
    printed = capsys.readouterr()
    assert "wait_us: 1 % of the events last 1 ms or more" in printed.out
    assert "growth over sessions needs a CSV" in printed.err


@pytest.mark.notebooks
def test_a_csv_alone_gives_exponents_and_the_peak(write, capsys):
    assert main(["run", "queue_dequeue", "--data", write(LOCKS)]) == 0
    values = results()["values"]
    assert values["spin.exponent"]["value"] == pytest.approx(2)
    assert values["heap.gets_exponent"]["value"] == pytest.approx(0, abs=1e-9)
    assert values["saturation.sessions"]["value"] == 4
    assert set(results()["figures"]) == {"growth", "throughput"}
    assert "the tail needs a histogram" in capsys.readouterr().err


@pytest.mark.notebooks
def test_a_histogram_without_unit_says_how_to_name_it(write, capsys):
    capture = write(HISTOGRAM.replace("wait_us", "wait"), "mine.txt")
    assert main(["run", "queue_dequeue", "--data", capture]) == 0
    assert "no unit of time" in capsys.readouterr().err
    assert main(["run", "queue_dequeue", "--data", capture, "-p", "unit=us"]) == 0
    assert "wait: 1 % of the events" in capsys.readouterr().out


@pytest.mark.notebooks
@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        ("step,bytes\n1,100\n2,190\n", 4, "sessions, messages, gets and avg_ns"),
        ("sessions,messages,gets,avg_ns\n1,10,0,5\n", 4, "gets must be positive"),
        ("sessions,messages\n1,10\n", 4, "a histogram as DTrace prints it"),
        ("nothing\nto read\n", 3, "no reader recognises"),
    ],
    ids=["a memory log", "no gets at all", "no lock", "prose"],
)
def test_the_wrong_kind_of_file_is_refused_with_what_is_needed(content, code, told, write, capsys):
    assert main(["run", "queue_dequeue", "--data", write(content)]) == code
    assert told in capsys.readouterr().err
