"""The fast version: 60 sweeps a row, limits widened by three binomial errors of so few."""

import pytest

from calibration.saturation import rows
from calibration.table import not_in_table

pytestmark = pytest.mark.slow


def test_intervals_of_saturation_points_hold_their_level():
    found = rows(60, seed=8)
    assert [row for row in found if not row.kept_within(3.0)] == []
    assert not_in_table(found) == []
