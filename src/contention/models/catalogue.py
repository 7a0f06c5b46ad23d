"""The models that one measurement, or one given network, is enough for, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from contention.errors import MeasurementError
from contention.measurements import MemorySeries, Sweep
from contention.models.amdahl import AmdahlFit, fit_amdahl
from contention.models.asymptotic_bounds import asymptotic_bounds
from contention.models.before_after import compare_before_after
from contention.models.closed_network_fit import ClosedNetworkFit, fit_closed_network
from contention.models.closed_network_point import ClosedNetworkPoint
from contention.models.latency_mixture import latency_mixture
from contention.models.leak_analysis import analyse_leak
from contention.models.leak_findings import LeakAnalysis
from contention.models.linear_response import LinearResponseFit, fit_linear_response
from contention.models.linear_scaling import LinearScalingFit, fit_linear_scaling
from contention.models.model_ladder import fit_model_ladder
from contention.models.model_ladder_result import ModelLadder
from contention.models.network_demands_fit import fit_network_demands
from contention.models.network_demands_result import NetworkDemandsFit
from contention.models.power_law import PowerLawFit, fit_power_law
from contention.models.quadratic_waiting import QuadraticFit, fit_quadratic_waiting
from contention.models.saturation_comparison import compare_saturation
from contention.models.segmented_regression import fit_segmented_regression
from contention.models.segmented_result import SegmentedFit
from contention.models.sweep_arrays import Array
from contention.models.universal_scalability import (
    UniversalScalabilityFit,
    fit_universal_scalability,
)

__all__ = ["MODELS", "Model"]


@dataclass(frozen=True)
class Model:
    """A model that can be fitted to one measurement, or computed, without further input.

    Attributes
    ----------
    name : str
        Its key, as the field names it.
    title : str
        What it is, for a list.
    data : {"sweep", "memory", "histogram", "network", "runs"}
        What it takes: a ``Sweep``, a ``MemorySeries``, a ``Histogram``, a given
        ``ClosedNetworkPoint``, or the ``Sides`` of runs to compare.
    fit : callable
        From that measurement to a result with ``params``, ``bse``, ``derived``, ``units``,
        ``conf_int``, ``verdict``, ``warnings``, ``n``, ``predict`` and ``summary``.
    """

    name: str
    title: str
    data: Literal["sweep", "memory", "histogram", "network", "runs"]
    fit: Callable[[Any], Any]


def _universal_scalability(sweep: Sweep) -> UniversalScalabilityFit:
    return fit_universal_scalability(sweep.sessions, sweep.throughput_per_s)


def _amdahl(sweep: Sweep) -> AmdahlFit:
    return fit_amdahl(sweep.sessions, sweep.throughput_per_s)


def _linear_scaling(sweep: Sweep) -> LinearScalingFit:
    return fit_linear_scaling(sweep.sessions, sweep.throughput_per_s)


def _model_ladder(sweep: Sweep) -> ModelLadder:
    return fit_model_ladder(sweep.sessions, sweep.throughput_per_s)


def _closed_network_fit(sweep: Sweep) -> ClosedNetworkFit:
    return fit_closed_network(sweep.sessions, sweep.throughput_per_s)


def _network_demands(sweep: Sweep) -> NetworkDemandsFit:
    response = sweep.response_time_s
    if response is not None and not np.all(np.isfinite(response)):
        response = None
    return fit_network_demands(sweep.sessions, sweep.throughput_per_s, response)


def _closed_network(point: ClosedNetworkPoint) -> ClosedNetworkPoint:
    return point


def _segmented_regression(sweep: Sweep) -> SegmentedFit:
    return fit_segmented_regression(sweep.sessions, sweep.throughput_per_s)


def _response_time_us(sweep: Sweep, model: str) -> Array:
    if sweep.response_time_s is None:
        raise MeasurementError(
            f"series {sweep.label}: {model} needs response times",
            path=sweep.provenance.source,
            column="response_time_s",
            hint="capture the mean elapsed time of an execution at each session count",
        )
    return sweep.response_time_s * 1e6


def _quadratic_waiting(sweep: Sweep) -> QuadraticFit:
    return fit_quadratic_waiting(sweep.sessions, _response_time_us(sweep, "quadratic waiting"))


def _linear_response(sweep: Sweep) -> LinearResponseFit:
    return fit_linear_response(sweep.sessions, _response_time_us(sweep, "linear response"))


def _power_law(sweep: Sweep) -> PowerLawFit:
    values = _response_time_us(sweep, "a power law")
    return fit_power_law(sweep.sessions, values, unit="us")


def _leak(series: MemorySeries) -> LeakAnalysis:
    return analyse_leak(series)


MODELS: dict[str, Model] = {
    model.name: model
    for model in (
        Model(
            "universal_scalability", "Universal scalability law", "sweep", _universal_scalability
        ),
        Model(
            "model_ladder",
            "Linear, Amdahl, universal: which is needed",
            "sweep",
            _model_ladder,
        ),
        Model("amdahl", "Amdahl's law", "sweep", _amdahl),
        Model("linear_scaling", "Throughput in proportion to sessions", "sweep", _linear_scaling),
        Model("closed_network", "Network of a TOML file, solved", "network", _closed_network),
        Model("closed_network_fit", "One queue and a delay", "sweep", _closed_network_fit),
        Model("network_demands", "Demand, delay and think time", "sweep", _network_demands),
        Model("asymptotic_bounds", "Asymptotic bounds and their knee", "sweep", asymptotic_bounds),
        Model("saturation", "Saturation by several criteria", "sweep", compare_saturation),
        Model(
            "segmented_regression",
            "Two straight lines that meet at a break",
            "sweep",
            _segmented_regression,
        ),
        Model("quadratic_waiting", "n R against n and n squared", "sweep", _quadratic_waiting),
        Model("linear_response", "Response time against n", "sweep", _linear_response),
        Model("power_law", "Response time as a power of n", "sweep", _power_law),
        Model("leak", "Slope of memory held", "memory", _leak),
        Model("latency", "Kinds of request in a histogram", "histogram", latency_mixture),
        Model("before_after", "Two runs: where the difference is", "runs", compare_before_after),
    )
}
