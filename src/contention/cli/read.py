"""Read a raw capture into a tidy table, and say what it is.

Without --as the format is recognised from the content. What could not be taken at face value
is told on the standard error, line by line. Where the capture is a load sweep, a memory log,
histograms or the use of locks, the tables "sweeps", "memory", "histograms" and "locks" hold what
was made of it.

examples::

  contention read sweep.csv
  contention read session.txt --as sqlplus --to csv > session.csv
  cat report.txt | contention read - --to json
"""

from __future__ import annotations

import csv
import importlib.util
import io
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from contention.cli.arguments import choose
from contention.cli.output import json_text, note, table_text, write_result
from contention.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from contention.cli.grids import Grid
    from contention.readers import Reading

__all__ = ["add_arguments", "run"]

SHOWN_ROWS = 40
SHOWN_FLAGS = 20


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="the capture; - is the standard input")
    parser.add_argument("--as", dest="format", metavar="FORMAT", help="read it as this format")
    parser.add_argument(
        "--to", choices=["csv", "json", "parquet"], help="write every row in this format"
    )
    parser.add_argument("--json", dest="to", action="store_const", const="json", help="--to json")
    parser.add_argument("--table", metavar="NAME", help="only this table of the capture")
    parser.add_argument(
        "--out", metavar="PATH", type=Path, help="write there, not to the standard output"
    )


def run(options: Namespace) -> int:
    """Read the capture and print it; return the exit code."""
    from contention.cli.grids import grids_of

    if options.to == "parquet":
        _need_pyarrow()
    reading, name = _read(options), "standard input" if options.file == "-" else options.file
    grids = grids_of(reading)
    if options.table is not None:
        grids = {options.table: grids[choose(options.table, grids, what="table")]}
    note(f"{name}: read as {reading.format}; tables: {', '.join(grids) or 'none'}")
    _tell_flags(name, reading)
    write_result(_rendered(options.to, name, reading, grids), options.out)
    return 0


def _read(options: Namespace) -> Reading:
    from contention.readers import READERS, read

    if options.format is not None:
        choose(options.format, READERS, what="format")
    return read(options.file, options.format)


def _tell_flags(name: str, reading: Reading) -> None:
    """Say what could not be taken at face value."""
    for flag in reading.flags[:SHOWN_FLAGS]:
        note(f"{name}: {flag}")
    if len(reading.flags) > SHOWN_FLAGS:
        note(f"{name}: and {len(reading.flags) - SHOWN_FLAGS} more; --json lists all")


def _rendered(to: str | None, name: str, reading: Reading, grids: Mapping[str, Grid]) -> bytes:
    if to == "json":
        return json_text(_as_json(name, reading, grids)).encode()
    if to == "csv":
        return _as_csv(_only(reading, grids, to)).encode()
    if to == "parquet":
        return _as_parquet(_only(reading, grids, to))
    return _for_people(grids).encode()


def _only(reading: Reading, grids: Mapping[str, Grid], to: str) -> Grid:
    """The table to write: the one asked for, or the only one that the capture printed."""
    printed = [table.name for table in reading.tables if table.name in grids] or list(grids)
    if len(printed) != 1:
        raise UsageError(
            f"--to {to} writes one table, and the capture holds {len(printed) or 'none'}",
            found=", ".join(grids) or None,
            hint="choose one with --table NAME" if grids else None,
        )
    return grids[printed[0]]


def _as_json(name: str, reading: Reading, grids: Mapping[str, Grid]) -> dict[str, object]:
    return {
        "path": name,
        "format": reading.format,
        "tables": {grid.name: grid.records() for grid in grids.values()},
        "flags": [
            {"line": flag.line, "column": flag.column, "found": flag.found, "reason": flag.reason}
            for flag in reading.flags
        ],
    }


def _as_csv(grid: Grid) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(grid.columns)
    writer.writerows(grid.rows)
    return text.getvalue()


def _need_pyarrow() -> None:
    if importlib.util.find_spec("pyarrow") is None:
        raise UsageError(
            "--to parquet needs the package pyarrow, which is not installed",
            hint="pip install pyarrow, or use --to csv",
        )


def _as_parquet(grid: Grid) -> bytes:
    import pandas as pd

    content = io.BytesIO()
    pd.DataFrame.from_records(grid.rows, columns=list(grid.columns)).to_parquet(content)
    return content.getvalue()


def _for_people(grids: Mapping[str, Grid]) -> str:
    parts = []
    for grid in grids.values():
        part = f"{grid.name}\n" if len(grids) > 1 else ""
        part += table_text(grid.columns, grid.rows[:SHOWN_ROWS])
        if len(grid.rows) > SHOWN_ROWS:
            part += f"... and {len(grid.rows) - SHOWN_ROWS} more rows; --to csv writes all\n"
        parts.append(part)
    return "\n".join(parts)
