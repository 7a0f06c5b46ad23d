"""The numbers that the page on mean value analysis prints are those of the model."""

import re
from pathlib import Path

import pytest

from contention.models import ClosedNetwork, Station, approximation_error, simulate_closed_network

PAGE = Path(__file__).parents[2] / "book/methods/mean-value-analysis.md"


def table(name):
    """Rows of a list-table, without its heading."""
    block = re.search(rf":name: {name}\n\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    rows = re.split(r"^\* - ", block.group(1), flags=re.MULTILINE)[2:]
    return [re.split(r"\s*\n  - ", row.strip()) for row in rows]


def percent(text):
    return float(text.replace("−", "-").replace(" %", "")) / 100


@pytest.mark.parametrize("row", table("unstable-recursion"), ids=lambda row: row[0])
def test_response_times_of_eight_servers(row):
    exact = ClosedNetwork((Station("a", 4.0, servers=8),), 10.0).response_time_s(int(row[0]))
    assert f"{exact:.3f}" == row[2]


@pytest.mark.parametrize("row", table("schweitzer-error"), ids=lambda row: row[0])
def test_the_error_of_the_approximation(row):
    stations = tuple(Station(f"{d}", d) for d in (0.605, 2.1, 1.35))
    error = approximation_error(ClosedNetwork(stations, 15.0), int(row[0]))
    assert error.relative_throughput == pytest.approx(percent(row[1]), abs=6e-4)
    assert error.relative_response_time == pytest.approx(percent(row[2]), abs=6e-4)


def test_what_exponential_service_costs_in_the_simulated_example():
    network = ClosedNetwork((Station("a", 1.0, servers=4), Station("b", 0.2)), 1.0)
    assert network.throughput_per_s(12) == pytest.approx(3.71, abs=5e-3)
    for variation, printed in ((0.0, 3.99), (2.0, 3.35)):
        run = simulate_closed_network(network, 12, seed=1, service_variation=variation)
        low, high = run.conf_int(0.001)["throughput"]
        assert low - 5e-3 <= printed <= high + 5e-3


def test_the_example_to_check_by_hand():
    solved = ClosedNetwork((Station("cpu", 0.2), Station("disk", 0.3)), 0.5).solve(4)
    assert solved.throughput_per_s == pytest.approx([1.0, 1.770, 2.322, 2.693], abs=5e-4)
    assert solved.response_time_s == pytest.approx([0.5, 0.63, 0.792, 0.986], abs=5e-4)
    assert solved.utilisation[2, 1] == pytest.approx(0.70, abs=5e-3)
