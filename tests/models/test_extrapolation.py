import math

import numpy as np
import pytest

from contention.errors import MeasurementError
from contention.measurements import Sweep
from contention.models import (
    ClosedNetwork,
    PipelineModel,
    ScalabilityCurve,
    Station,
    compare_extrapolation,
)

N = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])


@pytest.mark.parametrize(
    ("x", "winner"),
    [
        (N * 10.0, "linear"),
        (ScalabilityCurve(10.0, 0.1).throughput(N), "amdahl"),
        (ScalabilityCurve(10.0, 0.1, 0.01).throughput(N), "universal_scalability"),
        (ClosedNetwork((Station("a", 0.02),), 0.1).throughput_per_s(N), "closed_network"),
    ],
)
def test_the_model_that_made_the_data_predicts_them(x, winner):
    result = compare_extrapolation(Sweep("a", N, x), 8)
    assert result[winner].throughput_error_pct < 1e-4
    assert result.models[0].throughput_error_pct < 1e-4
    assert result.sessions.tolist() == [16.0, 32.0]


def test_points_beyond_the_cut_do_not_reach_the_fit():
    x = ScalabilityCurve(10.0, 0.1, 0.01).throughput(N)
    spoilt = x.copy()
    spoilt[-1] = 1.0
    a, b = (compare_extrapolation(Sweep("a", N, y), 8) for y in (x, spoilt))
    for model in a.models:
        np.testing.assert_array_equal(
            model.throughput_per_s, b[model.model].throughput_per_s, err_msg=model.model
        )


def test_a_pipeline_is_compared_when_it_is_given():
    think = 0.02
    model = PipelineModel((10.0, 12.0, 20.0))
    r = model.response_time_us(N) * 1e-6
    sweep = Sweep("a", N, N / (r + think), response_time_s=r)
    result = compare_extrapolation(sweep, 4, pipeline=model)
    assert result.think_time_s == pytest.approx(think)
    assert result["pipeline"].response_error_pct == pytest.approx(0.0, abs=1e-6)
    assert result["pipeline"].parameters == 0
    assert len(result.frame()) == 6
    assert len(result.predictions()) == 18


def test_a_model_that_cannot_be_fitted_stays_with_its_reason():
    result = compare_extrapolation(Sweep("a", N, N * 10.0), 2)
    row = result["universal_scalability"]
    assert math.isnan(row.throughput_error_pct)
    assert "at least 4" in row.note
    assert result.models[-1].note
    with pytest.raises(KeyError):
        result["pipeline"]


@pytest.mark.parametrize("cut", [0.5, 32])
def test_a_cut_outside_the_sweep_is_refused(cut):
    with pytest.raises(MeasurementError, match="both sides"):
        compare_extrapolation(Sweep("a", N, N * 10.0), cut)
