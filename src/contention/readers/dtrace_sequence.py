"""Numbered get and release events, as a tracing script prints them one by one.

Each line names an object and an operation, numbers it, and lists the arguments of the function
that was entered::

  Latch Get Seq: 1 --- get_function (Addr=>0xD0, Mode=>16)
  Latch Fre Seq: 1-1 --- free_function (Addr=>0xD0)

A get has a number of its own; a release repeats the number of the latest get, and then has its
own. The first argument is the address of the object.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.headings import identifier

__all__ = ["EventSequence", "is_event"]

_EVENT = re.compile(
    r"[=\s]*(?P<object>[A-Za-z]\w{0,40})\s+(?P<operation>[A-Za-z]\w{0,40})\s+Seq:\s*"
    r"(?P<get>\d{1,15})(?:-(?P<release>\d{1,15}))?\s+-{2,3}\s+(?P<function>\w{1,80})\s*"
    r"(?P<arguments>\(.*)"
)
_ARGUMENT = re.compile(
    r"(?P<name>[A-Za-z_][\w ]{0,60}?)(?:\(\w{1,10}\))?\s*=>\s*(?P<value>(?:0x)?[0-9A-Fa-f]{1,20})\b"
)

Cell = tuple[str | None, Value]
_MISSING: Cell = (None, None)


def is_event(line: str) -> bool:
    """Whether the line is, or was meant to be, an event of a sequence.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        Also True for an event that is cut.

    Examples
    --------
    >>> is_event("Latch Get Seq: 1 --- get (Addr=>0xD0)"), is_event("Latch GETs: 3")
    (True, False)
    """
    return bool(re.match(r"[=\s]*[A-Za-z]\w*\s+[A-Za-z]\w*\s+Seq:", line))


@dataclass
class _Event:
    line: int
    cells: dict[str, Cell]
    arguments: dict[str, Cell]


@dataclass
class EventSequence:
    """The events of a capture, as they are collected.

    Attributes
    ----------
    events : list
        In order.
    flags : list of Flag
        What could not be taken at face value.
    counted : dict
        Gets and releases counted so far, by object.
    """

    events: list[_Event] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    counted: dict[str, list[int]] = field(default_factory=dict)

    def take(self, number: int, line: str) -> None:
        """Read one event."""
        match = _EVENT.fullmatch(line)
        if match is None:
            reason = "an event that cannot be read; left out"
            self.flags.append(Flag(number, None, line.strip()[:60], reason))
            return
        if ")" not in match["arguments"]:
            reason = "the arguments are not closed: the line is cut or wrapped"
            self.flags.append(Flag(number, None, line.strip()[-60:], reason))
        name, released = match["object"], match["release"] is not None
        counts = self.counted.setdefault(name, [0, 0])
        counts[released] += 1
        self._compare(number, match, counts)
        cells: dict[str, Cell] = {
            "event": (str(len(self.events) + 1), len(self.events) + 1),
            "object": (name, name),
            "operation": (match["operation"], match["operation"]),
            "get_seq": _whole(match["get"]),
            "release_seq": _whole(match["release"]),
            "counted_gets": _whole(str(counts[0])),
            "counted_releases": _whole(str(counts[1])),
            "function": (match["function"], match["function"]),
        }
        self.events.append(_Event(number, cells, _arguments(match["arguments"])))

    def _compare(self, number: int, match: re.Match[str], counts: list[int]) -> None:
        printed = [int(match["get"]), int(match["release"] or counts[1])]
        if printed != counts:
            reason = (
                f"the printed number is not the one counted, {counts[0]}-{counts[1]}: lines are"
                " left out of the capture, or it is a part of a longer one"
            )
            found = match["get"] + (f"-{match['release']}" if match["release"] else "")
            self.flags.append(Flag(number, "get_seq", found, reason))
            counts[:] = printed

    def check(self, totals: Mapping[str, int]) -> None:
        """Hold the counts against the totals that the script prints at its end."""
        stated = {name.lower(): value for name, value in totals.items()}
        if not stated:
            reason = (
                "no total counters follow the events: whether lines are left out of the capture"
                " at its end is not known"
            )
            self.flags.append(Flag(self.events[-1].line, None, "", reason))
        for name, counts in self.counted.items() if stated else ():
            for letter, count, what in (("g", counts[0], "gets"), ("", counts[1], "releases")):
                total = _total(stated, name.lower(), letter)
                if total != count:
                    reason = f"{count} {what} of {name} are in the capture; lines are missing"
                    found = "no total" if total is None else str(total)
                    self.flags.append(Flag(self.events[-1].line, None, found, reason))

    def table(self, provenance: Provenance) -> Table:
        """The events as a table."""
        names = dict.fromkeys(name for event in self.events for name in event.arguments)
        columns: dict[str, Sequence[Cell]] = {
            name: [event.cells[name] for event in self.events] for name in self.events[0].cells
        }
        for name in names:
            column = name if name not in columns else f"{name}_2"
            columns[column] = [event.arguments.get(name, _MISSING) for event in self.events]
        lines = [event.line for event in self.events]
        return table_of_values("sequence", columns, lines, provenance, flags=self.flags)


def _total(stated: Mapping[str, int], name: str, letter: str) -> int | None:
    """The total of gets (letter g), or of anything else, that is stated for an object."""
    for label, value in stated.items():
        first, _, rest = label.partition(" ")
        if first == name and rest and rest.startswith("g") == bool(letter):
            return value
    return None


def _arguments(text: str) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for at, match in enumerate(_ARGUMENT.finditer(text)):
        printed = match["value"]
        name = identifier(match["name"]) if at else "address"
        hexadecimal = not at or printed.startswith("0x")
        try:
            value = int(printed, 16 if hexadecimal else 10)
        except ValueError:
            found.setdefault(name, (printed, printed))
        else:
            found.setdefault(name, (printed, value))
    return found


def _whole(text: str | None) -> Cell:
    return (text, None if text is None else int(text))
