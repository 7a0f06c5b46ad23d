"""Models of contention and of leaks: arrays or measurements in, frozen results out.

Results speak statsmodels' language: ``params``, ``bse``, ``conf_int(alpha)``, ``predict(x)`` and
``summary()``. :data:`MODELS` lists those that one measurement is enough to fit.
"""

from __future__ import annotations

from contention.models.accumulation import ReloadAccumulation, reload_accumulation
from contention.models.amdahl import AmdahlFit, fit_amdahl
from contention.models.approximate_mean_values import (
    ApproximationError,
    approximate_mean_values,
    approximation_error,
)
from contention.models.asymptotic_bounds import AsymptoticBounds, asymptotic_bounds
from contention.models.balanced_job_bounds import BalancedJobBounds, balanced_job_bounds
from contention.models.baseline_comparison import BaselineComparison, compare_with_baseline
from contention.models.before_after import compare_before_after
from contention.models.before_after_result import BeforeAfter
from contention.models.before_after_tables import (
    checks_table,
    counts_table,
    parts_table,
    runs_table,
)
from contention.models.buffered_writes import BufferedWrites, find_buffer_sizes
from contention.models.call_comparison import CallComparison, compare_calls
from contention.models.call_runs import CallRun, call_runs
from contention.models.catalogue import MODELS, Model
from contention.models.changed_part import ChangedPart
from contention.models.chunk_plan import BufferPlan, plan_write_buffers
from contention.models.chunk_rewrite import ChunkLayout, ChunkWrites, chunk_rewrites
from contention.models.chunk_rewrite_fit import fit_chunk_rewrites
from contention.models.chunk_rewrite_result import ChunkCell, ChunkRewriteFit
from contention.models.closed_network import (
    ClosedNetwork,
    ClosedNetworkSolution,
    solve_closed_network,
)
from contention.models.closed_network_fit import ClosedNetworkFit, fit_closed_network
from contention.models.closed_network_point import ClosedNetworkPoint
from contention.models.closed_network_simulation import (
    ClosedNetworkSimulation,
    simulate_closed_network,
)
from contention.models.closed_tandem import (
    constant_tandem_response_time,
    exponential_tandem_response_time,
)
from contention.models.compared_runs import choose_sides, compared_runs
from contention.models.count_intervals import (
    count_difference_interval,
    count_interval,
    count_ratio_interval,
)
from contention.models.counter_wrap import UnwrappedTotal, unwrap_total
from contention.models.cpu_ledger import CpuLedger, cpu_ledger
from contention.models.detectable_slope import minimum_detectable_slope, needed_run
from contention.models.duration_text import duration_text
from contention.models.exhaustion import Exhaustion, forecast_exhaustion
from contention.models.extrapolation import ExtrapolatedModel, Extrapolation, compare_extrapolation
from contention.models.geometric_bounds import (
    GeometricBounds,
    ProportionalBounds,
    geometric_bounds,
    proportional_bounds,
)
from contention.models.group_comparison import compare_groups
from contention.models.group_comparison_result import GroupComparison
from contention.models.group_pair import GroupPair
from contention.models.histogram_tail import HistogramTail, histogram_tail
from contention.models.histogram_valleys import histogram_valleys, merge_buckets
from contention.models.information_criterion import corrected_information
from contention.models.kneedle import KneedleKnee, kneedle_knee
from contention.models.lack_of_fit import LackOfFit
from contention.models.latency_kind import LatencyKind, latency_kind
from contention.models.latency_mixture import LatencyMixture, latency_mixture
from contention.models.latency_quantiles import (
    LatencyQuantile,
    LatencyQuantiles,
    binomial_interval,
    latency_quantiles,
)
from contention.models.latency_report import LatencyReport, describe_latency
from contention.models.latency_table import choose_histogram, latency_table
from contention.models.leak import LeakFit, fit_leak
from contention.models.leak_analysis import LeakSettings, analyse_leak
from contention.models.leak_findings import LeakAnalysis
from contention.models.leak_sentences import leak_sentence, next_measurement
from contention.models.leak_tables import (
    forecasts_table,
    readings_table,
    runs_needed_table,
    slopes_table,
    stages_table,
)
from contention.models.leak_verdict import widen_for_rounding
from contention.models.limit_forecast import LimitForecast, forecast_limit
from contention.models.linear_response import LinearResponseFit, fit_linear_response
from contention.models.linear_scaling import LinearScalingFit, fit_linear_scaling
from contention.models.little_closure import LittleClosure, UnitFactor, little_closure
from contention.models.lognormal_mixture import LognormalMixture, fit_lognormal_mixture
from contention.models.lower_envelope import LowerEnvelope, find_lower_envelope
from contention.models.mean_difference import mean_difference_interval
from contention.models.mean_saturation import MeanSaturation, mean_saturation
from contention.models.memory_segments import (
    MemorySegments,
    SegmentCut,
    cut_resets,
    cut_restarts_and_gaps,
)
from contention.models.model_ladder import fit_model_ladder
from contention.models.model_ladder_result import LadderStep, ModelLadder
from contention.models.more_or_slower import split_change
from contention.models.multi_class_network import (
    MultiClassNetwork,
    MultiClassSolution,
    SessionClass,
)
from contention.models.multi_server_queue import MultiServerQueue, multi_server_queue
from contention.models.network_demands_fit import fit_network_demands
from contention.models.network_demands_result import NetworkDemandsFit
from contention.models.outlying_readings import outlying_readings
from contention.models.pipeline_waiting import PipelineModel, scale_service_times
from contention.models.power_law import PowerLawFit, fit_power_law, local_exponents
from contention.models.prediction_error import mean_absolute_percentage_error
from contention.models.quadratic_waiting import (
    QuadraticFit,
    fit_quadratic_wait_seconds,
    fit_quadratic_waiting,
)
from contention.models.quality_finding import QualityFinding
from contention.models.queue_distribution import queue_distribution
from contention.models.retrograde import Retrograde, retrograde_throughput
from contention.models.rounded import Rounded
from contention.models.run_costs import BETWEEN_CALLS
from contention.models.saturation import SaturationPoint, saturation_sessions
from contention.models.saturation_bootstrap import SaturationBootstrap, bootstrap_saturation
from contention.models.saturation_estimates import saturation_estimates
from contention.models.saturation_stability import SaturationStability, saturation_stability
from contention.models.saturation_table import SaturationEstimate, SaturationEstimates
from contention.models.scalability_bands import ScalabilityBands
from contention.models.scalability_bootstrap import ScalabilityBootstrap
from contention.models.scalability_curve import ScalabilityCurve, TimeSplit
from contention.models.scalability_design import SweepPlan, design_advice, plan_scalability_sweep
from contention.models.scalability_influence import ScalabilityInfluence
from contention.models.scalability_unbounded import UnboundedScalability
from contention.models.segmented_regression import fit_segmented_regression
from contention.models.segmented_result import SegmentedFit
from contention.models.share_interval import share_interval
from contention.models.shown_parts import shown_parts
from contention.models.slot_likelihood import SlotLikelihood, slot_likelihood
from contention.models.slot_occupancy import first_loser_pvalue, loser_probability, simulate_losers
from contention.models.slowdown import Slowdown, compare_times
from contention.models.space_search import SpaceSearch, space_search
from contention.models.station import Station
from contention.models.subquery_cache import (
    LoserInference,
    SubqueryReplay,
    cyclic_calls,
    infer_losers,
    replay_subquery,
)
from contention.models.sweep_quality import check_sweep
from contention.models.sweep_quality_result import SweepQuality
from contention.models.sweep_verdict import SweepVerdict, sweep_verdict
from contention.models.time_text import time_text, time_unit
from contention.models.transfer_cost import TransferCost, fit_transfer_cost
from contention.models.trend_slope import TrendFit, fit_trend
from contention.models.universal_scalability import (
    UniversalScalabilityFit,
    fit_universal_scalability,
)
from contention.models.warm_up import WarmUp, find_warm_up

__all__ = [
    "BETWEEN_CALLS",
    "MODELS",
    "AmdahlFit",
    "ApproximationError",
    "AsymptoticBounds",
    "BalancedJobBounds",
    "BaselineComparison",
    "BeforeAfter",
    "BufferPlan",
    "BufferedWrites",
    "CallComparison",
    "CallRun",
    "ChangedPart",
    "ChunkCell",
    "ChunkLayout",
    "ChunkRewriteFit",
    "ChunkWrites",
    "ClosedNetwork",
    "ClosedNetworkFit",
    "ClosedNetworkPoint",
    "ClosedNetworkSimulation",
    "ClosedNetworkSolution",
    "CpuLedger",
    "Exhaustion",
    "ExtrapolatedModel",
    "Extrapolation",
    "GeometricBounds",
    "GroupComparison",
    "GroupPair",
    "HistogramTail",
    "KneedleKnee",
    "LackOfFit",
    "LadderStep",
    "LatencyKind",
    "LatencyMixture",
    "LatencyQuantile",
    "LatencyQuantiles",
    "LatencyReport",
    "LeakAnalysis",
    "LeakFit",
    "LeakSettings",
    "LimitForecast",
    "LinearResponseFit",
    "LinearScalingFit",
    "LittleClosure",
    "LognormalMixture",
    "LoserInference",
    "LowerEnvelope",
    "MeanSaturation",
    "MemorySegments",
    "Model",
    "ModelLadder",
    "MultiClassNetwork",
    "MultiClassSolution",
    "MultiServerQueue",
    "NetworkDemandsFit",
    "PipelineModel",
    "PowerLawFit",
    "ProportionalBounds",
    "QuadraticFit",
    "QualityFinding",
    "ReloadAccumulation",
    "Retrograde",
    "Rounded",
    "SaturationBootstrap",
    "SaturationEstimate",
    "SaturationEstimates",
    "SaturationPoint",
    "SaturationStability",
    "ScalabilityBands",
    "ScalabilityBootstrap",
    "ScalabilityCurve",
    "ScalabilityInfluence",
    "SegmentCut",
    "SegmentedFit",
    "SessionClass",
    "SlotLikelihood",
    "Slowdown",
    "SpaceSearch",
    "Station",
    "SubqueryReplay",
    "SweepPlan",
    "SweepQuality",
    "SweepVerdict",
    "TimeSplit",
    "TransferCost",
    "TrendFit",
    "UnboundedScalability",
    "UnitFactor",
    "UniversalScalabilityFit",
    "UnwrappedTotal",
    "WarmUp",
    "analyse_leak",
    "approximate_mean_values",
    "approximation_error",
    "asymptotic_bounds",
    "balanced_job_bounds",
    "binomial_interval",
    "bootstrap_saturation",
    "call_runs",
    "check_sweep",
    "checks_table",
    "choose_histogram",
    "choose_sides",
    "chunk_rewrites",
    "compare_before_after",
    "compare_calls",
    "compare_extrapolation",
    "compare_groups",
    "compare_times",
    "compare_with_baseline",
    "compared_runs",
    "constant_tandem_response_time",
    "corrected_information",
    "count_difference_interval",
    "count_interval",
    "count_ratio_interval",
    "counts_table",
    "cpu_ledger",
    "cut_resets",
    "cut_restarts_and_gaps",
    "cyclic_calls",
    "describe_latency",
    "design_advice",
    "duration_text",
    "exponential_tandem_response_time",
    "find_buffer_sizes",
    "find_lower_envelope",
    "find_warm_up",
    "first_loser_pvalue",
    "fit_amdahl",
    "fit_chunk_rewrites",
    "fit_closed_network",
    "fit_leak",
    "fit_linear_response",
    "fit_linear_scaling",
    "fit_lognormal_mixture",
    "fit_model_ladder",
    "fit_network_demands",
    "fit_power_law",
    "fit_quadratic_wait_seconds",
    "fit_quadratic_waiting",
    "fit_segmented_regression",
    "fit_transfer_cost",
    "fit_trend",
    "fit_universal_scalability",
    "forecast_exhaustion",
    "forecast_limit",
    "forecasts_table",
    "geometric_bounds",
    "histogram_tail",
    "histogram_valleys",
    "infer_losers",
    "kneedle_knee",
    "latency_kind",
    "latency_mixture",
    "latency_quantiles",
    "latency_table",
    "leak_sentence",
    "little_closure",
    "local_exponents",
    "loser_probability",
    "mean_absolute_percentage_error",
    "mean_difference_interval",
    "mean_saturation",
    "merge_buckets",
    "minimum_detectable_slope",
    "multi_server_queue",
    "needed_run",
    "next_measurement",
    "outlying_readings",
    "parts_table",
    "plan_scalability_sweep",
    "plan_write_buffers",
    "proportional_bounds",
    "queue_distribution",
    "readings_table",
    "reload_accumulation",
    "replay_subquery",
    "retrograde_throughput",
    "runs_needed_table",
    "runs_table",
    "saturation_estimates",
    "saturation_sessions",
    "saturation_stability",
    "scale_service_times",
    "share_interval",
    "shown_parts",
    "simulate_closed_network",
    "simulate_losers",
    "slopes_table",
    "slot_likelihood",
    "solve_closed_network",
    "space_search",
    "split_change",
    "stages_table",
    "sweep_verdict",
    "time_text",
    "time_unit",
    "unwrap_total",
    "widen_for_rounding",
]
