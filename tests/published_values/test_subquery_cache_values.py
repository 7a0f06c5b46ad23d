"""Figures that follow from the published counts of function calls."""

import numpy as np
import pytest

from contention.models import (
    cyclic_calls,
    infer_losers,
    loser_probability,
    replay_subquery,
    slot_likelihood,
)

EVEN = {50: 50, 91: 50, 92: 51, 100: 52}
ODD = {50: 50, 93: 50, 94: 51, 100: 53, 500: 77}


@pytest.mark.parametrize(
    ("counted", "losers", "first", "value"), [(EVEN, 2, 42, 84), (ODD, 3, 44, 87)]
)
def test_losers_of_each_parity(counted, losers, first, value):
    found = infer_losers(50, list(counted), list(counted.values()))
    assert found.feasible == (losers,)
    assert found.first_loser == (first, first)
    in_order = [level % 100 for level in range(1, 101) if level % 2 == value % 2]
    assert in_order[first - 1] == value
    assert found.cases_exact == len(counted)


def test_three_losers_predict_the_large_test():
    without = {rows: calls for rows, calls in ODD.items() if rows != 500}
    assert infer_losers(50, list(without), list(without.values())).predict(500) == (77, 77)
    assert 50 + 3 * 9 == 77


def test_two_losers_predict_the_even_case_that_was_not_run():
    found = infer_losers(50, list(EVEN), list(EVEN.values()))
    assert found.predict(500) == (68, 68)
    assert cyclic_calls(50, 500, [42, 50]) == 68


def test_likelihood_of_the_number_of_slots():
    fit = slot_likelihood([2, 3], [50, 50])
    assert float(fit.likelihood(fit.estimate)) == pytest.approx(0.062, abs=5e-4)
    assert fit.power_of_two == 512
    assert abs(fit.estimate - 512) < 50
    assert float(fit.likelihood(256)) == pytest.approx(0.017, abs=5e-4)
    assert float(fit.likelihood(1024)) == pytest.approx(0.0183, abs=5e-5)
    assert float(loser_probability(2, 50, 1024)) > float(loser_probability(3, 50, 1024))


@pytest.mark.parametrize(("rows", "direct", "cached"), [(500, 1, 10), (93, 1, 2), (50, 1, 1)])
def test_rows_found_differ_because_the_function_counts_its_calls(rows, direct, cached):
    order = np.arange(rows) % 50
    slots = [0 if place in (43, 48, 49) else place for place in range(50)]
    for taken, expected in ((None, direct), (slots, cached)):
        served = replay_subquery(order, taken).call_of_row
        assert ((order == 2) & (served <= 50)).sum() == expected
