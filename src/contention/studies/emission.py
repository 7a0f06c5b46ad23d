"""What a notebook displays so that its results can be harvested from the executed file.

A result, a table or a figure is a notebook output with a media type or metadata of ours. The
executed notebook is therefore complete in itself: whatever ran it, the results can be taken out.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from html import escape

import matplotlib as mpl
from IPython.display import display
from matplotlib.figure import Figure

from contention.figures.style import house_style
from contention.studies.output_types import FIGURE_KEY, RESULTS_MIME, TABLE_MIME

__all__ = ["emit_figure", "emit_html", "emit_results", "emit_sentences", "emit_table"]

_SVG_SALT = "contention"


def emit_html(html: str, plain: str) -> None:
    """Display a piece of HTML, with a plain text for front ends without it."""
    display({"text/html": html, "text/plain": plain}, raw=True)


def emit_sentences(sentences: Sequence[str]) -> None:
    """Display sentences: one as a paragraph, several as a list; nothing when there is none.

    Each gets a capital letter, unless a label stands before it, and a full stop where it has
    no end.
    """
    said = []
    for sentence in sentences:
        labelled = sentence.partition(" ")[0].endswith(":")
        begin = sentence[:1] if labelled else sentence[:1].upper()
        said.append(begin + sentence[1:] + "." * (not sentence.endswith((".", "?"))))
    if not said:
        return
    if len(said) == 1:
        html = f"<p>{escape(said[0])}</p>"
    else:
        html = f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in said)}</ul>"
    emit_html(html, "\n".join(said))


def emit_table(name: str, caption: str, html: str, plain: str, csv: str) -> None:
    """Display a table and carry its CSV."""
    payload = {"name": name, "caption": caption, "csv": csv}
    display({"text/html": html, "text/plain": plain, TABLE_MIME: payload}, raw=True)


def emit_figure(name: str, caption: str, alt: str, figure: Figure) -> None:
    """Display a figure as SVG, with its alternative text; the same figure gives the same bytes."""
    buffer = io.StringIO()
    with house_style():
        mpl.rcParams.update({"svg.hashsalt": _SVG_SALT, "svg.fonttype": "path"})
        figure.savefig(buffer, format="svg", bbox_inches="tight", metadata={"Date": None})
    figure.clear()
    metadata = {FIGURE_KEY: {"figure": {"name": name, "caption": caption, "alt": alt}}}
    display({"image/svg+xml": buffer.getvalue(), "text/plain": alt}, raw=True, metadata=metadata)


def emit_results(payload: Mapping[str, object], html: str, plain: str) -> None:
    """Display the results table and carry the results."""
    carried = json.loads(json.dumps(payload, sort_keys=True, allow_nan=False))
    display({"text/html": html, "text/plain": plain, RESULTS_MIME: carried}, raw=True)
