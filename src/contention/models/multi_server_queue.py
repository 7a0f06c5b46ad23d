"""One open queue with several servers: Erlang's formula for the chance of having to wait."""

from __future__ import annotations

import math
from dataclasses import dataclass

from contention.errors import MeasurementError, UsageError

__all__ = ["MultiServerQueue", "multi_server_queue"]

_MOST_SERVERS = 1_000_000


@dataclass(frozen=True)
class MultiServerQueue:
    """Means of a queue with random arrivals, exponential service and m servers.

    Attributes
    ----------
    arrival_rate_per_s : float
        Arrivals per second, lambda.
    service_time_s : float
        Mean seconds of service, S.
    servers : int
        Servers, m.
    utilisation : float
        Busy share of each server, lambda S / m; below 1.
    waiting_probability : float
        Share of arrivals that find all servers busy, Erlang's C.
    waiting_time_s : float
        Mean seconds before service, over all arrivals.
    response_time_s : float
        Mean seconds of waiting and service, R.
    waiting_requests : float
        Mean requests that wait.
    requests : float
        Mean requests that wait or are served.
    """

    arrival_rate_per_s: float
    service_time_s: float
    servers: int
    utilisation: float
    waiting_probability: float
    waiting_time_s: float
    response_time_s: float
    waiting_requests: float
    requests: float


def multi_server_queue(
    arrival_rate_per_s: float, service_time_s: float, servers: int = 1
) -> MultiServerQueue:
    """The queue M/M/m in its steady state.

    Parameters
    ----------
    arrival_rate_per_s : float
        Arrivals per second, from so many sources that the queue does not slow them; zero or more.
    service_time_s : float
        Mean seconds of service; positive.
    servers : int, default 1
        Servers, one to a million.

    Returns
    -------
    MultiServerQueue
        Its means.

    Raises
    ------
    UsageError
        When a figure is out of range.
    MeasurementError
        When requests arrive as fast as all servers together can serve them, or faster: there is
        no steady state.

    Notes
    -----
    The chance of waiting follows from that of the queue without waiting room,
    B(k) = a B(k - 1) / (k + a B(k - 1)) with a = lambda S, which only adds and divides.

    References
    ----------
    Erlang 1917; Kleinrock, *Queueing Systems* I, 1975, section 3.5; Jain 1991, section 31.3.

    Examples
    --------
    A single server at 80 % keeps a request for five times its service:

    >>> round(multi_server_queue(8.0, 0.1).response_time_s, 6)
    0.5
    """
    rate, service = float(arrival_rate_per_s), float(service_time_s)
    if not math.isfinite(rate) or rate < 0 or not math.isfinite(service) or service <= 0:
        raise UsageError(
            "the arrival rate must be zero or more and the service time positive",
            found=f"{rate:g} per second and {service:g} s",
        )
    if servers != int(servers) or not 1 <= servers <= _MOST_SERVERS:
        raise UsageError("servers must be a whole number from 1 to a million", found=f"{servers}")
    m, load = int(servers), rate * service
    busy = load / m
    if busy >= 1.0:
        raise MeasurementError(
            "requests arrive at least as fast as they can be served; the queue grows without end",
            found=f"{load:g} servers kept busy",
            expected=f"fewer than {m}",
            hint="a system that holds its sessions back is a closed network",
        )
    lost = 1.0
    for k in range(1, m + 1):
        lost = load * lost / (k + load * lost)
    waits = lost / (1.0 - busy + busy * lost)
    waiting_time = waits * service / (m * (1.0 - busy))
    return MultiServerQueue(
        arrival_rate_per_s=rate,
        service_time_s=service,
        servers=m,
        utilisation=busy,
        waiting_probability=waits,
        waiting_time_s=waiting_time,
        response_time_s=waiting_time + service,
        waiting_requests=rate * waiting_time,
        requests=rate * (waiting_time + service),
    )
