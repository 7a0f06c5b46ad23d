"""The block at the end of a chapter that says what the page was made from."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from html import escape

from contention.book.html_table import Html, html_table
from contention.book.quoting import format_recorded, value_anchor
from contention.book.results import Recorded, StudyResults
from contention.studies.study import Study

__all__ = ["about_page", "download_list", "reproduce_command"]


def about_page(
    study: Study,
    results: StudyResults,
    downloads: Sequence[tuple[str, Sequence[tuple[str, str]]]],
) -> str:
    """Markdown of the block: source, captures, parameters, values, digest, versions, downloads.

    Parameters
    ----------
    study : Study
        The study.
    results : StudyResults
        Its run.
    downloads : sequence of (kind, sequence of (text, path))
        Files to offer, kind by kind, as paths from the page.

    Returns
    -------
    str
        One section, headed "About this page".
    """
    parts = [
        "## About this page",
        _source(study),
        _captures(study, results),
        _parameters(study, results),
        _values(results),
        _run(study, results),
        "### Downloads",
        download_list(downloads),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def reproduce_command(study: Study, results: StudyResults) -> str:
    """The command that makes this page's run again, naming parameters that are not the default.

    Examples
    --------
    >>> from pathlib import Path
    >>> from contention.studies.study import Parameter, Source
    >>> study = Study("demo", Path("data/demo"), "", "", "", (), Source("a", "", "", "", (), ""),
    ...               (), (Parameter("share", "number", 0.95, "share of the peak"),), ())
    >>> reproduce_command(study, StudyResults("demo", parameters={"share": 0.9}))
    'contention run demo -p share=0.9'
    """
    words = ["contention", "run", study.slug]
    for parameter in study.parameters:
        used = results.parameters.get(parameter.name)
        if used not in (None, "", []) and used != parameter.default:
            words += ["-p", f"{parameter.name}={_plain(used)}"]
    return shlex.join(words)


def download_list(downloads: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    """A Markdown list of ``{download}`` links, one item per kind.

    Examples
    --------
    >>> download_list([("Tables (CSV)", [("sweep", "../a.csv")])])
    '- Tables (CSV): {download}`sweep <../a.csv>`'
    """
    return "\n".join(
        f"- {kind}: " + ", ".join(f"{{download}}`{text} <{path}>`" for text, path in files)
        for kind, files in downloads
        if files
    )


def _source(study: Study) -> str:
    source = study.source
    author = f", {source.author}" if source.author else ""
    date = f", {source.date}" if source.date else ""
    place = f", {source.location}" if source.location else ""
    products = f" Products: {'; '.join(source.products)}." if any(source.products) else ""
    copy = f"; copy <code>{escape(source.article)}</code>" if source.article else ""
    return (
        f'<p class="about-source">Source: <cite>{escape(source.title)}</cite>'
        f"{escape(author + date + place)}{copy}."
        f"{escape(products)}</p>"
    )


def _captures(study: Study, results: StudyResults) -> str:
    read = dict(results.inputs)
    rows = []
    for capture in study.captures:
        digest = next(
            (sha for path, sha in read.items() if path.endswith(capture.path.as_posix())),
            capture.sha256,
        )
        rows.append(
            (
                Html(
                    f"{escape(capture.id)}<br><code>{escape(capture.path.as_posix())}</code>"
                    f'<br><code class="digest">{escape(digest)}</code>'
                ),
                capture.lines,
                capture.format,
                capture.omitted or "nothing",
            )
        )
    headings = ["capture, file and SHA-256", "article lines", "format", "left out"]
    caption = "Captures that this page is computed from"
    return html_table(caption, headings, rows, kind="captures") if rows else ""


def _parameters(study: Study, results: StudyResults) -> str:
    rows = [
        (
            Html(f"<code>{escape(parameter.name)}</code>"),
            _plain(results.parameters.get(parameter.name, parameter.default)) or "none",
            _plain(parameter.default) or "none",
            parameter.range,
            parameter.help,
        )
        for parameter in study.parameters
    ]
    headings = ["parameter", "this run", "default", "allowed", "meaning"]
    return html_table("Parameters of this run", headings, rows) if rows else ""


def _values(results: StudyResults) -> str:
    if not results.values:
        return ""
    recorded = [results.values[key] for key in sorted(results.values)]
    table = html_table(
        "Recorded values",
        ["key", "value", "unit", "interval", "n", "note"],
        [_value_row(item) for item in recorded],
        row_ids=[value_anchor(item.key) for item in recorded],
        kind="values",
    )
    return (
        f'<details class="all-values"><summary>All {len(recorded)} recorded values</summary>\n'
        f"{table}\n</details>"
    )


def _value_row(item: Recorded) -> tuple[str, ...]:
    interval = ""
    if item.low is not None or item.high is not None:
        interval = format_recorded(item, interval=True).split("(", 1)[1].rstrip(")")
    return (
        Html(f"<code>{escape(item.key)}</code>"),
        format_recorded(item),
        item.unit,
        interval,
        "" if item.n is None else str(item.n),
        item.note,
    )


def _run(study: Study, results: StudyResults) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in sorted(results.versions.items()))
    lines = ["### Make it again", f"```bash\n{reproduce_command(study, results)}\n```"]
    facts = [f"<dt>Digest of the run</dt><dd><code>{escape(results.digest)}</code></dd>"]
    if versions:
        facts.append(f"<dt>Versions</dt><dd>{escape(versions)}</dd>")
    lines.append(f'<dl class="run-facts">{"".join(facts)}</dl>')
    return "\n\n".join(lines)


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return str(value)
