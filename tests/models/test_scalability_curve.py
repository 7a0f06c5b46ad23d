import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import ScalabilityCurve

# Coherency down to nothing, contention up to one, and everything between.
curves = st.builds(
    ScalabilityCurve,
    st.floats(-6.0, 9.0).map(lambda e: 10.0**e),
    st.one_of(
        st.just(0.0),
        st.floats(-9.0, 0.0).map(lambda e: 10.0**e),
        st.floats(-9.0, -1.0).map(lambda e: 1.0 - 10.0**e),
    ),
    st.one_of(st.just(0.0), st.floats(-14.0, 0.0).map(lambda e: 10.0**e)),
)
counts = st.floats(0.0, 5.0).map(lambda e: 10.0**e)


def slowdown(curve, n):
    return 1.0 + curve.contention * (n - 1.0) + curve.coherency * n * (n - 1.0)


def close(expected, gain):
    """To 1e-9, or to what a double holds where the value hardly depends on the sessions.

    ``gain`` is the relative change of the value by that of the sessions; its rounding error of
    some 1e-16 comes back divided by it.
    """
    tolerance = 1e-9 + (2e-14 / abs(gain) if gain else math.inf)
    return pytest.approx(expected, rel=tolerance)


@given(curves, counts)
def test_sessions_to_throughput_and_back(curve, n):
    gain = (1.0 - curve.contention - curve.coherency * n * n) / slowdown(curve, n)
    assume(abs(gain) > 1e-6)  # nearer to the peak, throughput says nothing of the sessions
    rising, falling = curve.sessions_at_throughput(float(curve.throughput(n)))
    assert (rising if gain > 0 else falling) == close(n, gain)


@given(curves, st.floats(1e-6, 1.0))
def test_throughput_to_sessions_and_back_on_both_branches(curve, part):
    limit = curve.peak_throughput
    x = part * (limit if math.isfinite(limit) else 1e3 * curve.throughput_at_one)
    assume(part < 1.0 or math.isfinite(curve.peak_sessions))  # a limit is never reached
    for n, r in zip(
        curve.sessions_at_throughput(x), curve.response_times_at_throughput(x), strict=True
    ):
        if 1.0 <= n < 1e12:
            assert float(curve.throughput(n)) == pytest.approx(x, rel=1e-9)
            assert float(curve.response_time(n)) == pytest.approx(r, rel=1e-9)


@given(curves, counts)
def test_sessions_to_response_time_and_back(curve, n):
    r = float(curve.response_time(n))
    if curve.contention == 0.0 and curve.coherency == 0.0:
        with pytest.raises(UsageError):
            curve.sessions_at_response_time(r)
        return
    gain = n * (curve.contention + curve.coherency * (2.0 * n - 1.0)) / slowdown(curve, n)
    back = curve.sessions_at_response_time(r)
    assert back == close(n, gain)
    assert float(curve.response_time(back)) == pytest.approx(r, rel=1e-9)
    assert curve.throughput_at_response_time(r) == pytest.approx(back / r, rel=1e-9)
    assert curve.throughput_at_response_time(r) == pytest.approx(
        float(curve.throughput(back)), rel=1e-9
    )


@given(curves)
def test_the_peak_itself_is_found_on_both_branches(curve):
    assume(1.0 < curve.peak_sessions < 1e6 and curve.contention < 0.9999)
    rising, falling = curve.sessions_at_throughput(curve.peak_throughput)
    # Half the digits: near its maximum throughput does not depend on the sessions.
    assert rising == pytest.approx(curve.peak_sessions, rel=1e-4)
    assert falling == pytest.approx(curve.peak_sessions, rel=1e-4)


@given(curves, counts)
def test_the_parts_of_the_time_add_up_to_the_response_time(curve, n):
    split = curve.time_split(n)
    assert float(split.response_time) == pytest.approx(float(curve.response_time(n)), rel=1e-12)
    assert float(split.response_time) == pytest.approx(n / float(curve.throughput(n)), rel=1e-12)
    assert sum(float(share) for share in split.shares()) == pytest.approx(1.0)
    assert float(curve.efficiency(n)) == pytest.approx(split.shares()[0], rel=1e-12)


def test_a_cause_removed_changes_that_parameter_only():
    curve = ScalabilityCurve(90.0, 0.03, 1e-4)
    assert curve.what_if(contention=0.001) == ScalabilityCurve(90.0, 0.001, 1e-4)
    assert curve.what_if(coherency=0.0).peak_throughput == curve.contention_limit == 3000.0
    assert curve.what_if(throughput_at_one=10.0).throughput(1.0) == 10.0
    assert curve.what_if(contention=0.0).contention_limit == math.inf
    with pytest.raises(UsageError, match="out of range"):
        curve.what_if(coherency=-1.0)


@given(curves)
def test_no_session_count_beats_the_peak(curve):
    for n in (1.0, 2.0, 5.0, 30.0, 400.0, 1e4):
        assert curve.throughput(n) <= curve.peak_throughput * (1 + 1e-12)


def test_the_peak_is_where_gunther_puts_it():
    # R package usl, test peak-scalability: sqrt((1 - .001) / 1e-5).
    assert ScalabilityCurve(1.0, 0.001, 1e-5).peak_sessions == pytest.approx(316.0696, abs=5e-5)


@pytest.mark.parametrize(
    ("alpha", "beta", "peak", "limit"),
    [
        (0.0, 0.0, math.inf, math.inf),
        (0.25, 0.0, math.inf, 4.0),
        (1.5, 0.0, 1.0, 1.0),
        (1.5, 0.1, 1.0, 1.0),
        (0.5, 4.0, 1.0, 1.0),
        (1.0, 0.0, math.inf, 1.0),
    ],
)
def test_the_peak_of_a_curve_without_an_inner_maximum(alpha, beta, peak, limit):
    curve = ScalabilityCurve(1.0, alpha, beta)
    assert (curve.peak_sessions, curve.peak_throughput) == (peak, limit)


def test_a_throughput_above_the_peak_is_refused_with_the_peak():
    curve = ScalabilityCurve(90.0, 0.03, 1e-4)
    with pytest.raises(UsageError, match="at most"):
        curve.sessions_at_throughput(curve.peak_throughput * 1.001)


@pytest.mark.parametrize("values", [(0.0, 0.1, 0.1), (1.0, -0.1, 0.0), (1.0, 0.0, math.nan)])
def test_parameters_out_of_range_are_refused(values):
    with pytest.raises(UsageError, match="out of range"):
        ScalabilityCurve(*values)


def test_a_response_time_below_that_of_one_session_is_refused():
    with pytest.raises(UsageError, match="no session count"):
        ScalabilityCurve(10.0, 0.1, 0.0).sessions_at_response_time(0.09)
