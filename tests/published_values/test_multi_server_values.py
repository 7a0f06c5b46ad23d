"""Networks with several servers and with rates that depend on the load, against printed tables."""

import numpy as np
import pytest

from contention.models import ClosedNetwork, ClosedNetworkPoint, Station


def at(sessions, stations, think_time_s=0.0):
    return ClosedNetwork(tuple(stations), think_time_s).solve(sessions)


def textbook_response_time(service, servers, think, sessions):
    """The recursion that textbooks print for m servers; it subtracts probabilities."""
    waiting = [1.0] + [0.0] * (servers - 1)  # of 0, 1, ..., m - 1 requests at the station
    queue = response = 0.0
    for n in range(1, sessions + 1):
        idle = sum((servers - 1 - j) * waiting[j] for j in range(servers - 1))
        response = service / servers * (1.0 + queue + idle)
        throughput = n / (think + response)
        queue = throughput * response
        before = waiting.copy()
        for j in range(1, servers):
            waiting[j] = throughput * service / j * before[j - 1]
        busy = throughput * service + sum((servers - j) * waiting[j] for j in range(1, servers))
        waiting[0] = 1.0 - busy / servers
    return response


def test_eight_servers_far_into_saturation_where_other_programs_lose_all_digits():
    # S = 4, m = 8, Z = 10. At 90 sessions two programs print -97.98 and -2,885,371.
    printed = {1: "4", 8: "4", 20: "4.1551026", 40: "10.015981", 60: "20", 90: "35"}
    solved = at(90, [Station("a", 4.0, servers=8)], 10.0)
    for n, text in printed.items():
        assert f"{solved.response_time_s[n - 1]:.8g}" == text


def test_the_textbook_recursion_is_right_at_first_and_negative_later():
    assert textbook_response_time(4.0, 8, 10.0, 20) == pytest.approx(4.1551026, abs=5e-8)
    assert textbook_response_time(4.0, 8, 10.0, 40) == pytest.approx(10.015981, abs=5e-7)
    assert textbook_response_time(4.0, 8, 10.0, 90) < 0


def test_four_servers_and_a_latch():
    stations = [Station("cpu", 0.01, servers=4), Station("latch", 0.006)]
    solved = at(32, stations, 0.05)
    for n, x, r in (
        (1, 15.15151515, 0.016),
        (4, 58.8894637, 0.0179238653),
        (8, 110.2367348, 0.02257108998),
        (16, 162.7076411, 0.0483358857),
        (32, 166.6666408, 0.1420000298),
    ):
        assert solved.throughput_per_s[n - 1] == pytest.approx(x, rel=5e-10)
        assert solved.response_time_s[n - 1] == pytest.approx(r, rel=5e-10)


def test_bolch_example_8_4_with_two_servers_and_a_delay():
    stations = [
        Station("a", 0.5, servers=2),
        Station("b", 0.3),
        Station("c", 0.4),
        Station("d", 1.0, "delay"),
    ]
    solved = at(3, stations)
    np.testing.assert_allclose(solved.queue_length[-1], [0.624, 0.473, 0.686, 1.217], atol=5e-4)
    np.testing.assert_allclose(
        solved.queue_length[-1],
        [0.6236794897, 0.4728722344, 0.685987642, 1.217460634],
        rtol=1e-9,
    )
    assert solved.throughput_per_s[-1] == pytest.approx(1.217460634, rel=1e-9)


def test_bolch_example_8_7_the_same_by_rates():
    stations = [
        Station("a", 0.5, rates=(1, 2)),
        Station("b", 0.3, rates=(1, 1, 1)),
        Station("c", 0.4, rates=(1,)),
        Station("d", 1.0, rates=(1, 2, 3)),
    ]
    solved = at(3, stations)
    visits = np.array([1, 0.5, 0.5, 1])
    times = solved.residence_time_s[-1] / visits
    np.testing.assert_allclose(solved.queue_length[-1], [0.624, 0.473, 0.686, 1.217], atol=5e-4)
    # Printed service rates 1.667 and 1.25 are rounded; so is what follows from them.
    np.testing.assert_allclose(times, [0.512, 0.776, 1.127, 1.0], atol=1e-3)


def test_bolch_example_8_1_by_convolution():
    service, visits, servers = np.array([1 / 0.8, 1 / 0.6, 1 / 0.4]), [1, 0.667, 0.2], [2, 3, 1]
    demands = service * visits
    solved = at(
        3,
        [
            Station(f"{k}", d, servers=m)
            for k, (d, m) in enumerate(zip(demands, servers, strict=True))
        ],
    )
    x = solved.throughput_per_s[-1]
    np.testing.assert_allclose(x * np.array(visits), [0.945, 0.630, 0.189], atol=1e-3)
    np.testing.assert_allclose(solved.utilisation[-1], [0.590, 0.350, 0.473], atol=1e-3)
    np.testing.assert_allclose(solved.queue_length[-1], [1.290, 1.050, 0.660], atol=1e-3)
    times = solved.residence_time_s[-1] / visits
    np.testing.assert_allclose(times, [1.366, 1.667, 3.496], atol=1e-3)
    constants = np.cumprod(np.r_[1.0, 1.0 / solved.throughput_per_s])
    np.testing.assert_allclose(constants, [1, 2.861, 4.218, 4.465], atol=5e-3)


def test_pdq_three_hundred_threads():
    # PDQ's example of a web server: 400 requests, 300 threads, 0.444 s.
    network = ClosedNetwork((Station("threads", 0.444, servers=300),))
    printed = ClosedNetworkPoint(network, 400).derived
    assert printed["throughput"] == pytest.approx(675.6757, abs=5e-5)
    assert printed["response_time"] == pytest.approx(0.5920, abs=5e-5)
    assert printed["maximum_throughput"] == pytest.approx(675.6757, abs=5e-5)
    assert printed["knee_sessions"] == pytest.approx(300)
