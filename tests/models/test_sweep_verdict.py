"""A sweep in three sentences, what to measure next, what stays open."""

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.measurements import Sweep
from contention.models import ScalabilityCurve, check_sweep, fit_model_ladder, sweep_verdict

N = np.array([1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0])


def sweep_of(curve, sessions=N, *, runs=2, noise=0.01, **columns):
    rng = np.random.default_rng(2)
    n = np.repeat(sessions, runs)
    x = curve.throughput(n) * (1 + noise * rng.standard_normal(n.size))
    return Sweep("data", n, x, **{k: np.repeat(v, runs) for k, v in columns.items()})


def verdict_of(sweep, **options):
    quality = check_sweep(sweep)
    ladder = None
    if sweep.distinct_sessions >= 4:
        ladder = fit_model_ladder(sweep.sessions, sweep.throughput_per_s)
    return sweep_verdict(sweep, quality, ladder, **options)


def test_a_peak_is_named_with_its_interval_and_the_fall():
    verdict = verdict_of(sweep_of(ScalabilityCurve(1000.0, 0.1, 0.01)))
    answer, saturation, trust = verdict.sentences
    assert answer.startswith("Throughput has a peak at 9.")
    assert "it was seen to fall, by" in answer
    assert "outside" not in answer
    assert "95% of the greatest throughput measured" in saturation
    assert "interval" in saturation
    assert trust == "Nothing in the data speaks against this reading."


def test_a_ceiling_and_a_straight_line_are_told_apart():
    level = verdict_of(sweep_of(ScalabilityCurve(100.0, 0.2, 0.0)))
    assert "levels off: a share of 0.2" in level.sentences[0]
    assert "limit of 5" in level.sentences[0]
    straight = verdict_of(sweep_of(ScalabilityCurve(100.0, 0.0, 0.0), N[:6]))
    assert "grew in proportion to sessions up to 8" in straight.sentences[0]
    assert "the true point may lie outside the sweep" in straight.sentences[1]
    assert any("up to 16: throughput is greatest" in text for text in straight.measure_next)


def test_a_peak_beyond_the_sweep_is_marked_and_asked_for():
    verdict = verdict_of(sweep_of(ScalabilityCurve(100.0, 0.02, 4e-4), runs=3, noise=0.002))
    assert "outside the measured range" in verdict.sentences[0]
    assert any("measure beyond 48" in text for text in verdict.measure_next)
    near = verdict_of(sweep_of(ScalabilityCurve(100.0, 0.02, 6.5e-4), runs=3, noise=0.001))
    assert any("to see both sides of the peak" in text for text in near.measure_next)


def test_what_was_not_recorded_is_asked_for_and_left_open():
    verdict = verdict_of(sweep_of(ScalabilityCurve(1000.0, 0.1, 0.01), runs=1))
    wanted = " ".join(verdict.measure_next)
    assert "run each count twice or more, first of all 1, " in wanted
    assert "response time" in wanted
    assert "CPU time" in wanted
    left = " ".join(verdict.cannot_say)
    assert "what the sessions wait for" in left
    assert "beyond 48 sessions" in left
    assert "no count was measured twice" in left
    assert "no response times" in left


def test_what_was_recorded_is_not():
    curve = ScalabilityCurve(1000.0, 0.1, 0.01)
    times = N / curve.throughput(N)
    full = sweep_of(curve, response_time_s=times * 0.6, cpu_time_s=N, duration_s=N * 0 + 60)
    verdict = verdict_of(full)
    assert not any("record the" in text for text in verdict.measure_next)
    left = " ".join(verdict.cannot_say)
    assert "no response times" not in left
    assert "processors were full" not in left
    assert "without think time" in left


def test_gaps_in_the_counts_are_filled_where_the_curve_bends():
    sparse = np.array([2.0, 10.0, 20.0, 30.0, 60.0, 120.0])
    verdict = verdict_of(sweep_of(ScalabilityCurve(100.0, 0.05, 1e-3), sparse))
    assert any(text.startswith("add 4") for text in verdict.measure_next)
    assert any("the lowest count is 2" in text for text in verdict.measure_next)


def test_a_law_that_misses_the_shape_is_not_to_be_trusted():
    n = np.repeat(N, 3)
    x = 100 * np.minimum(n, 8.0) + np.tile([1.0, 0.0, -1.0], N.size)
    verdict = verdict_of(Sweep("data", n, x))
    assert "misses the shape" in verdict.sentences[2]
    assert "a single queue fits better" in verdict.sentences[2]
    assert any("where the chosen law misses most" in text for text in verdict.measure_next)


def test_doubts_of_the_gate_come_first():
    n = [1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32]
    x = [100, 60, 190, 200, 100, 340, 520, 500, 610, 640, 600, 620]
    verdict = verdict_of(Sweep("data", n, x))
    assert verdict.sentences[2].startswith("Read it with care: the gate objects: ")
    assert any(text.startswith("repeat the runs at 4 sessions") for text in verdict.measure_next)


def test_few_counts_have_no_law():
    verdict = verdict_of(Sweep("data", [1, 2, 4], [10.0, 19.0, 33.0]))
    assert verdict.sentences[0].startswith("Throughput rose 3.3-fold from 1 to 4 sessions")
    assert "3 are too few for a law" in verdict.measure_next[0]
    with pytest.raises(MeasurementError):
        verdict_of(Sweep("data", [2, 2], [10.0, 11.0]))


def test_four_points_have_hardly_more_than_parameters():
    verdict = verdict_of(Sweep("data", [1, 4, 8, 16], [10.0, 30.0, 42.0, 50.0]), share=0.9)
    assert "hardly more points" in verdict.sentences[2]
    assert "90%" in verdict.sentences[1]
    assert "4 are too few for intervals" in verdict.measure_next[0]
