"""Intervals of latencies keep their level, on few draws."""

import pytest

from calibration.latency import rows
from calibration.table import not_in_table

pytestmark = pytest.mark.slow


def test_quantiles_and_shares_are_covered():
    # 200 draws, 50 of mixtures: limits widened by three binomial standard errors.
    found = rows(200, seed=11)
    assert [row.quantity for row in found if not row.kept_within(3.0)] == []
    assert not_in_table(found) == []
