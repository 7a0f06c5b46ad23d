"""Histograms of latencies side by side, and the choice of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd

from contention.errors import ContentionError, UsageError
from contention.measurements import Histogram
from contention.models.duration_text import duration_text
from contention.models.latency_report import describe_latency

__all__ = ["choose_histogram", "latency_table"]


def choose_histogram(histograms: Sequence[Histogram], label: str = "") -> Histogram:
    """The histogram of that label; without one, that of most buckets with counts.

    Parameters
    ----------
    histograms : sequence of Histogram
        At least one.
    label : str
        Empty for the finest.

    Returns
    -------
    Histogram

    Raises
    ------
    UsageError
        When none has the label; the message names those there are.

    Examples
    --------
    >>> coarse = Histogram("coarse", [1], [4], [9], "ms")
    >>> fine = Histogram("fine", [1, 2], [2, 4], [5, 4], "ms")
    >>> choose_histogram([coarse, fine]).label
    'fine'
    """
    if not label:
        return max(histograms, key=lambda one: int((one.count > 0).sum()))
    for histogram in histograms:
        if histogram.label == label:
            return histogram
    known = ", ".join(histogram.label for histogram in histograms)
    raise UsageError("there is no histogram of that label", found=label, expected=known)


def latency_table(histograms: Sequence[Histogram], *, alpha: float = 0.05) -> pd.DataFrame:
    """One row for each histogram: requests, quantiles, mean, kinds.

    Parameters
    ----------
    histograms : sequence of Histogram
    alpha : float, default 0.05
        Share of intervals that may miss.

    Returns
    -------
    DataFrame
        Times as text, since units may differ; a histogram that cannot be described says why.

    Examples
    --------
    >>> table = latency_table([Histogram("a", [1, 2], [2, 4], [90, 10], "ms")])
    >>> table["half below"].tolist()
    ['2 ms']
    """
    rows = []
    for histogram in histograms:
        row: dict[str, object] = {"histogram": histogram.label, "requests": int(histogram.total)}
        try:
            found = describe_latency(histogram, alpha=alpha)
        except ContentionError as problem:
            rows.append({**row, "note": problem.message})
            continue
        low, high = found.tails[0].mean_bounds
        text = partial(duration_text, unit=histogram.unit)
        rows.append(
            row
            | {
                "half below": text(found.quantiles[0.5].bucket_high),
                "99 % below": text(found.quantiles[0.99].bucket_high),
                "mean at least": text(low),
                "mean at most": text(high),
                "kinds": len(found.mixture.kinds),
                "slowest kind (%)": 100 * found.mixture.kinds[-1].share,
                "note": "",
            }
        )
    frame = pd.DataFrame(rows)
    return frame.drop(columns="note") if "note" in frame and not any(frame["note"]) else frame
