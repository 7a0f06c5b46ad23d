"""Runs to compare, from the files of the command line."""

from __future__ import annotations

from collections.abc import Sequence

from contention.cli.output import note
from contention.models.compared_runs import Sides, choose_sides, compared_runs
from contention.readers import read
from contention.readers.reading import Options

__all__ = ["read_sides"]


def read_sides(
    paths: Sequence[str],
    format: str | None = None,  # noqa: A002
    options: Options | None = None,
) -> Sides:
    """The two sides that some captures of calls and waits hold, the first one before.

    Parameters
    ----------
    paths : sequence of str
        Two reports or traces, or tables of calls and waits with any number of runs.
    format : str, optional
        The reader of all of them.
    options : mapping, optional
        Options of that reader.

    Returns
    -------
    Sides
        The first two sides; further ones are named in it.

    Raises
    ------
    ReadError
        When a file cannot be read.
    MeasurementError
        When a file has neither calls nor waits, or there are not two runs.
    """
    readings = [read(path, format, options=options) for path in paths]
    for reading in readings:
        reading.require_calls()
        for flag in reading.flags:
            note(f"{reading.path}: {flag}")
    calls = [one for reading in readings for one in reading.calls]
    waits = [one for reading in readings for one in reading.waits]
    return choose_sides(compared_runs(calls, waits))
