"""What a tkprof report says of itself: release, date, trace file, and how much was traced."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from contention.measurements import Flag, Value
from contention.readers.forms import ColumnForm

__all__ = ["REPORT_COLUMNS", "ReportFacts"]

REPORT_COLUMNS = (
    ColumnForm("release", "release of tkprof"),
    ColumnForm("written", "when the report was made, as printed"),
    ColumnForm("written_at", "the same as year-month-day and time of day"),
    ColumnForm("trace_file", "name of the trace file"),
    ColumnForm("trace_compatibility", "version of the trace's format"),
    ColumnForm("sort_options", "how the statements are sorted"),
    ColumnForm("sessions", "sessions in the trace file"),
    ColumnForm("user_statements", "statements of users"),
    ColumnForm("internal_statements", "statements of the database itself"),
    ColumnForm("statements", "statements of both"),
    ColumnForm("unique_statements", "different statements"),
    ColumnForm("lines", "lines in the trace file"),
    ColumnForm("elapsed_s", "seconds from the first to the last line of the trace", "s"),
)

_HEAD = re.compile(r"TKPROF: Release (\d[\d.]{0,30})(?: - \w+)? on (.{1,80})")
_NAMED = (
    ("trace_file", re.compile(r"Trace file: (\S.{0,300})")),
    ("trace_compatibility", re.compile(r"Trace file compatibility: (\d[\d.]{0,30})")),
    ("sort_options", re.compile(r"Sort options: (\S.{0,300})")),
)
_WHERE = r"(?: in (?:the )?(?:session|trace ?file))\.?"
_COUNTED = (
    ("sessions", re.compile(r"(\d{1,12})\s+sessions?" + _WHERE)),
    ("user_statements", re.compile(r"(\d{1,12})\s+user\s+SQL statements?" + _WHERE)),
    ("internal_statements", re.compile(r"(\d{1,12})\s+internal\s+SQL statements?" + _WHERE)),
    ("statements", re.compile(r"(\d{1,12})\s+SQL statements?" + _WHERE)),
    ("unique_statements", re.compile(r"(\d{1,12})\s+unique SQL statements?" + _WHERE)),
    ("lines", re.compile(r"(\d{1,12})\s+lines?" + _WHERE)),
    ("elapsed_s", re.compile(r"(\d{1,12})\s+elapsed seconds?" + _WHERE)),
)
_DATE = re.compile(
    r"(?:[^\W\d_]{1,12}\.?,? )?([^\W\d_]{3,12})\.? (\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})"
)
_MONTHS = (
    "jan ene gen janv",
    "feb fev fevr",
    "mar mrz mars marz",
    "apr abr avr avri",
    "may mai mag maj",
    "jun juin giu",
    "jul juil lug",
    "aug ago aout",
    "sep set sept sett",
    "oct okt ott out",
    "nov",
    "dec dic dez",
)

Cell = tuple[str | None, Value]


@dataclass
class ReportFacts:
    """The lines before and behind the statements.

    Attributes
    ----------
    line : int
        The first of them; 0 where there is none.
    cells : dict
        Text and value by column.
    flags : list of Flag
        A date that cannot be read.

    Examples
    --------
    >>> facts = ReportFacts()
    >>> facts.take(2, "TKPROF: Release 9.2.0.1.0 - Production on Vie Ene 3 08:15:00 2003")
    True
    >>> facts.cells["written_at"][1]
    '2003-01-03 08:15:00'
    """

    line: int = 0
    cells: dict[str, Cell] = field(default_factory=dict)
    flags: list[Flag] = field(default_factory=list)

    def take(self, number: int, line: str) -> bool:
        """Whether the line is one of these; its cells are kept."""
        bare = " ".join(line.split())
        if match := _HEAD.fullmatch(bare):
            self.cells["release"] = (match[1],) * 2
            self.cells["written"] = (match[2],) * 2
            moment = _moment(match[2])
            self.cells["written_at"] = (match[2], moment)
            if moment is None:
                reason = "a date in a form that is not known; the value is missing"
                self.flags.append(Flag(number, "written_at", match[2], reason))
        elif named := next((n for n in _NAMED if n[1].fullmatch(bare)), None):
            text = bare.partition(": ")[2]
            self.cells[named[0]] = (text, text)
        elif counted := next((n for n in _COUNTED if n[1].fullmatch(bare)), None):
            text = bare.partition(" ")[0]
            self.cells[counted[0]] = (text, int(text))
        else:
            return False
        self.line = self.line or number
        return True

    def number(self, column: str) -> int | None:
        """A number of the trailer; None where it is not printed."""
        value = self.cells.get(column, (None, None))[1]
        return value if isinstance(value, int) else None

    @property
    def ended(self) -> bool:
        """Whether the last line of a report was seen.

        It is that of the elapsed seconds; before release 10, that of the lines.
        """
        release, trace = (
            str(self.cells.get(name, ("", ""))[1] or "")
            for name in ("release", "trace_compatibility")
        )
        version = release or trace
        old = bool(version) and int(version.partition(".")[0]) < 10
        return "elapsed_s" in self.cells or (old and "lines" in self.cells)


def _moment(text: str) -> str | None:
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    plain = unicodedata.normalize("NFKD", match[1].lower())
    name = "".join(letter for letter in plain if not unicodedata.combining(letter))
    month = next(
        (at for at, names in enumerate(_MONTHS, 1) if {name[:3], name[:4]} & set(names.split())),
        None,
    )
    return None if month is None else f"{match[4]}-{month:02}-{int(match[2]):02} {match[3]}"
