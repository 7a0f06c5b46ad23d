"""A station checks its figures and knows its rates."""

import pytest

from contention.errors import UsageError
from contention.models import Station


def test_rates_of_servers_grow_until_all_are_busy():
    assert Station("a", 1.0, servers=3).relative_rates(5).tolist() == [1, 2, 3, 3, 3]
    assert Station("a", 1.0, "delay").relative_rates(3).tolist() == [1, 2, 3]
    assert Station("a", 1.0, rates=(2.0, 5.0)).relative_rates(3).tolist() == [2, 5, 5]


def test_the_least_time_between_completions_belongs_to_the_greatest_rate():
    assert Station("a", 3.0, servers=4).least_time_s == 0.75
    assert Station("a", 3.0, rates=(1.0, 2.0, 1.5)).least_time_s == 1.5
    assert Station("a", 3.0, "delay").least_time_s == 0.0


def test_only_a_station_that_slows_down_is_not_fastest_when_full():
    assert Station("a", 1.0, servers=9).is_fastest_when_full
    assert Station("a", 1.0, rates=(1.0, 0.5, 2.0)).is_fastest_when_full
    assert not Station("a", 1.0, rates=(1.0, 2.0, 1.5)).is_fastest_when_full


@pytest.mark.parametrize(
    "make",
    [
        lambda: Station("a", -1.0),
        lambda: Station("a", float("nan")),
        lambda: Station("a", 1.0, "magic"),
        lambda: Station("a", 1.0, servers=0),
        lambda: Station("a", 1.0, servers=2.5),
        lambda: Station("a", 1.0, servers=1_000_000),
        lambda: Station("a", 1.0, servers=2, rates=(1.0,)),
        lambda: Station("a", 1.0, "delay", rates=(1.0,)),
        lambda: Station("a", 1.0, rates=(1.0, 0.0)),
    ],
)
def test_impossible_stations_are_refused(make):
    with pytest.raises(UsageError, match="station a"):
        make()
