"""From files to sums, block by block: what a trace of any size says, in bounded memory."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from contention.errors import ReadError
from contention.measurements import Flag
from contention.readers.compiling import is_compiled
from contention.readers.trace_scan.growth import Sums, grown, new_sums, rows
from contention.readers.trace_scan.layout import (
    AVL,
    BARE,
    BARE_LINE,
    BLOCK,
    CONTEXT,
    DISCARD,
    FINAL,
    FLUSH,
    FORCED,
    GROW,
    LINE,
    NOTES,
    ODD,
    PATIENCE,
    SKIP,
    STAMPED,
    TEXT,
    TEXT_LINE,
    UNIT,
    USED,
)

__all__ = ["Scanned", "scan_files"]

BUFFER_BYTES = 2**20
CENTISECOND_US = 10_000
PATIENCE_BYTES = 2**27
_SHOWN = 100
_SPARE = 16
_OLD = re.compile(rb"^Oracle(?:7|8i?)\b|\bRelease [78]\.\d", re.MULTILINE)
_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
_FACT = re.compile(r"([A-Z ]{2,24}):\((.*)\)")
_UTF_8 = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_LENGTH = "the text does not end where its length says; its lines are read as others"
REASONS = (
    "a wait that cannot be read; left out",
    "a call that cannot be read; left out",
    "a statement's heading that cannot be read; its cells miss",
    _LENGTH,
    _LENGTH,
    "a line too long to be one of a trace; left out",
    "the text is not as long as its heading says; it is read to the first END OF STMT",
)
LIMITED = "the trace reached its size limit, and the session went on untraced"
CONTINUED = "the trace continues another file; cursors parsed there have no statement here"


@dataclass(frozen=True)
class Scanned:
    """What was in one or several traces.

    Attributes
    ----------
    sums : Sums
        Everything that was counted.
    paths : tuple of str
        The traces, in order.
    lines, size : int
        Lines and bytes of all of them.
    flags : tuple of Flag
        What could not be taken at face value.
    facts : tuple of (str, str)
        What the traces say of themselves, such as ``("MODULE NAME", "SQL*Plus")``, each once.
    """

    sums: Sums
    paths: tuple[str, ...]
    lines: int
    size: int
    flags: tuple[Flag, ...]
    facts: tuple[tuple[str, str], ...]


def scan_files(
    sources: Iterable[str | Path | tuple[str, Any]],
    by: int,
    slice_us: int = 0,
    *,
    unit_us: int | None = None,
    buffer_bytes: int = BUFFER_BYTES,
) -> Scanned:
    """Scan traces one after the other.

    Parameters
    ----------
    sources : iterable of path, or of (name, file)
        Files, which may be gzip archives; or what is open already, with its name.
    by : int
        ``BY_EVENT``, ``BY_STATEMENT`` or ``BY_SLICE``.
    slice_us : int
        Microseconds of a slice.
    unit_us : int, optional
        Microseconds of the unit of time; as the heading of each trace says when not given.
    buffer_bytes : int
        A multiple of 8. A longer line, other than a statement's text, is left out.

    Returns
    -------
    Scanned
        Their sums.

    Raises
    ------
    ReadError
        When a file cannot be read or is in UTF-16.

    Examples
    --------
    >>> scan_files([], by=0).lines
    0
    """
    work = _Scan(new_sums(by, slice_us), unit_us, buffer_bytes)
    for number, source in enumerate(sources):
        name, handle = source if isinstance(source, tuple) else (str(source), None)
        work.name, work.number = name, number
        try:
            with nullcontext(handle) if handle else _opened(Path(name)) as file:
                work.take(file)
        except (OSError, EOFError) as error:
            raise ReadError(f"the file cannot be read: {error}", path=name) from error
        work.paths.append(name)
    return work.result()


def _opened(path: Path) -> Any:
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    return gzip.open(path) if packed else path.open("rb", buffering=0)


@dataclass
class _Scan:
    sums: Sums
    unit_us: int | None
    buffer_bytes: int
    name: str = ""
    number: int = 0
    lines: int = 0
    size: int = 0
    zeros: int = 0
    zeros_line: int = 0
    paths: list[str] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    more: Counter[str] = field(default_factory=Counter)
    facts: dict[tuple[str, str], None] = field(default_factory=dict)

    def take(self, file: Any) -> None:
        """Scan one file to its end."""
        from contention.readers.trace_scan.block import scan  # noqa: PLC0415

        buffer = bytearray(self.buffer_bytes + _SPARE)
        view = memoryview(buffer)
        array = np.frombuffer(buffer, dtype=np.uint8)
        self._scan: Any = scan
        self._views = (
            (array, array.view(np.uint64)) if is_compiled(scan) else (buffer, view.cast("Q"))
        )
        self._begin()
        have, first, last = 0, True, 10
        while True:
            got = file.readinto(view[have : self.buffer_bytes]) or 0
            self.size += got
            stop = self._without_zeros(buffer, have, have + got)
            if first and stop:
                stop = self._head(buffer, stop)
                first = False
            if stop > have:
                last = buffer[stop - 1]
            at = self._block(buffer, stop, FINAL if not got else BLOCK)
            if not at and stop == self.buffer_bytes:
                at = self._block(buffer, stop, FORCED)
            if not got:
                break
            buffer[: stop - at] = buffer[at:stop]
            have = stop - at
        self._end(last)

    def _begin(self) -> None:
        from contention.readers.trace_scan.rows import context_row  # noqa: PLC0415

        m = self.sums.memory
        for state in (LINE, SKIP, TEXT, DISCARD, STAMPED, BARE):
            m[state] = 0
        m[AVL] = -1
        m[PATIENCE] = PATIENCE_BYTES
        m[UNIT] = self.unit_us or 1
        m[CONTEXT] = context_row(m, self.number, 0)
        self.zeros = 0

    def _head(self, buffer: bytearray, stop: int) -> int:
        """Take what the first bytes say: the encoding and the version."""
        for mark, encoding in _MARKS:
            if buffer.startswith(mark):
                raise ReadError(
                    f"a trace in {encoding} cannot be read block by block",
                    path=self.name,
                    hint="save it as UTF-8",
                )
        if self.unit_us is None and _OLD.search(buffer, 0, min(stop, 65_536)):
            self.sums.memory[UNIT] = CENTISECOND_US
        if buffer.startswith(_UTF_8):
            buffer[: stop - 3] = buffer[3:stop]
            stop -= 3
        return stop

    def _without_zeros(self, buffer: bytearray, start: int, stop: int) -> int:
        if buffer.find(b"\0", start, stop) < 0:
            return stop
        kept = bytes(buffer[start:stop]).replace(b"\0", b"")
        if not self.zeros:
            self.zeros_line = int(self.sums.memory[LINE]) + 1
        self.zeros += stop - start - len(kept)
        buffer[start : start + len(kept)] = kept
        return start + len(kept)

    def _block(self, buffer: bytearray, stop: int, how: int) -> int:
        """Scan what is in the buffer; return up to where."""
        at = 0
        while True:
            with np.errstate(over="ignore"):
                at, why = self._scan(*self._views, at, stop, how, *self.sums)
            self._take_notes(buffer)
            if why == GROW:
                self.sums = grown(self.sums, self.name)
            elif why != FLUSH:
                return int(at)

    def _take_notes(self, buffer: bytearray) -> None:
        """Make flags and facts of the lines that the scan noted."""
        for line, reason, at, end in rows(self.sums, ODD).tolist():
            self._flag(line, buffer[at : min(end, at + 80)], REASONS[reason])
        for line, _, at, end in rows(self.sums, NOTES).tolist():
            text = buffer[at + 4 : min(end, at + 300)].decode("utf-8", "replace")
            if text.startswith("DUMP FILE SIZE"):
                self._flag(line, buffer[at:end], LIMITED)
            elif text.startswith("TRACE CONTINUED"):
                self._flag(line, buffer[at:end], CONTINUED)
            elif (match := _FACT.match(text)) and len(self.facts) < _SHOWN:
                self.facts[match[1], match[2]] = None
        self.sums.memory[ODD + USED] = self.sums.memory[NOTES + USED] = 0

    def _flag(self, line: int | None, found: bytes | bytearray | str, reason: str) -> None:
        text = found if isinstance(found, str) else found.decode("utf-8", "replace").strip()[:80]
        self.more[reason] += 1
        if self.more[reason] <= _SHOWN:
            where = f"{self.name}: " if self.number else ""
            self.flags.append(Flag(line, None, where + text, reason))

    def _end(self, last: int) -> None:
        """Flag what the end of a file leaves open."""
        m = self.sums.memory
        if m[TEXT] or m[SKIP]:
            reason = "the trace ends within the text of this statement"
            self._flag(int(m[TEXT_LINE]), "PARSING IN CURSOR", reason)
        if m[BARE] and m[STAMPED]:
            reason = "waits without a time stamp, which others have: they may be cut"
            self._flag(int(m[BARE_LINE]), f"{m[BARE]} such waits, the first here", reason)
        if last != 10:
            reason = "the last line has no line end: if the capture was cut, it is incomplete"
            self._flag(int(m[LINE]), "", reason)
        if self.zeros:
            reason = "bytes of value zero: the file was emptied while it was written; left out"
            self._flag(self.zeros_line, f"{self.zeros} bytes of value zero", reason)
        self.lines += int(m[LINE])

    def result(self) -> Scanned:
        """Everything, with the number of flags that are not shown one by one."""
        for reason, count in self.more.items():
            if count > _SHOWN:
                self.flags.append(Flag(None, None, f"{count - _SHOWN} more lines", reason))
        return Scanned(
            self.sums,
            tuple(self.paths),
            self.lines,
            self.size,
            tuple(self.flags),
            tuple(self.facts),
        )
