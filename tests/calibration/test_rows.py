"""The limits of a calibration row."""

import pytest

from calibration.rows import CalibrationRow


def row(observed, draws=400):
    return CalibrationRow("t", "q", "s", "93 to 97 %", 0.93, 0.97, observed, draws)


def test_limits_are_kept_up_to_and_including_their_ends():
    assert row(0.93).kept
    assert row(0.97).kept
    assert not row(0.9299).kept
    assert not row(0.9701).kept


def test_few_draws_widen_the_limits_by_their_binomial_error():
    # At 0.93 the error of 400 draws is 0.01276.
    assert row(0.93 - 0.025).kept_within(2.0)
    assert not row(0.93 - 0.026).kept_within(2.0)
    assert not row(0.93 - 0.025, draws=4000).kept_within(2.0)


def test_the_standard_error_is_binomial():
    assert row(0.5, draws=100).standard_error == pytest.approx(0.05)
