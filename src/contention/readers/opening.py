"""From a file to a reading: recognise the format, check the options, read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from contention.errors import ReadError, UnknownFormatError, UsageError
from contention.readers.catalogue import OPTIONS, READERS
from contention.readers.head import load_head
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import MAXIMUM_LINE, SourceText, load

__all__ = ["read", "read_source", "recognise", "recognise_source"]

_RECOGNISED_BY = 20_000
_CLEARLY = 0.1

_REQUIRED: Mapping[str, Callable[[Reading], object]] = {
    "sweep": Reading.require_sweeps,
    "memory": Reading.require_memory,
    "calls": Reading.require_calls,
    "histogram": Reading.require_histograms,
    "lock": Reading.require_locks,
}


def recognise(path: str | Path) -> tuple[Recognition, ...]:
    r"""What each reader thinks of a capture, the surest first.

    Parameters
    ----------
    path : str or Path
        The capture; ``-`` is standard input.

    Returns
    -------
    tuple of Recognition
        One per reader.

    Raises
    ------
    ReadError
        When the file cannot be read as text.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "mine.csv"
    ...     _ = path.write_text("sessions,throughput\n1,240.5\n")
    ...     print(recognise(path)[0].reason)
    2 named columns separated by comma
    """
    return recognise_source(load(path))


def recognise_source(source: SourceText) -> tuple[Recognition, ...]:
    r"""What each reader thinks of a capture that is loaded already, the surest first.

    Parameters
    ----------
    source : SourceText
        The capture.

    Returns
    -------
    tuple of Recognition
        One per reader. Of a long capture they see the first 20,000 lines.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> recognise_source(decode(b"step,bytes\n1,100\n", "m.csv"))[0].reader
    'csv'
    """
    head = replace(source, lines=source.lines[:_RECOGNISED_BY])
    long = bool(head.lines) and len(head.lines[head.longest_line - 1]) > MAXIMUM_LINE
    found = [_recognition(reader, head, long) for reader in READERS.values()]
    return tuple(sorted(found, key=lambda one: -one.confidence))


def _recognition(reader: Reader, head: SourceText, long: bool) -> Recognition:
    if head.kind not in (reader.binary or ("text",)):
        wanted = " or ".join(reader.binary) or "text"
        return Recognition(reader.name, 0.0, f"not {wanted}")
    if long and not reader.long_lines:
        return Recognition(
            reader.name, 0.0, f"line {head.longest_line} is longer than {MAXIMUM_LINE} characters"
        )
    return reader.sniff(head)


def read(
    path: str | Path,
    format: str | None = None,  # noqa: A002
    *,
    options: Mapping[str, Any] | None = None,
) -> Reading:
    r"""Read a capture.

    Parameters
    ----------
    path : str or Path
        The capture; ``-`` is standard input.
    format : str, optional
        A reader's name. Without it one reader must accept the capture and be clearly surer than
        any other; a general reader, such as that of delimited text, counts only where no
        other accepts.
    options : mapping, optional
        As described in ``OPTIONS``.

    Returns
    -------
    Reading
        Everything that was in it.

    Raises
    ------
    UnknownFormatError
        When no reader, or more than one, accepts the capture.
    ReadError, MeasurementError
        When it cannot be read, or its values are impossible. MissingColumnError when
        ``measures`` asks for what is not there.
    UsageError
        When there is no reader of that name, or an option is wrong.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "mine.csv"
    ...     _ = path.write_text("sessions,executions\n1,14400\n")
    ...     print(read(path, options={"duration_s": 60}).sweeps[0].throughput_per_s)
    [240.]
    """
    head = load_head(path)
    if head is None or (format is None and not _streams(head)):
        return read_source(load(path), format, options=options)
    return _opened(head, format, options, _stream_by)


def _streams(head: SourceText) -> bool:
    """Whether a reader that reads files of any size accepts the head of a file."""
    found = recognise_source(head)
    return any(one.accepts and READERS[one.reader].stream is not None for one in found)


def read_source(
    source: SourceText,
    format: str | None = None,  # noqa: A002
    *,
    options: Options | None = None,
) -> Reading:
    r"""Read a capture that is loaded already; otherwise as :func:`read`.

    Parameters
    ----------
    source : SourceText
        The capture.
    format : str, optional
        A reader's name.
    options : mapping, optional
        As described in ``OPTIONS``.

    Returns
    -------
    Reading
        Everything that was in it.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> reading = read_source(decode(b"step,bytes\n1,100\n2,250\n", "m.csv"))
    >>> reading.format, reading.memory[0].bytes.tolist()
    ('csv', [100.0, 250.0])
    """
    return _opened(source, format, options, _read_by)


def _opened(
    source: SourceText,
    format: str | None,  # noqa: A002
    options: Options | None,
    read_by: Callable[[Reader, SourceText, Options], Reading],
) -> Reading:
    """Find the reader, check the options, and read."""
    recognition = None if format is not None else _only_reader(source)
    name = recognition.reader if recognition is not None else str(format)
    if name not in READERS:
        raise UsageError(
            f"there is no reader {name}", found=name, expected=", ".join(sorted(READERS))
        )
    chosen = options or {}
    unknown = sorted(set(chosen) - set(OPTIONS))
    if unknown:
        raise UsageError(
            f"there is no option {unknown[0]}",
            path=source.path,
            found=", ".join(unknown),
            expected=", ".join(OPTIONS),
        )
    measures = chosen.get("measures")
    if measures is not None and measures not in _REQUIRED:
        raise UsageError(
            f"the option measures is one of {', '.join(_REQUIRED)}", found=repr(measures)
        )
    reading = replace(read_by(READERS[name], source, chosen), recognition=recognition)
    if measures is not None:
        _REQUIRED[measures](reading)
    return reading


def _read_by(reader: Reader, source: SourceText, chosen: Options) -> Reading:
    """Read with that reader, if it reads files of this kind."""
    if source.kind not in (reader.binary or ("text",)):
        raise ReadError(
            f"the reader {reader.name} does not read a file of this kind",
            path=source.path,
            found=source.kind,
            expected=" or ".join(reader.binary) or "text",
        )
    if not reader.long_lines:
        source.require_short_lines()
    return reader.read(source, chosen)


def _stream_by(reader: Reader, head: SourceText, chosen: Options) -> Reading:
    """Read a file of which only the head is loaded, if the reader can."""
    if reader.stream is None:
        return _read_by(reader, load(head.path), chosen)
    return reader.stream(Path(head.path), chosen)


def _only_reader(source: SourceText) -> Recognition:
    """The one reader that accepts; a general one only where no other does."""
    found = recognise_source(source)
    accepting = [one for one in found if one.accepts]
    special = [one for one in accepting if not READERS[one.reader].general]
    near = [one for one in special if one.confidence > special[0].confidence - _CLEARLY]
    if len(near) == 1:
        return near[0]
    if not special and len(accepting) == 1:
        return accepting[0]
    if not accepting:
        source.require_short_lines()
    reasons = "".join(f"\n  {one.reader}: {one.reason}" for one in near or accepting or found)
    raise UnknownFormatError(
        "more than one reader accepts this capture"
        if accepting
        else "no reader recognises this capture",
        path=source.path,
        found=reasons,
        expected="a capture that exactly one reader recognises",
        hint="name the format with --as, if it is one of these",
    )
