"""Sequences of gets and releases: each event has its mark, and nested gets are joined."""

import pytest

from contention.errors import MeasurementError
from contention.figures import describe_event_sequence, draw_event_sequence, new_axes

OBJECTS = ["Mutex", "Mutex", "Latch", "Mutex", "Mutex", "Latch"]
GETS = [True, True, True, False, False, False]
LABELS = ["90", "71", "", "", "", ""]


def test_each_event_is_a_mark_in_the_lane_of_its_object(texts):
    axes = draw_event_sequence(OBJECTS, GETS, LABELS, new_axes(), starts=[0])
    marks = [line for line in axes.get_lines() if line.get_linestyle() == "None"]
    drawn = sorted(x for line in marks for x in line.get_xdata())
    assert drawn == [1, 2, 3, 4, 5, 6]
    lanes = [label.get_text() for label in axes.get_yticklabels()]
    assert lanes == ["Mutex get", "Mutex release", "Latch get", "Latch release"]
    assert {"90", "71", "pass 1"} <= set(texts(axes))


def test_gets_without_a_release_between_them_are_joined_across_other_objects():
    axes = draw_event_sequence(OBJECTS, GETS, LABELS, new_axes())
    (joined,) = [line for line in axes.get_lines() if line.get_linewidth() == 4]
    assert list(joined.get_xdata()) == [1, 2]
    text = describe_event_sequence(OBJECTS, GETS, LABELS, starts=[0])
    assert text == (
        "6 events in order, in 1 passes. Mutex: 2 gets and 2 releases; Latch: 1 gets and 1"
        " releases. Gets inside a get: 90 71."
    )


def test_sequences_of_different_lengths_are_refused():
    with pytest.raises(MeasurementError, match="for each event"):
        draw_event_sequence(OBJECTS, GETS, [], new_axes())
    with pytest.raises(MeasurementError, match="for each event"):
        describe_event_sequence([], [], [])
