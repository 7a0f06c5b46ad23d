"""Raw trace files of event 10046: each wait and each database call of a session.

Tables, each only when the trace has such lines: ``waits``, ``calls``, ``statements`` (without
their text), ``binds``, ``row_sources``, ``transactions``, ``errors`` and ``session``. ``cursor``
is the printed number; ``sql_id`` is known where the trace shows which statement the cursor runs,
and is made of the hash value in traces that have no SQL IDs. The elapsed time of a call includes
the calls that it makes, whose ``depth`` is one more.

Each statement also gives call statistics and a wait profile, to the microsecond, named by the
SQL ID or, where it is not known, by the cursor as ``cursor_1``. In the call statistics the part
of recursive calls is taken out of the calls that caused them.

Times are in microseconds, as from version 9 on; where the heading says Oracle 8 or 7, or the
option ``unit`` is ``cs``, they are converted from hundredths of a second. The text of a statement
is skipped by its length, so that a text which looks like a line of the trace does no harm. The
option ``by`` gives a profile in place of these tables, as does a file larger than 64 MiB. Lines
of other traces in the same file are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from contention.errors import ReadError
from contention.measurements import Provenance, Table
from contention.readers.call_sums import statistics_of_calls
from contention.readers.cells import table_of_values
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText
from contention.readers.trace10046_forms import GIVES, TRAITS
from contention.readers.trace10046_lines import CALL, WAIT, Row, TraceLines
from contention.readers.trace10046_scan import CENTISECOND_US
from contention.readers.trace_scan.growth import BETWEEN_CALLS
from contention.readers.wait_sums import profiles_of_waits

__all__ = ["READER"]

NAME = "trace10046"

EXAMPLE = """\
PARSING IN CURSOR #7 len=6 dep=1 uid=84 oct=2 lid=84 tim=1000 hv=12 ad='a' sqlid='abcdefgh12345'
INSERT
END OF STMT
PARSE #7:c=0,e=41,p=0,cr=0,cu=0,mis=1,r=0,dep=1,og=2,plh=0,tim=1100
WAIT #7: nam='db file scattered read' ela= 277 file#=3 block#=16505 blocks=1 obj#=0 tim=1400
EXEC #7:c=100,e=420,p=1,cr=2,cu=5,mis=0,r=1,dep=1,og=2,plh=0,tim=1600
"""

_OLD = re.compile(r"Oracle(?:7|8i?)\b|.*\bRelease [78]\.\d")
_UNITS = {
    "ela_us": "us",
    "cpu_us": "us",
    "elapsed_us": "us",
    "time_us": "us",
    "bytes": "bytes",
    "max_length": "bytes",
    "length": "bytes",
}
_HEAD_LINES = 100


def _table(name: str, rows: Sequence[Row], provenance: Provenance) -> Table:
    columns = {column: [cells[column] for _, cells in rows] for column in rows[0][1]}
    return table_of_values(name, columns, [line for line, _ in rows], provenance, units=_UNITS)


def _sniff(source: SourceText) -> Recognition:
    records = sum(
        bool(WAIT.fullmatch(line.rstrip()) or CALL.fullmatch(line.rstrip()))
        for line in source.lines[:100_000]
    )
    if records:
        return Recognition(NAME, 0.95, f"{records} lines of waits and calls")
    return Recognition(NAME, 0.0, "no line such as \"WAIT #1: nam='...' ela= ...\"")


def _between(rows: Mapping[str, Sequence[Row]]) -> list[tuple[int, str]]:
    """Line and process where a session waited for its client, so that no call was in progress."""
    return [
        (line, _process(cells))
        for line, cells in rows.get("waits", ())
        if cells["event"][1] == BETWEEN_CALLS
    ]


def _process(cells: Mapping[str, tuple[str | None, object]]) -> str:
    return str(cells["process"][0]) if "process" in cells else ""


def _stream(path: Path, options: Options) -> Reading:
    from contention.readers.trace10046_profile import profile_file  # noqa: PLC0415 - compiles

    return profile_file(path, options)


def _unit_us(source: SourceText, options: Options) -> int:
    """As asked; else by the heading. Units that no trace has are meant for other captures."""
    if options.get("unit") in ("us", "cs"):
        return CENTISECOND_US if options["unit"] == "cs" else 1
    old = any(_OLD.match(line) for line in source.lines[:_HEAD_LINES])
    return CENTISECOND_US if old else 1


def _read(source: SourceText, options: Options) -> Reading:
    if "by" in options or "slice_s" in options:
        from contention.readers.trace10046_profile import profile_text  # noqa: PLC0415 - compiles

        return profile_text(source, options)
    encoding = source.encoding if source.encoding in ("cp1252", "latin-1") else "utf-8"
    trace = TraceLines(source.lines, encoding, _unit_us(source, options))
    trace.read()
    rows = trace.same_columns()
    if "waits" not in rows and "calls" not in rows:
        raise ReadError(
            "there is no wait and no call in this trace",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines such as \"WAIT #1: nam='log file sync' ela= 85 ... tim=1349341486\"",
        )
    provenance = source.provenance(NAME)
    made = {name: _table(name, found, provenance) for name, found in rows.items()}
    names = {name: str(options.get(name, "")) for name in ("run", "system")}
    return Reading(
        NAME,
        tuple(made[form.name] for form in GIVES if form.name in made),
        issues=(*source.flags, *trace.flags),
        path=source.path,
        calls=statistics_of_calls(
            made["calls"],
            between=_between(rows),
            process=[_process(cells) for _, cells in rows["calls"]],
            **names,
        )
        if "calls" in made
        else (),
        waits=profiles_of_waits(made["waits"], **names) if "waits" in made else (),
    )


READER = Reader(
    NAME,
    "raw traces of event 10046",
    _sniff,
    _read,
    EXAMPLE,
    traits=TRAITS,
    gives=GIVES,
    stream=_stream,
)
