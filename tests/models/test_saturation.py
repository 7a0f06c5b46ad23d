import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from contention.measurements import Sweep
from contention.models import (
    ScalabilityCurve,
    bootstrap_saturation,
    mean_saturation,
    saturation_estimates,
    saturation_sessions,
)
from contention.models.first_crossing import first_crossings

N = np.array([1.0, 3.0, 6.0, 12.0, 18.0, 24.0])


@given(
    st.lists(st.floats(1.0, 1e6), min_size=6, max_size=6, unique=True),
    st.floats(0.05, 0.99),
)
def test_the_crossing_lies_on_the_measured_polyline_and_is_the_first(x, share):
    point = saturation_sessions(N, x, share)
    target = share * max(x)
    if x[0] < target:
        assert np.interp(point.sessions, N, x) == pytest.approx(target, rel=1e-9)
        before = np.array(x)[point.sessions > N]
        assert np.all(before < target * (1 + 1e-9))
    assert point.low <= point.sessions <= point.high


@given(st.floats(0.1, 0.98), st.floats(0.001, 0.019))
def test_a_stricter_share_is_never_reached_earlier(share, more):
    x = [10.0, 28.0, 40.0, 39.0, 45.0, 44.0]
    assert (
        saturation_sessions(N, x, share).sessions
        <= saturation_sessions(N, x, share + more).sessions
    )


def test_replicates_are_averaged():
    single = saturation_sessions(N, [10, 28, 40, 41, 40, 39])
    pairs = saturation_sessions(np.repeat(N, 2), [9, 11, 27, 29, 39, 41, 40, 42, 39, 41, 38, 40])
    assert pairs.sessions == pytest.approx(single.sessions)
    assert pairs.maximum_throughput == single.maximum_throughput
    assert (single.method, pairs.method) == ("bracket", "replicates")
    assert pairs.low <= pairs.sessions <= pairs.high


@pytest.mark.parametrize("alpha", [0.3, 0.05])
def test_the_seed_decides_and_the_level_widens(alpha):
    n, x = np.repeat(N, 2), np.array([9, 11, 27, 29, 39, 41, 40, 42, 39, 41, 38, 40.0])
    a, b = (saturation_sessions(n, x, alpha=alpha, seed=4) for _ in range(2))
    assert (a.low, a.high) == (b.low, b.high)
    wider = saturation_sessions(n, x, alpha=alpha / 5, seed=4)
    assert wider.low <= a.low <= a.high <= wider.high


COUNTS = np.array([1.0, 3.0, 6.0, 12.0, 18.0, 24.0, 36.0, 42.0, 48.0])
SMOOTH = ScalabilityCurve(15652.0, 0.141, 0.001535).throughput(COUNTS)
# A plateau of nearly equal points, where single bootstrap intervals miss the most.
PLATEAU = np.array([13.5, 36.4, 54.3, 70.4, 71.5, 71.6, 71.9, 70.9, 67.6])


def replicate_coverage(mean, draws, repeats, spread, seed):
    rng = np.random.default_rng(seed)
    truth = first_crossings(COUNTS, mean[None, :], 0.95)[0]
    n, centre = np.repeat(COUNTS, repeats), np.repeat(mean, repeats)
    hits = 0
    for draw in range(draws):
        x = centre + spread * mean.max() * rng.standard_normal(n.size)
        point = saturation_sessions(n, x, seed=draw)
        hits += point.low <= truth <= point.high
    return hits / draws


@pytest.mark.parametrize("mean", [SMOOTH, PLATEAU], ids=["smooth", "plateau"])
@pytest.mark.parametrize(("repeats", "spread"), [(2, 0.03), (3, 0.02)])
def test_replicate_intervals_cover_at_least_95_per_cent(mean, repeats, spread):
    # Three standard errors of 300 draws below 95 %.
    assert replicate_coverage(mean, 300, repeats, spread, seed=2) > 0.95 - 3 * 0.0126


def test_the_edges_of_the_sweep_are_marked():
    early = saturation_sessions([4, 8, 16], [99.0, 100.0, 98.0], 0.95)
    assert early.at_edge
    assert (early.sessions, early.low) == (4.0, 0.0)
    late = saturation_sessions([1, 2, 4], [10.0, 20.0, 40.0])
    assert late.at_edge
    assert "may grow further" in late.note
    assert not saturation_sessions(N, [10, 28, 40, 41, 40, 39]).at_edge


def test_the_note_says_that_a_bracket_is_no_confidence_interval():
    assert "not a confidence interval" in saturation_sessions(N, [10, 28, 40, 41, 40, 39]).note


def test_a_point_says_its_interval_and_what_that_is():
    point = saturation_sessions(N, [10, 28, 40, 41, 40, 39])
    assert point.conf_int(0.1) == {"sessions": (point.low, point.high)}
    assert point.warnings == (point.note,)
    assert "bracket: 3 to 6" in point.summary()
    with pytest.raises(UsageError, match="alpha"):
        point.conf_int(1.0)


def test_bad_arguments_are_refused():
    with pytest.raises(UsageError, match="share"):
        saturation_sessions(N, np.arange(1, 7), 1.0)
    with pytest.raises(MeasurementError, match="equal"):
        saturation_sessions(N, np.full(6, 3.0))
    with pytest.raises(MeasurementError, match="no saturation points"):
        mean_saturation([])
    points = [saturation_sessions(N, [1, 2, 3, 4, 5, 6], s) for s in (0.9, 0.95)]
    with pytest.raises(MeasurementError, match="different criteria"):
        mean_saturation(points)


def test_the_bootstrap_surrounds_the_crossing_of_its_curve():
    x = ScalabilityCurve(10.0, 0.12, 0.002).throughput(N) * [1.01, 0.99, 1.0, 1.01, 0.99, 1.0]
    result = bootstrap_saturation(N, x, seed=1)
    assert result.low <= result.sessions <= result.high
    assert result == bootstrap_saturation(N, x, seed=1)
    assert result.residual_share < 0.02


def test_the_bootstrap_takes_replicates():
    x = ScalabilityCurve(10.0, 0.12, 0.002).throughput(np.repeat(N, 2))
    noisy = x * np.random.default_rng(0).normal(1, 0.01, 12)
    result = bootstrap_saturation(np.repeat(N, 2), noisy)
    assert 6 < result.low < result.high < 18


def test_estimators_stand_side_by_side():
    x = ScalabilityCurve(10.0, 0.1, 0.004).throughput(N)
    table = saturation_estimates(Sweep("here", N, x))
    assert [row.criterion for row in table.rows] == [
        "share_90",
        "share_95",
        "share_99",
        "bounds_knee",
        "universal_peak",
        "inverse_contention",
    ]
    assert table.label == "here"
    assert table["universal_peak"].sessions == pytest.approx(15.0)
    assert table["inverse_contention"].sessions == pytest.approx(10.0)
    assert table["bounds_knee"].sessions == pytest.approx(x.max() / x[0])
    assert table.spread > 1.5
    assert len(table.frame()) == 6
    with pytest.raises(KeyError):
        table["other"]


def test_an_estimator_that_cannot_answer_stays_with_its_reason():
    table = saturation_estimates([2, 4, 8], [20.0, 30.0, 35.0])
    for name in ("bounds_knee", "universal_peak", "inverse_contention"):
        assert math.isnan(table[name].sessions)
        assert "need" in table[name].note
