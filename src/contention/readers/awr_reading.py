"""A report that was scanned, as a reading: its head, its sections, what it measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contention.errors import ReadError
from contention.measurements import Flag, Provenance, Table, Value
from contention.readers.awr_head import Head
from contention.readers.awr_pairs import Pairs
from contention.readers.awr_report import Report
from contention.readers.awr_section import Section
from contention.readers.awr_table import section_table
from contention.readers.awr_waits import measured
from contention.readers.cells import table_of_values
from contention.readers.number_style import NumberStyle, decide_style
from contention.readers.reading import Options, Reading
from contention.readers.source import SourceText

__all__ = ["Scanned", "no_rows", "reading_of", "style_of"]

MAXIMUM_STYLE_WORDS = 200
_FRAGMENT = "a part of a report: there is no line 'End of Report', so it may have been cut"
_CUT = "the report does not end with 'End of Report': it was cut, and rows may be missing"


@dataclass
class Scanned:
    """What was found in a capture.

    Attributes
    ----------
    report : Report
        The sections.
    head : Head, optional
        The head, where there is one.
    pairs : mapping of str to Pairs
        Parts of the summary.
    sections : iterable of Section
        Every section that is known, so that absent ones can be told.
    complete : bool
        Whether the end of the report was seen.
    """

    report: Report
    head: Head | None = None
    pairs: Mapping[str, Pairs] = field(default_factory=dict)
    sections: Iterable[Section] = ()
    complete: bool = False


def style_of(lines: Iterable[str]) -> NumberStyle:
    """The roles of comma and point in a report; American where it does not tell.

    Parameters
    ----------
    lines : iterable of str
        The capture, or its cells.

    Returns
    -------
    NumberStyle
        For all of its numbers.

    Examples
    --------
    >>> style_of(["1,234"]).comma, style_of(["1.234.567,5"]).comma
    ('thousands', 'decimal')
    """
    words = (word for line in lines for word in line.split()[:MAXIMUM_STYLE_WORDS])
    style = decide_style(words)
    if style is None or style.comma == "undecided":
        return NumberStyle("thousands", "decimal")
    return style


def reading_of(
    source: SourceText, found: Scanned, name: str, style: NumberStyle, options: Options
) -> Reading:
    """The tables of a report, and what they measure.

    Parameters
    ----------
    source : SourceText
        The capture.
    found : Scanned
        What was found in it.
    name : str
        Name of the reader.
    style : NumberStyle
        The roles of comma and point.
    options : mapping
        The caller's options.

    Returns
    -------
    Reading
        With a flag for each line that fits nowhere.

    Raises
    ------
    ReadError
        When no section has a row, and there is no head either.
    """
    provenance = source.provenance(name)
    parts = found.report.parts.values()
    tables = [found.head.table(provenance, style)] if found.head else []
    if found.head:
        tables.append(_section_list(found, provenance, len(source.lines)))
    tables += [pairs.table(one, provenance, style) for one, pairs in found.pairs.items()]
    tables += [section_table(part, provenance, style) for part in parts if part.rows]
    unread = [flag for part in parts if not part.rows for flag in part.flags]
    issues = [*source.flags, *found.report.issues, *unread]
    if not found.complete:
        last = source.lines[-1].strip()[:60]
        issues.append(Flag(len(source.lines), None, last, _CUT if found.head else _FRAGMENT))
    calls, waits = measured({table.name: table for table in tables}, options)
    return Reading(
        name,
        tuple(tables),
        issues=tuple(issues),
        path=source.path,
        calls=calls,
        waits=waits,
    )


def no_rows(source: SourceText, report: Report, sections: Sequence[Section]) -> ReadError:
    """The error for a capture in which no section has a row.

    Parameters
    ----------
    source : SourceText
        The capture.
    report : Report
        What was found in it.
    sections : sequence of Section
        Those that are read.

    Returns
    -------
    ReadError
        With the first line that fits nowhere.
    """
    return ReadError(
        "there is no row of a section that is read",
        path=source.path,
        line=report.issues[0].line if report.issues else 1,
        found=source.lines[0].strip()[:60],
        expected="one of: " + ", ".join(section.titles[0] for section in sections),
    )


def _section_list(found: Scanned, provenance: Provenance, lines: int) -> Table:
    rows: list[tuple[str, str, str, int | None]] = []
    named = set()
    for title, seen in found.report.seen.items():
        part = next(
            (
                part
                for name, part in found.report.parts.items()
                if name == seen.section or name in _variants(found, seen.section)
            ),
            None,
        )
        has_rows = part is not None and bool(part.rows)
        status = seen.status or ("present" if has_rows else "empty")
        pairs = next((name for name, one in found.pairs.items() if one.first == title), "")
        if pairs:
            status = "present"
        named.add(seen.section)
        rows.append((seen.section or pairs or title, title, status, seen.line))
    for section in found.sections:
        if section.name not in named and section.name not in found.report.parts:
            rows.append((section.name, section.titles[0], "absent", None))
    texts: dict[str, list[tuple[str | None, Value]]] = {
        "section": [(one[0], one[0]) for one in rows],
        "title": [(one[1], one[1]) for one in rows],
        "status": [(one[2], one[2]) for one in rows],
        "title_line": [(None if one[3] is None else str(one[3]), one[3]) for one in rows],
    }
    places = [one[3] if one[3] is not None else lines for one in rows]
    return table_of_values("sections", texts, places, provenance)


def _variants(found: Scanned, name: str) -> set[str]:
    known = next((one for one in found.sections if one.name == name), None)
    return {other for _, other in known.variants} if known else set()
