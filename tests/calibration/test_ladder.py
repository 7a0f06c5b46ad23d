"""The fast version: 400 sweeps a row, limits widened by three binomial errors of so few."""

import pytest

from calibration.ladder import rows
from calibration.table import not_in_table

pytestmark = pytest.mark.slow


def test_the_ladder_keeps_what_it_promises():
    found = rows(400, seed=5)
    assert [row for row in found if not row.kept_within(3.0)] == []
    assert not_in_table(found) == []
