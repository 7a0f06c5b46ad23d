"""Slopes under dependent noise, what follows from them, and their laws."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import cholesky
from statsmodels.api import GLS, OLS

from calibration.noise import autoregressive
from contention.errors import MeasurementError, UsageError
from contention.models import (
    compare_with_baseline,
    fit_leak,
    fit_trend,
    forecast_exhaustion,
    forecast_limit,
    minimum_detectable_slope,
    needed_run,
)
from contention.models.dependent_noise import noise_grid, whiten

STEP = np.arange(40.0)


def noisy(slope=0.0, n=40, seed=1, correlation=0.5):
    rng = np.random.default_rng(seed)
    return 100.0 + slope * np.arange(n) + autoregressive(correlation, n, rng)


def test_whitening_is_that_of_the_full_covariance():
    # Irregular steps in two segments, against a dense Cholesky factor of each segment.
    rng = np.random.default_rng(2)
    step = np.sort(rng.uniform(0, 10, 12))
    segment = np.repeat([0, 1], [7, 5])
    columns = rng.standard_normal((12, 2))
    grid = noise_grid(0.8, 10.0)
    made = whiten(step, segment, columns, grid)
    for kind in (0, 9, 26, 50):
        time, white = grid.memory_time[kind], grid.white_share[kind]
        products, logs = np.zeros((2, 2)), 0.0
        for part in (segment == 0, segment == 1):
            apart = np.abs(np.subtract.outer(step[part], step[part]))
            covariance = (1 - white) * np.exp(-apart / time) + white * np.eye(part.sum())
            inverse = np.linalg.inv(covariance)
            one = np.ones(part.sum())
            projected = inverse - np.outer(inverse @ one, inverse @ one) / (one @ inverse @ one)
            products += columns[part].T @ projected @ columns[part]
            logs += 2 * np.log(np.diag(cholesky(covariance))).sum()
        assert made.products[kind] == pytest.approx(products, rel=1e-6)
        assert made.log_determinant[kind] == pytest.approx(logs, rel=1e-6, abs=1e-9)


def test_each_kind_of_noise_has_the_slope_and_error_of_generalised_least_squares():
    values = noisy(slope=0.3)
    fit = fit_trend(STEP, values)
    for kind in (0, 10, 30):
        covariance = (1 - fit.white_shares[kind]) * np.exp(
            -np.abs(np.subtract.outer(STEP, STEP)) / fit.memory_times[kind]
        ) + fit.white_shares[kind] * np.eye(STEP.size)
        other = GLS(values, np.column_stack([np.ones(40), STEP]), sigma=covariance).fit()
        assert fit.slopes[kind] == pytest.approx(other.params[1], rel=1e-6)
        assert fit.errors[kind] == pytest.approx(other.bse[1], rel=1e-6)


def test_independent_readings_give_least_squares_and_student():
    values = noisy(slope=0.3)
    fit = fit_trend(STEP, values, dependent=False)
    other = OLS(values, np.column_stack([np.ones(40), STEP])).fit()
    assert fit.slope == pytest.approx(other.params[1])
    assert fit.standard_error == pytest.approx(other.bse[1])
    assert fit.interval() == pytest.approx(tuple(other.conf_int()[1]))


def test_segments_share_a_slope_and_have_levels_of_their_own():
    segment = np.repeat([0, 1], 20)
    values = noisy(slope=0.3) - 500.0 * segment
    columns = np.column_stack([segment == 0, segment == 1, STEP]).astype(float)
    other = OLS(values, columns).fit()
    fit = fit_trend(STEP, values, segment, dependent=False)
    assert fit.slope == pytest.approx(other.params[2])
    assert fit.interval() == pytest.approx(tuple(other.conf_int()[2]))
    assert float(fit.predict(39.0)) == pytest.approx(other.params[1] + 39.0 * other.params[2])


@given(
    st.floats(-1e3, 1e3),
    st.floats(1e-3, 1e6),
    st.floats(1e-2, 1e4),
    st.integers(0, 20),
)
@settings(max_examples=25, deadline=None)
def test_the_slope_moves_with_the_units_and_with_a_slope_that_is_added(slope, size, pace, seed):
    values = noisy(seed=seed)
    plain = fit_trend(STEP, values)
    scaled = fit_trend(7.0 + pace * STEP, size * (values + slope * STEP))
    low, high = plain.interval()
    slack = 1e-6 * size / pace * (1.0 + abs(slope))
    assert scaled.interval() == pytest.approx(
        ((low + slope) * size / pace, (high + slope) * size / pace), abs=slack
    )
    assert minimum_detectable_slope(scaled) == pytest.approx(
        minimum_detectable_slope(plain) * size / pace, rel=1e-5
    )


def test_missing_and_irregular_readings_leave_the_slope_where_it_is():
    rng = np.random.default_rng(8)
    step, values = np.arange(300.0), noisy(slope=0.2, n=300, correlation=0.8)
    kept = np.sort(rng.choice(300, 180, replace=False))
    whole, part = fit_trend(step, values), fit_trend(step[kept], values[kept])
    assert part.slope == pytest.approx(whole.slope, abs=2 * whole.standard_error)
    assert part.interval()[0] < 0.2 < part.interval()[1]
    assert part.neighbour_correlation < whole.neighbour_correlation


def test_a_random_walk_has_a_wide_interval():
    values = autoregressive(1.0, 200, np.random.default_rng(3))
    walk = fit_trend(np.arange(200.0), values)
    naive = fit_trend(np.arange(200.0), values, dependent=False)
    assert np.ptp(walk.interval()) > 5.0 * np.ptp(naive.interval())
    assert walk.neighbour_correlation > 0.9


def test_a_straight_line_has_no_width():
    fit = fit_trend(STEP, 3.0 * STEP)
    assert fit.exact
    assert fit.interval() == (pytest.approx(3.0), pytest.approx(3.0))
    assert minimum_detectable_slope(fit) == 0.0


@pytest.mark.parametrize(
    ("step", "values", "segment"),
    [
        ([1, 2], [1.0, 2.0], None),
        ([1, 2, 3], [1.0, np.nan, 2.0], None),
        ([1, 3, 2], [1.0, 2.0, 3.0], None),
        ([1, 2, 3], [1.0, 2.0], None),
        ([1, 2, 3, 4], [1.0, 2.0, 3.0, 5.0], np.array([0, 1, 0, 1])),
        ([1, 2, 3, 4], [1.0, 2.0, 3.0, 5.0], np.array([0, 1, 2, 3])),
    ],
)
def test_a_trend_without_readings_is_refused(step, values, segment):
    with pytest.raises(MeasurementError):
        fit_trend(step, values, segment)


def test_a_run_as_long_as_it_is_shows_its_detectable_slope():
    fit = fit_trend(STEP, noisy())
    least = minimum_detectable_slope(fit)
    assert needed_run(fit, least) == pytest.approx(39.0, rel=1e-6)
    assert needed_run(fit, 2 * least) < 39.0 < needed_run(fit, least / 2)
    assert math.isinf(needed_run(fit, least * 1e-30))
    with pytest.raises(UsageError):
        needed_run(fit, 0.0)


def test_the_needed_run_does_show_the_slope():
    # The noise is white: the error shrinks with the length to the power of 3/2.
    fit = fit_trend(np.arange(100.0), noisy(n=100, correlation=0.0))
    wanted = minimum_detectable_slope(fit) / 4.0
    longer = round(needed_run(fit, wanted)) + 1
    found = fit_trend(np.arange(longer), noisy(n=longer, correlation=0.0, seed=5))
    assert minimum_detectable_slope(found) == pytest.approx(wanted, rel=0.35)


@given(st.integers(3, 12), st.floats(0.1, 10.0), st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_with_independent_noise_the_forecast_is_that_of_fieller(n, slope, seed):
    step = np.arange(float(n))
    held = 100.0 + slope * step + np.random.default_rng(seed).standard_normal(n)
    old = forecast_exhaustion(fit_leak(step, held, resolution_bytes=0), 500.0)
    new = forecast_limit(fit_trend(step, held, dependent=False), 500.0, float(step[-1]))
    for one, other in ((old.steps, new.steps), (old.at_least, new.at_least), (old.high, new.high)):
        assert other == pytest.approx(max(one, step[-1]), rel=1e-6)


def test_a_limit_may_never_be_reached():
    flat = forecast_limit(fit_trend(STEP, noisy()), 1e4, 39.0)
    assert flat.never
    assert "perhaps never" in flat.reason
    falling = forecast_limit(fit_trend(STEP, noisy(slope=-5.0)), 1e4, 39.0)
    assert math.isinf(falling.at_least)
    assert "never gets there" in falling.reason
    growing = forecast_limit(fit_trend(STEP, noisy(slope=5.0)), 1e4, 39.0)
    assert not growing.never
    assert growing.low <= growing.at_least <= growing.steps <= growing.high
    assert growing.steps_left == pytest.approx(growing.steps - 39.0)


def test_a_limit_that_is_reached_counts_from_the_last_reading():
    past = forecast_limit(fit_trend(STEP, noisy(slope=5.0)), 150.0, 39.0)
    assert past.steps == 39.0
    assert "already above" in past.reason
    with pytest.raises(UsageError):
        forecast_limit(fit_trend(STEP, noisy()), 0.0, 39.0)


def test_differences_from_a_baseline_cover_the_truth():
    covered = 0
    for seed in range(30):
        old = fit_trend(np.arange(60.0), noisy(n=60, seed=seed))
        new = fit_trend(0.5 * np.arange(90.0), noisy(slope=0.1, n=90, seed=1000 + seed))
        found = compare_with_baseline(new, old, ends=(44.5, 59.0))
        covered += found.slope_interval[0] <= 0.2 <= found.slope_interval[1]
    # 95 % of 30 draws, less four standard errors.
    assert covered >= 24


def test_a_baseline_gives_three_verdicts_per_unit_of_work():
    old = fit_trend(STEP, noisy(slope=2.0))
    same = fit_trend(STEP, noisy(slope=4.0, seed=4))
    units = {"ends": (39.0, 39.0), "units_per_step": (2.0, 1.0)}
    assert compare_with_baseline(same, old, tolerable=1.0, **units).verdict == "no_faster"
    open_ = compare_with_baseline(same, old, tolerable=0.0, **units)
    assert open_.verdict == "not_enough_data"
    assert "leaves open" in open_.reason
    faster = compare_with_baseline(same, old, ends=(39.0, 39.0))
    assert (faster.verdict, "lies above" in faster.reason) == ("grows_faster", True)
    assert faster.level_difference == pytest.approx(78.0, abs=5.0)
    for wrong in ({"units_per_step": (0.0, 1.0)}, {"tolerable": -1.0}):
        with pytest.raises(UsageError):
            compare_with_baseline(same, old, ends=(39.0, 39.0), **wrong)


def test_two_lines_without_noise_differ_exactly():
    one, two = fit_trend(STEP, 3.0 * STEP), fit_trend(STEP, 2.0 * STEP)
    found = compare_with_baseline(one, two, ends=(39.0, 39.0))
    assert found.slope_interval == pytest.approx((1.0, 1.0))
