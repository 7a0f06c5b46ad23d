"""Figures: functions that take data and axes and return the axes, and say it in words too."""

from contention.figures.models_compared import (
    describe_estimators,
    describe_predictions,
    describe_published_model,
    draw_estimators,
    draw_predictions,
    draw_published_model,
)
from contention.figures.processors import describe_busy_processors, draw_busy_processors
from contention.figures.style import new_axes, pretty_label, series_style
from contention.figures.sweeps import (
    describe_round_times,
    describe_throughput,
    draw_round_times,
    draw_throughput,
)

__all__ = [
    "describe_busy_processors",
    "describe_estimators",
    "describe_predictions",
    "describe_published_model",
    "describe_round_times",
    "describe_throughput",
    "draw_busy_processors",
    "draw_estimators",
    "draw_predictions",
    "draw_published_model",
    "draw_round_times",
    "draw_throughput",
    "new_axes",
    "pretty_label",
    "series_style",
]
