"""The fast version: 30 draws a row, limits widened by three binomial errors of so few."""

import pytest

from calibration.groups import rows
from calibration.table import not_in_table

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("noise", ["constant", "proportional"])
def test_the_comparison_of_groups_keeps_what_it_promises(noise):
    found = rows(30, seed=2, noises=[noise])
    assert [row for row in found if not row.kept_within(3.0)] == []
    assert not_in_table(found) == []
