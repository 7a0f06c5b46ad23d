"""The findings of leak analyses as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from contention.models.leak_findings import LeakAnalysis

__all__ = ["forecasts_table", "readings_table", "runs_needed_table", "slopes_table", "stages_table"]

_AXIS = {"run": "steps", "s": "s"}
_PER = {"run": "step", "s": "s"}
_FRACTIONS = (1.0, 0.5, 0.1)


def readings_table(found: Sequence[LeakAnalysis]) -> pd.DataFrame:
    """One row for each series: how many readings, over what, from where to where.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        On the same kind of axis.

    Returns
    -------
    pandas.DataFrame
        One row for each.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> readings_table([analyse_leak([1, 2, 3], [100.0, 203.0, 300.0])]).readings.tolist()
    [3]
    """
    rows = []
    for one in found:
        step, held = one.readings.step, one.readings.bytes
        gaps = np.diff(step)
        rows.append(
            {
                "series": one.readings.label,
                "readings": step.size,
                "missing": one.readings.missing,
                f"first_{_PER[one.readings.step_unit]}": step[0],
                f"last_{_PER[one.readings.step_unit]}": step[-1],
                "pace": float(np.median(gaps)) if gaps.size else math.nan,
                "least_bytes": held.min(),
                "greatest_bytes": held.max(),
            }
        )
    return pd.DataFrame(rows)


def stages_table(found: LeakAnalysis) -> pd.DataFrame:
    """What each stage did, in words.

    Parameters
    ----------
    found : LeakAnalysis
        The analysis.

    Returns
    -------
    pandas.DataFrame
        One row for each stage, in order.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> stages_table(analyse_leak([1, 2, 3], [100.0, 203.0, 300.0])).stage.tolist()[-1]
    'slope'
    """
    return pd.DataFrame(list(found.stages), columns=["stage", "what it did"])


def slopes_table(found: Sequence[LeakAnalysis]) -> pd.DataFrame:
    """Slope, interval, what would have shown, and verdict of each series.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        On the same kind of axis.

    Returns
    -------
    pandas.DataFrame
        One row for each; NaN where too few readings give no slope.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> slopes_table([analyse_leak([1, 2, 3], [100.0, 203.0, 300.0])]).verdict.tolist()
    ['leak']
    """
    rows = []
    for one in found:
        low, high = (math.nan, math.nan) if one.trend is None else one.trend.interval(one.alpha)
        per = f"bytes_per_{_PER[one.readings.step_unit]}"
        row = {
            "series": one.readings.label,
            per: one.slope,
            "low": low,
            "high": high,
            "would_show": one.minimum_detectable_slope,
            "negligible": one.negligible_slope,
            "verdict": one.verdict.replace("_", " "),
        }
        if one.units_per_step is not None:
            row["bytes_per_unit"] = one.slope / one.units_per_step
        rows.append(row)
    return pd.DataFrame(rows)


def runs_needed_table(found: Sequence[LeakAnalysis]) -> pd.DataFrame:
    """How long a run with the same noise would have to be to show smaller slopes.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        On the same kind of axis.

    Returns
    -------
    pandas.DataFrame
        Three rows for each whose noise is known: the slope shown, a half, a tenth.

    Examples
    --------
    >>> from contention.models import analyse_leak
    >>> held = [100.0, 203.0, 300.0, 401.0]
    >>> table = runs_needed_table([analyse_leak([1, 2, 3, 4], held)])
    >>> len(table), table.columns.tolist()
    (3, ['series', 'bytes_per_step', 'needs_steps', 'times_this_run'])
    """
    rows = []
    for one in found:
        if one.trend is None or one.trend.exact:
            continue
        for fraction in _FRACTIONS:
            slope = fraction * one.minimum_detectable_slope
            needed = one.needed_run(slope)
            rows.append(
                {
                    "series": one.readings.label,
                    f"bytes_per_{_PER[one.readings.step_unit]}": slope,
                    f"needs_{_AXIS[one.readings.step_unit]}": needed,
                    "times_this_run": needed / one.trend.span,
                }
            )
    return pd.DataFrame(rows)


def forecasts_table(found: Sequence[LeakAnalysis]) -> pd.DataFrame:
    """When each line reaches the limit; infinity stands for never.

    Parameters
    ----------
    found : sequence of LeakAnalysis
        On the same kind of axis.

    Returns
    -------
    pandas.DataFrame
        One row for each that has a limit.

    Examples
    --------
    >>> from contention.models import LeakSettings, analyse_leak
    >>> one = analyse_leak(
    ...     [1, 2, 3, 4], [100.0, 203.0, 300.0, 401.0], settings=LeakSettings(limit_bytes=1e4)
    ... )
    >>> float(forecasts_table([one]).reached_at.round(1)[0])
    100.0
    """
    return pd.DataFrame(
        [
            {
                "series": one.readings.label,
                "reached_at": one.forecast.steps,
                "low": one.forecast.low,
                "high": one.forecast.high,
                "not_before": one.forecast.at_least,
                "left": one.forecast.steps_left,
            }
            for one in found
            if one.forecast is not None
        ]
    )
