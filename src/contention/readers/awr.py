"""Text of AWR and ASH report sections, aligned as printed or with collapsed blanks.

One table per section that is present, named and with the columns listed in
:mod:`contention.readers.awr_sections`. A section printed over several pages is one table.
Numbers follow the American style unless the report shows another; K, M and G are multiples of
1000, flagged as rounded. Of a statement only the first keyword is kept. A section that is not
known is flagged with its line. HTML reports are not read: save the text form.

The sections have no footer that survives copying, so a capture cut at the end of a row is not
known to be cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table
from contention.readers.awr_rows import cut_row, first_keyword
from contention.readers.awr_sections import (
    SECTIONS,
    AwrColumn,
    Section,
    is_awr,
    match_heading,
    section_at,
    squashed,
)
from contention.readers.cells import Cells, Row, build_table
from contention.readers.headings import identifier
from contention.readers.numbers import NumberStyle, decide_style, looks_numeric
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.rulers import Ruler, join_headings, ruler_of, split_row
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "awr"

EXAMPLE = """\
Load Profile
 Per Second Per Transaction Per Exec Per Call
DB Time(s): 12.5 80.1 0 3.25
DB CPU(s): 3.1 19.9 0 0.81

Latch Sleep Breakdown
Latch Name Get Requests Misses Sleeps Spin Gets
shared pool 9,508,833 9,378 629 8,787
"""

_RULE = re.compile(r"[-~=]{3,}")
_COUNT_NAMES = ("spin", "sleeps1", "sleeps2", "sleeps3")


@dataclass
class _Part:
    """What has been read of one section."""

    section: Section
    columns: tuple[AwrColumn, ...] = ()
    rows: list[Row] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)


@dataclass
class _Report:
    lines: Sequence[str]
    parts: dict[str, _Part] = field(default_factory=dict)
    issues: list[Flag] = field(default_factory=list)

    def issue(self, index: int, reason: str) -> None:
        self.issues.append(Flag(index + 1, None, self.lines[index].strip()[:80], reason))

    def part(self, section: Section, columns: tuple[AwrColumn, ...], index: int) -> _Part:
        part = self.parts.setdefault(section.name, _Part(section, columns))
        if part.columns != columns:
            self.issue(index, f"section {section.name} repeats with other columns; left out")
            return _Part(section, columns)
        return part


def _scan(lines: Sequence[str]) -> _Report:
    report = _Report(lines)
    titles = [index for index, line in enumerate(lines) if section_at(line) is not None]
    first = titles[0] if titles else len(lines)
    _unknown(report, 0, first)
    names = _known_names(lines, titles)
    for start, end in zip(titles, [*titles[1:], len(lines)], strict=True):
        section = section_at(lines[start])
        assert section is not None
        _read_section(report, section, start, end, names)
    return report


def _known_names(lines: Sequence[str], titles: Sequence[int]) -> list[str]:
    """Latch names that some section prints as its only text column."""
    names: set[str] = set()
    for start, end in zip(titles, [*titles[1:], len(lines)], strict=True):
        section = section_at(lines[start])
        if section is None or section.columns[0].heading != "Latch Name":
            continue
        if sum(column.kind not in ("number", "counts") for column in section.columns) > 1:
            continue
        trial = _Report(lines)
        _read_section(trial, section, start, end, ())
        for part in trial.parts.values():
            names.update(row.cells[0] for row in part.rows if row.cells[0])
    return sorted(names)


def _read_section(
    report: _Report, section: Section, start: int, end: int, names: Sequence[str]
) -> None:
    lines = report.lines
    for index in range(start, end):
        ruler = _report_ruler(lines[index])
        if ruler is not None:
            _read_aligned(report, section, start, end)
            return
        columns = match_heading(lines[index], section) if index > start else None
        if columns is not None:
            _read_collapsed(report, section, columns, index + 1, end, names)
            return
    report.issue(start, f"section {section.name}: no heading with its columns follows; not read")


def _report_ruler(line: str) -> Ruler | None:
    """A ruler of at least two columns; the tildes under a title count as the first."""
    if "~" in line and "-" in line:
        ruler = ruler_of(line.replace("~", "-"))
        if ruler is not None and len(ruler) > 1:
            return Ruler(((0, ruler.spans[1][0]), *ruler.spans[1:]))
        return None
    ruler = ruler_of(line)
    return ruler if ruler is not None and len(ruler) > 1 else None


def _read_collapsed(
    report: _Report,
    section: Section,
    columns: tuple[AwrColumn, ...],
    start: int,
    end: int,
    names: Sequence[str],
) -> None:
    part = report.part(section, columns, start - 1)
    for index in range(start, end):
        line = report.lines[index]
        if not line.strip():
            _unknown(report, index, end)
            return
        cut = cut_row(line, columns, names, section.fills_left)
        if cut.cells:
            part.rows.append(Row(index + 1, cut.cells))
        if cut.problem:
            made = "" if cut.cells else "; the line is left out"
            part.flags.append(Flag(index + 1, None, line.strip()[:80], cut.problem + made))


def _unknown(report: _Report, start: int, end: int) -> None:
    """Flag each paragraph that belongs to no section that is read."""
    fresh = True
    for index in range(start, end):
        text = report.lines[index].strip()
        if text and fresh and not _RULE.fullmatch(text):
            report.issue(index, "not a section that is read")
        fresh = not text or bool(_RULE.fullmatch(text))


def _read_aligned(report: _Report, section: Section, start: int, end: int) -> None:
    index = start
    ruler: Ruler | None = None
    part: _Part | None = None
    while index < end:
        line = report.lines[index].expandtabs(8)
        found = _report_ruler(line)
        if found is not None:
            ruler = found
            columns = _aligned_columns(report.lines, index, ruler, section, start)
            part = report.part(section, columns, index)
        elif ruler is not None and part is not None:
            if _ends_section(line) or _starts_other(report, index):
                _unknown(report, index + 1, end)
                return
            _take_aligned(part, line, index, ruler)
        index += 1


def _ends_section(line: str) -> bool:
    return bool(re.fullmatch(r"\s*-{20,}\s*", line))


def _starts_other(report: _Report, index: int) -> bool:
    line = report.lines[index]
    below = report.lines[index + 1].strip() if index + 1 < len(report.lines) else ""
    return "DB/Inst:" in line or bool(re.fullmatch(r"~{5,}.*", below))


def _aligned_columns(
    lines: Sequence[str], index: int, ruler: Ruler, section: Section, start: int
) -> tuple[AwrColumn, ...]:
    top = index
    while top - 1 >= start and index - top < 4:
        above = lines[top - 1].expandtabs(8)
        if not above.strip() or _RULE.search(above) or above.lstrip().startswith("->"):
            break
        if section_at(above) is section and "Per Second" not in above:
            break
        if join_headings([above], ruler) is None:
            break
        top -= 1
    headings = join_headings([line.expandtabs(8) for line in lines[top:index]], ruler)
    headings = headings or ("",) * len(ruler)
    if not section.columns[0].heading:
        headings = ("", *headings[1:])
    left = list(section.columns)
    made: list[AwrColumn] = []
    for position, heading in enumerate(headings, 1):
        known = next((c for c in left if _same_heading(heading, c.heading)), None)
        if known is not None:
            del left[: left.index(known) + 1]
            made.append(known)
        else:
            name = identifier(heading) or f"column_{position}"
            while name in {column.name for column in made}:
                name += "_2"
            made.append(AwrColumn(heading, "auto", name))
    return tuple(made)


def _same_heading(printed: str, known: str) -> bool:
    return squashed(printed) == squashed(known) or (known == "Latch Name" and printed == "Latch")


def _take_aligned(part: _Part, line: str, index: int, ruler: Ruler) -> None:
    if not line.strip() or line.lstrip().startswith("->"):
        return
    split = split_row(line, ruler)
    numbers = [
        cell
        for cell, column in zip(split.cells, part.columns, strict=False)
        if cell is not None and column.kind == "number"
    ]
    if split.cells and numbers and all(looks_numeric(n) or not n.strip("#") for n in numbers):
        part.rows.append(Row(index + 1, split.cells))
    elif part.section.name == "sql_by_elapsed_time" and part.rows:
        _take_statement(part, line)
    elif not _is_heading_line(line, part.columns):
        reason = split.problem or "no number where this section prints numbers"
        part.flags.append(Flag(index + 1, None, line.strip()[:80], f"not a row: {reason}"))


def _is_heading_line(line: str, columns: Sequence[AwrColumn]) -> bool:
    words = {word.lower() for column in columns for word in column.heading.split()}
    return all(word.lower() in words for word in line.split())


def _take_statement(part: _Part, line: str) -> None:
    """Under a row of SQL: a module line, or the statement, of which the first word is kept."""
    names = [column.name for column in part.columns]
    if "sql_text" not in names:
        part.columns = (*part.columns, AwrColumn("SQL Text", "sql"))
        part.rows = [Row(row.line, (*row.cells, None)) for row in part.rows]
    last = part.rows[-1]
    if last.cells[-1] is None and not line.startswith("Module:"):
        part.rows[-1] = Row(last.line, (*last.cells[:-1], first_keyword(line)))


def _table(part: _Part, provenance: Provenance, style: NumberStyle) -> Table:
    columns: list[AwrColumn] = []
    for column in part.columns:
        if column.kind == "counts":
            columns.extend(AwrColumn(column.heading, "number", name) for name in _COUNT_NAMES)
        elif column.kind == "quoted":
            names = ("p1", "p2", "p3")
            columns.extend(AwrColumn(column.heading, "number", name) for name in names)
        else:
            columns.append(column)
    flags = list(part.flags)
    width = len(part.columns)
    rows = []
    for row in part.rows:
        cells = (*row.cells, *(None,) * (width - len(row.cells)))
        rows.append(Row(row.line, _spread(cells, part.columns, row.line, flags)))
    made = Cells(
        tuple(column.heading for column in columns),
        rows,
        tuple(column.name for column in columns),
        {column.name for column in columns if column.kind == "number"},
        {column.name for column in columns if column.kind not in ("number", "auto")},
        kilo=1000,
        style=style,
    )
    return build_table(part.section.name, made, provenance, flags)


def _spread(
    cells: tuple[str | None, ...], columns: Sequence[AwrColumn], line: int, flags: list[Flag]
) -> tuple[str | None, ...]:
    """Cut the cells that print several values; take the colon off a statistic's name."""
    spread: list[str | None] = []
    for cell, column in zip(cells, columns, strict=True):
        if column.kind in ("counts", "quoted"):
            count = 4 if column.kind == "counts" else 3
            pattern = r"[^/]+" if column.kind == "counts" else r'(?<=")[^",]+(?=")'
            values = re.findall(pattern, cell or "")
            if cell is not None and len(values) != count:
                reason = f"{len(values)} values where {count} belong; missing"
                flags.append(Flag(line, column.name, cell, reason))
                values = []
            spread.extend(value.strip() for value in values)
            spread.extend([None] * (count - len(values)))
        elif column.name == "statistic" and cell is not None:
            spread.append(cell.rstrip(" :"))
        else:
            spread.append(cell)
    return tuple(spread)


def _sniff(source: SourceText) -> Recognition:
    head = " ".join(source.lines[:40]).lower()
    if "<html" in head or "<table" in head:
        return Recognition(NAME, 0.2, "an HTML page: AWR is read in its text form only")
    if is_awr(source.lines):
        known = {s.name for line in source.lines if (s := section_at(line)) is not None}
        return Recognition(NAME, 0.9, f"AWR sections: {', '.join(sorted(known))}")
    return Recognition(NAME, 0.0, "no title of an AWR section with its heading below")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    report = _scan(source.lines)
    words = (word for line in source.lines for word in line.split()[:MAXIMUM_STYLE_WORDS])
    style = decide_style(words)
    if style is None or style.comma == "undecided":
        style = NumberStyle("thousands", "decimal")
    provenance = source.provenance(NAME)
    tables = tuple(_table(part, provenance, style) for part in report.parts.values() if part.rows)
    if not tables:
        raise ReadError(
            "there is no row of a section that is read",
            path=source.path,
            line=report.issues[0].line if report.issues else 1,
            found=source.lines[0].strip()[:60],
            expected="one of: " + ", ".join(s.titles[0] for s in SECTIONS.values()),
        )
    return Reading(NAME, tables, (), (), (*source.flags, *report.issues), source.path)


MAXIMUM_STYLE_WORDS = 200

READER = Reader(NAME, "AWR and ASH sections as text", _sniff, _read, EXAMPLE)
