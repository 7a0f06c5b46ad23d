"""The comparison of before and after on the reports of restore_point, as the article prints them.

Every expected number is a quotient or a difference of printed times and counts.
"""

from pathlib import Path

import pytest

from contention.models import choose_sides, compare_before_after, compared_runs
from contention.readers import read

RAW = Path(__file__).parents[2] / "data" / "restore_point" / "raw"
PRINTED = {
    # version: elapsed before and with, CPU before and with (s), reads with, their seconds
    "11_2_0_3": (14.77, 22.50, 14.95, 20.71, 3507, 3.78),
    "12_1_0_1": (40.50, 42.16, 41.03, 43.43, 3484, 0.47),
    "11_2_0_4": (81.66, 94.41, 72.75, 82.16, 5143, 2.31),
}


def comparison(version, second="with", **more):
    readings = [
        read(RAW / f"{name}_{version}.txt", options={"run": name}) for name in ("before", second)
    ]
    calls = [one for reading in readings for one in reading.calls]
    waits = [one for reading in readings for one in reading.waits]
    return compare_before_after(choose_sides(compared_runs(calls, waits)), **more)


def part(found, name):
    return next(one for one in found.by_component if one.name == name)


@pytest.mark.parametrize("version", PRINTED)
def test_ratio_cpu_and_waits_are_those_of_the_printed_times(version):
    before, after, cpu_before, cpu_after, reads, waited = PRINTED[version]
    found = comparison(version)
    assert found.unit_of_work == "run"
    assert found.ratio == pytest.approx(after / before, abs=6e-4)
    assert part(found, "CPU").difference_s == pytest.approx(cpu_after - cpu_before, abs=0.021)
    read_waits = part(found, "db file sequential read")
    assert read_waits.count_after == reads
    assert read_waits.after_s == pytest.approx(waited)
    assert sum(one.difference_s for one in found.by_component) == pytest.approx(
        found.total.difference_s, abs=1e-9
    )


def test_on_11_2_0_3_waits_are_half_of_the_growth_and_there_are_more_of_them():
    found = comparison("11_2_0_3")
    reads = part(found, "db file sequential read")
    assert found.share(reads) == pytest.approx(3.78 / 7.73, abs=2e-3)
    assert reads.status == "new"
    assert found.slower_s == pytest.approx(7.73, abs=0.011)


def test_on_12_1_0_1_more_time_is_counted_than_passed():
    """CPU 43.43 s and waits of 0.49 s are more than the 42.16 s that the run took."""
    found = comparison("12_1_0_1")
    broken = {check.rule for check in found.failed if check.run == "with"}
    assert "CPU is no more than the elapsed time" in broken
    assert "CPU and waits are no more than the elapsed time" in broken


def test_per_execution_it_is_the_same_in_microseconds():
    found = comparison("11_2_0_3", per="execution")
    assert found.total.difference_s == pytest.approx(77.3e-6, abs=2e-7)


def test_after_the_drop_nothing_is_clear():
    found = comparison("11_2_0_3", "dropped")
    assert not any("sequential read" in one.name and one.after_s for one in found.by_component)
    assert found.ratio < 1.02
