"""Occupancy of hash slots: exact fractions, closed forms, simulation."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import (
    first_loser_pvalue,
    loser_probability,
    simulate_losers,
)


def exact_distribution(distinct, slots):
    """Probabilities of 0, 1, ... losers, by adding one value after the other."""
    chance = {0: Fraction(1)}
    for placed in range(distinct):
        after: dict[int, Fraction] = {}
        for lost, weight in chance.items():
            taken = Fraction(placed - lost, slots)
            after[lost] = after.get(lost, Fraction(0)) + weight * (1 - taken)
            after[lost + 1] = after.get(lost + 1, Fraction(0)) + weight * taken
        chance = after
    return chance


@pytest.mark.parametrize(("distinct", "slots"), [(1, 1), (4, 3), (10, 16), (50, 512), (50, 60)])
def test_probabilities_are_those_of_exact_arithmetic(distinct, slots):
    exact = exact_distribution(distinct, slots)
    for lost in range(distinct):
        found = float(loser_probability(lost, distinct, slots))
        assert found == pytest.approx(float(exact.get(lost, 0)), rel=1e-9, abs=1e-300)


def test_all_outcomes_of_a_small_case_are_counted():
    outcomes = list(itertools.product(range(3), repeat=4))
    for lost in range(4):
        hits = sum(4 - len(set(outcome)) == lost for outcome in outcomes)
        assert float(loser_probability(lost, 4, 3)) == pytest.approx(hits / len(outcomes))


@given(st.integers(2, 60), st.integers(1, 5000))
def test_probabilities_add_up_and_the_mean_is_the_known_one(distinct, slots):
    chances = [float(loser_probability(lost, distinct, slots)) for lost in range(distinct)]
    assert sum(chances) == pytest.approx(1.0, abs=1e-8)
    mean = sum(lost * chance for lost, chance in enumerate(chances))
    empty = slots * (1 - 1 / slots) ** distinct
    assert mean == pytest.approx(distinct - slots + empty, abs=1e-7 * slots)


def test_simulated_shares_are_the_exact_ones():
    lost = simulate_losers(50, 512, 40_000, seed=3)
    for wanted in range(6):
        share, chance = (lost == wanted).mean(), float(loser_probability(wanted, 50, 512))
        assert abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / 40_000)


def test_the_same_seed_gives_the_same_losers():
    assert np.array_equal(simulate_losers(9, 7, 50, seed=1), simulate_losers(9, 7, 50, seed=1))


@pytest.mark.parametrize(
    ("losers", "distinct", "slots"), [(-1, 5, 9), (5, 5, 9), (0, 0, 9), (1, 5, 0), (1, 5, math.nan)]
)
def test_impossible_numbers_are_refused(losers, distinct, slots):
    with pytest.raises(UsageError):
        loser_probability(losers, distinct, slots)


@given(st.integers(1, 6), st.integers(0, 20), st.integers(2, 20))
def test_the_place_of_the_first_loser_has_a_distribution(losers, more, slots_factor):
    distinct = losers + 2 + more
    tail = [first_loser_pvalue(losers, distinct, at) for at in range(2, distinct - losers + 2)]
    assert tail[0] == pytest.approx(1.0)
    assert all(before > after > 0 for before, after in itertools.pairwise(tail))


def test_the_place_of_the_first_loser_does_not_depend_on_the_slots():
    """Of random sets with two losers, the share with a late first one is the stated one."""
    expected = first_loser_pvalue(2, 12, 8)
    for slots in (32, 64):
        hashed = np.random.default_rng(slots).integers(slots, size=(60_000, 12))
        taken = [
            (hashed[:, :at] == hashed[:, at : at + 1]).any(axis=1) for at in range(1, 12)
        ]  # fmt: skip
        lost = np.array(taken)
        two = lost.sum(axis=0) == 2
        share = (lost.argmax(axis=0)[two] + 2 >= 8).mean()
        assert share == pytest.approx(expected, abs=4 * math.sqrt(0.25 / two.sum()))


@pytest.mark.parametrize(("losers", "first"), [(0, 3), (2, 1), (2, 10)])
def test_an_impossible_first_place_is_refused(losers, first):
    with pytest.raises(UsageError, match="first loser is impossible"):
        first_loser_pvalue(losers, 10, first)
