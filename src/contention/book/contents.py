"""The table of contents, with its patterns replaced by the pages that they find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

import yaml  # type: ignore[import-untyped]

from contention.errors import StudyError

__all__ = ["expand_contents"]

_LISTS = ("parts", "chapters", "sections", "subtrees", "entries")


def expand_contents(text: str, pages: Sequence[str]) -> str:
    r"""Replace every ``glob`` of a ``_toc.yml`` by the pages that have no entry of their own.

    Parameters
    ----------
    text : str
        The file's text.
    pages : sequence of str
        Every page, as a path without its suffix.

    Returns
    -------
    str
        A ``_toc.yml`` without patterns: the same pages give the same text.

    Raises
    ------
    StudyError
        When the text is not YAML, or an entry names a page that is not there.

    Examples
    --------
    >>> toc = "root: index\nchapters:\n- file: m/b\n- glob: m/*\n"
    >>> print(expand_contents(toc, ["index", "m/c", "m/a", "m/b"]), end="")
    root: index
    chapters:
    - file: m/b
    - file: m/a
    - file: m/c
    """
    try:
        contents = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise StudyError("the contents are not YAML", path="_toc.yml", found=str(error)) from error
    if not isinstance(contents, dict):
        raise StudyError("the contents are not a mapping", path="_toc.yml")
    listed = set(_named(contents))
    missing = sorted(listed - set(pages))
    if missing:
        raise StudyError(
            "the contents name a page that is not there", path="_toc.yml", found=missing[0]
        )
    free = sorted(set(pages) - listed)
    return str(yaml.safe_dump(_expanded(contents, free), sort_keys=False, allow_unicode=True))


def _named(entry: dict[str, Any]) -> Iterator[str]:
    for key in ("root", "file"):
        if key in entry:
            yield _page(entry[key])
    for key in _LISTS:
        for inner in entry.get(key, ()):
            yield from _named(inner)


def _expanded(entry: dict[str, Any], free: list[str]) -> dict[str, Any]:
    result = dict(entry)
    for key in _LISTS:
        if key not in entry:
            continue
        inner: list[dict[str, Any]] = []
        for item in entry[key]:
            if "glob" in item:
                found = [page for page in free if fnmatchcase(page, item["glob"])]
                inner += [{"file": page} for page in found]
                free[:] = [page for page in free if page not in found]
            else:
                inner.append(_expanded(item, free))
        result[key] = inner
        if not inner:
            del result[key]
    return result


def _page(name: str) -> str:
    for suffix in (".md", ".ipynb"):
        name = name.removesuffix(suffix)
    return name
