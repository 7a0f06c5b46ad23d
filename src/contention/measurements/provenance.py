"""Where a measurement comes from, and what could not be read of it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Flag", "Provenance"]


@dataclass(frozen=True)
class Provenance:
    """The capture that a measurement was read from.

    Attributes
    ----------
    source : str
        The file, as the caller named it.
    sha256 : str
        Digest of the file's bytes, 64 hexadecimal digits; empty for data made in memory.
    format : str
        Name of the reader that read it; empty for data made in memory.
    """

    source: str
    sha256: str = ""
    format: str = ""


@dataclass(frozen=True)
class Flag:
    """One thing that a reader could not take at face value.

    Attributes
    ----------
    line : int or None
        Line of the capture, counted from 1.
    column : str or None
        Name of the column, if the flag concerns one cell.
    found : str
        The text that stood there.
    reason : str
        Why it is flagged, and what was made of it.
    """

    line: int | None
    column: str | None
    found: str
    reason: str

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line is not None else "whole capture"
        if self.column:
            place += f", column {self.column}"
        return f"{place}: {self.reason} (found {self.found!r})"
