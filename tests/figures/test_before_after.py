"""Pictures of before and after: what they draw adds up, and what they say is what they draw."""

import math

import pytest

from contention import figures
from contention.errors import MeasurementError
from models.runs_to_compare import calls, compare, sampled, waits


@pytest.fixture
def found():
    runs = [calls("old"), calls("new", elapsed=(0.1, 10.0, 0.5), counts=(1, 100, 300))]
    events = ({"read": (400, 0.1, 0.8), "sync": (9, 0.1, 0.5)}, {"read": (800, 0.9, 8.0)})
    return compare(
        runs, [waits(n, e) for n, e in zip(("old", "new"), events, strict=True)], per="run"
    )


def widths(axes):
    return [patch.get_width() for patch in axes.patches]


def test_the_steps_of_a_waterfall_lead_from_before_to_after(found):
    axes = figures.draw_waterfall(found, figures.new_axes())
    before, after, *steps = axes.patches
    assert before.get_width() + sum(s.get_width() for s in steps) == pytest.approx(
        after.get_width()
    )
    assert steps[0].get_x() == pytest.approx(before.get_width())
    assert axes.get_yticklabels()[0].get_text() == "old"
    assert axes.get_xlabel() == "Elapsed time (s per run)"
    text = figures.describe_waterfall(found)
    assert "from old, 2.6 s, to new, 10.6 s: read +7.2 s" in text
    assert "sync -500 ms" in text


def test_more_and_longer_add_up_to_each_difference(found):
    axes = figures.draw_more_or_slower(found, found.by_component, figures.new_axes())
    assert sum(widths(axes)) == pytest.approx(found.total.difference_s)
    assert len(axes.get_legend_handles_labels()[1]) == 3
    text = figures.describe_more_or_slower(found.by_component)
    assert "read +7.2 s, of which more of them +2.4 s and each longer +4.8 s" in text
    assert "not accounted for" in text


def test_before_stands_beside_after(found):
    waited = [part for part in found.by_component if part.kind == "wait"]
    axes = figures.draw_side_by_side(found, waited, figures.new_axes())
    assert sorted(widths(axes)) == pytest.approx([0.0, 0.5, 0.8, 8.0])
    assert "read 800 ms and 8 s" in figures.describe_side_by_side(found, waited)


def test_a_time_per_execution_is_said_on_the_axis():
    runs = [calls("old"), calls("new", counts=(1, 300, 100))]
    found = compare(runs, per="aaa")
    axes = figures.draw_more_or_slower(found, found.by_call, figures.new_axes())
    assert axes.get_xlabel().endswith("per execution of aaa)")


def test_an_unchanged_comparison_is_drawn_without_a_legend():
    same = compare([], [sampled("old", {"lock": 5}), sampled("new", {"lock": 5})])
    axes = figures.draw_more_or_slower(same, same.by_component, figures.new_axes())
    assert axes.get_legend() is None
    assert math.isfinite(axes.get_xlim()[1])


def test_nothing_to_draw_is_refused(found):
    with pytest.raises(MeasurementError, match="at least one part"):
        figures.draw_side_by_side(found, [], figures.new_axes())
