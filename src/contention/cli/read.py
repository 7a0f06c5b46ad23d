"""Read a raw capture into tidy tables, and say what it is.

Without --as the format is recognised from the content; where no reader is sure, or several are,
each one's reason is told and nothing is guessed. What could not be taken at face value is told on
the standard error, line by line, and is the table "issues". Tables that are written end with the
columns source, line and flags. Where the capture is a load sweep, a memory log, histograms or the
use of locks, the tables "sweeps", "memory", "histograms" and "locks" hold what was made of it.

A raw trace of event 10046 that is larger than 64 MiB is not listed but profiled by statement;
--by profiles one of any size, by event, statement or slice of time.

--redact replaces names of hosts and users, addresses, passwords and bind values. Alone it writes
the capture itself, to share; with --to, the tables of the redacted capture.

examples::

  contention read sweep.csv
  contention read session.txt --as sqlplus --to csv > session.csv
  cat report.txt | contention read - --to json
  contention read ora_1234.trc --redact --out shared.trc
  contention read ora_1234.trc --by event
  contention read latencies.hlog --option unit=ns
"""

from __future__ import annotations

import csv
import io
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from contention.cli.arguments import choose
from contention.cli.output import json_text, note, table_text, write_result
from contention.cli.reader_options import add_option_argument, reader_options
from contention.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

    from contention.cli.grids import Grid
    from contention.measurements import Value
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
    parser.add_argument(
        "--redact", action="store_true", help="replace hosts, users, passwords and bind values"
    )
    parser.add_argument(
        "--by",
        choices=["event", "statement", "slice"],
        help="profile a trace of event 10046, of any size, by this",
    )
    parser.add_argument(
        "--slice-s", metavar="SECONDS", type=float, help="length of the slices of --by slice (10)"
    )
    add_option_argument(parser)
    parser.add_argument("--table", metavar="NAME", help="only this table of the capture")
    parser.add_argument(
        "--out", metavar="PATH", type=Path, help="write there, not to the standard output"
    )


def run(options: Namespace) -> int:
    """Read the capture and print it; return the exit code."""
    name = "standard input" if options.file == "-" else options.file
    if options.redact:
        _redact(options, name)
    else:
        _write(options, _read(options), name)
    return 0


def _redact(options: Namespace, name: str) -> None:
    from contention.readers import load, read_source
    from contention.readers.redaction import redact

    source = load(options.file)
    told = reader_options(options)
    reading = read_source(source, _format(options), options=told)
    redacted = redact(source, reading)
    note(
        f"{name}: names of hosts replaced: {redacted.hosts}, of users: {redacted.users}; "
        f"values masked: {redacted.values}; look through the result before you share it"
    )
    if options.to is None and options.table is None:
        write_result(redacted.text.encode(), options.out)
    else:
        again = read_source(redacted.source, reading.format, options=told)
        _write(options, again, redacted.source.path)


def _write(options: Namespace, reading: Reading, name: str) -> None:
    from contention.cli.grids import ISSUES, grids_of, issues_grid

    grids = grids_of(reading)
    shown = list(grids)
    grids.setdefault(ISSUES, issues_grid(reading))
    if options.table is not None:
        shown = [choose(options.table, grids, what="table")]
    note(f"{name}: read as {_recognised(reading)}; tables: {', '.join(shown) or 'none'}")
    _tell_flags(name, reading)
    chosen = {key: grids[key] for key in shown}
    write_result(_rendered(options.to, name, reading, chosen), options.out)


def _recognised(reading: Reading) -> str:
    """The format, and how sure its reader was."""
    found = reading.recognition
    if found is None:
        return f"{reading.format}, as asked"
    return f"{reading.format} ({100 * found.confidence:.0f} % sure: {found.reason})"


def _read(options: Namespace) -> Reading:
    from contention.readers import read

    given = {"by": options.by, "slice_s": options.slice_s}
    chosen = {name: value for name, value in given.items() if value is not None}
    told = reader_options(options)
    reading = read(options.file, _format(options), options=told | chosen)
    if chosen and reading.format != "trace10046":
        raise UsageError(
            "--by and --slice-s profile raw traces of event 10046", found=reading.format
        )
    return reading


def _format(options: Namespace) -> str | None:
    from contention.readers import READERS

    return None if options.format is None else choose(options.format, READERS, what="format")


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
        grid = _only(reading, grids, to)
        table = next((table for table in reading.tables if table.name == grid.name), None)
        units = {} if table is None else {column.name: column.unit for column in table.columns}
        return _as_parquet(grid, units)
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
    return _with_origin(reading, grids[printed[0]])


def _with_origin(reading: Reading, grid: Grid) -> Grid:
    """The grid with the source, line and flags of each row, where it is a table of the capture."""
    from contention.cli.grids import with_origin

    own = next((table for table in reading.tables if table.name == grid.name), None)
    return grid if own is None else with_origin(grid, own)


def _as_json(name: str, reading: Reading, grids: Mapping[str, Grid]) -> dict[str, object]:
    from contention.cli.grids import issues_grid

    return {
        "path": name,
        "format": reading.format,
        "recognised": None
        if reading.recognition is None
        else {
            "confidence": reading.recognition.confidence,
            "reason": reading.recognition.reason,
        },
        "tables": {grid.name: _with_origin(reading, grid).records() for grid in grids.values()},
        "issues": issues_grid(reading).records(),
    }


def _as_csv(grid: Grid) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(grid.columns)
    writer.writerows(grid.rows)
    return text.getvalue()


def _as_parquet(grid: Grid, units: Mapping[str, str]) -> bytes:
    """The grid as Parquet; a field with a unit has it in its metadata."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = dict(zip(grid.columns, zip(*grid.rows, strict=True), strict=False))
    arrays = [_array(columns.get(name, ())) for name in grid.columns]
    fields = [
        pa.field(name, array.type, metadata={"unit": units[name]} if units.get(name) else None)
        for name, array in zip(grid.columns, arrays, strict=True)
    ]
    content = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields)), content)
    return content.getvalue()


def _array(values: Sequence[Value]) -> pa.Array:
    """Whole numbers, numbers, or texts; numbers beyond 64 bits and mixtures become texts."""
    import pyarrow as pa

    present = [value for value in values if value is not None]
    if all(isinstance(value, int) and abs(value) < 2**63 for value in present) and present:
        return pa.array(values, pa.int64())
    if all(isinstance(value, int | float) and abs(value) < 2**63 for value in present):
        floats = [None if value is None else float(value) for value in values]
        return pa.array(floats, pa.float64())
    return pa.array([None if value is None else str(value) for value in values], pa.string())


def _for_people(grids: Mapping[str, Grid]) -> str:
    parts = []
    for grid in grids.values():
        part = f"{grid.name}\n" if len(grids) > 1 else ""
        part += table_text(grid.columns, grid.rows[:SHOWN_ROWS])
        if len(grid.rows) > SHOWN_ROWS:
            part += f"... and {len(grid.rows) - SHOWN_ROWS} more rows; --to csv writes all\n"
        parts.append(part)
    return "\n".join(parts)
