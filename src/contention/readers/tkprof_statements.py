"""One statement of a tkprof report: its text, its facts, and the rows of its tables."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

from contention.readers.tkprof_calls import CallRow
from contention.readers.tkprof_plans import PlanStep
from contention.readers.tkprof_waits import WaitSection

__all__ = ["Statement", "is_separator", "text_digest"]

_AROUND_SIGNS = re.compile(r" ?([^\w\s'\"]) ?")
_LEGEND = re.compile(
    r"count\s*= number of times .*|TKPROF: Release .*|(?:\(c\) )?Copyright .{0,200} reserved\.?",
    re.I,
)
_ERROR = re.compile(r"(?:Error encountered ?: ?)?(ORA ?- ?\d{5})\b.*")
_FAILED = re.compile(r"The following statements? encountered an? errors? during parse ?:?", re.I)


def is_separator(line: str) -> bool:
    """Whether a line of stars ends a statement.

    Parameters
    ----------
    line : str
        One line of the report.

    Returns
    -------
    bool
        Whether it holds stars only, sixty at least.

    Examples
    --------
    >>> is_separator("*" * 80), is_separator("/*****/")
    (True, False)
    """
    bare = line.strip()
    return len(bare) >= 60 and not bare.strip("*")


@dataclass
class Statement:
    """What the report says of one statement, or of all of them.

    Attributes
    ----------
    line : int
        Where it begins.
    scope : str
        ``statement``, ``non_recursive`` or ``recursive``.
    text : list of str
        The lines before the call table that are no heading.
    lines : list of int
        Their numbers, as far as they are known.
    facts : dict
        SQL ID, plan hash and what else is printed once, by name, with the printed text.
    calls, waits, plan, explained
        The rows of its tables.
    closed : bool
        Whether the report goes on behind it.

    Examples
    --------
    >>> Statement(1, "recursive").label
    'overall_recursive'
    """

    line: int
    scope: str = "statement"
    text: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    calls: list[CallRow] = field(default_factory=list)
    waits: WaitSection = field(default_factory=WaitSection)
    plan: list[PlanStep] = field(default_factory=list)
    explained: list[PlanStep] = field(default_factory=list)
    closed: bool = False

    @property
    def command(self) -> str | None:
        """The first word of its text."""
        words = " ".join(self.text).split(maxsplit=1)
        return words[0] if words else None

    @property
    def label(self) -> str:
        """Its SQL ID; without one, a digest of its text, so that two reports can be compared."""
        if self.scope != "statement":
            return f"overall_{self.scope}"
        if "sql_id" in self.facts:
            return self.facts["sql_id"]
        return f"text_{self.digest}"

    @property
    def digest(self) -> str:
        """Digest of its text; empty where it has none."""
        return text_digest(" ".join(self.text)) if self.text else ""

    @property
    def recursive(self) -> bool | None:
        """Whether another statement ran it; None where the report does not say who parsed it."""
        if "parsing_user" not in self.facts:
            return None
        return int(self.facts.get("recursive_depth", "0")) > 0

    @property
    def preface(self) -> bool:
        """Whether it is no statement but the head of the report, or the legend of its columns."""
        return any(_LEGEND.fullmatch(line) for line in self.text)

    @property
    def failed(self) -> bool:
        """Whether it is a paragraph of statements that could not be parsed."""
        return any(_FAILED.fullmatch(line) for line in self.text)

    def failures(self) -> list[Statement]:
        """The statements of such a paragraph, each with its error; none of another."""
        if not self.failed:
            return []
        made: list[Statement] = []
        current = Statement(self.line)
        numbers = [*self.lines, *[self.line] * (len(self.text) - len(self.lines))]
        for number, line in zip(numbers, self.text, strict=True):
            if _FAILED.fullmatch(line) or not line.strip("-"):
                continue
            if error := _ERROR.fullmatch(line):
                current.facts["error"] = error[1].replace(" ", "")
                made.append(current)
                current = Statement(number)
            else:
                current.line = current.line if current.text else number
                current.text.append(line)
        return [*made, *([current] if current.text else [])]


def text_digest(text: str) -> str:
    r"""Digest of a statement's text that layout does not change.

    Releases of tkprof break and indent the same text in other ways, so blanks and line ends count
    as one blank, and none beside signs such as commas; letters keep their case.

    Parameters
    ----------
    text : str
        Text of a statement.

    Returns
    -------
    str
        Eight hexadecimal digits.

    Examples
    --------
    >>> text_digest("select a,b from t") == text_digest("select a, b\nfrom t ")
    True
    """
    words = _AROUND_SIGNS.sub(r"\1", " ".join(text.split()))
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:8]
