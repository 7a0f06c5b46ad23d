"""Several classes of sessions, the approximation, tighter bounds and the open queue."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import FitError, MeasurementError, UsageError
from contention.models import (
    ClosedNetwork,
    MultiClassNetwork,
    SessionClass,
    Station,
    approximate_mean_values,
    approximation_error,
    balanced_job_bounds,
    geometric_bounds,
    multi_server_queue,
    proportional_bounds,
    solve_closed_network,
)

demands = st.lists(st.floats(0.01, 2.0), min_size=1, max_size=5)
think = st.one_of(st.just(0.0), st.floats(0.01, 50.0))


@given(demands, think, st.integers(1, 60))
def test_one_class_is_the_single_class_network(d, z, n):
    group = SessionClass("all", n, tuple(d), z)
    solved = MultiClassNetwork(("queueing",) * len(d), (group,)).solve()
    single = solve_closed_network(d, n, think_time_s=z)
    assert solved.throughput_per_s[0] == pytest.approx(single.throughput_per_s[-1], rel=1e-10)
    np.testing.assert_allclose(solved.queue_length[0], single.queue_length[-1], rtol=1e-9)


@settings(max_examples=30)
@given(st.integers(0, 6), st.integers(1, 6), st.floats(0.1, 2.0), st.floats(0.0, 5.0))
def test_two_classes_alike_are_one(one, other, d, z):
    parts = tuple(SessionClass(str(n), n, (d, 0.3), z) for n in (one, other))
    solved = MultiClassNetwork(("queueing", "delay"), parts).solve()
    whole = ClosedNetwork((Station("a", d), Station("b", 0.3, "delay")), z).solve(one + other)
    assert solved.throughput_per_s.sum() == pytest.approx(whole.throughput_per_s[-1], rel=1e-10)
    share = one / (one + other)
    assert solved.throughput_per_s[0] == pytest.approx(share * whole.throughput_per_s[-1])


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.integers(0, 5), demands, think), min_size=1, max_size=3),
    st.lists(st.sampled_from(["queueing", "delay"]), min_size=5, max_size=5),
)
def test_every_session_is_somewhere(groups, kinds):
    parts = tuple(
        SessionClass(str(c), n, (*d, *[0.1] * (5 - len(d))), z)
        for c, (n, d, z) in enumerate(groups)
    )
    solved = MultiClassNetwork(tuple(kinds), parts).solve()
    inside = solved.queue_length.sum(axis=1)
    thinking = solved.throughput_per_s * [part.think_time_s for part in parts]
    np.testing.assert_allclose(inside + thinking, [part.sessions for part in parts], atol=1e-9)
    busy = solved.utilisation.sum(axis=0)
    assert all(b <= 1 + 1e-12 for b, kind in zip(busy, kinds, strict=True) if kind == "queueing")


def test_two_classes_by_a_sum_over_all_states():
    # One session each at two shared servers; the states of a product form, by hand.
    d = np.array([[1.0, 2.0], [0.5, 0.25]])
    weight = {}
    for a, b in itertools.product((0, 1), repeat=2):
        together = 2.0 if a == b else 1.0  # two orders where both are at one station
        weight[a, b] = d[0, a] * d[1, b] * together
    total = sum(weight.values())
    at_first = (weight[0, 0] + weight[0, 1]) / total
    classes = (SessionClass("a", 1, (1.0, 2.0)), SessionClass("b", 1, (0.5, 0.25)))
    solved = MultiClassNetwork(("queueing", "queueing"), classes).solve()
    assert solved.queue_length[0, 0] == pytest.approx(at_first)


@given(demands, think, st.integers(1, 200))
def test_the_approximation_is_low_and_never_far_off(d, z, n):
    network = ClosedNetwork(tuple(Station(str(k), s) for k, s in enumerate(d)), z)
    error = approximation_error(network, n)
    assert -0.2 < error.relative_throughput <= 1e-9
    assert error.exact >= error.approximate * (1 - 1e-9)
    if n == 1:
        assert error.relative_throughput == pytest.approx(0.0, abs=1e-9)
        assert np.abs(error.queue_length).max() < 1e-9


def test_fractions_of_sessions_are_taken_by_the_approximation_alone():
    network = MultiClassNetwork(("queueing",), (SessionClass("a", 2.5, (1.0,), 1.0),))
    between = approximate_mean_values(network).throughput_per_s[0]
    whole = [
        approximate_mean_values(
            MultiClassNetwork(("queueing",), (SessionClass("a", n, (1.0,), 1.0),))
        ).throughput_per_s[0]
        for n in (2, 3)
    ]
    assert whole[0] < between < whole[1]
    with pytest.raises(UsageError, match="approximate_mean_values takes fractions"):
        network.solve()


def test_a_class_without_sessions_has_no_response_time():
    classes = (SessionClass("a", 2, (1.0,)), SessionClass("b", 0, (3.0,)))
    network = MultiClassNetwork(("queueing",), classes)
    for solved in (network.solve(), approximate_mean_values(network)):
        np.testing.assert_allclose(solved.throughput_per_s, [1.0, 0.0])
        assert np.isnan(solved.response_time_s[1])
        assert solved.queue_length[1, 0] == 0.0


def test_an_approximation_that_does_not_settle_says_so():
    network = MultiClassNetwork(("queueing",), (SessionClass("a", 2, (1.0,), 1.0),))
    with pytest.raises(FitError, match="did not settle"):
        approximate_mean_values(network, tolerance=-1.0)


@given(demands, think, st.integers(1, 60))
def test_tighter_bounds_hold_as_well(d, z, n):
    solved = solve_closed_network(d, n, think_time_s=z)
    counts, x = solved.sessions, solved.throughput_per_s
    for bounds in (
        geometric_bounds(d, think_time_s=z),
        proportional_bounds(d, think_time_s=z),
        balanced_job_bounds(d, think_time_s=z),
    ):
        assert np.all(bounds.throughput_lower(counts) <= x * (1 + 1e-9))
        assert np.all(bounds.throughput(counts) >= x * (1 - 1e-9))
        late = solved.response_time_s * (1 + 1e-9) + 1e-9
        assert np.all(bounds.response_time(counts) <= late)
        assert np.all(bounds.response_time_upper(counts) >= solved.response_time_s * (1 - 1e-9))


@given(st.floats(0.01, 0.99), st.integers(1, 30))
def test_the_open_queue_obeys_a_sum_over_its_states(busy, m):
    load = busy * m
    queue = multi_server_queue(load, 1.0, m)
    terms = np.cumprod(np.r_[1.0, load / np.arange(1, m + 1)])
    rest = terms[-1] / (1.0 - busy)  # states with m or more, a geometric series
    expected = rest / (terms[:-1].sum() + rest)
    assert queue.waiting_probability == pytest.approx(expected, rel=1e-10)
    assert queue.requests == pytest.approx(queue.waiting_requests + load)
    assert queue.utilisation == pytest.approx(busy)


@pytest.mark.parametrize(
    "make",
    [
        lambda: MultiClassNetwork(("multi",), (SessionClass("a", 1, (1.0,)),)),
        lambda: MultiClassNetwork(("delay",), ()),
        lambda: MultiClassNetwork(("delay",), (SessionClass("a", -1, (1.0,)),)),
        lambda: MultiClassNetwork(("delay",), (SessionClass("a", 1, (1.0, 2.0)),)),
        lambda: MultiClassNetwork(("delay",), (SessionClass("a", 1, (0.0,)),)),
        lambda: MultiClassNetwork(
            ("delay",), tuple(SessionClass(str(c), 200, (1.0,)) for c in range(4))
        ).solve(),
        lambda: approximate_mean_values(
            MultiClassNetwork(("delay",), (SessionClass("a", 0, (1.0,)),))
        ),
        lambda: approximation_error(ClosedNetwork((Station("a", 1.0, servers=2),)), 3),
        lambda: geometric_bounds([0.0]),
        lambda: proportional_bounds([1.0], think_time_s=-1.0),
        lambda: multi_server_queue(-1.0, 1.0),
        lambda: multi_server_queue(0.5, 1.0, 0),
    ],
)
def test_impossible_figures_are_refused(make):
    with pytest.raises(UsageError):
        make()


def test_an_overloaded_open_queue_has_no_steady_state():
    with pytest.raises(MeasurementError, match="grows without end"):
        multi_server_queue(2.0, 1.0, 2)
