"""Pictures of saturation: rows with limits, and answers on shortened sweeps."""

import math

import numpy as np
import pytest

from contention.figures import (
    criterion_text,
    describe_saturation_intervals,
    describe_saturation_stability,
    draw_saturation_intervals,
    draw_saturation_stability,
    new_axes,
)
from contention.models import saturation_stability
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates

COUNTS = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
ROWS = (
    SaturationEstimate("share_95", 12.0, 8.0, 16.0, "bracket", False),
    SaturationEstimate("bounds_knee", 6.0, 0.0, math.inf, "residuals", False),
    SaturationEstimate("universal_peak", math.inf, 40.0, math.inf, "profile likelihood", True),
    SaturationEstimate("segmented_break", 7.0, 5.0, 9.0, "profile likelihood", False),
    SaturationEstimate.missing("kneedle", "no knee"),
)
TABLE = SaturationEstimates("db", ROWS)


@pytest.fixture(scope="module")
def stability():
    x = 100.0 * COUNTS / (1 + 0.05 * (COUNTS - 1) + 0.002 * COUNTS * (COUNTS - 1))
    return saturation_stability(COUNTS, x * [1.01, 0.99, 1.0, 1.01, 0.99, 1.0])


def test_each_criterion_has_a_row_with_its_value(texts):
    axes = draw_saturation_intervals(TABLE, COUNTS, new_axes())
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [
        "Kneedle",
        "segmented break",
        "universal peak",
        "knee of the bounds",
        "95 % of maximum",
    ]
    shown = texts(axes)
    assert {"12", "6", "never", "7", "none"} <= set(shown)
    assert "dashed: no confidence interval" in shown
    assert "not measured" in shown


def test_limits_are_drawn_where_they_are_and_arrows_where_there_are_none():
    axes = draw_saturation_intervals(TABLE, COUNTS, new_axes())
    spans = {
        line.get_ydata()[0]: tuple(line.get_xdata())
        for line in axes.lines
        if len(line.get_xdata()) == 2
    }
    left, right = axes.get_xlim()
    assert spans == {4: (8, 16), 3: (left, right), 2: (40, right), 1: (5, 9)}
    marks = [line.get_marker() for line in axes.lines]
    assert marks.count(">") == 2
    assert marks.count("<") == 1


def test_limits_of_confidence_and_others_differ_in_line_and_colour():
    lines = draw_saturation_intervals(TABLE, COUNTS, new_axes()).lines
    bracket, interval = (
        next(li for li in lines if len(li.get_xdata()) == 2 and li.get_ydata()[0] == y)
        for y in (4, 1)
    )
    assert bracket.get_linestyle() != interval.get_linestyle()
    assert bracket.get_color() != interval.get_color()


def test_a_table_of_confidence_intervals_needs_no_key(texts):
    table = SaturationEstimates("db", ROWS[3:])
    shown = texts(draw_saturation_intervals(table, COUNTS, new_axes()))
    assert "dashed: no confidence interval" not in shown


def test_the_words_on_limits_name_value_kind_and_ends():
    words = describe_saturation_intervals(TABLE, COUNTS)
    assert "95 % of maximum 12 (bracket 8 to 16)" in words
    assert "universal peak never (profile likelihood 40 to no upper limit)" in words
    assert "Kneedle none" in words
    assert "1 to 32 were measured" in words
    bare = SaturationEstimate("bounds_knee", 6.0, math.nan, math.nan, "none", False)
    assert "knee of the bounds 6." in describe_saturation_intervals(
        SaturationEstimates("db", (bare,)), COUNTS
    )


def test_an_unknown_criterion_keeps_its_name():
    assert criterion_text("share_99") == "99 % of maximum"
    assert criterion_text("elbow") == "elbow"


def test_each_line_of_stability_is_named_at_its_end(stability, texts):
    axes = draw_saturation_stability(stability, new_axes())
    names = texts(axes.child_axes[0])
    kept = [each for each in stability.criteria if each.rows]
    assert len(names) == len(kept)
    assert "95 % of maximum" in names
    line = axes.lines[0]
    share = stability["share_95"]
    assert line.get_xdata().tolist() == list(share.last_sessions)
    assert line.get_ydata().tolist() == [row.sessions for row in share.rows]
    assert axes.get_xscale() == axes.get_yscale() == "log"


def test_answers_far_beyond_the_sweep_break_the_line_and_are_said(texts):
    x = np.array([10.0, 19.0, 30.0, 38.0, 75.0, 150.0])
    growing = saturation_stability(COUNTS, x)
    axes = draw_saturation_stability(growing, new_axes())
    assert axes.get_ylim()[1] == 96.0
    assert any("(then beyond)" in name for name in texts(axes.child_axes[0]))
    assert "never" in describe_saturation_stability(growing)


def test_the_words_on_stability_name_range_and_verdict(stability):
    words = describe_saturation_stability(stability)
    share = stability["share_95"]
    expected = f"95 % of maximum {share.lowest:.3g} to {share.highest:.3g}, {share.verdict}"
    assert expected in words
    assert "nan" not in words


def test_a_criterion_without_an_answer_is_said_to_have_none():
    x = np.array([10.0, 19.0, 35.0, 71.0])
    assert "segmented break none" in describe_saturation_stability(
        saturation_stability(COUNTS[:4], x)
    )


def test_the_same_data_gives_the_same_picture(stability, svg):
    for _ in range(2):
        first, second = (draw_saturation_intervals(TABLE, COUNTS, new_axes()) for _ in range(2))
        assert svg(first) == svg(second)
    first, second = (draw_saturation_stability(stability, new_axes()) for _ in range(2))
    assert svg(first) == svg(second)
