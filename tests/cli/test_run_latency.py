"""``contention run latency`` on histograms and latencies of one's own."""

import json
from pathlib import Path

import numpy as np
import pytest

from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]


def results():
    return json.loads(Path("contention-out/latency/results.json").read_text())


def planted(n):
    rng = np.random.default_rng(3)
    slow = rng.random(n) < 0.05
    return np.where(slow, 40.0, 0.5) * np.exp(rng.normal(0.0, 0.4, n)), slow


def test_a_list_of_many_latencies_finds_the_planted_share(write, capsys):
    values, slow = planted(200_000)
    capture = write("latency_ms\n" + "\n".join(f"{v:.4f}" for v in values) + "\n")
    assert main(["run", "latency", "--data", capture]) == 0
    printed = capsys.readouterr().out
    assert "2 kinds of request" in printed
    found = results()["values"]
    assert found["requests"]["value"] == 200_000
    share = found["kinds.slow_share"]
    assert share["value"] == pytest.approx(slow.mean(), abs=1e-4)
    assert share["low"] < 0.05 < share["high"]
    truth = values[slow].sum() / values.sum()
    assert found["kinds.slow_time_share"]["value"] == pytest.approx(truth, abs=2e-3)
    assert found["median"]["value"] == pytest.approx(np.median(values), rel=0.01)
    assert results()["not_computed"] == []
    report = Path("contention-out/latency/report.html").read_text()
    assert "pgbench" not in report
    assert "load generator says" not in report


def test_a_dtrace_histogram_and_a_threshold(write, capsys):
    text = """
  wait_ns
           value  ------------- Distribution ------------- count
             512 |                                         0
            1024 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@             700
            2048 |@@@@@@@@@@                               250
            4096 |@@                                       50
            8192 |                                         0
"""
    assert main(["run", "latency", "--data", write(text), "-p", "threshold=4096"]) == 0
    assert "Beyond the threshold" in capsys.readouterr().out
    values = results()["values"]
    assert values["kinds.number"]["value"] == 1
    assert values["kinds.slow_share"]["value"] == 0.05
    assert values["kinds.slow_from"] == {"value": 4096, "unit": "ns"}


def test_several_keys_and_a_choice_among_them(write, capsys):
    capture = write(
        "label,lower_ms,upper_ms,count\nread,1,2,50\nread,2,4,20\nread,4,8,3\nwrite,8,16,40\n"
    )
    assert main(["run", "latency", "--data", capture, "-p", "series=write"]) == 0
    assert results()["values"]["requests"]["value"] == 40
    table = Path("contention-out/latency/tables/histograms.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in table[1:]] == ["read", "write"]
    assert main(["run", "latency", "--data", capture, "-p", "series=both"]) == 2
    assert "read, write" in capsys.readouterr().err


def test_a_single_bucket_is_an_answer_too(write, capsys):
    assert main(["run", "latency", "--data", write("lower_us,upper_us,count\n1,2,1\n")]) == 0
    assert "One request is too few" in capsys.readouterr().out
    assert "kinds.slow_share" not in results()["values"]


def test_histograms_of_two_files_in_two_units_are_told_apart(write, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("lower_s,upper_s,count\n1,2,9\n2,4,3\n")
    mine = write("lower_ms,upper_ms,count\n1,2,9\n2,4,3\n4,8,1\n")
    assert main(["run", "latency", "--data", mine, str(other)]) == 0
    found = results()
    assert any("their unit is another one" in sentence for sentence in found["not_computed"])


def test_a_sweep_is_the_wrong_kind(write, capsys):
    capture = write("sessions,throughput\n1,10\n2,19\n")
    assert main(["run", "latency", "--data", capture]) == 4
    assert "columns lower, upper and count" in capsys.readouterr().err
