"""Snapshots of x$kcbsw and x$kcbwh: visits to buffers, by the code that made them.

Tables, one ``block`` (1, 2, ...) for each snapshot of the capture:

* ``visits`` (block, location, function, why0, why1, why2, other_wait): one row per cause;
* ``total`` (block, why0, ..., rows): the line of totals, where the capture has one;
* ``snapshot`` (block, name, value): ``title``, ``taken`` and ``interval_s``, where printed.

The columns are those of the heading: later versions have no Why2. The totals and the number of
rows check the copy: a difference is flagged, and so is a snapshot without them. Blanks between
the columns may be collapsed, and a cause may stand on the line below its counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError, TruncatedError
from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.cells import Cells, Row, build_table, table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import identifiers
from contention.readers.number_style import NumberStyle
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.rulers import ruler_of
from contention.readers.source import SourceText

__all__ = ["READER", "is_kcbsw"]

NAME = "kcbsw"

_BLOCK = ColumnForm("block", "number of the snapshot in the capture, from 1")
_COUNT_FORMS = (
    ColumnForm("why0", "count Why0"),
    ColumnForm("why1", "count Why1"),
    ColumnForm("why2", "count Why2, in releases that have it"),
    ColumnForm("other_wait", "count Other Wait"),
)

EXAMPLE = """\
---------------------------------
Buffer Cache - 01-Jan 10:00:00
Interval:-  5 seconds
---------------------------------
          Why0          Why1    Other Wait
          ----          ----    ----------
         1,200             0             1 kxxwh01: kxxget
            34             2             0 kyywh11: kyyscan
          ----          ----    ----------
         1,234             2             1 Total: 2 rows
"""

_HEADING = re.compile(r"\s*Why\s?0(?:\s+Why\s?\d)*(?:\s+Other(?:\s*Waits?)?)?\s*", re.I)
_COLUMN = re.compile(r"Why\s?\d|Other(?:\s*Waits?)?", re.I)
_COUNTS = re.compile(r"\s*(?P<counts>[\d,#]{1,20}(?:\s+[\d,#]{1,20}){0,9})(?:\s+(?P<cause>\S.*))?")
_CAUSE = re.compile(r"(?P<location>[\w$]{1,60}):\s*(?P<function>\S.{0,200}?)\s*")
_TOTAL = re.compile(r"Total:\s*(?P<rows>\d{1,9})\s+rows?\s*", re.I)
_TAKEN = re.compile(r"\s*(?P<title>\S.{0,60}?)\s+-\s+(?P<taken>\d\S{0,20} \d{1,2}:\d\d:\d\d)\s*")
_INTERVAL = re.compile(r"\s*Interval:-?\s*(?P<seconds>\d{1,9})\s+seconds?\s*", re.I)
_STYLE = NumberStyle("thousands")


@dataclass
class _Snapshot:
    line: int
    headings: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)
    total: Row | None = None
    pending: tuple[int, list[str]] | None = None


@dataclass
class _Scan:
    snapshots: list[_Snapshot] = field(default_factory=list)
    facts: list[tuple[int, int, str, str]] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)

    def flag(self, line: int, found: str, reason: str) -> None:
        self.flags.append(Flag(line, None, found.strip()[:80], reason))

    def take(self, number: int, line: str) -> None:
        """Read one line into the snapshot that is open."""
        if _HEADING.fullmatch(line):
            self._close_pending()
            headings = tuple(" ".join(text.split()) for text in _COLUMN.findall(line))
            self.snapshots.append(_Snapshot(number, headings))
        elif not line.strip() or ruler_of(line) is not None or self._fact(number, line):
            return
        elif self.snapshots and self.snapshots[-1].total is None:
            self._row(number, line)
        elif self.snapshots:
            self.flag(number, line, "a line after the totals; left out")

    def _fact(self, number: int, line: str) -> bool:
        block = len(self.snapshots) + (not self.snapshots or self.snapshots[-1].total is not None)
        if match := _INTERVAL.fullmatch(line):
            self.facts.append((number, block, "interval_s", match["seconds"]))
        elif match := _TAKEN.fullmatch(line):
            self.facts.append((number, block, "title", match["title"]))
            self.facts.append((number, block, "taken", match["taken"]))
        else:
            return False
        return True

    def _row(self, number: int, line: str) -> None:
        snapshot = self.snapshots[-1]
        match = _COUNTS.fullmatch(line)
        counts = match["counts"].split() if match else []
        cause = match["cause"] if match else line.strip()
        if not counts and snapshot.pending is not None:
            number, counts = snapshot.pending
        elif snapshot.pending is not None:
            self._close_pending()
        snapshot.pending = None
        if len(counts) != len(snapshot.headings):
            reason = f"{len(counts)} counts where {len(snapshot.headings)} belong; left out"
            self.flag(number, line, reason)
        elif not cause:
            snapshot.pending = (number, counts)
        elif total := _TOTAL.fullmatch(cause):
            snapshot.total = Row(number, (*counts, total["rows"]))
        elif named := _CAUSE.fullmatch(cause):
            row = Row(number, (named["location"], named["function"], *counts))
            snapshot.rows.append(row)
        else:
            self.flag(number, line, "a cause is printed as location: function; left out")

    def _close_pending(self) -> None:
        if self.snapshots and self.snapshots[-1].pending is not None:
            line, counts = self.snapshots[-1].pending
            self.flag(line, " ".join(counts), "counts without a cause; left out")
            self.snapshots[-1].pending = None

    def close(self) -> None:
        """Flag what the end of the capture leaves open."""
        self._close_pending()
        for snapshot in self.snapshots:
            if snapshot.total is None:
                reason = "no line 'Total:' ends this snapshot: it may be cut"
                self.flag(snapshot.line, " ".join(snapshot.headings), reason)


def is_kcbsw(lines: Sequence[str]) -> bool:
    """Whether a capture holds the heading of such a snapshot.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.

    Returns
    -------
    bool
        True when a line names the columns Why0 and so on, and nothing else.

    Examples
    --------
    >>> is_kcbsw(["  Why0   Why1  Other Wait"]), is_kcbsw(["Why me"])
    (True, False)
    """
    return any(_HEADING.fullmatch(line) for line in lines)


def _sniff(source: SourceText) -> Recognition:
    if is_kcbsw(source.lines):
        return Recognition(NAME, 0.95, "a heading with Why0")
    return Recognition(NAME, 0.0, "no heading with Why0")


def _counted(
    name: str, scan: _Scan, provenance: Provenance, flags: Sequence[Flag], *, totals: bool
) -> Table | None:
    """The rows of all snapshots as one table, in the columns that any of them has."""
    columns = list(dict.fromkeys(h for one in scan.snapshots for h in one.headings))
    before, after = ((), ("rows",)) if totals else (("location", "function"), ())
    rows = []
    for number, one in enumerate(scan.snapshots, 1):
        for row in ([one.total] if one.total else []) if totals else one.rows:
            cells = dict(zip((*before, *one.headings, *after), row.cells, strict=True))
            wanted = (*before, *columns, *after)
            rows.append(Row(row.line, (str(number), *(cells.get(key) for key in wanted))))
    if not rows:
        return None
    headings = ("block", *before, *columns, *after)
    names = identifiers(headings)
    cells_ = Cells(
        headings, rows, names, numbers=set(names) - set(before), texts=set(before), style=_STYLE
    )
    return build_table(name, cells_, provenance, flags)


def _disagreements(scan: _Scan, visits: Table, total: Table) -> list[Flag]:
    """Sums and numbers of rows that the printed totals contradict."""
    flags = []
    block = visits.column("block").values
    for at, number in enumerate(total.column("block").values):
        kept = [index for index, value in enumerate(block) if value == number]
        for name in total.names[1:]:
            printed = total.column(name).values[at]
            if name == "rows":
                found: int | None = len(kept)
            else:
                cells = [visits.column(name).values[index] for index in kept]
                numbers = [value for value in cells if isinstance(value, int)]
                found = sum(numbers) if len(numbers) == len(cells) else None
            if printed is not None and found is not None and found != printed:
                what = "the rows number" if name == "rows" else "the rows add up to"
                reason = f"{what} {found:,}; the capture may be incomplete"
                flags.append(Flag(total.lines[at], name, f"{printed:,}", reason))
    return flags


def _read(source: SourceText, options: Options) -> Reading:
    del options
    scan = _Scan()
    for number, line in enumerate(source.lines, 1):
        scan.take(number, line)
    scan.close()
    provenance = source.provenance(NAME)
    visits = _counted("visits", scan, provenance, scan.flags, totals=False)
    if visits is None:
        kind = TruncatedError if scan.snapshots else ReadError
        raise kind(
            "the capture holds no line with a cause and its counts",
            path=source.path,
            line=scan.snapshots[0].line if scan.snapshots else 1,
            found=source.lines[0].strip()[:60],
            expected="a heading Why0 ... and lines such as '1,457 0 0 0 where: function'",
        )
    total = _counted("total", scan, provenance, (), totals=True)
    issues = [*source.flags, *(_disagreements(scan, visits, total) if total else ())]
    tables = [visits, *([total] if total else []), *_snapshot_table(scan, provenance)]
    return Reading(NAME, tuple(tables), (), (), tuple(issues), source.path)


def _snapshot_table(scan: _Scan, provenance: Provenance) -> list[Table]:
    if not scan.facts:
        return []
    columns: dict[str, list[tuple[str | None, Value]]] = {
        "block": [(str(block), block) for _, block, _, _ in scan.facts],
        "name": [(name, name) for _, _, name, _ in scan.facts],
        "value": [
            (text, int(text) if name == "interval_s" else text) for _, _, name, text in scan.facts
        ],
    }
    lines = [line for line, _, _, _ in scan.facts]
    return [table_of_values("snapshot", columns, lines, provenance)]


READER = Reader(
    NAME,
    "snapshots of x$kcbsw: buffer visits by cause",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "with and without Why2, which later releases do not have",
        "blanks collapsed by copying; a cause on the line below its counts",
        "counts and number of rows are checked against the line of totals",
    ),
    gives=(
        TableForm(
            "visits",
            "visits to buffers by one cause",
            (
                _BLOCK,
                ColumnForm("location", "where in the kernel"),
                ColumnForm("function", "name of the cause"),
                *_COUNT_FORMS,
            ),
        ),
        TableForm(
            "total",
            "the line of totals",
            (_BLOCK, *_COUNT_FORMS, ColumnForm("rows", "number of causes that it counts")),
        ),
        TableForm(
            "snapshot",
            "one fact about a snapshot",
            (_BLOCK, ColumnForm("name", "title, taken or interval_s"), ColumnForm("value", "it")),
        ),
    ),
    ends="the line of totals",
)
