"""What is cut, set aside or reduced before a slope is fitted to a memory series."""

import numpy as np
import pytest

from calibration.noise import autoregressive, healthy_sawtooth, level_shifts
from contention.errors import MeasurementError
from contention.models import (
    cut_resets,
    cut_restarts_and_gaps,
    find_lower_envelope,
    find_warm_up,
    outlying_readings,
)
from contention.models.block_means import block_means
from contention.models.early_values import count_early_values

STEP = np.arange(200.0)


def noise(correlation=0.5, n=200, seed=1):
    return autoregressive(correlation, n, np.random.default_rng(seed))


def test_known_restarts_and_gaps_cut():
    step = np.concatenate([np.arange(20.0), np.arange(60.0, 80.0)])
    found = cut_restarts_and_gaps(step, restarts=[7.5, -3.0, 900.0])
    assert [cut.kind for cut in found.cuts] == ["restart", "gap"]
    assert [cut.step for cut in found.cuts] == [8.0, 60.0]
    assert np.bincount(found.number).tolist() == [8, 12, 20]
    starts = found.starts(0.0)
    assert starts[:2].tolist() == [0.0, 8.0]
    assert np.isnan(starts[2])
    assert "no reading for 41 before 60" in found.cuts[1].reason


def test_a_fall_to_less_than_half_cuts_and_one_low_reading_does_not():
    held = 1000.0 + 2.0 * STEP + noise()
    held[120:] -= 900.0
    held[50] = 10.0
    found = cut_resets(STEP, held, cut_restarts_and_gaps(STEP))
    assert [(cut.step, cut.kind) for cut in found.cuts] == [(120.0, "reset")]
    assert found.started.all()
    told = cut_resets(STEP, held, cut_restarts_and_gaps(STEP, restarts=[120]))
    assert [cut.kind for cut in told.cuts] == ["restart"]


def test_a_reset_in_a_gap_is_a_start():
    step = np.where(STEP < 100, STEP, STEP + 300)
    held = np.where(STEP < 100, 1000.0, 100.0) + noise()
    known = cut_restarts_and_gaps(step)
    assert not known.started[1]
    found = cut_resets(step, held, known)
    assert (found.count, bool(found.started[1]), found.cuts[0].kind) == (2, True, "reset")


def test_segments_without_a_reading_left_vanish():
    whole = cut_restarts_and_gaps(STEP, restarts=[50, 100])
    part = whole.among(np.array([3, 150, 160]))
    assert part.number.tolist() == [0, 1, 1]
    assert part.cuts == (whole.cuts[1],)


@pytest.mark.parametrize("seed", range(5))
def test_the_troughs_of_a_sawtooth_are_those_after_each_collection(seed):
    held = healthy_sawtooth(200, np.random.default_rng(seed))
    found = find_lower_envelope(held)
    assert found.is_sawtooth
    falls = np.flatnonzero(np.diff(held) < -0.5 * found.fall) + 1
    assert set(falls) <= set(found.troughs) | set(found.troughs - 1)


def test_single_low_readings_are_no_teeth():
    held = 100.0 + noise()
    held[[30, 80, 120, 170]] = 0.0
    assert "no sawtooth" in find_lower_envelope(held).reason
    saw = healthy_sawtooth(200, np.random.default_rng(0))
    low = int(find_lower_envelope(saw).troughs[2]) + 6
    saw[low] = -30.0
    assert low not in find_lower_envelope(saw).troughs


@pytest.mark.parametrize(
    "held",
    [
        *(noise(c, seed=s) for c in (0.0, 0.5, 0.9, 1.0) for s in range(3)),
        level_shifts(200, np.random.default_rng(1)),
        50.0 * np.sin(STEP / 5.0) + noise(),
        np.repeat([300.0, 200.0, 100.0, 0.0], 50) + 0.1 * noise(),
        STEP,
        np.full(200, 7.0),
        np.tile([0.0, 5.0], 100),
    ],
)
def test_noise_waves_and_steps_are_no_sawtooth(held):
    found = find_lower_envelope(held)
    assert not found.is_sawtooth
    assert "no sawtooth" in found.reason


def test_single_readings_are_set_aside_and_steps_of_the_level_are_not():
    held = 100.0 + noise()
    held[[0, 40, 199]] += [500.0, -60.0, 80.0]
    assert np.flatnonzero(outlying_readings(held)).tolist() == [0, 40, 199]
    stepped = np.where(STEP < 100, 0.0, 50.0) + noise()
    assert not outlying_readings(stepped).any()
    assert not outlying_readings(np.minimum(STEP, 30.0) * 10.0 + noise()).any()
    many = np.where(np.arange(200) % 10 == 5, 900.0, 0.0) + noise()
    assert not outlying_readings(many).any()


@pytest.mark.parametrize("until", [20.0, 40.0, 67.0])
@pytest.mark.parametrize("leak", [0.0, 1.0])
def test_a_warm_up_is_cut_where_it_ends(until, leak):
    # A plateau reached after a third of the run, as after 8 of 24 hours, is found.
    held = 30.0 * np.minimum(STEP, until) + leak * STEP + noise()
    found = find_warm_up(STEP, held)
    assert until - 1.0 <= found.duration <= until + 16.0
    assert found.ended
    assert STEP[found.kept][0] >= found.duration


def test_a_warm_up_that_levels_off_slowly_is_cut_where_it_has_faded():
    held = -100.0 * np.exp(-STEP / 12.0) + noise()
    found = find_warm_up(STEP, held)
    # 100 deviations fade to a tenth after 12 ln 1000, 83 steps.
    assert 70.0 < found.duration < 105.0


def test_a_fall_at_the_start_is_a_warm_up_too():
    found = find_warm_up(STEP, 200.0 * np.exp(-STEP / 5.0) + noise())
    assert 25.0 < found.duration < 60.0


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9])
def test_a_leak_is_not_eaten(correlation):
    found = find_warm_up(STEP, 5.0 * STEP + noise(correlation))
    assert (found.duration, found.ended) == (0.0, True)
    assert "no bend" in found.reason


def test_a_run_that_still_warms_up_says_so():
    found = find_warm_up(STEP, 30.0 * np.minimum(STEP, 150.0) + noise())
    assert not found.ended
    assert found.kept.all()
    assert "not over" in found.reason


def test_a_leak_that_begins_late_is_no_warm_up():
    found = find_warm_up(STEP, 30.0 * np.maximum(STEP - 80.0, 0.0) + noise())
    assert found.accelerates
    assert found.duration == 0.0


def test_the_same_warm_up_is_cut_after_each_start_and_none_after_a_gap():
    number = np.repeat([0, 1, 2], [80, 80, 40])
    age = np.concatenate([np.arange(80.0), np.arange(80.0), np.full(40, 99.0)])
    held = 30.0 * np.minimum(age, 20.0) + noise()
    found = find_warm_up(STEP, held, number, [0.0, 80.0, np.nan])
    assert 19.0 <= found.duration <= 28.0
    assert found.kept[160:].all()
    assert np.array_equal(found.kept[:80], found.kept[80:160])


def test_few_readings_are_left_as_they_are():
    few = np.array([1.0, 50.0, 51.0, 52.0, 1.0, 2.0, 3.0, 4.0])
    step = np.arange(8.0)
    assert not find_warm_up(step, few).duration
    assert "too few" in find_warm_up(step, few).reason
    assert not outlying_readings(few).any()
    assert "too few" in find_lower_envelope(few).reason
    assert cut_resets(step, few, cut_restarts_and_gaps(step)).count == 1


def test_block_means_stay_within_their_segments():
    number = np.repeat([0, 1], [130, 70])
    step, held, parts = block_means(STEP, 3.0 * STEP, number, 50)
    assert held == pytest.approx(3.0 * step)
    assert np.bincount(parts).tolist() == [32, 18]
    assert step[parts == 0].max() < 130.0 <= step[parts == 1].min()


def test_first_troughs_off_the_line_of_the_others_are_counted():
    line = 3.0 * np.arange(9.0) + np.array([0.0, 0.1, -0.1, 0.05, -0.05, 0.1, 0.0, -0.1, 0.1])
    assert count_early_values(np.arange(9.0), line) == 0
    line[:2] -= [20.0, 8.0]
    assert count_early_values(np.arange(9.0), line) == 2
    assert count_early_values(np.arange(4.0), line[:4]) == 0


def test_early_values_are_rare_where_there_are_none():
    rng = np.random.default_rng(1)
    found = [count_early_values(np.arange(8.0), rng.standard_normal(8)) > 0 for _ in range(400)]
    # 5 % and four standard errors.
    assert np.mean(found) < 0.05 + 0.044


def test_arrays_that_do_not_belong_together_are_refused():
    with pytest.raises(MeasurementError):
        cut_restarts_and_gaps([1, 1, 2])
    with pytest.raises(MeasurementError):
        outlying_readings([1.0, np.nan])
    with pytest.raises(MeasurementError):
        find_lower_envelope([1.0, np.inf])
    with pytest.raises(MeasurementError):
        find_warm_up([1, 2], [1.0])
    with pytest.raises(MeasurementError):
        find_warm_up([1, 2], [1.0, 2.0], np.array([0, 1]), [1.0])
