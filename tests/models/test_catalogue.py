"""The catalogue is complete, and every model in it keeps the contract of a fit."""

import importlib
import pkgutil

import numpy as np
import pytest

import contention.models
from contention.errors import ContentionError
from contention.measurements import Histogram, MemorySeries, Sweep
from contention.models import (
    MODELS,
    ClosedNetwork,
    ClosedNetworkPoint,
    Station,
    choose_sides,
    compared_runs,
)
from models.runs_to_compare import calls

N = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
SWEEP = Sweep(
    "data",
    N,
    np.array([10.0, 19.0, 33.0, 45.0, 44.0]),
    response_time_s=np.array([0.09, 0.095, 0.11, 0.17, 0.35]),
)
SERIES = MemorySeries("data", [1, 2, 3, 4], [100.0, 210.0, 290.0, 405.0])
POINT = ClosedNetworkPoint(ClosedNetwork((Station("cpu", 0.1, servers=2),), 1.0), 30)
BUCKETS = Histogram("data", [1, 2, 4, 8], [2, 4, 8, 16], [20, 50, 30, 4], "ms")
RUNS = choose_sides(
    compared_runs(
        [
            calls(run, elapsed=(0.0, seconds, 0.0), repeat=str(seconds))
            for run, times in (("old", (2.0, 2.1)), ("new", (6.0, 6.5)))
            for seconds in times
        ]
    )
)
MEASUREMENTS = {
    "sweep": SWEEP,
    "memory": SERIES,
    "network": POINT,
    "histogram": BUCKETS,
    "runs": RUNS,
}
MODULES = [m.name for m in pkgutil.iter_modules(contention.models.__path__)]


def test_keys_are_names_and_every_expected_model_is_there():
    assert all(key == model.name for key, model in MODELS.items())
    needed = {"universal_scalability", "quadratic_waiting", "saturation", "asymptotic_bounds"}
    assert needed | {"leak", "amdahl", "linear_scaling"} <= set(MODELS)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_exports(name):
    module = importlib.import_module(f"contention.models.{name}")
    assert module.__doc__
    for exported in module.__all__:
        assert hasattr(module, exported)


@pytest.mark.parametrize("name", MODULES)
def test_every_fit_of_one_measurement_is_in_the_catalogue(name):
    # A module whose fit needs nothing but a sweep or a series must not be forgotten.
    fits = {"fit_" + key for key in MODELS} | {"saturation_sessions", "asymptotic_bounds"}
    fits |= {
        "fit_chunk_rewrites",
        "fit_closed_network",
        "fit_network_demands",
        "fit_jointly",
        "fit_lognormal_mixture",
        "fit_scalability_curve",
        "fit_quadratic_wait_seconds",
        "fit_transfer_cost",
        "fit_trend",
    }
    module = importlib.import_module(f"contention.models.{name}")
    assert {e for e in module.__all__ if e.startswith("fit_")} <= fits


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda m: m.name)
def test_results_speak_the_common_language(model):
    fit = model.fit(MEASUREMENTS[model.data])
    assert set(fit.bse) == set(fit.params)
    assert fit.n == {"sweep": 5, "memory": 4, "network": 0, "histogram": 104, "runs": 4}[model.data]
    assert {*fit.params, *fit.derived} <= set(fit.units)
    for name, (low, high) in fit.conf_int(0.1).items():
        value = {**fit.params, **fit.derived}[name]
        assert low <= value <= high
    assert isinstance(fit.verdict, str)
    assert all(isinstance(note, str) for note in fit.warnings)
    assert fit.summary()
    assert np.all(np.isfinite(fit.predict(np.array([1.0, 2.0]))))


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda m: m.name)
def test_a_wider_level_gives_a_wider_interval(model):
    fit = model.fit(MEASUREMENTS[model.data])
    narrow, wide = fit.conf_int(0.3), fit.conf_int(0.02)
    for name, (low, high) in narrow.items():
        assert wide[name][0] <= low
        assert wide[name][1] >= high


@pytest.mark.parametrize(
    # One session alone has asymptotic bounds: they meet there.
    "model",
    [m for m in MODELS.values() if m.data == "sweep" and m.name != "asymptotic_bounds"],
    ids=lambda m: m.name,
)
def test_a_single_point_is_refused_by_every_sweep_model(model):
    with pytest.raises(ContentionError):
        model.fit(Sweep("data", [1], [10.0], response_time_s=[0.1]))


def test_models_of_response_time_say_that_it_is_missing():
    for name in ("quadratic_waiting", "linear_response"):
        with pytest.raises(ContentionError, match="needs response times"):
            MODELS[name].fit(Sweep("data", N, N))
