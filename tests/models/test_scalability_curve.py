import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import ScalabilityCurve

curves = st.builds(
    ScalabilityCurve,
    st.floats(1e-3, 1e6),
    st.one_of(st.just(0.0), st.floats(1e-5, 0.95)),
    st.one_of(st.just(0.0), st.floats(1e-7, 0.05)),
)


@given(curves, st.floats(1.0, 1000.0))
def test_sessions_to_throughput_and_back(curve, n):
    peak = curve.peak_sessions
    # At the peak itself the inverse has infinite slope, so stay a little way off.
    if abs(n / peak - 1.0) < 1e-2:
        n = peak * (1.02 if n > peak else 0.98)
    rising, falling = curve.sessions_at_throughput(float(curve.throughput(n)))
    branch = rising if n < peak else falling
    if curve.contention < 0.9 or n < 100:
        assert branch == pytest.approx(n, rel=1e-9)


@given(curves, st.floats(0.01, 0.999999))
def test_throughput_to_sessions_and_back_on_both_branches(curve, part):
    limit = curve.peak_throughput
    x = part * (limit if math.isfinite(limit) else 1e3 * curve.throughput_at_one)
    for n in curve.sessions_at_throughput(x):
        if math.isfinite(n):
            assert curve.throughput(n) == pytest.approx(x, rel=1e-9)


@given(curves, st.floats(1.0, 1000.0))
def test_sessions_to_response_time_and_back(curve, n):
    r = float(curve.response_time(n))
    if curve.contention == 0.0 and curve.coherency == 0.0:
        with pytest.raises(UsageError):
            curve.sessions_at_response_time(r)
        return
    back = curve.sessions_at_response_time(r)
    # R - R(1) carries what is known of n; near one session little of it is left.
    known = r * curve.throughput_at_one - 1.0
    assert back == pytest.approx(n, rel=1e-9 + 1e-14 * n / known if known > 0 else 1.0, abs=1e-7)
    assert float(curve.response_time(back)) == pytest.approx(r, rel=1e-9)
    assert curve.throughput_at_response_time(r) == pytest.approx(back / r, rel=1e-9)


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
