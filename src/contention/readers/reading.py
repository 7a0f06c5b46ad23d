"""What a reader makes of a capture, and what a reader is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contention.errors import ContentionError, MissingColumnError, ReadError
from contention.measurements import (
    CallStatistics,
    Flag,
    Histogram,
    LockUse,
    MemorySeries,
    Sweep,
    Table,
    WaitProfile,
)
from contention.readers.forms import TableForm
from contention.readers.source import SourceText

__all__ = ["Options", "Reader", "Reading", "Recognition"]

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Reading:
    """Everything that was in a capture.

    Attributes
    ----------
    format : str
        Name of the reader.
    tables : tuple of Table
        All tables of the capture.
    sweeps : tuple of Sweep
        Load sweeps, where a table holds sessions and throughput.
    memory : tuple of MemorySeries
        Memory logs, where a table holds steps and bytes.
    issues : tuple of Flag
        What could not be taken at face value and concerns no single table.
    path : str
        The capture, for messages.
    refused : mapping of str to ContentionError
        Under ``sweep``, ``memory``, ``calls`` or ``lock``: why the first table that looked like
        one is none.
    calls : tuple of CallStatistics
        Call statistics by statement, where the capture has calls and their elapsed times.
    waits : tuple of WaitProfile
        Waits by statement, where the capture has events and the times waited for them.
    histograms : tuple of Histogram
        Histograms in which something was counted.
    locks : tuple of LockUse
        Use of a lock over sessions, where a table holds gets and their mean time.
    recognition : Recognition, optional
        How sure the reader was that the capture is its own; None when the caller named it.
    """

    format: str
    tables: tuple[Table, ...]
    sweeps: tuple[Sweep, ...] = ()
    memory: tuple[MemorySeries, ...] = ()
    issues: tuple[Flag, ...] = ()
    path: str = ""
    refused: Mapping[str, ContentionError] = field(default_factory=dict)
    calls: tuple[CallStatistics, ...] = ()
    waits: tuple[WaitProfile, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    locks: tuple[LockUse, ...] = ()
    recognition: Recognition | None = None

    def table(self, name: str) -> Table:
        """The table of that name.

        Raises
        ------
        ReadError
            When there is none; the message names those there are.

        Examples
        --------
        >>> Reading("csv", ()).table("data")
        Traceback (most recent call last):
        contention.errors.ReadError: the capture has no table data. Found: no table at all.
        """
        for table in self.tables:
            if table.name == name:
                return table
        raise ReadError(
            f"the capture has no table {name}",
            path=self.path or None,
            found=", ".join(table.name for table in self.tables) or "no table at all",
        )

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The issues, then the flags of every table, in the order of the capture."""
        return self.issues + tuple(flag for table in self.tables for flag in table.flags)

    def require_sweeps(self) -> tuple[Sweep, ...]:
        """The sweeps, of which there is at least one.

        Raises
        ------
        MissingColumnError
            When there is none; the message names the columns found and those needed.
        ContentionError
            When a table looked like a sweep and was none, the reason.
        """
        if not self.sweeps:
            raise self._missing(
                "sweep",
                "the capture holds no load sweep",
                "a column sessions and a column throughput, or executions and duration_s",
            )
        return self.sweeps

    def require_memory(self) -> tuple[MemorySeries, ...]:
        """The memory series, of which there is at least one.

        Raises
        ------
        MissingColumnError
            When there is none; the message names the columns found and those needed.
        ContentionError
            When a table looked like a memory log and was none, the reason.
        """
        if not self.memory:
            raise self._missing(
                "memory",
                "the capture holds no memory log",
                "a column step (or time_s) and a column bytes (or kb, mb)",
            )
        return self.memory

    def require_calls(self) -> tuple[CallStatistics | WaitProfile, ...]:
        """The call statistics and wait profiles, of which there is at least one.

        Raises
        ------
        MissingColumnError
            When there is none; the message names the columns found and those needed.
        ContentionError
            When a table looked like one and was none, the reason.
        """
        if not self.calls and not self.waits:
            raise self._missing(
                "calls",
                "the capture holds neither calls nor waits",
                "a tkprof report, or columns call, count and elapsed_s, or columns event, "
                "times_waited and total_waited_s",
            )
        return (*self.calls, *self.waits)

    def require_histograms(self) -> tuple[Histogram, ...]:
        """The histograms, of which there is at least one.

        Raises
        ------
        MissingColumnError
            When there is none.
        ContentionError
            When a table looked like one and was none, the reason.
        """
        if not self.histograms:
            raise self._missing(
                "histogram",
                "the capture holds no histogram",
                "columns lower, upper and count, a column such as latency_ms, or rows of "
                "'value  --- Distribution ---  count', as DTrace prints them",
            )
        return self.histograms

    def require_locks(self) -> tuple[LockUse, ...]:
        """The lock uses, of which there is at least one.

        Raises
        ------
        MissingColumnError
            When there is none; the message names the columns found and those needed.
        ContentionError
            When a table looked like one and was none, the reason.
        """
        if not self.locks:
            raise self._missing(
                "lock",
                "the capture holds no use of a lock over sessions",
                "columns sessions, messages, gets and avg_ns (or <lock>_gets and <lock>_avg_ns)",
            )
        return self.locks

    def _missing(self, kind: str, message: str, expected: str) -> ContentionError:
        if kind in self.refused:
            return self.refused[kind]
        found = "; ".join(f"{table.name}: {', '.join(table.names)}" for table in self.tables)
        reasons = [flag.reason for flag in self.issues if flag.column is not None]
        return MissingColumnError(
            message,
            path=self.path or None,
            found=(found or "no table")[:400],
            expected=expected,
            hint="; ".join(reasons) or "rename the columns of the first line",
        )


@dataclass(frozen=True)
class Recognition:
    """How sure a reader is that a capture is its own.

    Attributes
    ----------
    reader : str
        Name of the reader.
    confidence : float
        0 (not mine) to 1 (certainly mine). A reader accepts a capture from 0.5.
    reason : str
        What it saw, or missed.
    """

    reader: str
    confidence: float
    reason: str

    @property
    def accepts(self) -> bool:
        """Whether the reader would read the capture."""
        return self.confidence >= 0.5


@dataclass(frozen=True)
class Reader:
    """One format.

    Attributes
    ----------
    name : str
        Its name, as in ``READERS``.
    title : str
        What it reads, in a few words.
    sniff : callable
        From the lines to a :class:`Recognition`.
    read : callable
        From the lines and options to a :class:`Reading`.
    example : str
        A short capture that this reader, and no other, accepts. For a binary format, the same
        content in words; ``make_example`` makes the file.
    traits : tuple of str
        The variants it reads and the traps it knows, a phrase each.
    gives : tuple of TableForm
        The tables that it can give.
    ends : str
        How it knows that a capture is complete; empty where the format has no mark of its end,
        so that a cut between two lines cannot be known.
    general : bool
        Whether the reader takes many formats, and so stands back where another accepts.
    long_lines : bool
        Whether lines may be longer than 100,000 characters.
    binary : tuple of str
        The kinds of binary file it reads, as :attr:`SourceText.kind` names them; empty for text.
    stream : callable, optional
        From a path and options to a :class:`Reading`, for files of any size in bounded memory.
    make_example : callable, optional
        The bytes of an example, for a binary format.
    """

    name: str
    title: str
    sniff: Callable[[SourceText], Recognition]
    read: Callable[[SourceText, Options], Reading]
    example: str
    traits: tuple[str, ...] = ()
    gives: tuple[TableForm, ...] = ()
    ends: str = ""
    general: bool = False
    long_lines: bool = False
    binary: tuple[str, ...] = ()
    stream: Callable[[Path, Options], Reading] | None = None
    make_example: Callable[[], bytes] | None = None
