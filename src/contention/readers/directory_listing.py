"""Directory listings by ``ls -l``.

Table ``files``: ``mode``, ``links``, ``owner``, ``group``, ``size`` in bytes, ``mtime`` as printed
with single blanks, ``name``, and ``target`` of a symbolic link. Table ``totals``: ``total_kb``,
what ``ls`` says the files occupy, in units of 1,024 bytes, one row per listing.

A size that is no whole number, as ``ls -h`` prints it, is missing and flagged: it is rounded.
So is the size of a device, which has none. Nothing in a listing says how many files there are, so
one that stops between two lines is not known to be cut.
"""

from __future__ import annotations

import re

from contention.errors import ReadError
from contention.measurements import Flag, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "directory_listing"

EXAMPLE = """\
total 36
-rw-r----- 1 bench dba   28672 Nov  3 09:15 control file.dbf
lrwxrwxrwx 1 bench dba      12 Nov  3  2021 latest -> control.dbf
drwxr-xr-x 2 bench dba    4096 2021-11-03 09:15 trace
"""

_TOTAL = re.compile(r"\s*total (\d{1,20})\s*")
_FILE = re.compile(
    r"\s*(?P<mode>[-bcdlpsD][-rwxsStT]{9}[.+@]?)\s+(?P<links>\d{1,9})\s+"
    r"(?P<owner>\S{1,64})\s+(?P<group>\S{1,64})\s+"
    r"(?P<size>\d{1,20}|\d{1,9},\s*\d{1,9}|[\d.,]{1,20}[KMGTPE]?)\s+"
    r"(?P<mtime>[A-Z][a-z]{2}\s+\d{1,2}\s+(?:\d\d:\d\d|\d{4})"
    r"|\d{4}-\d\d-\d\d\s+\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:\s+[-+]\d{4})?)\s(?P<name>.+)"
)
_LIKE = re.compile(r"\s*[-bcdlpsD][-rwxsStT]{9}.*")
_DIRECTORY = re.compile(r"\s*\S.{0,4096}:\s*")
_COLUMNS = ("mode", "links", "owner", "group", "size", "mtime", "name", "target")

Cell = tuple[str | None, Value]


def _cells(match: re.Match[str]) -> dict[str, Cell]:
    texts = match.groupdict()
    mtime = re.sub(r"\s+", " ", texts["mtime"])
    name, arrow, target = texts["name"].partition(" -> ")
    if not arrow or texts["mode"][0] != "l":
        name, target = texts["name"], ""
    size = texts["size"]
    return {
        **{key: (texts[key], texts[key]) for key in ("mode", "owner", "group")},
        "links": (texts["links"], int(texts["links"])),
        "size": (size, int(size) if size.isdecimal() else None),
        "mtime": (mtime, mtime),
        "name": (name, name),
        "target": (target, target) if target else (None, None),
    }


def _sniff(source: SourceText) -> Recognition:
    hits = sum(bool(_FILE.fullmatch(line)) for line in source.lines)
    known = hits + sum(bool(_TOTAL.fullmatch(line)) for line in source.lines)
    filled = sum(bool(line.strip()) for line in source.lines)
    if hits and 2 * known >= filled:
        return Recognition(NAME, 0.9, f"{hits} of {filled} lines are files listed by 'ls -l'")
    return Recognition(NAME, 0.0, "no line such as '-rw-r--r-- 1 owner group 4096 Nov  3 09:15 a'")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    rows: list[tuple[int, dict[str, Cell]]] = []
    totals: list[tuple[int, Cell]] = []
    flags: list[Flag] = []
    for number, line in enumerate(source.lines, 1):
        if match := _FILE.fullmatch(line):
            cells = _cells(match)
            rows.append((number, cells))
            if cells["size"][1] is None:
                reason = "rounded, or a device: the size in bytes is missing"
                flags.append(Flag(number, "size", match["size"], reason))
        elif match := _TOTAL.fullmatch(line):
            totals.append((number, (match[1], int(match[1]))))
        elif line.strip() and (_LIKE.fullmatch(line) or not _DIRECTORY.fullmatch(line)):
            flags.append(Flag(number, None, line.strip()[:80], "not a file; the line is left out"))
    if not rows:
        raise ReadError(
            "there is no file in this listing",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines of 'ls -l'",
        )
    provenance = source.provenance(NAME)
    columns = {name: [cells[name] for _, cells in rows] for name in _COLUMNS}
    lines = [number for number, _ in rows]
    units = {"size": "bytes"}
    tables = [table_of_values("files", columns, lines, provenance, flags=flags, units=units)]
    if totals:
        columns = {"total_kb": [cell for _, cell in totals]}
        lines = [number for number, _ in totals]
        units = {"total_kb": "kb"}
        tables.append(table_of_values("totals", columns, lines, provenance, units=units))
    return Reading(NAME, tuple(tables), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "directory listings by ls -l",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "dates with a time, with a year, and in the long ISO form",
        "sizes rounded by ls -h are missing and flagged; so are those of devices",
        "symbolic links with their targets, names with blanks",
    ),
    gives=(
        TableForm(
            "files",
            "one file",
            (
                ColumnForm("mode", "type and permissions"),
                ColumnForm("links", "number of hard links"),
                ColumnForm("owner", "user who owns it"),
                ColumnForm("group", "group that owns it"),
                ColumnForm("size", "size", "bytes"),
                ColumnForm("mtime", "time of the last change, as printed"),
                ColumnForm("name", "name"),
                ColumnForm("target", "what a symbolic link points to"),
            ),
        ),
        TableForm(
            "totals",
            "the first line of a listing",
            (ColumnForm("total_kb", "what the files occupy", "kb"),),
        ),
    ),
)
