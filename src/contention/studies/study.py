"""What a study file says, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from contention.errors import StudyError

__all__ = ["MEASURED", "Capture", "Claim", "Parameter", "ParameterValue", "Source", "Study"]

MEASURED: Mapping[str, str] = {
    "sweep": "columns sessions and throughput (or executions and duration)",
    "memory": "columns step and bytes",
    "calls": "a tkprof report, or columns run, call, count and elapsed_s",
    "waits": "columns run, event, times_waited and total_waited_s, or run, event and samples",
    "lock": "columns sessions, messages, gets and avg_ns (or <lock>_gets and <lock>_avg_ns)",
    "histogram": "a histogram as DTrace prints it, columns lower, upper and count, or latency_ms",
}
"""The kinds of measurement that a capture can give a study, and what a reader needs for each."""

ParameterValue = bool | int | float | str | list[str]


@dataclass(frozen=True)
class Source:
    """Where the captures are from: an article, or for a study of one's own data a measurement.

    ``article`` is the name of the article's copy, and empty where there is none.
    """

    article: str
    title: str
    author: str
    date: str
    products: tuple[str, ...]
    location: str


@dataclass(frozen=True)
class Capture:
    """One raw file of a study.

    Attributes
    ----------
    id : str
        Name by which notebooks and ledger address it.
    path : Path
        Relative to the study's folder.
    format : str
        Name of the reader.
    sha256 : str
        Digest of the file's bytes.
    lines : str
        Where in the article it stands.
    omitted : str
        What was left out when it was transcribed.
    measures : str
        One of :data:`MEASURED`, or empty: what the study takes from it as its measurements.
    options : mapping
        Passed on to the reader.
    """

    id: str
    path: Path
    format: str
    sha256: str
    lines: str = ""
    omitted: str = ""
    measures: str = ""
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Parameter:
    """One parameter of a study's notebook.

    Attributes
    ----------
    name : str
    type : str
        ``number``, ``integer``, ``boolean``, ``string``, ``choice`` or ``paths``.
    default : bool, int, float, str or list of str
    help : str
    minimum, maximum : float, optional
        Inclusive limits of a number.
    choices : tuple of str
        Allowed values of a choice.
    reader_option : bool
        Whether it is passed on to the reader of a user's own capture; 0 or empty means not given.
    """

    name: str
    type: str
    default: ParameterValue
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    reader_option: bool = False

    @property
    def range(self) -> str:
        """The allowed values in words, for tables and messages."""
        if self.choices:
            return " or ".join(self.choices)
        limits = (self.minimum, self.maximum)
        if limits == (None, None):
            return {"paths": "files that can be read"}.get(self.type, f"any {self.type}")
        low, high = ("" if limit is None else f"{limit:,}" for limit in limits)
        return f"{low} to {high}" if low and high else f"{low} or more" if low else f"up to {high}"


@dataclass(frozen=True)
class Claim:
    """A group of published figures that follow from the captures in one way.

    Attributes
    ----------
    id : str
    statement : str
        In our words.
    cells : Path
        CSV of the figures, relative to the study's folder.
    """

    id: str
    statement: str
    cells: Path


@dataclass(frozen=True)
class Study:
    """A study: its question, captures, parameters and claims.

    Attributes
    ----------
    slug : str
        Name of its folder and notebook.
    folder : Path
        Its folder in ``data``.
    kind : str
        ``published``: it reproduces an article. ``own_data``: it is there for a user's own
        captures; those it comes with are an example, and no claim is checked.
    """

    slug: str
    folder: Path
    title: str
    question: str
    answer: str
    tags: tuple[str, ...]
    source: Source
    captures: tuple[Capture, ...]
    parameters: tuple[Parameter, ...]
    claims: tuple[Claim, ...]
    kind: str = "published"

    @property
    def captures_are(self) -> str:
        """What its own captures are, in two words."""
        return "published captures" if self.kind == "published" else "bundled example"

    def capture(self, id: str) -> Capture:  # noqa: A002 - the study file's own word
        """The capture of that id; StudyError names those there are."""
        for capture in self.captures:
            if capture.id == id:
                return capture
        known = ", ".join(capture.id for capture in self.captures)
        raise StudyError(f"study {self.slug} has no capture {id}", expected=known)

    def reader_options(self, values: Mapping[str, ParameterValue]) -> dict[str, object]:
        """What the reader of a user's own capture is told.

        The given parameters that are reader options, and the kind of measurement wanted, so
        that a capture without it is refused with the reason.
        """
        names = [parameter.name for parameter in self.parameters if parameter.reader_option]
        options: dict[str, object] = {name: values[name] for name in names if values.get(name)}
        kinds = {capture.measures for capture in self.captures} - {""}
        return options | ({"measures": kinds.pop()} if len(kinds) == 1 else {})

    @property
    def defaults(self) -> dict[str, ParameterValue]:
        """The parameters' default values, by name."""
        return {parameter.name: parameter.default for parameter in self.parameters}
