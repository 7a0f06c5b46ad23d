"""``contention fit``: a model's answer in the terminal."""

import io
import json
import sys

import pytest

from contention.cli import main
from contention.cli.answers import answer_of_fit
from contention.measurements import Histogram, MemorySeries, Sweep
from contention.models import (
    MODELS,
    ClosedNetwork,
    ClosedNetworkPoint,
    Station,
    choose_sides,
    compared_runs,
    fit_universal_scalability,
)
from contention.readers.sysbench import READER as SYSBENCH
from models.runs_to_compare import calls

SESSIONS = [1, 2, 4, 8, 16, 32, 48, 64]
THROUGHPUT = [1000, 1929, 3525, 6060, 8965, 10455, 10253, 9421]

TWO_SERIES = """\
system,sessions,throughput
old,1,100
old,2,180
old,4,300
old,8,420
new,1,110
new,2,200
new,4,340
new,8,500
"""


def test_its_help_lists_every_model(capsys):
    assert main(["fit", "--help"]) == 0
    text = capsys.readouterr().out
    for model in MODELS.values():
        assert f"  {model.name} " in text
        assert model.title in text


def test_a_model_that_is_not_there_is_a_usage_error(sweep, capsys):
    assert main(["fit", "universal_scaleability", sweep]) == 2
    assert "did you mean universal_scalability?" in capsys.readouterr().err


def test_json_has_the_promised_shape_for_the_scalability_law(sweep, capsys):
    assert main(["fit", "universal_scalability", sweep, "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert list(content) == ["model", "n", "params", "derived", "verdict", "warnings"]
    assert content["n"] == 8
    assert set(content["params"]) == {"contention", "coherency", "throughput_at_one"}
    assert set(content["derived"]) == {"peak_sessions", "peak_throughput", "saturation_sessions"}
    for item in content["params"].values():
        assert list(item) == ["value", "se", "low", "high", "unit"]
        assert item["low"] <= item["value"] <= item["high"]
    for item in content["derived"].values():
        assert list(item) == ["value", "low", "high", "unit"]
    assert content["derived"]["saturation_sessions"]["value"] == pytest.approx(
        1 / content["params"]["contention"]["value"]
    )
    assert content["params"]["throughput_at_one"]["unit"] == "1/s"


def test_the_numbers_are_those_of_the_library(sweep, capsys):
    assert main(["fit", "universal_scalability", sweep, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    fit = fit_universal_scalability(SESSIONS, THROUGHPUT)
    assert found["derived"]["peak_sessions"]["value"] == fit.peak_sessions
    low, high = fit.conf_int()["peak_sessions"]
    assert (
        found["derived"]["peak_sessions"]["low"],
        found["derived"]["peak_sessions"]["high"],
    ) == (
        low,
        high,
    )


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ("1,1048576\n2,1462272\n3,1875968\n4,2289664\n5,2703360\n", "leak"),
        ("1,1000000\n2,1000400\n3,999800\n4,1000100\n5,999900\n6,1000000\n", "no_leak"),
        ("1,1000000\n2,1400000\n", "not_enough_data"),
    ],
)
def test_json_of_a_leak_has_its_slope_and_verdict(rows, verdict, write, capsys):
    assert main(["fit", "leak", write("step,bytes\n" + rows), "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["verdict"] == verdict
    assert set(content["params"]) == {"slope_bytes_per_step"}


def test_on_a_time_axis_the_slope_is_per_second(write, capsys):
    log = write("time_s,bytes\n0,1000\n60,7000\n120,13000\n180,19000\n")
    assert main(["fit", "leak", log, "--json"]) == 0
    slope = json.loads(capsys.readouterr().out)["params"]["slope_bytes_per_s"]
    assert slope["value"] == pytest.approx(100)


def test_a_limit_that_is_infinite_is_null(capsys, write):
    straight = write("sessions,throughput\n1,100\n2,200\n4,400\n8,800\n16,1600\n")
    assert main(["fit", "universal_scalability", straight, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["derived"]["peak_sessions"]["value"] is None


def test_people_get_a_table_a_verdict_and_warnings(sweep, capsys):
    assert main(["fit", "saturation", sweep]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(", 8 points")
    assert lines[1].split() == ["value", "se", "low", "high", "unit"]
    assert lines[2].startswith("sessions ")
    assert any(line.startswith("verdict: 95% of the maximum at ") for line in lines)
    assert any(line.startswith("warning: no replicates") for line in lines)


def test_saturation_is_answered_by_every_criterion(sweep, capsys):
    assert main(["fit", "saturation", sweep, "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert set(content["params"]) == {"sessions"}
    names = {"bounds_knee", "segmented_break", "universal_peak", "inverse_contention", "kneedle"}
    assert names < set(content["derived"])
    for name in names:
        item = content["derived"][name]
        assert item["low"] <= item["value"] <= item["high"]
        assert item["unit"] == "sessions"
    assert "criteria disagree by a factor of" in content["verdict"]


def test_a_model_of_response_times_says_that_they_are_missing(sweep, capsys):
    assert main(["fit", "quadratic_waiting", sweep]) == 4
    error = capsys.readouterr().err
    assert sweep in error
    assert "needs response times" in error


def test_response_times_are_used_where_they_are(write, capsys):
    rows = "".join(f"{n},{n / (10 + n)},{10 + n + n % 3}\n" for n in (1, 2, 4, 8, 16, 32))
    capture = write("sessions,throughput,response_time_us\n" + rows)
    assert main(["fit", "quadratic_waiting", capture, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["params"]["n2_us"]["value"] == pytest.approx(1, 0.1)


def test_several_series_ask_which(write, capsys):
    capture = write(TWO_SERIES)
    assert main(["fit", "amdahl", capture]) == 2
    assert "choose one, such as --series old" in capsys.readouterr().err
    assert main(["fit", "amdahl", capture, "--series", "new"]) == 0
    assert main(["fit", "amdahl", capture, "--series", "newer"]) == 2
    assert "did you mean new?" in capsys.readouterr().err


def test_the_standard_input_is_a_dash(monkeypatch, capsys):
    rows = b"step,bytes\n1,10\n2,20\n3,31\n4,40\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(rows)))
    assert main(["fit", "leak", "-", "--as", "csv"]) == 0
    assert "4 points" in capsys.readouterr().out


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
def test_every_model_gives_an_answer(model):
    times = [0.001 * (1 + 0.03 * n + 0.001 * n * n) for n in SESSIONS]
    data = {
        "sweep": Sweep("data", SESSIONS, THROUGHPUT, response_time_s=times),
        "memory": MemorySeries("data", [1, 2, 3, 4], [1000, 1408, 1817, 2224]),
        "network": ClosedNetworkPoint(ClosedNetwork((Station("cpu", 0.1),), 1.0), 30),
        "histogram": Histogram("data", [1, 2, 4], [2, 4, 8], [20, 50, 30], "ms"),
        "runs": choose_sides(compared_runs([calls("old"), calls("new", elapsed=(0, 9, 1))])),
    }[model.data]
    answer = answer_of_fit(model.name, model.fit(data))
    points = {"network": 0, "histogram": 100, "sweep": len(SESSIONS), "memory": 4, "runs": 2}
    assert answer.n == points[model.data]
    assert answer.verdict
    json.dumps(answer.as_dict(), allow_nan=False)


def test_a_wrong_unit_is_warned_of_or_bars_the_model(write, capsys):
    rows = "".join(f"{n},{60 * n / (0.01 + 0.002 * n)},{10 + 2 * n}\n" for n in (1, 2, 4, 8, 16))
    capture = write("sessions,throughput,response_time_ms\n" + rows)
    assert main(["fit", "universal_scalability", capture, "--json"]) == 0
    warnings = json.loads(capsys.readouterr().out)["warnings"]
    assert any("factor of 60" in text and "per minute" in text for text in warnings)
    assert main(["fit", "asymptotic_bounds", capture]) == 4
    assert "factor of 60" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("1,10\n2,19\n4,30\n", "at least 4 different"),
        ("8,10\n8,19\n8,30\n8,31\n", "sessions do not vary"),
        ("1,10\n2,10\n4,10\n8,10\n", "all throughputs are equal"),
        ("1,10\n2,-19\n4,30\n8,40\n", "-19"),
    ],
)
def test_data_unfit_for_a_model_get_the_reason(rows, reason, write, capsys):
    assert main(["fit", "universal_scalability", write("sessions,throughput\n" + rows)]) == 4
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("capture", "words"),
    [
        ("1,20\n4,78\n8,130\n12,170\n16,190\n20,200\n24,210\n28,230\n32,260\n48,280\n64,310\n",
         "coherency is at its bound 0: its limit is one-sided; without the bound"),
        ("1,100\n1,101\n2,199\n2,201\n4,400\n4,398\n8,801\n8,799\n16,901\n16,900\n32,900\n32,902\n",
         "lack of fit"),
        ("1,64.9\n18,995.9\n36,1652.4\n72,1853.2\n108,1828.9\n144,1775\n216,1702.2\n",
         "the point at 18 sessions decides"),
        ("1,10\n2,19.6\n4,37.5\n8,70\n16,119\n", "the peak lies outside the measured 1 to 16"),
        ("".join(f"{n},{min(10 * n, 120)}\n" for n in range(1, 33)), "residuals agree"),
    ],
)  # fmt: skip
def test_what_weakens_a_fit_is_said(capture, words, tmp_path, capsys):
    path = tmp_path / "sweep.csv"
    path.write_text("sessions,throughput\n" + capture, encoding="utf-8")
    assert main(["fit", "universal_scalability", str(path), "--json"]) == 0
    warnings = json.loads(capsys.readouterr().out)["warnings"]
    assert any(words in warning for warning in warnings), warnings


@pytest.mark.parametrize(
    ("capture", "words"),
    [
        ("1,10\n2,19\n4,30\n", "at least 4 different session counts"),
        ("1,10\n2,10\n4,10\n8,10\n", "all throughputs are equal"),
        ("1,10\n2,19\n4,-30\n8,40\n", "line 4, column throughput"),
        ("8,10\n8,19\n8,30\n8,40\n", "sessions do not vary"),
    ],
)
def test_a_sweep_that_cannot_carry_the_law_is_refused_with_the_reason(
    capture, words, tmp_path, capsys
):
    path = tmp_path / "sweep.csv"
    path.write_text("sessions,throughput\n" + capture, encoding="utf-8")
    assert main(["fit", "universal_scalability", str(path)]) == 4
    assert words in capsys.readouterr().err


def test_a_folder_of_runs_of_a_load_generator_is_one_sweep(tmp_path, capsys):
    for threads, rate in ((1, 100), (2, 190), (4, 340), (8, 540), (16, 700)):
        text = SYSBENCH.example.replace("threads: 4", f"threads: {threads}")
        text = text.replace("(200.00 per sec.)", f"({rate}.00 per sec.)")
        text = text.replace("2000   (", f"{rate * 10}   (").replace(
            "events:              2000", f"events:              {rate * 10}"
        )
        text = text.replace("39800.00", f"{threads * 9950}.00")
        (tmp_path / f"threads_{threads}.log").write_text(text)
    assert main(["fit", "universal_scalability", str(tmp_path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["n"] == 5
