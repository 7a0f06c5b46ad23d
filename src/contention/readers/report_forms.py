"""What the readers of report sections give: a table for each section that is known."""

from __future__ import annotations

from collections.abc import Iterable

from contention.readers.awr_sections import Section
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import unit_of

__all__ = ["forms_of_sections"]


def forms_of_sections(sections: Iterable[Section]) -> tuple[TableForm, ...]:
    """One form for each section, with its columns as the report heads them.

    Examples
    --------
    >>> from contention.readers.awr_sections import SECTIONS
    >>> form = forms_of_sections([SECTIONS["load_profile"]])[0]
    >>> form.name, form.columns[1].name
    ('load_profile', 'per_second')
    """
    return tuple(
        TableForm(
            section.name,
            f"one row of the section {section.titles[0]}",
            tuple(
                ColumnForm(
                    column.name,
                    f"as the report heads it: {column.heading}" if column.heading else "its name",
                    unit_of(column.heading),
                )
                for column in section.columns
            ),
        )
        for section in sections
    )
