"""The arrays of a load sweep, checked before a model sees them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from contention.errors import MeasurementError

__all__ = ["Array", "finite_pairs", "frozen_array", "sweep_arrays", "sweep_weights"]

Array = NDArray[np.float64]


def frozen_array(values: ArrayLike) -> Array:
    """A read-only copy as floats."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def finite_pairs(
    sessions: ArrayLike, values: ArrayLike, name: str, *, positive: bool = True
) -> tuple[Array, Array]:
    """Both arrays as floats, sorted by sessions, after the checks that every model needs.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        Sessions; positive and finite.
    values : array_like, shape (n,)
        What was measured there; finite.
    name : str
        What the values are, for the message.
    positive : bool, default True
        Whether the values must be positive too.

    Returns
    -------
    tuple of ndarray
        Sessions and values, read-only.

    Raises
    ------
    MeasurementError
        When shapes differ or a value is missing, infinite, or not positive.

    Examples
    --------
    >>> n, x = finite_pairs([3, 1], [290.0, 100.0], "throughput")
    >>> n.tolist(), x.tolist()
    ([1.0, 3.0], [100.0, 290.0])
    """
    try:
        n = np.asarray(sessions, dtype=np.float64)
        y = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise MeasurementError(f"sessions and {name} must be numbers") from cause
    if n.ndim != 1 or n.shape != y.shape or n.size == 0:
        raise MeasurementError(
            f"sessions and {name} must be two lists of the same length",
            found=f"{n.size} and {y.size} values",
        )
    usable = np.isfinite(n) & (n > 0) & np.isfinite(y)
    if positive:
        usable &= y > 0
    if not np.all(usable):
        first = int(np.flatnonzero(~usable)[0])
        raise MeasurementError(
            f"sessions and {name} must be {'positive and ' if positive else ''}finite",
            column=name,
            found=f"{y[first]:g} at {n[first]:g} sessions",
            hint="correct that row, or leave it out and say so",
        )
    order = np.argsort(n, kind="stable")
    return frozen_array(n[order]), frozen_array(y[order])


def sweep_arrays(
    sessions: ArrayLike, throughput: ArrayLike, *, distinct: int, model: str
) -> tuple[Array, Array]:
    """Sessions and throughput, if there are enough different session counts to fit a curve.

    Parameters
    ----------
    sessions, throughput : array_like, shape (n,)
        The sweep; repeated session counts are replicates.
    distinct : int
        How many different session counts the model needs.
    model : str
        Name of the model, for the message.

    Returns
    -------
    tuple of ndarray
        Both sorted by sessions, read-only.

    Raises
    ------
    MeasurementError
        When there are too few session counts, or all throughputs are equal.

    Examples
    --------
    >>> sweep_arrays([1, 2], [10.0, 19.0], distinct=2, model="a line")[0].tolist()
    [1.0, 2.0]
    """
    n, x = finite_pairs(sessions, throughput, "throughput")
    counts = int(np.unique(n).size)
    if counts < distinct:
        raise MeasurementError(
            f"{model} needs at least {distinct} different session counts",
            column="sessions",
            found=f"{counts}",
            hint="measure more load levels; replicates of one level do not count",
        )
    if distinct > 1 and np.all(x == x[0]):
        raise MeasurementError(
            f"{model} cannot be fitted: all throughputs are equal",
            column="throughput",
            found=f"{x[0]:g} at every session count",
            hint="check that the load was varied and that throughput is not a setting",
        )
    return n, x


def sweep_weights(sessions: ArrayLike, weights: ArrayLike) -> Array:
    """Weights of the points of a sweep, sorted by sessions as :func:`sweep_arrays` sorts them.

    Parameters
    ----------
    sessions : array_like, shape (n,)
        As given to ``sweep_arrays``.
    weights : array_like, shape (n,)
        Relative precisions: reciprocals of variances, up to a common factor; positive.

    Raises
    ------
    MeasurementError
        When they are not as many as the sessions, or not positive and finite.

    Examples
    --------
    >>> sweep_weights([8, 1, 2], [0.5, 1.0, 2.0]).tolist()
    [1.0, 2.0, 0.5]
    """
    order = np.argsort(np.asarray(sessions, dtype=np.float64), kind="stable")
    w = np.asarray(weights, dtype=np.float64)
    if w.shape != order.shape:
        raise MeasurementError(
            "each point needs one weight",
            column="weights",
            found=f"{w.size} weights for {order.size} points",
        )
    if not np.all(np.isfinite(w) & (w > 0)):
        bad = int(np.flatnonzero(~(np.isfinite(w) & (w > 0)))[0])
        raise MeasurementError(
            "weights must be positive and finite",
            column="weights",
            found=f"{w[bad]:g} at {np.asarray(sessions)[bad]:g} sessions",
            hint="give 1 / s**2 for a standard deviation s, or leave the point out",
        )
    return frozen_array(w[order])
