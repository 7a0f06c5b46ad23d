"""Whether points need a break at all, or one straight line is enough."""

from __future__ import annotations

import math

import numpy as np

from contention.models.broken_line import BrokenLineDesign

__all__ = ["break_pvalue"]


def break_pvalue(
    design: BrokenLineDesign, straight: float, broken: float, *, draws: int = 1999, seed: int = 0
) -> float:
    """Probability that noise about a straight line gains as much from a break.

    Parameters
    ----------
    design : BrokenLineDesign
        The positions.
    straight, broken : float
        Residual sums of squares of one line and of the best broken line.
    draws : int, default 1999
        Simulated noise sets; with none the answer is NaN.
    seed : int, default 0
        For the drawing.

    Returns
    -------
    float
        (1 + number of sets that gain at least as much) / (draws + 1).

    Notes
    -----
    The break does not exist under a straight line, so the F statistic, maximised over breaks,
    has no F distribution. But with normal errors its distribution depends neither on the line
    nor on the noise level, only on the positions; so it is drawn, and the test has its level
    exactly.

    References
    ----------
    Dufour, "Monte Carlo tests with nuisance parameters", Journal of Econometrics 133, 2006,
    proposition 2.2.

    Examples
    --------
    >>> design = BrokenLineDesign(np.arange(1.0, 13.0))
    >>> break_pvalue(design, 10.0, 1.0), break_pvalue(design, 10.0, 9.5) > 0.5
    (0.0005, True)
    """
    if draws < 1:
        return math.nan
    noise = np.random.default_rng(seed).standard_normal((draws, design.positions.size))
    _, rest = design.best(noise)
    gains = design.straight(noise) / rest
    seen = straight / broken if broken > 0.0 else math.inf
    return float((1 + np.count_nonzero(gains >= seen)) / (draws + 1))
