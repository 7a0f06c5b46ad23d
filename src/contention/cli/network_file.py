"""A closed network in a small TOML file: demands, servers, think time and sessions."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from contention.errors import ContentionError, MeasurementError, ReadError
from contention.models import ClosedNetwork, ClosedNetworkPoint, Station
from contention.readers.source import SourceText, load

__all__ = ["read_network", "read_network_source"]

_UNITS = {"": 1.0, "_s": 1.0, "_ms": 1e-3, "_us": 1e-6, "_ns": 1e-9}
_EXAMPLE = "sessions = 90, think_time_s = 10, demands_s = [4.0], servers = [8]"
_LISTS = {
    "names": "name",
    "demands": "demand",
    "service_times": "service_time",
    "visits": "visits",
    "servers": "servers",
    "kinds": "kind",
}
_SHARED = ("servers", "visits", "kinds")  # one value may stand for all stations
_KINDS = {"queueing": "queueing", "queue": "queueing", "multi_server": "queueing", "delay": "delay"}
_MOST_STATIONS = 1000


@dataclass(frozen=True)
class _Table:
    """One table of the file; every complaint names the file and the key."""

    content: Mapping[str, Any]
    path: str
    where: str = ""

    def unread(
        self,
        message: str,
        key: str,
        *,
        found: str | None = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> ReadError:
        return ReadError(
            message,
            path=self.path,
            column=self.where + key,
            found=found,
            expected=expected,
            hint=hint,
        )

    def unfit(self, message: str, key: str, hint: str) -> MeasurementError:
        return MeasurementError(
            message,
            path=self.path,
            column=self.where + key,
            found=f"{self.content[key]}",
            hint=hint,
        )

    def refuse_unknown(self, plain: Sequence[str], times: Sequence[str]) -> None:
        known = {*plain, *(name + unit for name in times for unit in _UNITS)}
        for key in self.content:
            if key not in known:
                raise self.unread(
                    "this key is not known",
                    key,
                    found=key,
                    expected=", ".join([*plain, *(f"{name}_s" for name in times)]),
                    hint=f"write it as in {_EXAMPLE}",
                )

    def time_key(self, name: str) -> str | None:
        """The key of that name with any unit of time."""
        found = [name + unit for unit in _UNITS if name + unit in self.content]
        if len(found) > 1:
            raise self.unread(
                "two keys say the same thing",
                found[1],
                found=" and ".join(found),
                hint="keep one of them",
            )
        return found[0] if found else None

    def number(self, key: str) -> float:
        """A finite number, zero or more."""
        value = self.content[key]
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.unread(
                "a number was expected", key, found=repr(value), hint=f"such as {_EXAMPLE}"
            )
        if not 0 <= value < 1e300:
            raise self.unfit(
                "the number must be finite and zero or more", key, "correct it or its unit"
            )
        return float(value)

    def seconds(self, name: str) -> float | None:
        """That time in seconds; None where it is not given."""
        key = self.time_key(name)
        return None if key is None else self.number(key) * _UNITS[key.removeprefix(name)]


def read_network(path: str) -> ClosedNetworkPoint:
    """The network and its sessions that a TOML file describes; ``-`` is standard input.

    Raises
    ------
    ReadError
        When the file cannot be read, is not TOML, or has keys that are missing, unknown or of
        the wrong type.
    MeasurementError
        When a figure is impossible.
    """
    return read_network_source(load(path))


def read_network_source(source: SourceText) -> ClosedNetworkPoint:
    r"""The same of text that is loaded already.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> text = b"sessions = 90\nthink_time_s = 10\ndemands_s = [4.0]\nservers = [8]\n"
    >>> point = read_network_source(decode(text, "network.toml"))
    >>> round(point.derived["response_time"], 6)
    35.0
    """
    try:
        content = tomllib.loads("\n".join(source.lines) + "\n")
    except (ValueError, RecursionError) as error:
        raise ReadError(
            "this is not TOML",
            path=source.path,
            found=str(error),
            expected=f"lines such as {_EXAMPLE}",
            hint="text needs quotes and lists need brackets; a measured sweep is for the model "
            "closed_network_fit",
        ) from None
    top = _Table(content, source.path)
    top.refuse_unknown(
        ["sessions", "station", "names", "visits", "servers", "kinds"],
        ["think_time", "demands", "service_times"],
    )
    sessions = _sessions(top)
    think_time_s = top.seconds("think_time") or 0.0
    stations = tuple(_station(table) for table in _station_tables(top))
    names = [station.name for station in stations]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise top.unread("two stations have the same name", "name", found=twice)
    try:
        return ClosedNetworkPoint(ClosedNetwork(stations, think_time_s), sessions)
    except ContentionError as error:
        raise _unfit(error, top) from None


def _unfit(error: ContentionError, table: _Table) -> MeasurementError:
    """What the model refuses, as a fault of the file."""
    return MeasurementError(error.message, path=table.path, found=error.found, hint=error.hint)


def _sessions(top: _Table) -> int:
    if "sessions" not in top.content:
        raise top.unread("the number of sessions is missing", "sessions", expected="sessions = 90")
    number = top.number("sessions")
    if number != int(number) or number < 1:
        raise top.unfit(
            "a closed network needs a whole number of sessions, one or more",
            "sessions",
            "there is no half session: solve for the whole numbers on both sides",
        )
    return int(number)


def _station_tables(top: _Table) -> list[_Table]:
    """One table for each station, from tables or from lists."""
    given = {name: top.time_key(name) or name for name in _LISTS}
    lists = {key: top.content[key] for key in given.values() if key in top.content}
    tables = top.content.get("station")
    if tables is not None and lists:
        raise top.unread(
            "stations are given twice",
            next(iter(lists)),
            hint="use the lists or the tables [[station]], not both",
        )
    if tables is None:
        tables = _transposed(top, given, lists)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise top.unread("stations are tables", "station", expected="[[station]]")
    if len(tables) > _MOST_STATIONS:
        raise top.unread(
            f"there are more than {_MOST_STATIONS} stations", "station", found=f"{len(tables)}"
        )
    return [_Table(table, top.path, f"station {k}: ") for k, table in enumerate(tables, 1)]


def _transposed(
    top: _Table, given: Mapping[str, str], lists: Mapping[str, Any]
) -> list[dict[str, Any]]:
    first = next((given[n] for n in ("demands", "service_times") if given[n] in lists), None)
    if first is None:
        raise top.unread(
            "the demands are missing",
            "demands_s",
            expected="demands_s = [...], or service_times_s and visits, or tables [[station]]",
        )
    count = len(lists[first]) if isinstance(lists[first], list) else 1
    tables: list[dict[str, Any]] = [{} for _ in range(count)]
    for plural, key in given.items():
        if key not in lists:
            continue
        column = lists[key]
        if not isinstance(column, list) and (count == 1 or plural in _SHARED):
            column = [column] * count
        if not isinstance(column, list) or len(column) != count:
            raise top.unread(
                f"this list and {first} differ in length",
                key,
                found=f"{len(column)} values" if isinstance(column, list) else repr(column),
                expected=f"{count} values, one for each station",
            )
        for table, value in zip(tables, column, strict=True):
            table[_LISTS[plural] + key.removeprefix(plural)] = value
    return tables


def _station(table: _Table) -> Station:
    table.refuse_unknown(["name", "visits", "servers", "kind", "rates"], ["demand", "service_time"])
    name = table.content.get("name", table.where.removesuffix(": "))
    if not isinstance(name, str) or not name.strip():
        raise table.unread("a name must be text", "name", found=repr(name))
    demand, service = table.seconds("demand"), table.seconds("service_time")
    if (demand is None) == (service is None):
        raise table.unread(
            "the demand is missing" if demand is None else "demand and service time are both given",
            "demand_s",
            expected="demand_s, or service_time_s and visits",
        )
    if service is not None:
        demand = service * (table.number("visits") if "visits" in table.content else 1.0)
    elif "visits" in table.content:
        raise table.unread(
            "visits go with a service time; a demand includes them",
            "visits",
            hint="write service_time_s instead of demand_s, or leave the visits out",
        )
    servers = table.content.get("servers", 1)
    kind = table.content.get("kind", "delay" if servers in ("delay", math.inf) else "queueing")
    if kind not in _KINDS:
        raise table.unread(
            "this kind is not known", "kind", found=repr(kind), expected=", ".join(_KINDS)
        )
    rates = table.content.get("rates", [])
    if not isinstance(rates, list) or not all(isinstance(r, (int, float)) for r in rates):
        raise table.unread("rates are a list of numbers", "rates", found=repr(rates))
    many = 1 if _KINDS[kind] == "delay" else _servers(table)
    try:
        return Station(
            name, float(demand or 0.0), _KINDS[kind], many, tuple(float(rate) for rate in rates)
        )
    except ContentionError as error:
        raise _unfit(error, table) from None


def _servers(table: _Table) -> int:
    value = table.content.get("servers", 1)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise table.unread(
            "servers must be a number or the word delay",
            "servers",
            found=repr(value),
            hint='such as servers = [8, 1, "delay"]',
        )
    if not 1 <= value < 1e9 or value != int(value):
        raise table.unfit(
            "servers must be a whole number, one or more",
            "servers",
            'where nobody ever waits, write servers = "delay"',
        )
    return int(value)
