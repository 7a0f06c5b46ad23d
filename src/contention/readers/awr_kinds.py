"""The kinds of cells in a report, and which words can be one."""

from __future__ import annotations

import re

from contention.readers.number_text import looks_numeric, says_missing

__all__ = ["LONG", "OPTIONAL", "fits"]

LONG = {"text", "any", "sql", "class", "mutex", "where", "quoted"}
"""Kinds of cells that may hold several words."""

OPTIONAL = {"maybe_name"}
"""Kinds of cells that may be blank and leave no trace of it."""

_SQL_ID = re.compile(r"[0-9a-z]{13}")
_COUNTS = re.compile(r"\d+(?:/\d+){1,7}")
_PLACE = re.compile(r"[a-z]{3,}[A-Za-z0-9_]*:?")
_QUOTED = re.compile(r'"[^"]*"(?:,\s*"[^"]*")*')
_KEYWORDS = {
    "alter",
    "analyze",
    "begin",
    "call",
    "commit",
    "comment",
    "create",
    "declare",
    "delete",
    "drop",
    "explain",
    "grant",
    "insert",
    "lock",
    "merge",
    "purge",
    "rename",
    "revoke",
    "rollback",
    "select",
    "set",
    "truncate",
    "update",
    "with",
    "flashback",
    "**",
}
_CLASSES = {
    "administrative",
    "application",
    "cluster",
    "commit",
    "concurrency",
    "configuration",
    "cpu",
    "idle",
    "network",
    "other",
    "queueing",
    "scheduler",
    "system i/o",
    "user i/o",
}
_SESSIONS = {"foreground", "background"}
_MUTEXES = {
    "library cache",
    "cursor pin",
    "cursor parent",
    "cursor stat",
    "hash table",
    "row cache",
    "row cache objects",
    "sessparam",
    "result cache: mutex",
}
_OBJECT_TYPES = {"table", "index", "lob", "clust", "cluster", "undo", "temporary", "tempo"}


def _is_number(word: str) -> bool:
    return looks_numeric(word) or (says_missing(word) and word.startswith("#"))


def fits(part: tuple[str, ...], kind: str) -> bool:
    """Whether some words can be the cell of a column.

    Parameters
    ----------
    part : tuple of str
        Adjacent words of a row, at least one.
    kind : str
        The kind of the column, see :class:`~contention.readers.awr_section.AwrColumn`.

    Returns
    -------
    bool
        Whether they can stand there.

    Examples
    --------
    >>> fits(("User", "I/O"), "class"), fits(("1,234",), "text")
    (True, False)
    """
    text = " ".join(part)
    checks = {
        "number": lambda: _is_number(part[0]),
        "text": lambda: not any(map(_is_number, part)) and '"' not in text,
        "any": lambda: not _is_number(part[0]) and '"' not in text,
        "sql_id": lambda: bool(_SQL_ID.fullmatch(text)),
        "sql": lambda: part[0].lower().rstrip("(").split("(")[0] in _KEYWORDS,
        "class": lambda: text.lower() in _CLASSES,
        "session": lambda: text.lower() in _SESSIONS,
        "mutex": lambda: text.lower() in _MUTEXES,
        "name": lambda: len(part) == 1 and not _is_number(part[0]),
        "maybe_name": lambda: len(part) == 1 and not _is_number(part[0]),
        "object_type": lambda: text.lower() in _OBJECT_TYPES,
        "where": lambda: bool(_PLACE.fullmatch(part[0])),
        "counts": lambda: bool(_COUNTS.fullmatch(text)),
        "quoted": lambda: bool(_QUOTED.fullmatch(text)),
    }
    return checks[kind]()
