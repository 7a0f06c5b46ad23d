"""Figures that follow from the published memory logs and the incident."""

from pathlib import Path

import numpy as np
import pytest

from contention.measurements import MemorySeries
from contention.models import fit_leak, forecast_exhaustion, widen_for_rounding
from contention.readers import read

KB, MB, GB = 1024, 1024**2, 1024**3
IN_USE = np.array([7, 1252, 2500, 3748])
ALLOCATED = np.array([8, 1267, 2531, 3779])
MET, STATED = 33_425_920 * KB, 32 * GB
OBJECTS = 10_000


def fit(held, start=0):
    series = MemorySeries(
        "after", np.arange(start, 4), held[start:] * float(MB), resolution_bytes=MB
    )
    return fit_leak(series, unit_work=OBJECTS)


def test_slope_per_run_and_bytes_per_object():
    leak = fit(IN_USE)
    # By hand: sums of squares about the mean run 5, of products 6,235.5; residuals 1.35 MB^2.
    assert leak.slope_bytes_per_step / MB == pytest.approx(6235.5 / 5)
    assert leak.standard_error / MB == pytest.approx((1.35 / 5) ** 0.5)
    low, high = leak.conf_int()["slope_bytes_per_step"]
    reach = 4.302653 * (1.35 / 5) ** 0.5
    assert (low / MB, high / MB) == pytest.approx((1247.1 - reach, 1247.1 + reach), abs=1e-4)
    each, _, high = leak.per_unit(OBJECTS)
    assert each == pytest.approx(130_768, abs=0.5)
    # Two blocks of 64 KB per object are more than the data allow, rounding included.
    assert high + leak.rounding_bytes_per_step / OBJECTS < 2 * 65_536 < 2 * 65_584


def test_the_control_lies_within_rounding_of_zero():
    control = fit(np.full(4, 7))
    ends = widen_for_rounding(control.conf_int()["slope_bytes_per_step"], control.readings)
    assert np.array(ends) / MB == pytest.approx([-0.4, 0.4])


@pytest.mark.parametrize(
    ("held", "start", "limit", "runs", "whole"),
    [
        (IN_USE, 0, MET, 26.17, 27),
        (IN_USE, 0, STATED, 26.27, 27),
        (IN_USE, 1, MET, 26.15, 27),
        (IN_USE, 1, STATED, 26.25, 27),
        (ALLOCATED, 0, MET, 25.95, 26),
        (ALLOCATED, 0, STATED, 26.05, 27),
        (ALLOCATED, 1, MET, 25.98, 26),
        (ALLOCATED, 1, STATED, 26.08, 27),
    ],
)
def test_eight_forecasts_of_the_failing_run(held, start, limit, runs, whole):
    end = forecast_exhaustion(fit(held, start), limit)
    assert end.steps == pytest.approx(runs, abs=0.005)
    assert end.whole_step == whole


def test_the_objects_in_the_dump_place_the_failure_outside_the_forecast_s_interval():
    failed = 262_669 / OBJECTS
    end = forecast_exhaustion(fit(IN_USE), MET)
    assert end.high < failed < 27
    assert float(fit(IN_USE).predict(26)) / MB - 32_292 == pytest.approx(138.7, abs=0.05)


def test_chunks_stand_in_whole_ratios_to_the_objects():
    incident = read(Path(__file__).parents[2] / "data" / "json_pga_leak" / "raw" / "incident.txt")
    uses = incident.table("memory_uses").frame().set_index(["comment", "heap"]).chunks
    per_object = uses / uses["qjsnCrPlsHeap", "qjsngGetSessio"]
    assert per_object.iloc[:4].round(3).tolist() == [13, 2, 1, 2]
