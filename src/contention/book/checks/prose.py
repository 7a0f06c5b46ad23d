"""The prose of a Markdown page, without what is not prose: code, mathematics, roles, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["prose_lines"]

_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,}|:{3,}|\${2})(?P<rest>.*)$")
_DIRECTIVE = re.compile(r"^\{(?P<name>[\w:-]+)\}")
_CODE_DIRECTIVES = frozenset(
    {"bibliography", "code", "code-block", "code-cell", "include", "literalinclude", "math", "raw"}
)
_OPTION = re.compile(r"^\s*:[\w-]+:")
_INLINE = (
    re.compile(r"<!--.*?-->"),
    re.compile(r"\{[\w:-]+\}`[^`]*`"),
    re.compile(r"(`+).*?\1"),
    re.compile(r"\$\$[^$]*\$\$|\$[^$\n]+\$"),
    re.compile(r"\]\([^)]*\)"),
    re.compile(r"<[^>]*>"),
    re.compile(r"https?://\S+"),
)


def prose_lines(markdown: str) -> Iterator[tuple[int, str]]:
    r"""Line numbers (from 1) and what is prose on them.

    Text inside directives such as admonitions, tables and exercises is prose; code blocks,
    mathematics, roles, links' addresses, comments and directive options are not.

    Examples
    --------
    >>> list(prose_lines("Rate 41.5 in `x=3`\n```python\ny = 7\n```\nend"))
    [(1, 'Rate 41.5 in  '), (5, 'end')]
    """
    text = re.sub(r"<!--.*?-->", lambda m: "\n" * m[0].count("\n"), markdown, flags=re.S)
    fences: list[tuple[str, bool]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = _FENCE.match(line)
        if match and _closes(match, fences):
            fences.pop()
            continue
        inside_code = bool(fences) and not fences[-1][1]
        if match and not inside_code:
            if match["mark"] == "$$" and match["rest"].strip().endswith("$$"):
                continue
            directive = _DIRECTIVE.match(match["rest"].strip())
            holds_prose = directive is not None and directive["name"] not in _CODE_DIRECTIVES
            fences.append((match["mark"], holds_prose))
            if holds_prose and directive is not None:
                yield number, _without_inline(match["rest"].strip()[directive.end() :])
            continue
        if inside_code or (fences and _OPTION.match(line)):
            continue
        yield number, _without_inline(line)


def _closes(match: re.Match[str], fences: list[tuple[str, bool]]) -> bool:
    if not fences or match["rest"].strip():
        return False
    mark = fences[-1][0]
    return match["mark"][0] == mark[0] and len(match["mark"]) >= len(mark)


def _without_inline(line: str) -> str:
    for pattern in _INLINE:
        line = pattern.sub(" ", line)
    return line
