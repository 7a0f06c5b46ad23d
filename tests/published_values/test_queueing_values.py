"""Closed networks and bounds against textbook tables."""

import numpy as np
import pytest

from contention.models import (
    AsymptoticBounds,
    ClosedNetwork,
    Station,
    balanced_job_bounds,
    solve_closed_network,
)


def test_lazowska_page_119_exactly():
    s = solve_closed_network([0.605, 2.1, 1.35], 3, think_time_s=15.0)
    assert s.throughput_per_s[-1] == pytest.approx(0.151516492347, rel=1e-11)
    assert s.response_time_s[-1] == pytest.approx(4.79982478163, rel=1e-11)
    np.testing.assert_allclose(s.queue_length[-1], [0.09756602, 0.39465655, 0.23503004], rtol=1e-7)


def test_lazowska_bounds_of_the_octave_queueing_package():
    wide = AsymptoticBounds(4.055, 2.1, 15.0)
    tight = balanced_job_bounds([0.605, 2.1, 1.35], think_time_s=15.0)
    assert wide.throughput_lower(3) == pytest.approx(0.110436223081, rel=1e-11)
    assert wide.throughput(3) == pytest.approx(0.15743899239, rel=1e-10)
    assert wide.response_time_upper(3) == pytest.approx(12.165)
    assert tight.throughput_lower(3) == pytest.approx(0.143294947712, rel=1e-11)
    assert tight.throughput(3) == pytest.approx(0.152825102277, rel=1e-11)
    assert tight.response_time(3) == pytest.approx(4.63028295286, rel=1e-10)
    assert tight.response_time_upper(3) == pytest.approx(5.9358393153, rel=1e-10)


def test_jain_1991_page_577():
    visits, service = np.array([16, 10, 5]), np.array([0.125, 0.3, 0.2])
    s = solve_closed_network(visits * service, 20, think_time_s=4.0)
    np.testing.assert_allclose(s.residence_time_s[-1] / visits, [0.373, 4.854, 0.300], atol=5e-4)
    np.testing.assert_allclose(s.queue_length[-1], [1.991, 16.177, 0.500], atol=5e-4)
    assert s.response_time_s[-1] == pytest.approx(56.0156318718, rel=1e-10)


def test_bolch_example_8_3():
    visits, service = np.array([1, 0.4, 0.2, 0.1]), np.array([0.02, 0.2, 0.4, 0.6])
    s = solve_closed_network(visits * service, 6)
    np.testing.assert_allclose(
        s.throughput_per_s[-1] * visits, [9.920, 3.968, 1.984, 0.992], atol=5e-4
    )
    np.testing.assert_allclose(s.queue_length[-1], [0.244, 2.261, 2.261, 1.234], atol=5e-4)
    np.testing.assert_allclose(s.utilisation[-1], [0.198, 0.794, 0.794, 0.595], atol=5e-4)


def test_asymptotic_bounds_of_the_octave_queueing_package():
    bounds = AsymptoticBounds(17.2, 9.2, 120.0)
    assert bounds.throughput(20) == pytest.approx(0.109, abs=5e-4)
    assert bounds.response_time(20) == pytest.approx(64.0)


def test_a_delay_centre_beside_queues():
    # Lazowska page 119 with the think time as a station.
    stations = (Station("a", 0.605), Station("b", 2.1), Station("c", 1.35))
    network = ClosedNetwork((*stations, Station("users", 15.0, "delay")))
    assert network.throughput_per_s(3) == pytest.approx(0.151516492347, rel=1e-11)
