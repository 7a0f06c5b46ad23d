"""Histograms from buckets in columns, from columns of latencies, and from lists of latencies."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import ContentionError, MeasurementError, ReadError
from contention.measurements import Provenance
from contention.readers import read_source
from contention.readers.histogram_columns import histogram_of_latencies
from contention.readers.source import decode


def reading(text, reader=None, **options):
    return read_source(decode(text.encode(), "x.csv"), reader, options=options)


BUCKETS = "label,lower_us,upper_us,count\nread,10,20,50\nread,20,40,30\nwrite,1000,,2\n"


def test_buckets_become_one_histogram_for_each_label():
    first, second = reading(BUCKETS).histograms
    assert (first.label, first.unit, first.total) == ("read", "us", 80)
    assert first.upper.tolist() == [20, 40]
    assert second.upper.tolist() == [math.inf]


def test_buckets_may_come_in_any_order_and_name_their_unit_in_a_column():
    (found,) = reading("count;upper;lower;unit\n7;4;2;ms\n3;2;1;ms\n").histograms
    assert (found.lower.tolist(), found.count.tolist(), found.unit) == ([1, 2], [3, 7], "ms")
    assert reading("lower,upper,count\n1,2,3\n", unit="s").histograms[0].unit == "s"


def test_buckets_of_several_units_are_refused_with_the_reason():
    refused = reading("lower,upper,count,unit\n1,2,3,ms\n2,4,3,s\n").refused["histogram"]
    assert "several units" in str(refused)


def test_a_bucket_that_cannot_be_read_is_left_out_and_flagged():
    found = reading("lower_ms,upper_ms,count\n1,2,x\n2,4,9\n")
    assert found.histograms[0].count.tolist() == [9]
    assert any(flag.line == 2 for flag in found.histograms[0].flags)


def test_buckets_that_overlap_are_refused():
    refused = reading("lower_ms,upper_ms,count\n1,3,1\n2,4,9\n").refused["histogram"]
    assert isinstance(refused, MeasurementError)
    assert "overlap" in str(refused)


def test_a_column_of_latencies_is_counted_for_each_label():
    found = reading("op,latency_ms\nr,1.5\nw,20\nr,1.5\nr,\n")
    assert [(h.label, h.total, h.unit) for h in found.histograms] == [
        ("r", 2, "ms"),
        ("w", 1, "ms"),
    ]


def test_a_sweep_with_response_times_is_no_list_of_latencies():
    found = reading("sessions,throughput,latency_ms\n1,10,5\n2,19,6\n")
    assert found.histograms == ()
    assert found.sweeps


def test_latencies_without_a_unit_are_refused_with_what_to_do():
    assert "latency_ms" in str(reading("op,latency\nr,1.5\n").refused["histogram"])
    with pytest.raises(ReadError, match="unit"):
        reading("latency\n1.5\n", "latency_list")
    assert reading("latency\n1.5\n", "latency_list", unit="ms").histograms[0].unit == "ms"


def test_a_list_is_recognised_by_its_heading_and_its_numbers():
    found = reading("# a comment\nlatency_us\n12\n\n15\n12\n")
    assert found.format == "latency_list"
    assert found.histograms[0].count.tolist() == [2, 1]
    assert found.table("latencies").lines == (3, 5, 6)


def test_lines_of_a_list_that_are_no_latency_are_missing_and_flagged():
    found = reading("latency_us\n12\n-3\nlate\n1e400\n15\n", "latency_list")
    assert [flag.line for flag in found.flags] == [3, 4, 5]
    assert found.table("latencies").column("latency_us").values == (12.0, None, None, None, 15.0)
    assert found.histograms[0].total == 2


def test_a_list_of_nothing_but_bad_lines_is_refused_and_many_are_counted():
    with pytest.raises(ReadError, match="no latency"):
        reading("latency_us\nx\n", "latency_list")
    with pytest.raises(ContentionError, match="no heading that names a latency"):
        reading("1\n2\n", "latency_list")
    found = reading("latency_us\n1\n" + "x\n" * 150, "latency_list")
    assert len(found.flags) == 101
    assert "50 more lines" in found.flags[-1].reason


@given(
    st.lists(st.floats(0, 1e6, allow_subnormal=False), min_size=1, max_size=60)
    | st.integers(0, 2**32).map(
        lambda seed: np.random.default_rng(seed).lognormal(0, 1, 800).round(4)
    )
)
def test_every_latency_lies_in_a_bucket_and_fine_buckets_are_below_one_per_cent(values):
    values = np.asarray(values, float)
    found = histogram_of_latencies(values, "ms", origin=Provenance("x"))
    assert found.total == values.size
    below = np.searchsorted(np.sort(values), found.upper, side="left")
    assert np.all(np.abs(np.cumsum(found.count) - below) <= 0)
    if values.size == 800:
        step = 1e-4
        assert np.all(found.upper - found.lower <= 0.01 * found.upper + 1.001 * step)


def test_negative_latencies_are_refused():
    with pytest.raises(MeasurementError, match="zero or more"):
        histogram_of_latencies(np.array([1.0, -1.0]), "ms", origin=Provenance("x"))
    with pytest.raises(MeasurementError, match="no latency"):
        histogram_of_latencies(np.array([np.nan]), "ms", origin=Provenance("x"))


def test_a_line_of_a_list_that_is_no_number_is_missing_and_flagged() -> None:
    path = Path(__file__).parent / "inputs/latency_list/comments_and_a_failed_request.txt"
    reading = read_source(decode(path.read_bytes(), path.name))
    column = reading.table("latencies").column("response_time_us")
    assert column.values == (412.0, 398.5, None, 1200.0, 7.0)
    assert column.unit == "us"
    assert [(flag.line, flag.found) for flag in reading.flags] == [(6, "timeout")]
    assert reading.histograms[0].total == 4
