"""Losers of a cache: closed form against a replay, inference against what was put in."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import FitError, UsageError
from contention.models import cyclic_calls, infer_losers, replay_subquery


@st.composite
def caches(draw):
    """A number of values, and the slot of each."""
    distinct = draw(st.integers(1, 12))
    slots = draw(st.lists(st.integers(0, 15), min_size=distinct, max_size=distinct))
    return distinct, slots


def losers_of(slots):
    return [at + 1 for at, slot in enumerate(slots) if slot in slots[:at]]


@given(caches(), st.integers(0, 60))
def test_the_closed_form_is_what_a_replay_counts(cache, rows):
    distinct, slots = cache
    order = np.arange(rows) % distinct
    if distinct > 1:
        expected = replay_subquery(order, slots).calls
        assert cyclic_calls(distinct, rows, losers_of(slots)) == expected


@given(caches(), st.lists(st.integers(0, 11), max_size=60))
def test_sorted_rows_call_once_per_value_and_no_cache_once_per_row(cache, values):
    distinct, slots = cache
    order = [value % distinct for value in values]
    assert replay_subquery(sorted(order), slots).calls == len(set(order))
    plain = replay_subquery(order, None)
    assert plain.calls == len(order)
    assert plain.call_of_row.tolist() == list(range(1, len(order) + 1))
    assert len(set(order)) <= replay_subquery(order, slots).calls <= len(order)


@given(caches(), st.lists(st.integers(1, 60), min_size=1, max_size=5, unique=True))
@settings(max_examples=80)
def test_inference_contains_the_truth_reproduces_and_predicts_it(cache, rows):
    distinct, slots = cache
    truth = losers_of(slots)
    counted = [replay_subquery(np.arange(n) % distinct, slots).calls for n in rows]
    found = infer_losers(distinct, rows, counted)
    assert len(truth) in found.feasible
    assert found.cases_exact == len(rows)
    assert len(found.positions) == found.losers
    for more in (1, distinct + 1, 3 * distinct, 5 * distinct + distinct // 2):
        least, most = found.predict(more)
        assert least <= replay_subquery(np.arange(more) % distinct, slots).calls <= most
    if found.exact and truth:
        assert found.first_loser[0] <= truth[0] <= found.first_loser[1]


def test_a_full_second_pass_fixes_the_number():
    found = infer_losers(10, [20], [13])
    assert (found.feasible, found.exact) == ((3,), True)
    assert found.first_loser == (2, 8)


def test_less_than_a_second_pass_leaves_it_open():
    found = infer_losers(10, [15], [11])
    assert found.feasible == (1, 2, 3, 4, 5, 6)
    assert not found.exact
    assert found.predict(20) == (11, 16)


def test_no_losers_have_no_place():
    found = infer_losers(10, [40], [10])
    assert (found.losers, found.first_loser, found.positions) == (0, (0, 0), ())
    assert found.predict(5) == (5, 5)


@pytest.mark.parametrize(
    ("rows", "calls"), [([20], [9]), ([30], [13]), ([20, 30], [12, 15]), ([5], [4]), ([20], [20])]
)
def test_counts_that_no_losers_explain_are_an_error(rows, calls):
    with pytest.raises(FitError, match="no number of losers"):
        infer_losers(10, rows, calls)


@pytest.mark.parametrize("places", [[1], [11], [3, 3]])
def test_impossible_places_are_refused(places):
    with pytest.raises(UsageError, match="places must differ"):
        cyclic_calls(10, 20, places)


def test_a_newcomer_that_takes_the_slot_makes_both_values_call_again():
    order = [0, 1, 0, 1, 0, 1]
    assert replay_subquery(order, [4, 4]).calls == 4
    assert replay_subquery(order, [4, 4], replaces=True).calls == 6


def test_without_the_last_result_a_loser_calls_for_each_of_its_rows():
    order = [0, 1, 1, 1]
    assert replay_subquery(order, [4, 4]).calls == 2
    assert replay_subquery(order, [4, 4], keeps_last=False).calls == 4


def test_each_row_is_served_by_the_call_that_computed_it():
    assert replay_subquery([0, 1, 0, 1], [4, 4]).call_of_row.tolist() == [1, 2, 1, 3]
