"""The fast version: 200 sweeps a row, limits widened by three binomial errors of so few."""

import pytest

from calibration import scalability
from calibration.scalability import rows
from calibration.table import not_in_table

pytestmark = pytest.mark.slow


def test_intervals_and_bands_hold_what_they_promise(monkeypatch):
    monkeypatch.setattr(scalability, "INNER", 199)
    found = rows(200, seed=5)
    assert [row for row in found if not row.kept_within(3.0)] == []
    assert not_in_table(found) == []
