"""Two groups of a comparison."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GroupPair"]


@dataclass(frozen=True)
class GroupPair:
    """Two groups compared in one parameter.

    Attributes
    ----------
    parameter, first, second : str
        What is compared, and where.
    difference : float
        The second's estimate less the first's, each fitted apart.
    df : float
        Degrees of freedom of the noise in this pair.
    p_value : float
        Two-sided, of this pair on its own.
    p_adjusted : float
        Adjusted by Holm's method for all pairs and parameters of the comparison.
    """

    parameter: str
    first: str
    second: str
    difference: float
    df: float
    p_value: float
    p_adjusted: float
