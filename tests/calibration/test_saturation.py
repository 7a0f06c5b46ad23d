"""The fast version: 60 sweeps a row, limits widened by three binomial errors of so few."""

from calibration.saturation import rows


def test_intervals_of_saturation_points_hold_their_level():
    missed = [row for row in rows(60, seed=8) if not row.kept_within(3.0)]
    assert missed == []
