"""Readers: one per format, from a capture to tables, sweeps and memory series.

>>> all(name == reader.name for name, reader in READERS.items())
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from contention.errors import UnknownFormatError, UsageError
from contention.readers import (
    archive_listing,
    archive_read_log,
    awr,
    backtrace,
    call_log,
    csv,
    directory_listing,
    dtrace,
    heap_dump,
    kcbsw,
    latency_list,
    mount_table,
    native_code_trace,
    row_cache_trace,
    runstats,
    serveroutput,
    sqlplus,
    statspack,
    system_call_trace,
    timed_calls,
    tkprof,
    trace10046,
)
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText, load

__all__ = [
    "OPTIONS",
    "READERS",
    "Reader",
    "Reading",
    "Recognition",
    "SourceText",
    "load",
    "read",
    "read_source",
    "recognise",
    "recognise_source",
]

OPTIONS = {
    "call": "the call whose heading a log of calls lacks, such as f(1000, 1)",
    "decimal": "the decimal mark, '.' or ',', where the cells cannot tell",
    "duration_s": "seconds of each interval, where the table has executions and no duration",
    "label_suffix": "appended to each label after an underscore",
    "labels": "a mapping from a printed group to a label",
    "measures": "one of 'sweep', 'memory', 'calls', 'histogram', 'lock': refuse what holds none",
    "run": "the name of the run, such as 'before', where the capture does not give it",
    "sample_interval_ms": "milliseconds from one sample of waits to the next",
    "system": "what was measured, such as a version, where the capture does not give it",
    "unit": "unit of histograms, or of times in tables of calls and waits, that name none",
    "unwrap": "True to replace a total cut to 32 bits by the one that its count and mean allow",
}

_RECOGNISED_BY = 20_000

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        sqlplus.READER,
        serveroutput.READER,
        awr.READER,
        statspack.READER,
        heap_dump.READER,
        kcbsw.READER,
        row_cache_trace.READER,
        tkprof.READER,
        runstats.READER,
        backtrace.READER,
        call_log.READER,
        timed_calls.READER,
        trace10046.READER,
        dtrace.READER,
        archive_listing.READER,
        archive_read_log.READER,
        directory_listing.READER,
        mount_table.READER,
        native_code_trace.READER,
        system_call_trace.READER,
        latency_list.READER,
        csv.READER,
    )
}


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
    found = [reader.sniff(head) for reader in READERS.values()]
    return tuple(sorted(found, key=lambda one: -one.confidence))


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
        A reader's name. Without it exactly one reader must accept the capture.
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
    return read_source(load(path), format, options=options)


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
    name = format if format is not None else _only_reader(source)
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
    reading = READERS[name].read(source, chosen)
    if measures is not None:
        _REQUIRED[measures](reading)
    return reading


def _only_reader(source: SourceText) -> str:
    found = recognise_source(source)
    accepting = [one for one in found if one.accepts]
    if len(accepting) == 1:
        return accepting[0].reader
    shown = accepting or found
    reasons = "; ".join(f"{one.reader}: {one.reason}" for one in shown)
    raise UnknownFormatError(
        "more than one reader accepts this capture"
        if accepting
        else "no reader recognises this capture",
        path=source.path,
        found=reasons,
        expected="a capture that exactly one reader recognises",
        hint=f"name the format: {', '.join(READERS)}",
    )
