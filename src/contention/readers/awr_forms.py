"""What the readers of reports say of their tables."""

from __future__ import annotations

from collections.abc import Iterable

from contention.readers.awr_head import REPORT_COLUMNS
from contention.readers.awr_pairs import PAIR_TABLES
from contention.readers.awr_section import AwrColumn, Section
from contention.readers.awr_table import spread_columns
from contention.readers.forms import ColumnForm, TableForm

__all__ = ["SECTION_COLUMNS", "report_forms"]

SECTION_COLUMNS = (
    ColumnForm("section", "table that holds its rows, or the title where there is none"),
    ColumnForm("title", "title as printed"),
    ColumnForm("status", "present, no_data, empty, absent, or unread where it is not known"),
    ColumnForm("title_line", "line of the title; missing where the section is absent"),
)
_MEANINGS = {
    "event": "name of the event, cut by the tool; not a key",
    "waits": "how often it was waited for",
    "pct_timeouts": "percentage of the waits that ended by timeout; 0 is less than half",
    "statistic": "name of the statistic, without its colon",
    "latch_name": "name of the latch, cut by the tool; not a key",
    "sql_text": "first keyword of the statement",
    "pct_total": "percentage of the total of all",
    "executions": "how often the statement was executed",
    "where": "place in the code",
}
_PAIRS_HOLD = {
    "instance_efficiency": "one ratio of the instance",
    "shared_pool": "one percentage of the shared pool, at both snapshots",
    "cache_sizes": "one part of the memory, at both snapshots",
}
_MORE = "one for each heading that the section has beyond these, named after it"


def _form(column: AwrColumn) -> ColumnForm:
    heading = next((one for one in column.headings if one), "the first column")
    return ColumnForm(
        column.name, _MEANINGS.get(column.name, f"as printed under '{heading}'"), column.unit
    )


def report_forms(sections: Iterable[Section]) -> tuple[TableForm, ...]:
    """The tables of a report with these sections.

    Parameters
    ----------
    sections : iterable of Section
        The sections that are read.

    Returns
    -------
    tuple of TableForm
        First the head, the list of sections and the parts of the summary.

    Examples
    --------
    >>> [form.name for form in report_forms([])][:2]
    ['report', 'sections']
    """
    made = [
        TableForm("report", "the head of the report", REPORT_COLUMNS),
        TableForm("sections", "one section of the report, or one that it lacks", SECTION_COLUMNS),
    ]
    made += [
        TableForm(name, _PAIRS_HOLD[name], tuple(map(_form, columns)))
        for name, columns in PAIR_TABLES.items()
    ]
    for section in sections:
        columns = tuple(map(_form, spread_columns(section.columns)))
        if section.statements and "sql_text" not in {column.name for column in columns}:
            columns = (*columns, ColumnForm("sql_text", _MEANINGS["sql_text"]))
        made.append(TableForm(section.name, section.holds, columns, _MORE))
    return tuple(made)
