"""Figures that follow from the six published runs."""

import pytest

from contention.models import Rounded

TICK_MS = 10.0
ELAPSED_CS = {
    ("dbms_crypto", 0): 23,
    ("java_v1", 0): 112,
    ("java_v2", 0): 86,
    ("dbms_crypto", 10): 18,
    ("java_v1", 10): 245,
    ("java_v2", 10): 114,
}


def time_ms(method, ends):
    return Rounded.between_ticks(10.0 * ELAPSED_CS[method, ends], TICK_MS)


@pytest.mark.parametrize(
    ("method", "value", "low", "high"),
    [("java_v1", 112 / 23, 111 / 24, 113 / 22), ("java_v2", 86 / 23, 85 / 24, 87 / 22)],
)
def test_ratio_to_the_plain_method(method, value, low, high):
    ratio = time_ms(method, 0) / time_ms("dbms_crypto", 0)
    assert ratio.value == pytest.approx(value)
    assert ratio.interval == pytest.approx((low, high))


@pytest.mark.parametrize(
    ("method", "value"), [("java_v1", 133), ("java_v2", 28), ("dbms_crypto", -5)]
)
def test_cost_of_a_session_end(method, value):
    cost = (time_ms(method, 10) - time_ms(method, 0)) * 0.1
    assert cost.value == pytest.approx(value)
    assert cost.interval == pytest.approx((value - 2, value + 2))
    assert cost.excludes_zero
