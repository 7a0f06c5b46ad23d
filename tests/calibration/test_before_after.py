"""A few hundred draws of what the intervals of a comparison are worth."""

import pytest

from calibration.before_after import rows
from calibration.table import not_in_table

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("row", rows(draws=400, seed=3), ids=lambda r: f"{r.quantity}: {r.setting}")
def test_an_interval_keeps_its_promise_within_the_error_of_few_draws(row):
    assert row.kept_within(3.0), f"{row.observed:.3f}, required {row.required}"
    assert not_in_table([row]) == []
