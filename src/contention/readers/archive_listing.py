"""Contents of an archive, as ``unzip -l`` lists them.

Table ``files``: ``length`` in bytes before compression, ``date``, ``time``, ``name``. Table
``totals``: ``length`` and ``files``, the last line of the listing, one row per archive.

The last line is a check: a listing without it may be cut, and one whose lengths or number of
files differ from it is not whole. Both are flagged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER", "is_archive_listing"]

NAME = "archive_listing"

EXAMPLE = """\
Archive:  reports.zip
  Length      Date    Time    Name
---------  ---------- -----   ----
     2048  2021-11-03 09:15   report.txt
      100  2021-11-03 09:16   notes/read me.txt
---------                     -------
     2148                     2 files
"""

_HEADING = re.compile(r"\s*Length\s+Date\s+Time\s+Name\s*")
_FILE = re.compile(r"\s*(\d{1,20})\s+(\d{2,4}-\d\d-\d{2,4})\s+(\d\d:\d\d)\s+(\S.*?)\s*")
_TOTAL = re.compile(r"\s*(\d{1,20})\s+(\d{1,12}) files?\s*")
_RULER = re.compile(r"[\s-]*")
_ARCHIVE = re.compile(r"\s*Archive:\s.*")

Cell = tuple[str | None, Value]


@dataclass
class _Listing:
    files: list[tuple[int, tuple[Cell, ...]]] = field(default_factory=list)
    totals: list[tuple[int, tuple[Cell, ...]]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    begin: int = 0
    heading: int = 0

    def take(self, number: int, line: str) -> None:
        """Read one line of the listing."""
        if _HEADING.fullmatch(line):
            self.close()
            self.begin, self.heading = len(self.files), number
        elif match := _TOTAL.fullmatch(line):
            self.totals.append((number, (_whole(match[1]), _whole(match[2]))))
            self._check(number, int(match[1]), int(match[2]))
            self.begin, self.heading = len(self.files), 0
        elif match := _FILE.fullmatch(line):
            texts = [(text, text) for text in match.groups()[1:]]
            self.files.append((number, (_whole(match[1]), *texts)))
        elif not _RULER.fullmatch(line) and not _ARCHIVE.fullmatch(line):
            self.flags.append(
                Flag(number, None, line.strip()[:80], "not an entry; the line is left out")
            )

    def _check(self, number: int, length: int, files: int) -> None:
        listed = [int(str(cells[0][0])) for _, cells in self.files[self.begin :]]
        if (sum(listed), len(listed)) != (length, files):
            reason = f"{len(listed)} entries of {sum(listed)} bytes are listed: not all of them"
            self.flags.append(Flag(number, None, f"{length} bytes, {files} files", reason))

    def close(self) -> None:
        """Flag a listing that has no last line."""
        if self.heading:
            reason = "this listing has no line of totals: it may be cut"
            self.flags.append(Flag(self.heading, None, "Length Date Time Name", reason))
        self.heading = 0


def _whole(text: str) -> Cell:
    return (text, int(text))


def is_archive_listing(lines: tuple[str, ...]) -> bool:
    """Whether a capture has the heading of such a listing.

    Parameters
    ----------
    lines : tuple of str
        The whole capture.

    Returns
    -------
    bool
        Whether one of the lines is the heading.

    Examples
    --------
    >>> is_archive_listing(("  Length      Date    Time    Name",))
    True
    """
    return any(_HEADING.fullmatch(line) for line in lines)


def _sniff(source: SourceText) -> Recognition:
    if not is_archive_listing(source.lines):
        return Recognition(NAME, 0.0, "no heading 'Length Date Time Name'")
    hits = sum(bool(_FILE.fullmatch(line)) for line in source.lines)
    return Recognition(NAME, 0.9 if hits else 0.5, f"the heading of unzip -l, {hits} entries")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    listing = _Listing()
    for number, line in enumerate(source.lines, 1):
        listing.take(number, line)
    listing.close()
    if not listing.files:
        raise ReadError(
            "there is no entry in this listing",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines of 'unzip -l': length, date, time, name",
        )
    provenance = source.provenance(NAME)
    tables = []
    for name, rows, columns in (
        ("files", listing.files, ("length", "date", "time", "name")),
        ("totals", listing.totals, ("length", "files")),
    ):
        if rows:
            cells = {column: [row[at] for _, row in rows] for at, column in enumerate(columns)}
            lines = [number for number, _ in rows]
            flags = listing.flags if name == "files" else ()
            made = table_of_values(
                name, cells, lines, provenance, flags=flags, units={"length": "bytes"}
            )
            tables.append(made)
    return Reading(NAME, tuple(tables), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "contents of an archive by unzip -l",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "dates of two and of four digits of the year, several archives in one listing",
        "lengths and number of files checked against the last line",
    ),
    gives=(
        TableForm(
            "files",
            "one file of the archive",
            (
                ColumnForm("length", "size before compression", "bytes"),
                ColumnForm("date", "date, as printed"),
                ColumnForm("time", "time of day, as printed"),
                ColumnForm("name", "path within the archive"),
            ),
        ),
        TableForm(
            "totals",
            "the last line of an archive's listing",
            (
                ColumnForm("length", "sum of the sizes", "bytes"),
                ColumnForm("files", "number of files"),
            ),
        ),
    ),
    ends="the line of totals, whose sum and number of files are checked",
)
