"""The generated pages on formats: what each reader takes, what it knows, what it gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from contention.book.html_table import Html, html_table
from contention.measurements import Column, Table, Value
from contention.readers import OPTIONS, Reader, Reading, TableForm, read_source
from contention.readers.source import decode

__all__ = ["format_page", "formats_page"]

_SHOWN_ROWS = 12
_WIDE = 5
_MEASUREMENTS = {
    "sweeps": "load sweeps",
    "memory": "memory over time",
    "histograms": "histograms",
    "calls": "call statistics",
    "waits": "wait profiles",
    "locks": "lock use",
}


def formats_page(readers: Mapping[str, Reader]) -> str:
    """Markdown of the list: every format in alphabetical order, with what is made of its example.

    Parameters
    ----------
    readers : mapping of str to Reader
        All readers by name.

    Returns
    -------
    str
        One page, which links to the page of each format.
    """
    rows = [
        (
            Html(f'<a href="formats/{escape(name)}.html"><code>{escape(name)}</code></a>'),
            reader.title,
            _made_of_example(reader),
        )
        for name, reader in sorted(readers.items())
    ]
    parts = [
        "(formats)=\n# Formats",
        f"`contention read FILE` knows {len(readers)} formats by their content, whatever the "
        "file is called. It says which one it saw and how sure it is, and refuses to guess where "
        "none or several fit; `--as` names the format then. Every table has the file, the line "
        "and the flags of each row, and what could not be read is missing and listed, never zero.",
        html_table(
            "Formats and what is made of them",
            ["format", "what it is", "gives"],
            rows,
            kind="whole",
        ),
    ]
    parts += [
        "## Options",
        "What a capture does not say, an option does: `--option NAME=VALUE` of `contention read` "
        "and `contention fit`, or `options=` of `contention.readers.read`.",
        html_table("Options of the readers", ["option", "meaning"], OPTIONS.items(), kind="whole"),
    ]
    return "\n\n".join(parts) + "\n"


def format_page(reader: Reader) -> str:
    """Markdown of one format: traits, an example with its tables, and every column.

    Parameters
    ----------
    reader : Reader
        The reader.

    Returns
    -------
    str
        One page.
    """
    parts = [
        f"(format-{reader.name})=\n# {reader.name}",
        f"{_sentence(reader.title)} Read by `contention read FILE`, or by "
        f"`contention read FILE --as {reader.name}` where another format looks alike.",
        "## What it knows",
        _traits(reader),
        _end(reader),
        "## Example",
        _literal(reader.example),
        "This gives:",
        *_tables(_example_reading(reader)),
        "## Columns",
        *(_columns(form) for form in reader.gives),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _traits(reader: Reader) -> str:
    if not reader.traits:
        return ""
    return "<ul>" + "".join(f"<li>{escape(trait)}</li>" for trait in reader.traits) + "</ul>"


def _end(reader: Reader) -> str:
    if reader.ends:
        return (
            f"A capture is known to be complete by {escape(reader.ends)}. One without is flagged."
        )
    return (
        "The format has no mark of its end, so a capture that was cut between two lines looks "
        "complete. A cut within a line is flagged."
    )


def _literal(text: str) -> str:
    fence = "`" * 4
    return f"{fence}text\n{text.rstrip()}\n{fence}"


def _example_reading(reader: Reader) -> Reading:
    data = reader.make_example() if reader.make_example else reader.example.encode()
    return read_source(decode(data, "example"), reader.name)


def _made_of_example(reader: Reader) -> str:
    reading = _example_reading(reader)
    made = [words for kind, words in _MEASUREMENTS.items() if getattr(reading, kind)]
    return ", ".join(made or ["tables"])


def _tables(reading: Reading) -> Iterable[str]:
    for table in reading.tables:
        yield _shown(table)


def _shown(table: Table) -> str:
    columns = [_title(column) for column in table.columns]
    cells = zip(*(column.values for column in table.columns), strict=True)
    rows = [(str(line), *map(_text, row)) for line, row in zip(table.lines, cells, strict=True)]
    caption = f"Table {table.name}"
    if len(rows) == 1 and len(columns) > _WIDE:
        upright = zip(["line", *columns], rows[0], strict=True)
        return html_table(f"{caption}, its only row", ["column", "value"], upright, kind="whole")
    if len(rows) > _SHOWN_ROWS:
        caption += f", the first {_SHOWN_ROWS} of {len(rows)} rows"
    return html_table(caption, ["line", *columns], rows[:_SHOWN_ROWS])


def _title(column: Column) -> str:
    told = not column.unit or column.name.endswith(f"_{column.unit}")
    return column.name if told else f"{column.name} [{column.unit}]"


def _text(value: Value) -> str:
    if value is None:
        return "–"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _columns(form: TableForm) -> str:
    rows = [(column.name, column.unit or "–", column.meaning) for column in form.columns]
    if form.more:
        rows.append(("…", "–", form.more))
    caption = f"Table {form.name}: {form.holds}"
    return html_table(caption, ["column", "unit", "meaning"], rows, kind="whole")
