"""A memory series increases in its steps, may miss a reading, and is frozen."""

import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.measurements import MemorySeries, Provenance


def test_a_missing_reading_is_kept_as_missing():
    series = MemorySeries("data", [1, 2, 3], [10, math.nan, 30])
    assert len(series) == 3
    assert math.isnan(series.bytes[1])


def test_nothing_held_is_a_reading():
    assert MemorySeries("data", [0], [0]).bytes.tolist() == [0.0]


@pytest.mark.parametrize("steps", [[1, 1], [2, 1], [1, math.nan], [1, math.inf]])
def test_steps_must_increase_and_be_finite(steps):
    with pytest.raises(MeasurementError, match="after add: steps must increase") as caught:
        MemorySeries("after add", steps, [1, 2], provenance=Provenance("log.csv"))
    assert caught.value.path == "log.csv"
    assert caught.value.column == "step"


@pytest.mark.parametrize("bad", [-1.0, math.inf])
def test_a_byte_count_that_cannot_be_is_refused_and_located(bad):
    with pytest.raises(MeasurementError) as caught:
        MemorySeries("data", [1, 7], [5, bad])
    assert caught.value.column == "bytes"
    assert caught.value.found == f"{bad:g} at step 7"


@pytest.mark.parametrize(("steps", "held"), [([], []), ([1, 2], [1]), ([[1]], [[1]])])
def test_shapes_must_agree_and_hold_something(steps, held):
    with pytest.raises(MeasurementError, match="as many byte counts as steps"):
        MemorySeries("data", steps, held)


def test_the_step_unit_is_run_or_seconds():
    assert MemorySeries("data", [1], [1], step_unit="s").step_unit == "s"
    with pytest.raises(MeasurementError, match="unknown step unit") as caught:
        MemorySeries("data", [1], [1], step_unit="min")
    assert caught.value.expected == "run or s"


def test_its_arrays_are_frozen_copies_of_the_caller_s():
    mine = np.array([1.0, 2.0])
    series = MemorySeries("data", mine, mine)
    with pytest.raises(ValueError, match="read-only"):
        series.bytes[0] = 9.0
    mine[0] = 9.0
    assert series.step.tolist() == [1.0, 2.0]
