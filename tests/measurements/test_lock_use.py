"""The use of a lock over sessions is sorted, positive and frozen."""

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.measurements import LockUse, Provenance


def use(**changes):
    columns = {"sessions": [4, 1], "messages": [50, 100], "gets": [600, 300], "mean_get_ns": [9, 2]}
    return LockUse("latch", **(columns | changes), provenance=Provenance("locks.csv"))


def test_rows_are_sorted_and_costs_are_per_message():
    latch = use()
    assert latch.sessions.tolist() == [1, 4]
    assert latch.gets_per_message.tolist() == [3, 12]
    assert latch.ns_per_message.tolist() == [6, 108]
    assert latch.total_messages.tolist() == [100, 200]
    assert list(latch.frame().columns)[:2] == ["lock", "sessions"]
    assert len(latch) == 2


@pytest.mark.parametrize("name", ["sessions", "messages", "gets", "mean_get_ns"])
@pytest.mark.parametrize("bad", [0, -1, np.nan, np.inf])
def test_a_value_that_cannot_be_is_refused_and_located(name, bad):
    with pytest.raises(MeasurementError, match=f"{name} must be positive") as caught:
        use(**{name: [7, bad]})
    assert caught.value.column == name
    assert caught.value.path == "locks.csv"


@pytest.mark.parametrize("gets", [[1], [], [[1, 2]]])
def test_shapes_must_agree(gets):
    with pytest.raises(MeasurementError, match="each session count needs"):
        use(gets=gets)


def test_its_arrays_are_frozen():
    with pytest.raises(ValueError, match="read-only"):
        use().gets[0] = 1
