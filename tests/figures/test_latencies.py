"""Latency figures show what their words say."""

import math

import pytest

from contention.errors import MeasurementError
from contention.figures import (
    describe_latency_kinds,
    describe_latency_quantiles,
    draw_latency_kinds,
    draw_latency_quantiles,
    new_axes,
)
from contention.measurements import Histogram
from contention.models import latency_mixture, latency_quantiles

ENDS = [2.0**at for at in range(10)]
TWO_KINDS = Histogram("a", ENDS[:9], ENDS[1:], [30, 300, 30, 2, 1, 4, 60, 20, 1], "ms")


def test_each_kind_is_named_and_parted():
    found = latency_mixture(TWO_KINDS)
    axes = draw_latency_kinds(found, new_axes())
    texts = [text.get_text() for text in axes.texts]
    assert [text.split(" %")[0] for text in texts] == ["81", "19"]
    assert axes.get_xlim() == (1.0, 512.0)
    areas = [
        bar.get_height() * math.log10(1 + bar.get_width() / bar.get_x()) for bar in axes.patches
    ]
    assert sum(areas) == pytest.approx(100)
    words = describe_latency_kinds(found)
    assert "2 humps, 81 % between 1 ms and 32 ms" in words


def test_fine_buckets_are_drawn_in_fewer_bars_of_the_same_area():
    ends = [1.0 + 0.01 * at for at in range(401)]
    counts = [1 + at % 7 for at in range(400)]
    data = Histogram("a", ends[:-1], ends[1:], counts, "s")
    axes = draw_latency_kinds(latency_mixture(data, most_components=1), new_axes())
    assert len(axes.patches) == 120
    areas = [
        bar.get_height() * math.log10(1 + bar.get_width() / bar.get_x()) for bar in axes.patches
    ]
    assert sum(areas) == pytest.approx(100)


def test_zero_and_open_ends_have_a_place():
    data = Histogram("a", [0, 1, 2], [1, 2, math.inf], [3, 5, 2], "ms")
    axes = draw_latency_kinds(latency_mixture(data), new_axes())
    assert axes.get_xlim() == (0.25, 8.0)
    found = latency_quantiles(data)
    draw_latency_quantiles([found], new_axes())
    assert "no limit" in describe_latency_quantiles([found])


def test_quantiles_have_their_intervals_and_names():
    few = Histogram("few", [1, 2], [2, 4], [50, 4], "ms")
    found = [latency_quantiles(TWO_KINDS), latency_quantiles(few)]
    axes = draw_latency_quantiles(found, new_axes())
    texts = [text.get_text() for text in axes.texts]
    assert {"a", "few", "no upper limit"} <= set(texts)
    assert [tick.get_text() for tick in axes.get_xticklabels()] == [
        "50 %",
        "90 %",
        "95 %",
        "99 %",
        "99.9 %",
    ]
    with pytest.raises(MeasurementError, match="several units"):
        draw_latency_quantiles(
            [found[0], latency_quantiles(Histogram("s", [1], [2], [1], "s"))], new_axes()
        )
