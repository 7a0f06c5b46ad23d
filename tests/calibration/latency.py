"""Latency: coverage of quantile intervals, of the share of slow requests, and false kinds."""

from __future__ import annotations

import numpy as np

from calibration.rows import CalibrationRow
from contention.measurements import Histogram
from contention.models import histogram_valleys, latency_mixture, latency_quantiles

__all__ = ["rows"]

_ENDS = np.exp(np.arange(-3.0, 8.0, 0.05))
_PROBABILITIES = (0.5, 0.95, 0.99)
_EVENTS = 1000
_SLOW = 0.1


def _histogram(values: np.ndarray) -> Histogram:
    return Histogram("a", _ENDS[:-1], _ENDS[1:], np.histogram(values, _ENDS)[0], "ms")


def _quantiles(draws: int, rng: np.random.Generator) -> list[CalibrationRow]:
    spread = 0.5
    truth = np.exp(spread * np.array([0.0, 1.6448536, 2.3263479]))
    hits = np.zeros(3)
    for _ in range(draws):
        found = latency_quantiles(
            _histogram(np.exp(spread * rng.normal(size=_EVENTS))), _PROBABILITIES
        )
        hits += [row.low <= t <= row.high for row, t in zip(found.rows, truth, strict=True)]
    setting = f"lognormal, {_EVENTS:,} requests, buckets 5 % wide"
    return [
        CalibrationRow(
            "latency",
            f"quantile {p:g} covered",
            setting,
            "at least 95 %",
            0.95,
            1.0,
            hit / draws,
            draws,
        )
        for p, hit in zip(_PROBABILITIES, hits, strict=True)
    ]


def _kinds(draws: int, rng: np.random.Generator) -> list[CalibrationRow]:
    covered = weights = split = 0
    for _ in range(draws):
        slow = rng.random(_EVENTS) < _SLOW
        values = np.where(slow, 50.0, 1.0) * np.exp(0.35 * rng.normal(size=_EVENTS))
        found = latency_mixture(_histogram(values), most_components=2)
        kind = found.kinds[-1]
        covered += len(found.kinds) == 2 and kind.share_low <= _SLOW <= kind.share_high
        low, high = found.mixture.conf_int()[f"weight_{found.mixture.components}"]
        weights += low <= _SLOW <= high
        one = _histogram(np.exp(0.7 * rng.normal(size=_EVENTS)))
        split += len(histogram_valleys(one)) > 2
    setting = f"two lognormal kinds, 10 % slow, {_EVENTS:,} requests"
    single = f"one lognormal kind, {_EVENTS:,} requests"
    return [
        CalibrationRow(
            "latency",
            "slow share covered, counted",
            setting,
            "at least 94 %",
            0.94,
            1.0,
            covered / draws,
            draws,
        ),
        CalibrationRow(
            "latency",
            "slow share covered, fitted",
            setting,
            "93 to 97 %",
            0.93,
            0.97,
            weights / draws,
            draws,
        ),
        CalibrationRow(
            "latency",
            "a second kind found where there is one",
            single,
            "at most 1 %",
            0.0,
            0.01,
            split / draws,
            draws,
        ),
    ]


def rows(draws: int, seed: int) -> list[CalibrationRow]:
    """A quarter as many data sets, at most 1,000, where mixtures are fitted: that takes a while."""
    rng = np.random.default_rng(seed)
    return [*_quantiles(draws, rng), *_kinds(min(draws // 4, 1000), rng)]
