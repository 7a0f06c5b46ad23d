"""``contention run leak`` on memory logs of one's own."""

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.noise import autoregressive
from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

N = 240
STEP = np.arange(N)


def log(slope=0.0, seed=1, heading="step,bytes", pace=1, columns=()):
    held = 5e7 + slope * STEP + 1e4 * autoregressive(0.5, N, np.random.default_rng(seed))
    rows = zip(*([str(pace * step) for step in STEP], *columns, held.astype(int)), strict=True)
    return "\n".join([heading, *(",".join(map(str, row)) for row in rows)]) + "\n"


def results():
    return json.loads(Path("contention-out/leak/results.json").read_text())


def values():
    return {key: entry["value"] for key, entry in results()["values"].items()}


def page():
    return Path("contention-out/leak/report.html").read_text()


def test_step_and_bytes_are_enough(write, capsys):
    assert main(["run", "leak", "--data", write(log(slope=1e4))]) == 0
    assert "data: a leak of 9,9" in capsys.readouterr().out
    assert values()["leak.slope"] == pytest.approx(1e4, rel=0.01)
    found = " ".join(results()["not_computed"])
    assert "a comparison needs a baseline" in found
    assert "a forecast needs limit_bytes" in found
    assert "520" not in page()
    assert "Exercises" not in page()


def test_two_logs_are_compared_and_all_settings_are_used(write, capsys):
    process = ["1"] * 100 + ["2"] * (N - 100)
    new = write(log(1e4, heading="time_s,pid,bytes", pace=60, columns=(process,)), "new.csv")
    old = write(log(0.0, seed=2, heading="time_s,bytes", pace=60), "old.csv")
    settings = ["baseline=old", "units_per_step=10", "limit_bytes=1e9"]
    command = ["run", "leak", "--data", new, old]
    assert main([*command, *(word for one in settings for word in ("-p", one))]) == 0
    said = capsys.readouterr().out
    assert "bytes per second" in said
    assert "new grows faster than old" in said
    assert values()["leak.bytes_per_unit"] == pytest.approx(1e4 / 600, rel=0.02)
    assert values()["baseline.slope_difference"] == pytest.approx(1e4 / 600, rel=0.05)
    assert "the process started anew at 6,000" in page()
    assert "are reached at about" in page()


def test_what_is_tolerable_and_known_restarts_count(write, capsys):
    path = write(log(1e4))
    arguments = ["-p", "tolerable_bytes_per_step=20000", "-p", "restarts=80,160"]
    assert main(["run", "leak", "--data", path, *arguments]) == 0
    assert "no leak" in capsys.readouterr().out
    assert page().count("the process started anew at") >= 2


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("1,100\n2,203\n3,300\n", "a leak of 100 bytes per step"),
        ("1,7\n2,7\n3,7\n4,7\n", "no leak; growth is at most"),
    ],
)
def test_few_and_flat_readings_get_an_answer(rows, words, write, capsys):
    assert main(["run", "leak", "--data", write(f"step,bytes\n{rows}")]) == 0
    assert words in capsys.readouterr().out


def test_many_readings_are_no_trouble(write, capsys):
    held = 5e7 + 10.0 * np.arange(20_000) + 1e4 * np.random.default_rng(1).random(20_000)
    rows = "\n".join(f"{step},{int(value)}" for step, value in enumerate(held))
    assert main(["run", "leak", "--data", write(f"step,bytes\n{rows}\n")]) == 0
    assert "data: a leak of 10 bytes per step" in capsys.readouterr().out


def test_a_series_that_is_not_there_is_named(write, capsys):
    assert main(["run", "leak", "--data", write(log()), "-p", "series=mine"]) != 0
    assert "there is no such series" in capsys.readouterr().err
