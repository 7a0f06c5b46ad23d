"""Figures: functions that take data and axes and return the axes, and say it in words too."""

from contention.figures.buffers import (
    describe_buffer_visits,
    describe_search_cost,
    draw_buffer_visits,
    draw_search_cost,
)
from contention.figures.call_runs import describe_elapsed, describe_reads, draw_elapsed, draw_reads
from contention.figures.changed_parts import (
    describe_more_or_slower,
    describe_side_by_side,
    draw_more_or_slower,
    draw_side_by_side,
)
from contention.figures.extra_time import describe_extra_time, draw_extra_time
from contention.figures.forecast import Forecast, describe_forecast, draw_forecast
from contention.figures.heap import describe_heap_kinds, draw_heap_kinds
from contention.figures.histograms import describe_histogram_tail, draw_histogram_tail
from contention.figures.item_times import describe_item_times, draw_item_times
from contention.figures.latencies import (
    describe_latency_kinds,
    describe_latency_quantiles,
    draw_latency_kinds,
    draw_latency_quantiles,
)
from contention.figures.leaks import describe_leak, describe_leaks, draw_leak, draw_leaks
from contention.figures.lob_writes import (
    describe_buffer_costs,
    describe_exact_cells,
    draw_buffer_costs,
    draw_exact_cells,
)
from contention.figures.locks import (
    describe_lock_growth,
    describe_total_work,
    draw_lock_growth,
    draw_total_work,
)
from contention.figures.logical_reads import describe_logical_reads, draw_logical_reads
from contention.figures.memory import LineBand, describe_memory, draw_memory
from contention.figures.models_compared import (
    describe_estimators,
    describe_predictions,
    describe_published_model,
    draw_estimators,
    draw_predictions,
    draw_published_model,
)
from contention.figures.network_demands import describe_network_demands, draw_network_demands
from contention.figures.processors import describe_busy_processors, draw_busy_processors
from contention.figures.projections import Projection, describe_projections, draw_projections
from contention.figures.run_times import describe_run_times, draw_run_times
from contention.figures.saturation import (
    criterion_text,
    describe_saturation_intervals,
    describe_saturation_stability,
    draw_saturation_intervals,
    draw_saturation_stability,
)
from contention.figures.scalability_fit import (
    describe_point_influence,
    describe_scalability_fit,
    draw_point_influence,
    draw_scalability_fit,
)
from contention.figures.scaling_laws import (
    describe_groups,
    describe_ladder,
    describe_law_residuals,
    draw_groups,
    draw_ladder,
    draw_law_residuals,
)
from contention.figures.sequences import describe_event_sequence, draw_event_sequence
from contention.figures.sizes import size_text
from contention.figures.slopes import (
    describe_needed_run,
    describe_slopes,
    draw_needed_run,
    draw_slopes,
)
from contention.figures.slots import describe_slot_likelihood, draw_slot_likelihood
from contention.figures.style import new_axes, new_panels, pretty_label, series_style
from contention.figures.subquery import CallCurve, describe_calls, draw_calls
from contention.figures.sweeps import (
    describe_round_times,
    describe_throughput,
    draw_round_times,
    draw_throughput,
)
from contention.figures.system_calls import describe_call_outcomes, draw_call_outcomes
from contention.figures.timed_runs import (
    BoundedValue,
    describe_bounded_values,
    describe_run_pairs,
    draw_bounded_values,
    draw_run_pairs,
)
from contention.figures.waterfall import describe_waterfall, draw_waterfall

__all__ = [
    "BoundedValue",
    "CallCurve",
    "Forecast",
    "LineBand",
    "Projection",
    "criterion_text",
    "describe_bounded_values",
    "describe_buffer_costs",
    "describe_buffer_visits",
    "describe_busy_processors",
    "describe_call_outcomes",
    "describe_calls",
    "describe_elapsed",
    "describe_estimators",
    "describe_event_sequence",
    "describe_exact_cells",
    "describe_extra_time",
    "describe_forecast",
    "describe_groups",
    "describe_heap_kinds",
    "describe_histogram_tail",
    "describe_item_times",
    "describe_ladder",
    "describe_latency_kinds",
    "describe_latency_quantiles",
    "describe_law_residuals",
    "describe_leak",
    "describe_leaks",
    "describe_lock_growth",
    "describe_logical_reads",
    "describe_memory",
    "describe_more_or_slower",
    "describe_needed_run",
    "describe_network_demands",
    "describe_point_influence",
    "describe_predictions",
    "describe_projections",
    "describe_published_model",
    "describe_reads",
    "describe_round_times",
    "describe_run_pairs",
    "describe_run_times",
    "describe_saturation_intervals",
    "describe_saturation_stability",
    "describe_scalability_fit",
    "describe_search_cost",
    "describe_side_by_side",
    "describe_slopes",
    "describe_slot_likelihood",
    "describe_throughput",
    "describe_total_work",
    "describe_waterfall",
    "draw_bounded_values",
    "draw_buffer_costs",
    "draw_buffer_visits",
    "draw_busy_processors",
    "draw_call_outcomes",
    "draw_calls",
    "draw_elapsed",
    "draw_estimators",
    "draw_event_sequence",
    "draw_exact_cells",
    "draw_extra_time",
    "draw_forecast",
    "draw_groups",
    "draw_heap_kinds",
    "draw_histogram_tail",
    "draw_item_times",
    "draw_ladder",
    "draw_latency_kinds",
    "draw_latency_quantiles",
    "draw_law_residuals",
    "draw_leak",
    "draw_leaks",
    "draw_lock_growth",
    "draw_logical_reads",
    "draw_memory",
    "draw_more_or_slower",
    "draw_needed_run",
    "draw_network_demands",
    "draw_point_influence",
    "draw_predictions",
    "draw_projections",
    "draw_published_model",
    "draw_reads",
    "draw_round_times",
    "draw_run_pairs",
    "draw_run_times",
    "draw_saturation_intervals",
    "draw_saturation_stability",
    "draw_scalability_fit",
    "draw_search_cost",
    "draw_side_by_side",
    "draw_slopes",
    "draw_slot_likelihood",
    "draw_throughput",
    "draw_total_work",
    "draw_waterfall",
    "new_axes",
    "new_panels",
    "pretty_label",
    "series_style",
    "size_text",
]
