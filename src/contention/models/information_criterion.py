"""The corrected information criterion of a least-squares fit."""

from __future__ import annotations

import math

__all__ = ["corrected_information"]


def corrected_information(sum_of_squares: float, points: int, parameters: int) -> float:
    """AICc of a least-squares fit, n ln(S / n) + 2 k + 2 k (k + 1) / (n - k - 1).

    Parameters
    ----------
    sum_of_squares : float
        S, residual; positive.
    points : int
        n.
    parameters : int
        Parameters of the curve. The variance of the noise is estimated too, so k is one more.

    Returns
    -------
    float
        The criterion, without a constant that is the same for all models of the same data;
        infinity when n is at most k + 1.

    References
    ----------
    Hurvich and Tsai, "Regression and time series model selection in small samples", Biometrika
    76, 1989. Burnham and Anderson, *Model Selection and Multimodel Inference*, 2002, section 2.4.

    Examples
    --------
    >>> round(corrected_information(27453.72, points=7, parameters=3), 2)
    85.92
    """
    k = parameters + 1
    if points <= k + 1:
        return math.inf
    fit = points * math.log(sum_of_squares / points)
    return fit + 2.0 * k + 2.0 * k * (k + 1) / (points - k - 1)
