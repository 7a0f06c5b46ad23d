"""How well models fitted to low load predict high load."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from contention.errors import ContentionError, MeasurementError
from contention.laws import think_time
from contention.measurements import Sweep
from contention.models.amdahl import fit_amdahl
from contention.models.asymptotic_bounds import asymptotic_bounds
from contention.models.closed_network_fit import fit_closed_network
from contention.models.linear_scaling import fit_linear_scaling
from contention.models.pipeline_waiting import PipelineModel
from contention.models.prediction_error import mean_absolute_percentage_error
from contention.models.sweep_arrays import Array, frozen_array
from contention.models.sweep_columns import means_by_sessions
from contention.models.universal_scalability import fit_universal_scalability

__all__ = ["ExtrapolatedModel", "Extrapolation", "compare_extrapolation"]


@dataclass(frozen=True, eq=False)
class ExtrapolatedModel:
    """What one model says of the points that it did not see.

    Attributes
    ----------
    model : str
        Its name.
    parameters : int
        How many were fitted to the training points.
    throughput_per_s : ndarray, shape (m,)
        Predicted throughput; NaN when the model could not be fitted.
    response_time_s : ndarray, shape (m,)
        Predicted response time, N / X - Z.
    throughput_error_pct, response_error_pct : float
        Mean absolute percentage errors; NaN when there is no prediction or nothing to compare.
    note : str
        Why there is no prediction, or empty.
    """

    model: str
    parameters: int
    throughput_per_s: Array
    response_time_s: Array
    throughput_error_pct: float
    response_error_pct: float
    note: str = ""


@dataclass(frozen=True, eq=False)
class Extrapolation:
    """Models side by side.

    Attributes
    ----------
    label : str
        Name of the sweep.
    train_up_to : float
        Greatest session count that the models saw.
    think_time_s : float
        Z, that response times were computed with.
    sessions, throughput_per_s, response_time_s : ndarray, shape (m,)
        The points held back, replicates averaged; response time is NaN where not measured.
    models : tuple of ExtrapolatedModel
        In order of the error in throughput, models without a prediction last.
    """

    label: str
    train_up_to: float
    think_time_s: float
    sessions: Array
    throughput_per_s: Array
    response_time_s: Array
    models: tuple[ExtrapolatedModel, ...]

    def __getitem__(self, model: str) -> ExtrapolatedModel:
        for candidate in self.models:
            if candidate.model == model:
                return candidate
        raise KeyError(model)

    def frame(self) -> pd.DataFrame:
        """One row per model: its parameters, errors and note."""
        names = ("model", "parameters", "throughput_error_pct", "response_error_pct", "note")
        return pd.DataFrame([{name: getattr(m, name) for name in names} for m in self.models])

    def predictions(self) -> pd.DataFrame:
        """One row per model and held-back point, measured beside predicted."""
        return pd.concat(
            [
                pd.DataFrame(
                    {
                        "model": m.model,
                        "sessions": self.sessions,
                        "measured_per_s": self.throughput_per_s,
                        "predicted_per_s": m.throughput_per_s,
                        "error_pct": 100.0 * (m.throughput_per_s / self.throughput_per_s - 1.0),
                    }
                )
                for m in self.models
            ],
            ignore_index=True,
        )


def _judge(
    name: str,
    parameters: int,
    predict: Callable[[], Array],
    held_back: tuple[Array, Array, Array],
    think_time_s: float,
) -> ExtrapolatedModel:
    counts, seen, timed = held_back
    try:
        x, note = predict(), ""
    except ContentionError as problem:
        x, note = np.full(counts.shape, np.nan), problem.message
    response = counts / x - think_time_s
    comparable = np.all(np.isfinite(timed)) and not note
    return ExtrapolatedModel(
        model=name,
        parameters=parameters,
        throughput_per_s=frozen_array(x),
        response_time_s=frozen_array(response),
        throughput_error_pct=math.nan if note else mean_absolute_percentage_error(seen, x),
        response_error_pct=(
            mean_absolute_percentage_error(timed, response) if comparable else math.nan
        ),
        note=note,
    )


def compare_extrapolation(
    sweep: Sweep,
    train_up_to: float,
    *,
    pipeline: PipelineModel | None = None,
    think_time_s: float | None = None,
) -> Extrapolation:
    """Fit each model to the low part of a sweep and compare it with the rest.

    Parameters
    ----------
    sweep : Sweep
        With points on both sides of the cut.
    train_up_to : float
        Models see the points with at most that many sessions.
    pipeline : PipelineModel, optional
        The published model with its service times; it is not fitted.
    think_time_s : float, optional
        Z. Left out, Z = 1 / X(1) - R(1) where both are measured, zero otherwise.

    Returns
    -------
    Extrapolation
        Models ``linear``, ``amdahl``, ``universal_scalability``, ``closed_network``,
        ``asymptotic_bounds`` and, when given, ``pipeline``. The bounds are not a fit: their upper
        bound is taken as a prediction. A model that cannot be fitted stays in the table with the
        reason.

    Raises
    ------
    MeasurementError
        When no point lies beyond the cut, or none below it.

    Notes
    -----
    The error in response time also holds any growth of Z with load, which N / X - Z charges to R:
    where measured R and X do not close by Little's law, no model of X can predict R.

    References
    ----------
    Holding back the far points is the honest test of an extrapolation; see Hyndman and
    Athanasopoulos, *Forecasting: Principles and Practice*, section 5.8.

    Examples
    --------
    >>> n = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
    >>> sweep = Sweep("data", n, 100 * n / (1 + 0.05 * (n - 1) + 0.001 * n * (n - 1)))
    >>> compare_extrapolation(sweep, 8).models[0].model
    'universal_scalability'
    """
    held = sweep.sessions > train_up_to
    if not np.any(held) or np.all(held):
        raise MeasurementError(
            f"series {sweep.label}: points are needed on both sides of the cut",
            path=sweep.provenance.source,
            found=f"sessions {sweep.sessions[0]:g} to {sweep.sessions[-1]:g}, cut at "
            f"{train_up_to:g}",
        )
    train = sweep.up_to(train_up_to)
    outside = _outside(train) if think_time_s is None else float(think_time_s)
    counts, seen = means_by_sessions(sweep.sessions[held], sweep.throughput_per_s[held])
    r = sweep.response_time_s
    timed = counts * np.nan if r is None else means_by_sessions(sweep.sessions[held], r[held])[1]

    def judge(name: str, parameters: int, predict: Callable[[], Array]) -> ExtrapolatedModel:
        return _judge(name, parameters, predict, (counts, seen, timed), outside)

    n, x = train.sessions, train.throughput_per_s
    models = [
        judge("linear", 1, lambda: fit_linear_scaling(n, x).predict(counts)),
        judge("amdahl", 2, lambda: fit_amdahl(n, x).predict(counts)),
        judge("universal_scalability", 3, lambda: fit_universal_scalability(n, x).predict(counts)),
        judge("closed_network", 2, lambda: fit_closed_network(n, x).predict(counts)),
        judge("asymptotic_bounds", 2, lambda: asymptotic_bounds(n, x).throughput(counts)),
    ]
    if pipeline is not None:
        said = pipeline.response_time_us(counts) * 1e-6
        models.append(judge("pipeline", 0, lambda: counts / (said + outside)))
    models.sort(key=lambda m: (math.isnan(m.throughput_error_pct), m.throughput_error_pct))
    return Extrapolation(
        sweep.label,
        float(train_up_to),
        outside,
        counts,
        seen,
        frozen_array(timed),
        tuple(models),
    )


def _outside(train: Sweep) -> float:
    alone = train.sessions == 1.0
    if train.response_time_s is None or not np.any(alone):
        return 0.0
    value = think_time(1.0, train.throughput_per_s[alone].mean(), 0.0) - np.mean(
        train.response_time_s[alone]
    )
    return max(float(value), 0.0) if np.isfinite(value) else 0.0
