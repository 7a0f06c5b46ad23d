"""``contention fit before_after``: two runs compared in the terminal."""

import json
from pathlib import Path

import pytest

from contention.cli import main

RAW = Path(__file__).parents[2] / "data" / "restore_point" / "raw"
WAITS = """\
run,event,times_waited,total_waited_s
old,latch free,10,1.5
new,latch free,10,6.0
"""


def test_two_reports_in_their_order(capsys):
    paths = [str(RAW / f"{name}_11_2_0_3.txt") for name in ("before", "with")]
    assert main(["fit", "before_after", *paths, "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["n"] == 2
    assert content["params"]["ratio"]["value"] == pytest.approx(22.50 / 14.77, abs=1e-3)
    assert content["params"]["ratio"]["low"] is None
    assert content["derived"]["db file sequential read_s"]["value"] == pytest.approx(3.78)
    assert "one run each" in content["warnings"][0]
    assert main(["fit", "before_after", *reversed(paths)]) == 0
    assert "fell to 0.656 times" in capsys.readouterr().out


def test_one_file_with_two_runs(write, capsys):
    assert main(["fit", "before_after", write(WAITS)]) == 0
    printed = capsys.readouterr()
    assert "Two runs: where the difference is, 2 runs" in printed.out
    assert "time waited grew to 4 times, from 1.5 s to 6 s" in printed.out


def test_what_cannot_be_compared_gets_the_reason(write, capsys):
    one = write("run,event,times_waited,total_waited_s\nold,latch free,10,1.5\n", "one.csv")
    assert main(["fit", "before_after", one]) == 4
    error = capsys.readouterr().err
    assert "two runs are needed" in error
    assert "one.csv" in error
    assert main(["fit", "before_after", write(WAITS), write("a,b\n1,2\n", "other.csv")]) == 4
    assert "other.csv: the capture holds neither calls nor waits" in capsys.readouterr().err


def test_options_and_numbers_of_files_that_make_no_sense_are_refused(write, capsys):
    path = write(WAITS)
    assert main(["fit", "before_after", path, "--series", "old"]) == 2
    assert "have no series" in capsys.readouterr().err
    assert main(["fit", "closed_network", path, path]) == 2
    assert "takes one file" in capsys.readouterr().err


def test_a_flag_of_a_file_is_told(write, capsys):
    damaged = WAITS + "new,other,many,0.5\n"
    assert main(["fit", "before_after", write(damaged)]) == 0
    assert "column times_waited" in capsys.readouterr().err
