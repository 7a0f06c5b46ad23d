"""The Markdown of a notebook as HTML for a report: roles resolved, directives as boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from contention.book.quoting import format_recorded, look_up, parse_reference
from contention.book.report_formula import formula_html
from contention.book.results import StudyResults
from contention.errors import StudyError

__all__ = ["MarkdownRenderer"]

_ROLE = re.compile(r"\{(?P<role>[\w:-]+)\}(?P<ticks>`+)(?P<text>.+?)(?P=ticks)", re.S)
_TITLED = re.compile(r"^(?P<title>.*?)\s*<(?P<target>[^>]*)>$", re.S)
_LABEL = re.compile(r"^\([\w.:-]+\)=\s*$", re.M)
_COLON_FENCE = re.compile(r"^(\s*)(:{3,})(.*)$", re.M)
_CODE = re.compile(
    r"(?P<fence>^ *(?P<mark>`{3,}|~{3,})(?!\s*\{).*?^ *(?P=mark)\s*$)|`+[^`\n]+?`+", re.S | re.M
)
_DISPLAY = re.compile(r"(?<!\\)\$\$(.+?)(?<!\\)\$\$", re.S)
_INLINE = re.compile(r"(?<![\\$])\$(?!\s)([^$\n]+?)(?<![\s\\])\$(?!\d)")
_HEADING = re.compile(r"^(#{1,5})(?=\s)", re.M)
_OPTION = re.compile(r"^:[\w-]+:.*$")
_SILENT = frozenset({"cite", "cite:p", "cite:t", "footcite", "index"})
_DROPPED = frozenset({"bibliography", "tableofcontents", "contents", "index", "toctree"})
_NOTES = frozenset({"note", "warning", "important", "caution", "tip", "hint", "attention"})
_SLOT = "\ue000{}\ue001"
_FILLED = re.compile("\ue000(\\d+)\ue001")


class MarkdownRenderer:
    """Renders the Markdown cells and captions of one run.

    Parameters
    ----------
    results : StudyResults
        Where ``{result}`` looks.
    figures : mapping of str to int
        Number of each figure, for ``{numref}`` and ``{ref}``.

    Examples
    --------
    >>> from contention.book.results import Recorded
    >>> run = StudyResults("demo", values={"peak": Recorded("peak", 12.34)})
    >>> MarkdownRenderer(run, {}).inline("It peaks at {result}`peak:.1f` {cite}`knuth`.")
    'It peaks at 12.3.'
    """

    def __init__(self, results: StudyResults, figures: Mapping[str, int]) -> None:
        self._results = results
        self._figures = figures
        self._slots: list[str] = []  # finished HTML, by the number of its place holder
        self._markdown = MarkdownIt("commonmark", {"html": True}).enable("table")

        def fence(_renderer: object, tokens: list[Token], index: int, *_: object) -> str:
            return self._fence(tokens[index])

        self._markdown.add_render_rule("fence", fence)

    def block(self, text: str, *, demote: bool = False) -> str:
        """Render a cell; `demote` turns its headings into those of one level below."""
        prepared = _COLON_FENCE.sub(lambda m: m[1] + "~" * len(m[2]) + m[3], _LABEL.sub("", text))
        if demote:
            prepared = _outside_code(prepared, lambda part: _HEADING.sub(r"#\1", part))
        return self._with_slots(prepared, self._markdown.render)

    def inline(self, text: str) -> str:
        """Render a caption or a sentence, without a paragraph around it."""
        return self._with_slots(text, self._markdown.renderInline)

    def _with_slots(self, text: str, render: Callable[[str], str]) -> str:
        def keep(html: str) -> str:
            self._slots.append(html)
            return _SLOT.format(len(self._slots) - 1)

        def resolve(part: str) -> str:
            part = _DISPLAY.sub(lambda m: keep(formula_html(m[1], display=True)), part)
            return _INLINE.sub(lambda m: keep(formula_html(m[1])), part)

        with_roles = _ROLE.sub(lambda m: self._role(m["role"], m["text"], keep), text)
        cleaned = re.sub(r"[ \t]+([.,;:)])", r"\1", with_roles) if with_roles != text else text
        html = render(_outside_code(cleaned, resolve))
        filled = _FILLED.sub(lambda m: self._slots[int(m[1])], html)
        return re.sub(r'<p>(<p class="display-formula">.*?</p>)</p>', r"\1", filled, flags=re.S)

    def _role(self, role: str, text: str, keep: Callable[[str], str]) -> str:
        titled = _TITLED.match(text)
        if role == "result":
            return keep(escape(self._result(text)))
        if role == "math":
            return keep(formula_html(text))
        if role in _SILENT:
            return ""
        if role in ("numref", "ref") and (titled["target"] if titled else text) in self._figures:
            name = titled["target"] if titled else text
            number = self._figures[name]
            return keep(f'<a href="#figure-{escape(name)}">Figure {number}</a>')
        if role == "doc" and not titled:
            return text.rsplit("/", 1)[-1].replace("-", " ").replace("_", " ")
        return titled["title"] if titled else text

    def _result(self, text: str) -> str:
        runs = {self._results.study: self._results}
        try:
            reference = parse_reference(text, runs, self._results.study)
            recorded = look_up(reference, runs)
            return format_recorded(recorded, reference.spec, interval=reference.interval)
        except StudyError:
            return "not computed here"

    def _fence(self, token: Token) -> str:
        directive = re.match(r"\{([\w:-]+)\}\s*(.*)", token.info.strip())
        if directive is None:
            return f'<pre tabindex="0"><code>{escape(token.content)}</code></pre>\n'
        name, title = directive[1], directive[2]
        if name in _DROPPED:
            return ""
        lines = token.content.splitlines()
        while lines and _OPTION.match(lines[0].strip()):
            lines.pop(0)
        body = "\n".join(lines)
        if name == "math":
            return formula_html(body, display=True)
        return self._box(name, title, self.block(body))

    def _box(self, name: str, title: str, body: str) -> str:
        if name == "solution":
            return f"<details><summary>Solution</summary>{body}</details>\n"
        heading = title if name != "exercise" else f"Exercise: {title}" if title else "Exercise"
        shown = f"<p><strong>{self.inline(heading)}</strong></p>" if heading else ""
        kind = "note" if name in _NOTES else "boxed"
        return f'<div class="{kind}">{shown}{body}</div>\n'


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    pieces: list[str] = []
    position = 0
    for match in _CODE.finditer(text):
        pieces += [change(text[position : match.start()]), match[0]]
        position = match.end()
    return "".join([*pieces, change(text[position:])])
