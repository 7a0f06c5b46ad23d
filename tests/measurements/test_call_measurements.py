"""Call statistics and wait profiles: totals, absent kinds, and what cannot be a measurement."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.measurements import CallStatistics, Provenance, WaitProfile

ZERO = [0.0, 0.0]


def calls(**changed) -> CallStatistics:
    content = {
        "statement": "7pj2",
        "call": ("parse", "execute"),
        "count": [1, 100],
        "cpu_s": [0.01, 1.5],
        "elapsed_s": [0.02, 2.5],
        **dict.fromkeys(("disk", "query", "current", "rows"), ZERO),
        **changed,
    }
    return CallStatistics(**content)


def test_a_total_is_the_printed_one_or_else_the_sum():
    assert calls().total("elapsed_s") == pytest.approx(2.52)
    three = {
        name: [*getattr(calls(), name), 9.0]
        for name in ("count", "cpu_s", "elapsed_s", "disk", "query", "current", "rows")
    }
    assert calls(call=("parse", "execute", "total"), **three).total("elapsed_s") == 9.0


def test_a_kind_of_call_that_is_not_listed_was_not_made():
    assert calls().at("fetch", "count") == 0.0


def test_a_missing_value_stays_missing_in_the_total():
    assert math.isnan(calls(disk=[0.0, math.nan]).total("disk"))
    assert math.isnan(WaitProfile("a", ("x",), [1], [0.1], [math.nan]).waited_s)


@pytest.mark.parametrize("bad", [-1.0, math.inf])
def test_a_number_that_cannot_be_is_refused(bad):
    with pytest.raises(MeasurementError, match="disk is negative or infinite") as caught:
        calls(disk=[0.0, bad], provenance=Provenance("mine.prf"))
    assert caught.value.path == "mine.prf"
    with pytest.raises(MeasurementError, match="total_waited_s is negative or infinite"):
        WaitProfile("a", ("x",), [1], [0.1], [bad])


def test_each_kind_and_each_event_is_there_once():
    with pytest.raises(MeasurementError, match="each kind of call once"):
        calls(call=("parse", "parse"))
    with pytest.raises(MeasurementError, match="listed twice"):
        WaitProfile("a", ("x", "x"), [1, 1], [0, 0], [0, 0])
    with pytest.raises(MeasurementError, match="at least one row"):
        calls(call=())


def test_shapes_must_agree():
    with pytest.raises(MeasurementError, match="rows has 3 values for 2 calls"):
        calls(rows=[1, 2, 3])
    with pytest.raises(MeasurementError, match="max_wait_s has 1 values for 0 events"):
        WaitProfile("a", (), [], [1], [])


def test_arrays_are_frozen_copies():
    mine = np.array([1.0, 2.0])
    made = calls(count=mine)
    mine[0] = 9.0
    assert made.count.tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="read-only"):
        made.count[0] = 3.0


def test_an_event_that_is_not_listed_was_not_waited_for():
    profile = WaitProfile("a", ("x",), [4], [0.2], [0.5])
    assert profile.at("x", "times_waited") == 4.0
    assert profile.at("y", "total_waited_s") == 0.0
    assert (len(profile), profile.waited_s) == (1, 0.5)
