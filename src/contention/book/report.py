"""One executed notebook as one HTML file that needs nothing else."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Any

from contention.book.html_table import Html, html_table
from contention.book.notebook_pages import load_notebook, normalise
from contention.book.quoting import format_recorded
from contention.book.report_markdown import MarkdownRenderer
from contention.book.results import StudyResults, load_results, parse_results

__all__ = ["report_html", "write_report"]

_TITLE = re.compile(r"\A\s*(?:\([\w.-]+\)=\s*)?#\s+(.+?)\s*(?:\n|\Z)")
_HIDDEN_TAGS = frozenset({"remove-cell", "remove-input"})


def write_report(
    notebook: Path,
    out: Path,
    results: Mapping[str, Any] | StudyResults | None = None,
    *,
    title: str = "",
) -> Path:
    """Write a self-contained report of a run.

    Parameters
    ----------
    notebook : Path
        The executed notebook.
    out : Path
        The file to write.
    results : mapping or StudyResults, optional
        The results document of the run; that in ``results.json`` beside the notebook by default.
    title : str
        Heading for a notebook whose own was left out, as it is on a user's data.

    Returns
    -------
    Path
        `out`.

    Raises
    ------
    StudyError
        When the notebook or the results cannot be read.
    """
    if results is None:
        run = load_results(notebook.parent / "results.json")
    else:
        run = results if isinstance(results, StudyResults) else parse_results(results)
    text = report_html(load_notebook(notebook), run, title=title)
    out.parent.mkdir(parents=True, exist_ok=True)
    temporary = out.with_name(f".{out.name}.part")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(out)
    return out


def report_html(notebook: Mapping[str, Any], run: StudyResults, *, title: str = "") -> str:
    """The report's text.

    Parameters
    ----------
    notebook : mapping
        The executed notebook, as parsed JSON.
    run : StudyResults
    title : str
        Heading for a notebook without one.
    """
    cells = normalise(dict(notebook))["cells"]
    figures = {name: number for number, name in enumerate(_figure_names(cells), start=1)}
    markdown = MarkdownRenderer(run, figures)
    shown, cells = _title(cells, title or f"Report of {run.study}")
    body = "\n".join(_body(cells, markdown, figures))
    style = files("contention.book").joinpath("report.css").read_text(encoding="utf-8")
    heading = markdown.inline(shown)
    plain = re.sub(r"<[^>]*>", "", heading)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{plain}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<header>\n<h1>{heading}</h1>\n{_summary(run)}\n</header>\n{body}\n{_appendix(run)}\n"
        "</main>\n</body>\n</html>\n"
    )


def _title(cells: list[dict[str, Any]], fallback: str) -> tuple[str, list[dict[str, Any]]]:
    for index, cell in enumerate(cells):
        found = _TITLE.match(cell["source"]) if cell["cell_type"] == "markdown" else None
        if found:
            rest = {**cell, "source": cell["source"][found.end() :]}
            return found[1], [*cells[:index], rest, *cells[index + 1 :]]
    return fallback, cells


def _summary(run: StudyResults) -> str:
    names = ", ".join(PurePath(path).name for path, _ in run.inputs) or "no file"
    parts = [f'<p class="lead">Study <code>{escape(run.study)}</code> on {escape(names)}.</p>']
    parts += [f"<p><strong>{escape(sentence)}</strong></p>" for sentence in run.conclusions]
    remarks = [*run.not_computed, *run.flags]
    if remarks:
        items = "".join(f"<li>{escape(remark)}</li>" for remark in remarks)
        parts.append(
            '<section class="flags" aria-label="Flags"><p><strong>To keep in mind</strong></p>'
            f"<ul>{items}</ul></section>"
        )
    return "\n".join(parts)


def _body(
    cells: list[dict[str, Any]], markdown: MarkdownRenderer, figures: Mapping[str, int]
) -> Iterator[str]:
    code: list[str] = []  # folded together until something is shown
    for cell in cells:
        if cell["cell_type"] == "markdown":
            yield from _folded(code)
            demote = bool(re.search(r"^# ", cell["source"], re.M))
            yield markdown.block(cell["source"], demote=demote)
        elif cell["cell_type"] == "code":
            hidden = _HIDDEN_TAGS & set(cell["metadata"].get("tags", []))
            if cell["source"].strip() and not hidden:
                code.append(cell["source"])
            if cell["outputs"]:
                yield from _folded(code)
                yield from (_output(output, markdown, figures) for output in cell["outputs"])
    yield from _folded(code)


def _folded(code: list[str]) -> Iterator[str]:
    if code:
        blocks = "".join(f'<pre tabindex="0"><code>{escape(part)}</code></pre>' for part in code)
        yield f"<details><summary>Code</summary>{blocks}</details>"
        code.clear()


def _output(output: dict[str, Any], markdown: MarkdownRenderer, figures: Mapping[str, int]) -> str:
    if output["output_type"] == "stream":
        return f'<pre tabindex="0">{escape(output["text"])}</pre>'
    if output["output_type"] == "error":
        return f'<pre tabindex="0">{escape(output["ename"])}: {escape(output["evalue"])}</pre>'
    data = output["data"]
    for mime, kind in (("image/svg+xml", "svg+xml"), ("image/png", "png")):
        if mime in data:
            described = output.get("metadata", {}).get("contention", {}).get("figure", {})
            return _figure(data[mime], kind, described, markdown, figures)
    if "text/html" in data:
        # Two tables may share a caption, and landmarks may not share a name.
        return str(data["text/html"]).replace('role="region"', 'role="group"')
    if "text/markdown" in data:
        return markdown.block(data["text/markdown"])
    return f'<pre tabindex="0">{escape(str(data.get("text/plain", "")))}</pre>'


def _figure(
    picture: str,
    kind: str,
    described: Mapping[str, str],
    markdown: MarkdownRenderer,
    figures: Mapping[str, int],
) -> str:
    encoded = base64.b64encode(picture.encode()).decode() if kind == "svg+xml" else picture.strip()
    name = described.get("name", "")
    alt = escape(described.get("alt", "") or "A figure without a description", quote=True)
    number = f"<strong>Figure {figures[name]}.</strong> " if name in figures else ""
    caption = number + markdown.inline(described.get("caption", ""))
    return (
        f'<figure id="figure-{escape(name)}">\n'
        f'<img alt="{alt}" src="data:image/{kind};base64,{encoded}">\n'
        f"<figcaption>{caption}</figcaption>\n</figure>"
    )


def _figure_names(cells: list[dict[str, Any]]) -> list[str]:
    described = (
        output.get("metadata", {}).get("contention", {}).get("figure", {}).get("name")
        for cell in cells
        for output in cell.get("outputs", [])
    )
    return [name for name in described if name]


def _appendix(run: StudyResults) -> str:
    parts = ["<h2>About this report</h2>"]
    if run.inputs:
        rows = [
            (PurePath(path).name, Html(f"<code>{escape(sha256)}</code>"))
            for path, sha256 in run.inputs
        ]
        parts.append(_scrolling("Data read", html_table("Data read", ["file", "SHA-256"], rows)))
    if run.values:
        parts.append(_values(run))
    facts = [
        ("Parameters", ", ".join(f"{k} = {json.dumps(v)}" for k, v in run.parameters.items())),
        ("Versions", ", ".join(f"{k} {v}" for k, v in sorted(run.versions.items()))),
        ("Digest", run.digest),
    ]
    shown = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts if text)
    parts.append(f'<dl class="facts">{shown}</dl>')
    return "\n".join(parts)


def _values(run: StudyResults) -> str:
    rows = []
    for key, item in sorted(run.values.items()):
        interval = ""
        if item.low is not None or item.high is not None:
            interval = format_recorded(item, interval=True).split("(", 1)[1].rstrip(")")
        row = (key, format_recorded(item), item.unit, interval, item.note)
        rows.append(row)
    headings = ["key", "value", "unit", "interval", "note"]
    return _scrolling("Recorded values", html_table("Recorded values", headings, rows))


def _scrolling(name: str, table: str) -> str:
    return (
        f'<div class="contention-table" role="group" tabindex="0" aria-label="{escape(name)}">'
        f"\n{table}\n</div>"
    )
