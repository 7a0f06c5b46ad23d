"""``contention run json_pga_leak`` on memory logs of one's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

PHASE = (
    "{phase}---------PGA Used(MB): {used}\n"
    "         Used/Alloc/Freeable >>> {used}/{alloc}/0\n"
    "         Category(Alloc/Used) >>> SQL(0/0) > Other({alloc}/) >\n"
)


def log(runs, step_mb=10):
    return "".join(
        f"*** RUN-{run}***\n"
        + PHASE.format(phase="Begin", used=5 + step_mb * (run - 1), alloc=6 + step_mb * (run - 1))
        + PHASE.format(phase="End", used=5 + step_mb * run, alloc=6 + step_mb * run)
        for run in range(1, runs + 1)
    )


def results():
    return json.loads(Path("contention-out/json_pga_leak/results.json").read_text())


def test_a_log_of_the_same_kind(write, capsys):
    words = ["-p", f"limit_bytes={105 * 2**20}", "-p", "objects_per_step=1000"]
    assert main(["run", "json_pga_leak", "--data", write(log(4), "log.txt"), *words]) == 0
    assert "end: leak, 10,485,760 bytes/run" in capsys.readouterr().out
    found = results()
    assert found["values"]["leak.steps_to_limit.end"]["value"] == pytest.approx(10)
    assert found["values"]["leak.bytes_per_unit.end"]["value"] == pytest.approx(10485.76)
    assert "categories" in found["tables"]
    assert found["claims"] == []
    assert found["not_computed"] == []
    assert Path("contention-out/json_pga_leak/report.html").is_file()


def test_steps_and_bytes_say_what_is_not_computed(write, capsys):
    capture = write("step,bytes\n1,1000000\n2,2010000\n3,2990000\n4,4000000\n")
    assert main(["run", "json_pga_leak", "--data", capture]) == 0
    printed = capsys.readouterr()
    assert "data: leak, 998,000 bytes/run" in printed.out
    for part in ("growth by category", "objects_per_step", "limit_bytes"):
        assert part in printed.err


def test_a_series_that_does_not_grow_never_reaches_the_limit(write, capsys):
    capture = write("step,bytes\n1,4000\n2,4000\n3,4000\n")
    words = ["--data", capture, "-p", "limit_bytes=100000"]
    assert main(["run", "json_pga_leak", *words]) == 0
    assert "never reached at this slope" in capsys.readouterr().out
    assert not [key for key in results()["values"] if "steps_to_limit" in key]


def test_a_log_that_is_cut_is_analysed_and_flagged(write):
    capture = write(log(4)[:-80], "log.txt")
    assert main(["run", "json_pga_leak", "--data", capture]) == 0
    assert any("may be cut" in flag for flag in results()["flags"])


def test_one_reading_is_too_little_for_a_slope(write, capsys):
    assert main(["run", "json_pga_leak", "--data", write("step,bytes\n1,4000\n")]) == 0
    assert "data: not enough data, from 1 reading." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        ("sessions,throughput\n1,100\n2,190\n", 4, "holds no memory log"),
        ("step,bytes\n1,lots\n", 3, "column bytes"),
        ("step,bytes\n1,5\n1,6\n", 4, "steps must increase"),
        ("", 3, "the file is empty"),
    ],
)
def test_other_captures_are_refused(content, code, told, write, capsys):
    assert main(["run", "json_pga_leak", "--data", write(content)]) == code
    assert told in capsys.readouterr().err
