import math

import numpy as np
import pytest

from contention.errors import MeasurementError, UsageError
from contention.measurements import Sweep
from contention.models import MODELS, check_sweep

N = [1, 2, 4, 8, 16, 32]
# Response times of N / X exactly: no think time.
X = [100.0, 190.0, 340.0, 520.0, 600.0, 610.0]
R = [n / x for n, x in zip(N, X, strict=True)]


def checks(quality, severity=None):
    return [f.check for f in quality.findings if severity in (None, f.severity)]


def finding(quality, check):
    return next(f for f in quality.findings if f.check == check)


def test_a_clean_sweep_has_no_objection():
    quality = check_sweep(np.repeat(N, 2), np.repeat(X, 2), np.repeat(R, 2))
    assert quality.findings == ()
    assert quality.verdict == "no objection"
    assert quality.frame().empty
    for model in MODELS.values():
        if model.data == "sweep":
            quality.require_fit_for(model.name)


def test_a_negative_value_bars_the_models_that_use_its_column():
    quality = check_sweep(N, [*X[:3], -5.0, *X[4:]], R)
    assert finding(quality, "value").sessions == 8
    with pytest.raises(MeasurementError, match=r"positive and finite at 8 sessions \(found -5"):
        quality.require_fit_for("universal_scalability")
    assert quality.reasons_against("power_law") == ()
    timed = check_sweep(N, X, [*R[:3], 0.0, *R[4:]])
    timed.require_fit_for("universal_scalability")
    assert timed.reasons_against("power_law")
    assert "unfit in 1 respect:" in timed.verdict


def test_missing_cells_are_told_and_left_out():
    quality = check_sweep(N, [*X[:5], math.nan], [*R[:4], math.nan, R[5]])
    assert quality.distinct_sessions == 5
    assert [f.found for f in quality.findings if f.check == "value"] == [
        "1 of 6 missing",
        "1 of 6 missing",
    ]
    assert checks(quality, "warning") == ["value"]
    assert np.isnan(quality.points()["active_sessions"].iloc[4])


@pytest.mark.parametrize(
    ("n", "x", "model", "reason"),
    [
        ([1, 2, 4], [10, 19, 30], "universal_scalability", "at least 4 different"),
        ([1, 2, 4], [10, 19, 30], "model_ladder", "at least 4 different"),
        ([1, 2, 2, 2], [10, 19, 19, 20], "amdahl", "at least 3 different"),
        ([8, 8, 8], [10, 11, 12], "saturation", "sessions do not vary"),
        ([1, 2, 4, 8], [10, 10, 10, 10], "universal_scalability", "all throughputs are equal"),
        ([1, 2, 4, 8], [10, 18, 30, 40], "quadratic_waiting", "needs response times"),
    ],
)
def test_the_gate_gives_its_reason(n, x, model, reason):
    quality = check_sweep(n, x)
    with pytest.raises(MeasurementError, match=reason):
        quality.require_fit_for(model)


def test_three_counts_are_warned_of_and_enough_for_amdahl():
    quality = check_sweep([1, 2, 4], [10, 19, 30])
    quality.require_fit_for("amdahl")
    assert quality.verdict == "usable, with 1 warning"
    assert quality.warnings_beside("amdahl") == ()


def test_a_wrong_unit_bars_models_that_join_the_two_columns_and_warns_the_others():
    quality = check_sweep(N, np.array(X) * 60, R)
    assert checks(quality, "unfit") == ["unit"]
    with pytest.raises(MeasurementError, match="factor of 60: probably throughput is per minute"):
        quality.require_fit_for("asymptotic_bounds")
    quality.require_fit_for("universal_scalability")
    (warning,) = quality.warnings_beside("universal_scalability")
    assert "per minute" in warning
    assert quality.warnings_beside("asymptotic_bounds") == ()
    slow = check_sweep(N, X, np.array(R) / 1000)
    assert "a factor of 1/1000" in slow.findings[0].message


def test_more_time_than_the_sessions_had_is_graded_by_its_size():
    assert finding(check_sweep(N, X, np.array(R) * 1.1), "little").severity == "warning"
    assert finding(check_sweep(N, X, np.array(R) * 1.5), "little").severity == "unfit"
    grown = [R[0] - 0.004, *R[1:]]
    quality = check_sweep(N, X, grown, think_time_s=0.004)
    assert "X (R + Z)" in finding(quality, "little").found


def test_time_outside_that_grows_is_a_warning_with_its_worst_point():
    r = np.array(R) * [1.0, 1.0, 0.95, 0.9, 0.8, 0.7]
    found = finding(check_sweep(N, X, r), "little")
    assert (found.severity, found.sessions) == ("warning", 32)
    assert "as with one session" in found.expected
    assert "median" in finding(check_sweep(N[1:], X[1:], r[1:]), "little").expected


def test_sessions_that_think_are_not_concurrency():
    r = np.array([0.01, 0.011, 0.012, 0.015, 0.02, 0.03])
    x = np.array(N) / (0.2 + r)
    quality = check_sweep(N, x, r)
    found = finding(quality, "concurrency")
    assert (found.severity, found.sessions) == ("warning", 32)
    assert found.found.startswith("4.17 sessions inside")
    mild = check_sweep(N, np.array(N) / (0.005 + np.array(R)), R)
    assert finding(mild, "concurrency").severity == "note"


def test_replicates_that_differ_widely_name_the_count():
    quality = check_sweep([1, 1, 2, 2, 4, 4, 8, 8], [10, 10, 19, 20, 35, 25, 40, 41])
    assert finding(quality, "replicates").sessions == 4


def test_a_dip_and_growth_beyond_proportion_are_told():
    dip = check_sweep(N, [100, 190, 340, 200, 600, 610])
    assert finding(dip, "shape").sessions == 8
    steep = check_sweep(N, [50, 190, 340, 520, 600, 610])
    assert "grows by more" in finding(steep, "shape").message


def test_response_times_that_fall_are_told():
    r = np.array(R) * [1.0, 1.5, 1.0, 1.0, 1.0, 1.0]
    found = finding(check_sweep(N, X, r), "shape")
    assert (found.sessions, found.columns) == (4, ("response_time_s",))
    assert "as at 2 sessions" in found.expected
    mild = check_sweep(N, X, np.array(R) * [1.0, 1.05, 1.0, 1.0, 1.0, 1.0])
    assert "shape" not in checks(mild)


def test_averages_of_sessions_are_not_settings():
    assert "averages" in checks(check_sweep([1.2, 2.5, 4, 8], [10, 19, 30, 40]))


def sweep_with_cpu(cpu):
    return Sweep("db", N, X, response_time_s=R, cpu_time_s=cpu, duration_s=[10.0] * 6)


def test_processor_time_is_held_against_sessions_processors_and_response_times():
    cpu = np.array([8, 16, 30, 45, 55, 56.0])
    assert check_sweep(sweep_with_cpu(cpu), processors=8).by_severity("warning") == ()
    over = check_sweep(sweep_with_cpu(cpu), processors=4)
    assert "processors allow" in finding(over, "utilisation").message
    assert finding(over, "utilisation").sessions == 32
    per_session = check_sweep(sweep_with_cpu(cpu * 1000))
    assert {"sessions", "response times"} <= {
        f.message.split("the ")[1].split(" allow")[0]
        for f in per_session.findings
        if f.check == "utilisation"
    }
    assert per_session.reasons_against("cpu_ledger")
    assert per_session.points()["busy_processors"].iloc[0] == 800.0


def test_missing_processor_time_is_not_compared():
    quality = check_sweep(sweep_with_cpu([math.nan] * 6), processors=2)
    assert "utilisation" not in checks(quality)


def test_findings_are_a_table_the_worst_first():
    frame = check_sweep([1, 1, 2, 4], [10, 15, 20, -1]).frame()
    assert frame["severity"].tolist() == ["unfit", "warning", "warning"]
    assert set(frame) >= {"sessions", "found", "expected", "advice"}


def test_nothing_usable_is_said_and_not_computed():
    quality = check_sweep([1, 2], [-1, -2], [1, 1])
    assert quality.distinct_sessions == 0
    assert quality.little is None


def test_what_is_no_sweep_is_refused():
    for columns in (([1, 2],), ([1, 2], [1]), ([1, 2], [1, 2], [1]), (["a"], ["b"])):
        with pytest.raises(MeasurementError):
            check_sweep(*columns)
    with pytest.raises(UsageError, match="processors"):
        check_sweep(N, X, processors=0)
    with pytest.raises(UsageError, match="think time"):
        check_sweep(N, X, R, think_time_s=-1)
