"""Several classes, approximation and the open queue against printed values."""

import numpy as np
import pytest

from contention.models import (
    MultiClassNetwork,
    SessionClass,
    approximate_mean_values,
    multi_server_queue,
)


def test_lazowska_page_142_in_nineteenths():
    classes = (SessionClass("a", 1, (1.0, 3.0)), SessionClass("b", 1, (2.0, 4.0)))
    solved = MultiClassNetwork(("queueing", "queueing"), classes).solve()
    np.testing.assert_allclose(19 * solved.throughput_per_s, [3, 2])
    np.testing.assert_allclose(19 * solved.queue_length, [[4, 15], [5, 14]])
    np.testing.assert_allclose(solved.residence_time_s, [[4 / 3, 5], [5 / 2, 7]])


def test_schwetman_two_classes():
    # Schwetman, "Testing network-of-queues software", CSD-TR 330, Purdue, example 5b.
    classes = (SessionClass("a", 15, (0.025,), 1.0), SessionClass("b", 5, (0.5,), 15.0))
    solved = MultiClassNetwork(("queueing",), classes).solve()
    np.testing.assert_allclose(solved.utilisation[:, 0], [0.358, 0.157], atol=5.1e-4)
    np.testing.assert_allclose(solved.queue_length[:, 0], [0.677, 0.293], atol=5e-4)
    np.testing.assert_allclose(solved.throughput_per_s, [14.323, 0.314], atol=5e-4)
    np.testing.assert_allclose(solved.response_time_s, [0.047, 0.934], atol=5e-4)


def test_two_classes_and_four_stations_by_visits():
    # The values are those of JMT's solver; the report prints others.
    visits = np.array([[1, 0.45, 0.5, 0], [1, 0, 0.5, 0.49]])
    service = np.array([[0.01, 0.09, 0.10, 0.08], [0.05, 0.09, 0.10, 0.08]])
    demands = visits * service
    classes = (SessionClass("a", 3, tuple(demands[0])), SessionClass("b", 2, tuple(demands[1])))
    solved = MultiClassNetwork(("queueing",) * 4, classes).solve()
    at_stations = solved.throughput_per_s[:, None] * visits
    np.testing.assert_allclose(
        at_stations, [[12.1517, 5.4682, 6.0758, 0], [6.8669, 0, 3.4334, 3.3648]], atol=1e-4
    )


def test_six_stations_by_jmva():
    # CSD-TR 330, figure 6; solved by JMT. Requests go from the terminals to the processor, then
    # to one of four disks, and return to the terminals with probability 0.9 or 0.05.
    visits = np.array([[1, 1 / 0.9, *[0.25 / 0.9] * 4], [1, 20, *[5] * 4]])
    service = np.array([[5.0, 0.010, *[0.035] * 4], [10.0, 0.100, *[0.035] * 4]])
    demands = visits * service
    classes = (SessionClass("a", 40, tuple(demands[0])), SessionClass("b", 4, tuple(demands[1])))
    solved = MultiClassNetwork(("delay", *["queueing"] * 5), classes).solve()
    at_stations = solved.throughput_per_s[:, None] * visits
    np.testing.assert_allclose(at_stations[:, 0], [7.891588, 0.277270], atol=5e-7)
    np.testing.assert_allclose(at_stations[:, 1], [8.768431, 5.545407], atol=5e-6)


def test_lazowska_page_119_by_schweitzer():
    group = SessionClass("users", 3, (0.605, 2.1, 1.35), 15.0)
    near = approximate_mean_values(MultiClassNetwork(("queueing",) * 3, (group,)))
    assert near.throughput_per_s[0] == pytest.approx(0.1510, abs=5e-5)
    assert near.throughput_per_s[0] == pytest.approx(0.15098587270, rel=1e-9)
    np.testing.assert_allclose(near.queue_length[0], [0.0973, 0.4021, 0.2359], atol=5e-5)


@pytest.mark.parametrize(
    ("servers", "r", "lq", "full"),
    [
        (2, 1.053, 7.674, (0.9, 1.0526316, 9.4736842, 0.85263158, 7.6736842, 0.85263158)),
        (4, 0.212, 0.105, (0.45, 0.21168488, 1.9051639, 0.011684877, 0.10516389, 0.12853365)),
    ],
)
def test_open_queue_with_nine_arrivals_a_second(servers, r, lq, full):
    queue = multi_server_queue(9.0, 1 / 5, servers)
    assert queue.response_time_s == pytest.approx(r, abs=5e-4)
    assert queue.waiting_requests == pytest.approx(lq, abs=5e-4)
    found = (
        queue.utilisation,
        queue.response_time_s,
        queue.requests,
        queue.waiting_time_s,
        queue.waiting_requests,
        queue.waiting_probability,
    )
    assert found == pytest.approx(full, rel=5e-8)
