"""Segmented regression: the global optimum, its interval, and the test that there is a break."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import f as fisher

from contention.errors import FitError, MeasurementError, UsageError
from contention.models import ClosedNetwork, Station, fit_segmented_regression
from contention.models.break_test import break_pvalue
from contention.models.broken_line import BrokenLineDesign

DOUBLING = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])


def least_at(x, y, psi):
    """Least sum of squares with the break held, by plain regression."""
    columns = np.column_stack([np.ones_like(x), x, np.maximum(x - psi, 0.0)])
    rest = y - columns @ np.linalg.lstsq(columns, y, rcond=None)[0]
    return float(rest @ rest)


points = st.lists(st.integers(0, 12), min_size=6, max_size=14).filter(lambda v: len(set(v)) >= 4)


@settings(max_examples=60, deadline=None)
@given(points, st.integers(0, 10**6))
def test_no_break_of_a_fine_grid_is_better(positions, seed):
    x = np.sort(np.array(positions, dtype=float))
    y = np.random.default_rng(seed).standard_normal(x.size)
    fit = fit_segmented_regression(x, y, draws=0)
    u = np.unique(x)
    grid = np.linspace(u[1], u[-2], 400) if u.size > 4 else np.linspace(u[1], u[2], 400)
    best = min(least_at(x, y, psi) for psi in grid)
    assert fit.sum_of_squares <= best * (1 + 1e-9) + 1e-15
    assert least_at(x, y, fit.break_point) == pytest.approx(fit.sum_of_squares, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(points, st.integers(0, 10**6), st.sampled_from([0.3, 0.05]))
def test_the_interval_is_the_set_that_the_profile_does_not_exclude(positions, seed, alpha):
    x = np.sort(np.array(positions, dtype=float))
    rng = np.random.default_rng(seed)
    y = np.minimum(x, 6.0) + 0.3 * rng.standard_normal(x.size)
    fit = fit_segmented_regression(x, y, draws=0)
    low, high = fit.conf_int(alpha)["break_point"]
    quantile = fisher.ppf(1 - alpha, 1, fit.df_resid)
    limit = fit.sum_of_squares * (1 + quantile / fit.df_resid)
    u = np.unique(x)
    grid = np.linspace(u[0] + 1e-6, u[-1] - 1e-6, 500)
    kept = [psi for psi in grid if least_at(x, y, psi) <= limit * (1 - 1e-9)]
    assert all(low - 1e-9 <= psi <= high + 1e-9 for psi in kept)
    if math.isfinite(low):
        for end, outside in ((low, low - 1e-3), (high, high + 1e-3)):
            if u[1] < end < u[-2]:
                assert least_at(x, y, outside) > limit * (1 - 1e-9)
                assert least_at(x, y, end) == pytest.approx(limit, rel=1e-6)


def test_an_exact_corner_is_found_between_points_and_has_no_width():
    x = np.arange(1.0, 13.0)
    fit = fit_segmented_regression(x, 5.0 + 3.0 * np.minimum(x, 6.4))
    assert fit.break_point == pytest.approx(6.4)
    assert (fit.slope_before, fit.slope_after) == pytest.approx((3.0, 0.0), abs=1e-9)
    assert fit.conf_int()["break_point"] == (fit.break_point, fit.break_point)
    assert fit.pvalue == 0.0005


def test_residuals_are_measured_less_fitted():
    fit = fit_segmented_regression(DOUBLING, [10.0, 20.5, 39.0, 80.0, 121.0, 119.0, 120.0], draws=0)
    assert fit.residuals == pytest.approx(fit.y - fit.predict(DOUBLING))
    assert float(fit.residuals @ fit.residuals) == pytest.approx(fit.sum_of_squares)


def test_units_of_both_axes_carry_through():
    rng = np.random.default_rng(4)
    y = 10.0 * np.minimum(DOUBLING, 11.0) + rng.standard_normal(7)
    plain, scaled = (
        fit_segmented_regression(DOUBLING, y),
        fit_segmented_regression(1e3 * DOUBLING, 1e-4 * y + 50.0),
    )
    assert scaled.break_point == pytest.approx(1e3 * plain.break_point)
    assert scaled.slope_after == pytest.approx(1e-7 * plain.slope_after, rel=1e-5, abs=1e-15)
    ends = np.array(plain.conf_int()["break_point"])
    assert scaled.conf_int()["break_point"] == pytest.approx(1e3 * ends, rel=1e-6)
    assert scaled.pvalue == plain.pvalue


def test_a_straight_line_leaves_the_break_anywhere_and_is_said_to_be_enough():
    rng = np.random.default_rng(1)
    x = np.arange(1.0, 21.0)
    fit = fit_segmented_regression(x, 2.0 * x + rng.standard_normal(20))
    assert fit.pvalue > 0.05
    assert "straight line is enough" in fit.verdict
    assert fit.conf_int()["break_point"] == (-math.inf, math.inf)


def test_an_end_on_the_first_count_says_that_it_is_not_bounded_within_the_counts():
    x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    fit = fit_segmented_regression(x, [10.0, 14.1, 14.4, 14.6, 15.2, 15.3])
    assert fit.conf_int()["break_point"][0] == 1.0


def test_the_test_of_a_break_holds_its_level():
    # Level 20 %, 400 straight lines: three binomial errors are 6 %.
    rng = np.random.default_rng(3)
    design = BrokenLineDesign(DOUBLING)
    noise = rng.standard_normal((400, 7))
    values = [
        break_pvalue(design, a, b, draws=199, seed=i)
        for i, (a, b) in enumerate(zip(design.straight(noise), design.best(noise)[1], strict=True))
    ]
    assert abs(np.mean(np.array(values) <= 0.2) - 0.2) < 0.06


NETWORKS = {
    "one queue": ClosedNetwork((Station("cpu", 0.1),), 1.0),
    "two queues": ClosedNetwork((Station("cpu", 0.1), Station("log", 0.05)), 1.0),
    "balanced": ClosedNetwork(tuple(Station(name, 0.1) for name in "abc"), 0.7),
    "four servers": ClosedNetwork((Station("cpu", 0.4, servers=4),), 1.0),
}


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("counts", [2 ** np.arange(7), np.arange(1, 33)], ids=["doubling", "all"])
def test_against_sessions_the_break_is_near_the_knee_and_against_their_logarithm_beyond(
    name, counts
):
    network = NETWORKS[name]
    slowest = max(station.demand_s / station.servers for station in network.stations)
    total = sum(station.demand_s for station in network.stations) + network.think_time_s
    knee = total / slowest
    x = network.throughput_per_s(counts)
    plain = fit_segmented_regression(counts, x, draws=0).break_point
    logarithmic = math.exp(fit_segmented_regression(np.log(counts), x, draws=0).break_point)
    assert 0.95 * knee < plain < 1.2 * knee
    assert logarithmic > 1.5 * knee


def test_the_warnings_name_few_points_edges_and_growing_slopes():
    few = fit_segmented_regression([1, 2, 3, 4, 5], [1.0, 2.0, 3.1, 3.0, 3.1], draws=0)
    assert any("1 degree" in note for note in few.warnings)
    grows = fit_segmented_regression(np.arange(8), np.maximum(np.arange(8), 3.0), draws=0)
    assert any("no saturation" in note for note in grows.warnings)
    edge = fit_segmented_regression(np.arange(6), [0.0, 5.5, 5.0, 5.1, 5.0, 5.1], draws=0)
    assert edge.break_point == 1.0
    assert any("edge" in note for note in edge.warnings)


def test_slopes_without_an_error_have_no_interval():
    fit = fit_segmented_regression(np.arange(6), [0.0, 1.0, 2.1, 2.9, 3.5, 9.0], draws=0)
    assert fit.break_point == 4.0
    assert set(fit.conf_int()) == {"break_point"}
    assert math.isnan(fit.linearised_interval()[0])


def test_bad_data_get_the_reason():
    with pytest.raises(FitError, match="fits exactly"):
        fit_segmented_regression(DOUBLING, 3.0 * DOUBLING)
    with pytest.raises(MeasurementError, match="four different positions"):
        fit_segmented_regression([1, 1, 2, 2, 3], [1.0, 2.0, 3.0, 4.0, 5.0])
    with pytest.raises(MeasurementError, match="same length"):
        fit_segmented_regression([1, 2, 3], [1.0, 2.0])
    with pytest.raises(MeasurementError, match="finite"):
        fit_segmented_regression(np.arange(5), [1.0, 2.0, math.nan, 4.0, 5.0])
    with pytest.raises(UsageError, match="alpha"):
        fit_segmented_regression(np.arange(5), [0.0, 1, 2, 2, 2.1], draws=0).conf_int(2.0)


def test_the_summary_names_both_intervals_and_the_test():
    text = fit_segmented_regression(np.arange(8), np.minimum(np.arange(8), [3.0]) ** 1.01).summary()
    assert "linearised interval" in text
    assert "p = " in text
    assert "break_point" in text
