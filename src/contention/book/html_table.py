"""A table as HTML that a screen reader can read: a caption, and a scope on every header."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["Html", "html_table"]


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def html_table(
    caption: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    row_headers: bool = True,
    row_ids: Sequence[str] = (),
    kind: str = "",
) -> Html:
    """Render a table without blank lines, so that Markdown takes it as one block.

    Parameters
    ----------
    caption : str
        What the table holds; required.
    headings : sequence of str
        One per column.
    rows : iterable of sequences of str
        Cells; those of class :class:`Html` are taken as they are, others are escaped.
    row_headers : bool
        Whether the first cell of a row names the row.
    row_ids : sequence of str
        Anchors of the rows, empty or one for each.
    kind : str
        A further class for the style sheet.

    Examples
    --------
    >>> print(html_table("Runs", ["run", "ms"], [["a<b", "3"]]))
    <table class="contention-table">
    <caption>Runs</caption>
    <thead><tr><th scope="col">run</th><th scope="col">ms</th></tr></thead>
    <tbody>
    <tr><th scope="row">a&lt;b</th><td>3</td></tr>
    </tbody></table>
    """
    classes = f"contention-table {kind}".strip()
    head = "".join(f'<th scope="col">{_cell(text)}</th>' for text in headings)
    lines = [f'<table class="{classes}">', f"<caption>{_cell(caption)}</caption>"]
    lines += [f"<thead><tr>{head}</tr></thead>", "<tbody>"]
    for index, row in enumerate(rows):
        anchor = f' id="{escape(row_ids[index])}"' if row_ids else ""
        first, rest = (row[:1], row[1:]) if row_headers else (row[:0], row)
        cells = "".join(f'<th scope="row">{_cell(text)}</th>' for text in first)
        cells += "".join(f"<td>{_cell(text)}</td>" for text in rest)
        lines.append(f"<tr{anchor}>{cells}</tr>")
    lines.append("</tbody></table>")
    return Html("\n".join(lines))


def _cell(text: str) -> str:
    shown = text if isinstance(text, Html) else escape(text, quote=False)
    return " ".join(shown.split("\n"))
