"""Figures that follow from the published reports, from the numbers as the article prints them."""

from pathlib import Path

import pytest

from contention.models import call_runs, compare_calls
from contention.readers import read

RAW = Path(__file__).parents[2] / "data" / "restore_point" / "raw"
EVENT = "db file sequential read"
RATIOS = {
    # by hand: total elapsed with the restore point over total elapsed before it.
    "11_2_0_3": 22.50 / 14.77,
    "12_1_0_1": 42.16 / 40.50,
    "11_2_0_4": 94.41 / 81.66,
}
MEANS_MS = {"11_2_0_3": 3780 / 3507, "12_1_0_1": 470 / 3484, "11_2_0_4": 2310 / 5143}
READS = {"11_2_0_3": (0, 3507), "12_1_0_1": (1, 3484), "11_2_0_4": (6, 5143)}


def pair(version, second="with"):
    readings = [read(RAW / f"{name}_{version}.txt") for name in ("before", second)]
    calls = [one for reading in readings for one in reading.calls]
    return call_runs(calls, [one for reading in readings for one in reading.waits])[""]


@pytest.mark.parametrize("version", RATIOS)
def test_ratio_reads_and_mean_wait_of_each_version(version):
    before, after = pair(version)
    found = compare_calls(before, after, EVENT)
    assert found.elapsed_ratio.value == pytest.approx(RATIOS[version])
    assert (before.calls.total("disk"), after.calls.total("disk")) == READS[version]
    assert found.params["mean_wait_ms"] == pytest.approx(MEANS_MS[version])


def test_waits_explain_half_of_the_extra_time_on_11_2_0_3():
    found = compare_calls(*pair("11_2_0_3"), EVENT)
    assert found.extra_elapsed_s.value == pytest.approx(7.73)
    assert found.extra_wait_s.value == pytest.approx(3.78)
    assert found.wait_share.value == pytest.approx(0.489, abs=5e-4)


def test_after_the_drop_nothing_is_read_and_no_read_is_waited_for():
    before, after = pair("11_2_0_3", "dropped")
    assert after.calls.total("query") == 67
    assert after.calls.total("disk") == 0
    assert EVENT not in after.waits.event
    assert compare_calls(before, after, EVENT).extra_reads == 0


def test_a_single_wait_makes_most_of_the_sum_on_12_1_0_1():
    found = compare_calls(*pair("12_1_0_1"), EVENT)
    without = found.params["mean_wait_without_longest_ms"]
    assert without == pytest.approx((470 - 280) / 3483)
    assert without < found.params["mean_wait_ms"] / 2


def test_cpu_grew_by_more_than_the_waits_on_every_version():
    for version in RATIOS:
        found = compare_calls(*pair(version), EVENT)
        assert found.extra_cpu_s.low > found.extra_wait_s.high
