"""A data frame as an accessible HTML table: a caption, and headers with a scope."""

from __future__ import annotations

import math
from collections.abc import Hashable
from html import escape

import pandas as pd

__all__ = ["format_cell", "frame_table"]


def format_cell(value: object) -> str:
    """A cell as people read it: thousands separated, four significant digits, a dash if missing.

    Examples
    --------
    >>> format_cell(1234567), format_cell(0.0123456), format_cell(None), format_cell(12.5)
    ('1,234,567', '0.01235', '–', '12.5')
    """
    missing = value is None or value is pd.NA or value is pd.NaT
    if missing or (isinstance(value, float) and math.isnan(value)):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if hasattr(value, "item"):
        return format_cell(value.item())
    if isinstance(value, float):
        return _format_float(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _format_float(value: float) -> str:
    if math.isinf(value):
        return "never" if value > 0 else "-∞"
    if value.is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    magnitude = math.floor(math.log10(abs(value)))
    if magnitude < -4:
        return f"{value:.2e}"
    decimals = max(0, 3 - magnitude)
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def frame_table(frame: pd.DataFrame, caption: str, identifier: str) -> str:
    r"""Render a frame; its index is not shown.

    Parameters
    ----------
    frame : DataFrame
        Column names are the headings; the first column heads each row.
    caption : str
        What the table shows.
    identifier : str
        Value of the table's ``id`` attribute.

    Examples
    --------
    >>> "<th scope=\"row\">AIX</th>" in frame_table(pd.DataFrame({"system": ["AIX"]}), "c", "t")
    True
    """
    kinds = ["number" if pd.api.types.is_numeric_dtype(frame[c]) else "text" for c in frame]
    head = "".join(
        f'<th scope="col" class="{kind}">{escape(str(name))}</th>'
        for name, kind in zip(frame.columns, kinds, strict=True)
    )
    body = "".join(
        f"<tr>{_row(row, kinds)}</tr>\n" for row in frame.itertuples(index=False, name=None)
    )
    return (
        f'<div class="contention-table" role="region" tabindex="0"'
        f' aria-label="{escape(caption, quote=True)}">\n'
        f'<table id="{escape(identifier, quote=True)}">\n<caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>"
    )


def _row(row: tuple[Hashable, ...], kinds: list[str]) -> str:
    first = f'<th scope="row">{escape(format_cell(row[0]))}</th>' if row else ""
    return first + "".join(
        f'<td class="{kind}">{escape(format_cell(value))}</td>'
        for value, kind in zip(row[1:], kinds[1:], strict=True)
    )
