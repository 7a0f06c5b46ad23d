"""What every fit can say of itself, and its summary as text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from contention.models.intervals import Interval

__all__ = ["Fit", "number_text", "summary_text"]


class Fit(Protocol):
    """The part that all fits share; statsmodels' words where it has them."""

    @property
    def n(self) -> int:
        """Number of points fitted."""

    @property
    def params(self) -> dict[str, float]:
        """Estimates by name."""

    @property
    def bse(self) -> dict[str, float]:
        """Standard errors by name; NaN where there is none, as at a bound."""

    @property
    def derived(self) -> dict[str, float]:
        """Quantities that follow from the estimates, by name."""

    @property
    def units(self) -> dict[str, str]:
        """Units of parameters and derived quantities."""

    @property
    def verdict(self) -> str:
        """The answer in a word or a sentence."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before trusting the answer."""

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Intervals of parameters and derived quantities; absent where not estimable."""

    def predict(self, x: Any) -> Any:
        """The fitted curve."""

    def summary(self) -> str:
        """All of it as text."""


def number_text(value: float) -> str:
    """A number with six significant digits, and words for what is not a number.

    Examples
    --------
    >>> number_text(403.5), number_text(float("inf")), number_text(float("nan"))
    ('403.5', 'infinity', 'none')
    """
    if math.isnan(value):
        return "none"
    if math.isinf(value):
        return "infinity" if value > 0 else "-infinity"
    return f"{value:.6g}"


def summary_text(title: str, fit: Fit, *, alpha: float = 0.05, notes: Sequence[str] = ()) -> str:
    """A small table of estimates, errors and intervals, then the verdict and the warnings.

    Parameters
    ----------
    title : str
        First line.
    fit : Fit
        What to describe.
    alpha : float, default 0.05
        Share of intervals that may miss.
    notes : sequence of str
        Lines to put before the warnings.

    Returns
    -------
    str
        Lines without trailing blanks.
    """
    intervals: Mapping[str, Interval] = fit.conf_int(alpha)
    heading = f"{100 * (1 - alpha):g} % interval"
    rows = [("", "estimate", "std err", heading, "unit")]
    for name, value in {**fit.params, **fit.derived}.items():
        error = number_text(fit.bse[name]) if name in fit.bse else ""
        ends = intervals.get(name)
        reach = f"{number_text(ends[0])} to {number_text(ends[1])}" if ends else "none"
        rows.append((name, number_text(value), error, reach, fit.units.get(name, "")))
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    table = ["  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip() for r in rows]
    lines = [f"{title}, {fit.n} points", *table, f"verdict: {fit.verdict}", *notes]
    return "\n".join(lines + [f"warning: {text}" for text in fit.warnings])
