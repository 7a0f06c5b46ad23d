"""The one error tree of the package.

Every error is also a builtin, so that callers who do not know this package can still catch it.
Only the command line catches :class:`ContentionError`; the library raises it.

::

    ContentionError                    exit code
    ├─ CheckFailed(AssertionError)     1   a claim or a check is not met
    ├─ UsageError(ValueError)          2   a parameter or an argument is wrong
    ├─ ReadError(ValueError)           3   a capture cannot be read
    │  ├─ UnknownFormatError               no reader, or more than one, accepts it
    │  └─ TruncatedError                   the capture ends too early
    ├─ MeasurementError(ValueError)    4   readable, but unfit for the question
    │  └─ MissingColumnError               a column that the question needs is not there
    ├─ FitError(RuntimeError)          5   the fit did not converge
    ├─ ChecksumError(OSError)          6   a capture's bytes are not the recorded ones
    └─ StudyError(ValueError)          7   study.toml, notebook or ledger is malformed
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "CheckFailed",
    "ChecksumError",
    "ContentionError",
    "FitError",
    "MeasurementError",
    "MissingColumnError",
    "ReadError",
    "StudyError",
    "TruncatedError",
    "UnknownFormatError",
    "UsageError",
]


class ContentionError(Exception):
    """Base of every error that this package raises on purpose.

    Parameters
    ----------
    message : str
        What is wrong, as one sentence without a full stop.
    path : str, optional
        The file concerned, as the caller named it.
    line, column : int or str, optional
        Where in the file. Lines count from 1; a column is its name.
    found, expected : str, optional
        What stood there, and what should have.
    hint : str, optional
        What to do about it.

    Examples
    --------
    >>> print(ReadError("a number was expected", path="a.csv", line=3, found="'12 ms'"))
    a.csv, line 3: a number was expected. Found: '12 ms'.
    """

    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: str | None = None,
        found: str | None = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.message = message
        self.path = path
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ", ".join(
            part
            for part in (
                self.path or "",
                f"line {self.line}" if self.line is not None else "",
                f"column {self.column}" if self.column else "",
            )
            if part
        )
        sentences = [f"{place}: {self.message}." if place else f"{self.message}."]
        if self.found is not None:
            sentences.append(f"Found: {self.found}.")
        if self.expected is not None:
            sentences.append(f"Expected: {self.expected}.")
        if self.hint is not None:
            end = "" if self.hint.endswith("?") else "."
            sentences.append(f"What to do: {self.hint}{end}")
        return " ".join(sentences)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), dict(self.__dict__)))


def _rebuild(kind: type[ContentionError], fields: dict[str, object]) -> ContentionError:
    error = kind.__new__(kind)
    error.__dict__.update(fields)
    Exception.__init__(error, str(error))
    return error


class CheckFailed(ContentionError, AssertionError):  # noqa: N818 - it reports, it is not a fault
    """A published claim, or a check of the book, is not met and not explained."""

    exit_code = 1


class UsageError(ContentionError, ValueError):
    """A parameter or an argument is unknown, mistyped or out of range."""

    exit_code = 2


class ReadError(ContentionError, ValueError):
    """A capture cannot be read."""

    exit_code = 3


class UnknownFormatError(ReadError):
    """No reader accepts the capture, or more than one does."""


class TruncatedError(ReadError):
    """The capture ends before the record that it began."""


class MeasurementError(ContentionError, ValueError):
    """The data can be read, but cannot answer the question."""

    exit_code = 4


class MissingColumnError(MeasurementError):
    """A column that the question needs is not in the capture."""


class FitError(ContentionError, RuntimeError):
    """A fit did not converge, or has no answer."""

    exit_code = 5


class ChecksumError(ContentionError, OSError):
    """The bytes of a capture are not the ones that its study recorded."""

    exit_code = 6


class StudyError(ContentionError, ValueError):
    """A study file, its notebook or its ledger is malformed."""

    exit_code = 7
