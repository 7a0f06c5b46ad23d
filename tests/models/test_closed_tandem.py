"""The closed line of stations, against event simulations written here."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import (
    PipelineModel,
    constant_tandem_response_time,
    exponential_tandem_response_time,
)


def simulate(draw, stations, sessions, jobs, think=0.0):
    """Mean response time of a closed line, first come first served; draw(k) gives service times."""
    free = [0.0] * stations
    ready = [0.0] * sessions
    responses = []
    for _ in range(jobs):
        who = min(range(sessions), key=ready.__getitem__)
        start = clock = ready[who]
        for k in range(stations):
            clock = free[k] = max(clock, free[k]) + draw(k)
        ready[who] = clock + think
        responses.append(clock - start)
    return float(np.mean(responses[jobs // 4 :]))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 40), min_size=3, max_size=3),
    st.integers(1, 12),
    st.integers(0, 60),
)
def test_constant_service_gives_the_bound_exactly(times, sessions, think):
    simulated = simulate(lambda k: float(times[k]), 3, sessions, 240 * sessions, float(think))
    formula = constant_tandem_response_time(times, sessions, think_time=think)
    assert simulated == pytest.approx(float(formula), rel=1e-9)


def test_exponential_service_gives_mean_value_analysis():
    times = (13.0, 17.0, 21.0)
    means = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        means.append(simulate(lambda k, r=rng: r.exponential(times[k]), 3, 6, 12_000))
    error = np.std(means, ddof=1) / np.sqrt(len(means))
    expected = float(exponential_tandem_response_time(times, 6))
    assert abs(np.mean(means) - expected) < 4 * error
    assert error < 0.01 * expected


@given(st.lists(st.floats(0.1, 50.0), min_size=1, max_size=4), st.floats(0.0, 100.0))
def test_random_service_never_waits_less(times, think):
    n = np.arange(1, 40)
    constant = constant_tandem_response_time(times, n, think_time=think)
    random = exponential_tandem_response_time(times, n, think_time=think)
    assert np.all(random >= constant * (1 - 1e-9) - 1e-9)


def test_the_published_argument_misses_what_the_line_does():
    times = (13.0, 17.0, 21.0)
    model = PipelineModel(times)
    simulated = simulate(lambda k: times[k], 3, 48, 9600)
    assert simulated == pytest.approx(48 * 21.0)
    assert float(model.response_time_us(48)) < 0.14 * simulated


def test_times_out_of_range_are_refused():
    with pytest.raises(UsageError):
        constant_tandem_response_time([], 1)
    with pytest.raises(UsageError):
        constant_tandem_response_time([1.0], 1, think_time=-1.0)
    with pytest.raises(UsageError):
        exponential_tandem_response_time([0.0], 1)
