"""One thing that a data-quality gate found in a sweep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["QualityFinding", "Severity"]

Severity = Literal["unfit", "warning", "note"]


@dataclass(frozen=True)
class QualityFinding:
    """What is wrong, where, and what to do about it.

    Attributes
    ----------
    check : str
        The check that found it, such as ``little``.
    severity : {"unfit", "warning", "note"}
        ``unfit``: no model that uses these columns can be trusted. ``warning``: the answer may
        be off. ``note``: good to know.
    columns : tuple of str
        Columns concerned; ``unfit`` bars the models that use all of them.
    message : str
        What is wrong, as one sentence without a full stop.
    found, expected : str
        What stands there, and what should.
    advice : str
        What to do.
    sessions : float or None
        Session count of the point, or of the worst one; None for the sweep as a whole.
    """

    check: str
    severity: Severity
    columns: tuple[str, ...]
    message: str
    found: str
    expected: str
    advice: str
    sessions: float | None = None

    @property
    def sentence(self) -> str:
        """The message, where, what was found, what was expected, and what to do."""
        plural = "" if self.sessions == 1 else "s"
        where = "" if self.sessions is None else f" at {self.sessions:g} session{plural}"
        return (
            f"{self.message}{where} (found {self.found}, expected {self.expected}): {self.advice}"
        )
