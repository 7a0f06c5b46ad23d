"""Likelihood of the number of slots: its highest point, its intervals and their coverage."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import SlotLikelihood, loser_probability, simulate_losers, slot_likelihood


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


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(1, 40)), min_size=1, max_size=3))
def test_the_estimate_has_the_highest_likelihood_and_lies_in_its_interval(sets):
    losers = [lost for lost, _ in sets]
    fit = slot_likelihood(losers, [lost + more for lost, more in sets])
    near = np.unique(np.clip(fit.estimate + np.arange(-3, 4), fit.least, None))
    assert fit.likelihood(fit.estimate) >= fit.likelihood(near).max() * (1 - 1e-9)
    low, high = fit.conf_int()
    assert fit.least <= low <= fit.estimate <= high < math.inf
    sizes = 2.0 ** np.arange(0, 14)
    assert fit.likelihood(fit.power_of_two) >= fit.likelihood(sizes).max() * (1 - 1e-9)


@pytest.mark.parametrize("alpha", [0.05, 0.5])
def test_the_ends_of_the_ratio_interval_are_where_the_ratio_reaches_its_limit(alpha):
    fit = slot_likelihood([2, 3], [50, 50])
    low, high = fit.ratio_interval(alpha)
    drop = {0.05: 3.841459, 0.5: 0.454937}[alpha]
    top = max(float(fit.likelihood(m)) for m in range(460, 490))
    for inside, outside in ((low, low - 1), (high, high + 1)):
        assert 2 * math.log(top / float(fit.likelihood(inside))) <= drop + 1e-3
        assert 2 * math.log(top / float(fit.likelihood(outside))) > drop - 1e-3


def test_the_ends_of_the_interval_are_where_a_tail_becomes_too_rare():
    """With one set the tails are sums of exact fractions."""
    low, high = slot_likelihood([3], [50]).conf_int()

    def tails(slots):
        chance = exact_distribution(50, int(slots))
        return sum(chance[k] for k in range(4)), 1 - sum(chance[k] for k in range(3))

    assert tails(low)[0] > 0.025 >= tails(low - 1)[0]
    assert tails(high)[1] > 0.025 >= tails(high + 1)[1]


def test_several_sets_are_judged_by_all_their_losers():
    fit = slot_likelihood([2, 3], [50, 50])
    one = {k: float(loser_probability(k, 50, 400)) for k in range(6)}
    expected = sum(one[i] * one[j] for i in one for j in one if i + j <= 5)
    assert fit.at_most(5, 400.0) == pytest.approx(expected)
    assert fit.at_most(-1, 400.0) == 0.0
    assert slot_likelihood([1], [2]).at_most(1, 9.0) == pytest.approx(1.0)


def test_without_losers_there_is_no_upper_end():
    fit = slot_likelihood([0], [50])
    assert (fit.estimate, fit.power_of_two) == (math.inf, math.inf)
    low, high = fit.conf_int()
    assert high == math.inf
    assert float(loser_probability(0, 50, low)) > 0.025 >= float(loser_probability(0, 50, low - 1))
    low, high = fit.ratio_interval()
    assert high == math.inf
    assert -2 * math.log(float(fit.likelihood(low))) == pytest.approx(3.8415, abs=0.01)


@pytest.mark.parametrize(("losers", "distinct"), [([], []), ([1], [2, 3]), ([5], [5])])
def test_sets_that_cannot_be_are_refused(losers, distinct):
    with pytest.raises(UsageError):
        slot_likelihood(losers, distinct)


def coverage(slots, interval):
    pairs = np.column_stack([simulate_losers(50, slots, 3000, seed) for seed in (5, 6)])
    drawn, times = np.unique(np.sort(pairs, axis=1), axis=0, return_counts=True)
    fits = [slot_likelihood([int(a), int(b)], [50, 50]) for a, b in drawn]
    inside = [low <= slots <= high for low, high in map(interval, fits)]
    return float((times * inside).sum() / 3000)


@pytest.mark.parametrize("slots", [128, 256, 512, 1024, 4096])
def test_the_interval_covers_the_true_number_of_slots_at_least_as_often_as_stated(slots):
    assert 0.945 <= coverage(slots, SlotLikelihood.conf_int) <= 1.0


def test_the_ratio_interval_misses_too_often_where_losers_are_few():
    assert coverage(256, SlotLikelihood.ratio_interval) > 0.93
    assert coverage(1024, SlotLikelihood.ratio_interval) < 0.92
