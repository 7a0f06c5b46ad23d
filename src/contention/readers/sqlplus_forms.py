"""The tables that a spool or session of SQL*Plus gives."""

from __future__ import annotations

from contention.readers.dump_forms import DUMP_FORMS
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.serveroutput import RUNS_FORM
from contention.readers.session import SESSION_FORMS

__all__ = ["SQLPLUS_FORMS", "SQLPLUS_TRAITS"]

SQLPLUS_TRAITS = (
    "columns by the line of dashes; tabs, wrapped rows, headings repeated on every page",
    "several results of one heading, group rows, prompts, timings, error messages",
    "marks of thousands and decimals decided for the whole table; overflow is missing",
    "rows that were left out, and footers that count other rows than there are",
)

SQLPLUS_FORMS = (
    TableForm(
        "table_*",
        "one row of the results that share a heading",
        (
            ColumnForm("block", "number of the result, from 1, where there are several"),
            ColumnForm("group", "the group that a line above the row names"),
        ),
        "one for each heading",
    ),
    RUNS_FORM,
    *SESSION_FORMS,
    *(form for form in DUMP_FORMS if form.name == "errors"),
)
