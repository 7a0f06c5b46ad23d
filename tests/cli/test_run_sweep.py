"""``contention run sweep`` on load sweeps of one's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main
from contention.models import ScalabilityCurve

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

COUNTS = (1, 2, 4, 8, 16, 32, 64)


def results():
    return json.loads(Path("contention-out/sweep/results.json").read_text())


def report():
    return Path("contention-out/sweep/report.html").read_text()


def rows_of(curve, *, factor=1.0, label="", noise=0.01, runs=2):
    """Rows with throughput and response time that obey Little's law but for the factor."""
    sign = 1.0
    for n in COUNTS:
        for _ in range(runs):
            sign = -sign
            x = float(curve.throughput(n)) * (1 + noise * sign)
            yield f"{label}{n},{factor * x:.6g},{1000 * n / x:.6g}\n"


def test_four_points_alone(write, capsys):
    capture = write("sessions,throughput\n1,100\n4,310\n8,420\n16,500\n")
    assert main(["run", "sweep", "--data", capture]) == 0
    printed = capsys.readouterr()
    assert "Throughput levels off" in printed.out
    assert "there are hardly more points than parameters" in printed.out
    assert "without repeated runs a lack of fit cannot be tested" in printed.err
    assert results()["values"]["usl.contention.data"]["n"] == 4
    text = report()
    assert "pgbench" not in text
    assert "Measure more different session counts: 4 are too few" in text
    assert "There is one series, and nothing to compare it with." in text


def test_a_sweep_that_falls(write, capsys):
    rows = "".join(rows_of(ScalabilityCurve(1000.0, 0.1, 0.004)))
    capture = write("sessions,tps,latency_ms\n" + rows)
    words = ["-p", "response_limit_ms=10", "-p", "processors=4"]
    assert main(["run", "sweep", "--data", capture, *words]) == 0
    assert "it was seen to fall" in capsys.readouterr().out
    values = results()["values"]
    peak = values["usl.peak_sessions.data"]
    assert peak["low"] < 15 < peak["high"]
    # 1000 N / X = 10 ms where 1 + 0.1 (N - 1) + 0.004 N (N - 1) = 10.
    assert values["limit.sessions.data"]["value"] == pytest.approx(37.2, rel=0.02)
    assert values["retrograde.fall_percent.data"]["value"] > 40
    assert values["usl.lack_of_fit_p.data"]["value"] > 0.05


def test_a_straight_line(write, capsys):
    rows = "1,100\n2,203\n4,395\n8,810\n16,1590\n32,3210\n"
    capture = write("sessions,throughput\n" + rows)
    assert main(["run", "sweep", "--data", capture, "-p", "response_limit_ms=5"]) == 0
    assert "grew in proportion to sessions up to 32" in capsys.readouterr().out
    text = report()
    assert "One session by itself takes longer than 5 ms." in text
    assert "Measure beyond 32 sessions, up to 64" in text


def test_several_series_are_compared(write, capsys):
    before, after = ScalabilityCurve(100.0, 0.1, 0.002), ScalabilityCurve(110.0, 0.03, 0.002)
    rows = [*rows_of(before, label="before,"), *rows_of(after, label="after,")]
    capture = write("label,sessions,throughput,latency_ms\n" + "".join(rows))
    assert main(["run", "sweep", "--data", capture, "-p", "noise=proportional"]) == 0
    printed = capsys.readouterr().out
    assert "before: Throughput has a peak" in printed
    assert "Contention differs between the 2 groups" in printed
    assert results()["values"]["groups.contention_p"]["value"] < 0.001
    assert main(["run", "sweep", "--data", capture, "-p", "series=after"]) == 0
    assert "before" not in capsys.readouterr().out
    assert main(["run", "sweep", "--data", capture, "-p", "series=later"]) == 2
    assert "before, after" in capsys.readouterr().err


def test_a_wrong_unit_bars_what_joins_throughput_and_response_time(write, capsys):
    rows = "".join(rows_of(ScalabilityCurve(10.0, 0.1, 0.004), factor=60.0))
    capture = write("sessions,throughput,latency_ms\n" + rows)
    assert main(["run", "sweep", "--data", capture]) == 0
    printed = capsys.readouterr()
    assert "a factor of 60: probably throughput is per minute" in printed.out
    assert "a factor of 60" in printed.err
    values = results()["values"]
    assert "bounds.knee.data" not in values
    assert "usl.contention.data" in values


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        ("sessions,throughput\n8,100\n8,180\n8,170\n", 4, "sessions do not vary"),
        ("sessions,throughput\n1,100\n2,-190\n4,300\n8,310\n", 4, "-190"),
        ("step,bytes\n1,10\n2,20\n3,30\n", 4, "a column throughput"),
        ("", 3, "the file is empty"),
    ],
)
def test_what_is_no_sweep_is_refused(content, code, told, write, capsys):
    assert main(["run", "sweep", "--data", write(content)]) == code
    assert told in capsys.readouterr().err
