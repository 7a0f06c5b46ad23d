"""A few hundred draws of the calibration of the leak verdict."""

import numpy as np
import pytest

from calibration.leak import false_leaks, leaking_restarts, open_verdicts, peers, power, rows
from calibration.table import not_in_table

pytestmark = pytest.mark.slow

# Limits are widened by the binomial error of so few draws, three standard errors.
REACH = 3.0


@pytest.mark.parametrize(
    "part",
    [false_leaks, open_verdicts, power, leaking_restarts, peers],
    ids=lambda part: part.__name__,
)
def test_the_verdict_keeps_its_level_and_its_power(part):
    missed = [
        f"{row.quantity}, {row.setting}: {row.observed}"
        for row in part(30, np.random.default_rng(3))
        if not row.kept_within(REACH)
    ]
    assert not missed


def test_all_rows_belong_to_the_topic():
    found = rows(1, seed=1)
    assert {row.topic for row in found} == {"leak"}
    assert not_in_table(found) == []
