"""A sweep is sorted, keeps replicates, is frozen, and refuses what cannot be a measurement."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError
from contention.measurements import Flag, Provenance, Sweep

POSITIVE = st.floats(1e-3, 1e9, allow_nan=False)
ROWS = st.lists(st.tuples(st.integers(1, 50), POSITIVE, POSITIVE), min_size=1, max_size=30)


@given(ROWS)
def test_rows_stay_together_when_they_are_sorted_and_none_is_lost(rows):
    sessions, throughput, response = (list(part) for part in zip(*rows, strict=True))
    sweep = Sweep("data", sessions, throughput, response_time_s=response)
    found = list(zip(sweep.sessions, sweep.throughput_per_s, sweep.response_time_s, strict=True))
    assert sorted(found) == sorted((float(n), x, r) for n, x, r in rows)
    assert np.all(np.diff(sweep.sessions) >= 0)
    assert len(sweep) == len(rows)
    assert sweep.distinct_sessions == len(set(sessions))


def test_replicates_are_kept_in_the_order_measured():
    sweep = Sweep("data", [4, 1, 4], [300.0, 100.0, 310.0])
    assert sweep.throughput_per_s.tolist() == [100.0, 300.0, 310.0]
    assert (len(sweep), sweep.distinct_sessions) == (3, 2)


@pytest.mark.parametrize("name", ["sessions", "throughput_per_s"])
@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_sessions_and_throughput_must_be_positive_and_finite(name, bad):
    good = {"sessions": [1.0, 2.0], "throughput_per_s": [10.0, 20.0]}
    with pytest.raises(MeasurementError, match=f"{name} must be positive and finite") as caught:
        Sweep("aix", **{**good, name: [1.0, bad]}, provenance=Provenance("mine.csv"))
    assert caught.value.path == "mine.csv"
    assert caught.value.column == name
    assert f"{bad:g}" in caught.value.found


@pytest.mark.parametrize("sessions", [[], [[1.0, 2.0]], 3.0])
def test_a_sweep_needs_a_row(sessions):
    with pytest.raises(MeasurementError, match="at least one row"):
        Sweep("data", sessions, sessions)


@pytest.mark.parametrize(
    "name", ["throughput_per_s", "response_time_s", "cpu_time_s", "wait_time_s", "duration_s"]
)
def test_every_column_must_have_the_length_of_the_sessions(name):
    columns = {"sessions": [1, 2], "throughput_per_s": [10.0, 20.0], name: [1.0, 2.0, 3.0]}
    with pytest.raises(MeasurementError, match=f"{name} has 3 values for 2 session counts"):
        Sweep("data", **columns)


def test_a_missing_optional_reading_stays_missing():
    sweep = Sweep("data", [2, 1], [20.0, 10.0], cpu_time_s=[math.nan, 5.0])
    assert sweep.cpu_time_s[0] == 5.0
    assert math.isnan(sweep.cpu_time_s[1])
    assert sweep.wait_time_s is None


def test_its_arrays_are_frozen_copies_of_the_caller_s():
    mine = np.array([1.0, 2.0])
    sweep = Sweep("data", mine, mine)
    with pytest.raises(ValueError, match="read-only"):
        sweep.sessions[0] = 9.0
    mine[0] = 9.0
    assert sweep.sessions.tolist() == [1.0, 2.0]


def test_the_part_up_to_a_session_count_includes_it_and_keeps_everything_else():
    flag = Flag(2, None, "x", "odd")
    whole = Sweep(
        "aix",
        [1, 3, 6],
        [10.0, 20.0, 30.0],
        duration_s=[600.0, 601.0, 602.0],
        provenance=Provenance("a.txt"),
        flags=(flag,),
    )
    part = whole.up_to(3)
    assert part.sessions.tolist() == [1.0, 3.0]
    assert part.duration_s.tolist() == [600.0, 601.0]
    assert part.response_time_s is None
    assert (part.label, part.provenance, part.flags) == ("aix", whole.provenance, (flag,))


def test_its_frame_has_the_label_and_what_was_measured():
    frame = Sweep("aix", [3, 1], [20.0, 10.0], cpu_time_s=[5.0, math.nan]).frame()
    assert list(frame.columns) == ["series", "sessions", "throughput_per_s", "cpu_time_s"]
    assert frame["series"].tolist() == ["aix", "aix"]
    assert frame["sessions"].tolist() == [1.0, 3.0]
    assert math.isnan(frame["cpu_time_s"][0])


def test_a_part_without_rows_is_refused():
    with pytest.raises(MeasurementError, match="at least one row"):
        Sweep("data", [3], [10.0]).up_to(2)
