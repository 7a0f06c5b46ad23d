import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention import laws
from contention.errors import MeasurementError
from contention.models import solve_closed_network

positive = st.floats(1e-6, 1e6)


def test_littles_law_on_a_textbook_disk():
    # Lazowska et al. 1984, section 3.3: 40 requests/s, 0.0225 s of service, 4 requests present.
    assert laws.utilisation(40.0, 0.0225) == pytest.approx(0.90)
    assert laws.sessions_in_system(40.0, 0.1) == pytest.approx(4.0)


def test_interactive_response_time_of_a_textbook_timesharing_system():
    # Lazowska et al. 1984, section 3.4: 64 users, 30 s think time, 2 interactions/s.
    assert laws.interactive_response_time(64, 2.0, 30.0) == pytest.approx(2.0)


def test_forced_flow_counts_three_latch_gets_per_object_get():
    # 211,328,141 object gets and 633,984,132 latch gets in 600 s.
    gets = laws.station_throughput(211_328_141 / 600, 3)
    assert gets * 600 == pytest.approx(633_984_132, rel=1e-6)


@given(positive, positive, st.floats(0.0, 1e6))
def test_figures_made_by_the_laws_leave_no_residual(x, r, z):
    n = laws.sessions_in_system(x, r) + laws.sessions_in_system(x, z)
    assert laws.little_residual(n, x, r, z) == pytest.approx(0.0, abs=1e-9)


@given(st.integers(1, 10_000), positive, st.floats(0.0, 1.0))
def test_think_time_and_response_time_invert_each_other(n, x, part):
    r = part * n / x
    z = laws.think_time(n, x, r)
    assert laws.interactive_response_time(n, x, max(z, 0.0)) == pytest.approx(r, abs=1e-9 * n / x)


@given(
    st.lists(st.floats(0.001, 1.0), min_size=1, max_size=4),
    st.floats(0.0, 5.0),
    st.integers(1, 30),
)
def test_mean_value_analysis_obeys_every_law(demands, think, sessions):
    s = solve_closed_network(demands, sessions, think_time_s=think)
    x, r = s.throughput_per_s, s.response_time_s
    np.testing.assert_allclose(laws.little_residual(s.sessions, x, r, think), 0.0, atol=1e-9)
    np.testing.assert_allclose(laws.utilisation(x[:, None], demands), s.utilisation)
    assert np.all(s.utilisation <= 1.0 + 1e-12)
    np.testing.assert_allclose(s.queue_length.sum(axis=1), s.sessions - x * think, atol=1e-9)


@pytest.mark.parametrize(
    "call",
    [
        lambda: laws.sessions_in_system(-1.0, 1.0),
        lambda: laws.sessions_in_system(1.0, np.inf),
        lambda: laws.utilisation(1.0, 1.0, 0),
        lambda: laws.interactive_response_time(1, 0.0),
        lambda: laws.think_time(1, [1.0, 0.0], 1.0),
        lambda: laws.little_residual(0, 1.0, 1.0),
        lambda: laws.station_throughput(1.0, [-2.0]),
    ],
)
def test_impossible_figures_are_refused(call):
    with pytest.raises(MeasurementError, match="must be finite"):
        call()


def test_a_missing_figure_stays_missing():
    assert np.isnan(laws.little_residual(2, [1.0, np.nan], 1.0))[1]
