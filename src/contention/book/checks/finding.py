"""What a check found wrong with a page."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Finding"]


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that is wrong with the book.

    Attributes
    ----------
    page : str
        The page or file, relative to the book.
    rule : str
        Name of the rule that is broken.
    what : str
        What was found.
    fix : str
        What to do about it.

    Examples
    --------
    >>> print(Finding("index.html", "link", "methods.html is not there", "mend the link"))
    index.html: link: methods.html is not there. Fix: mend the link.
    """

    page: str
    rule: str
    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.page}: {self.rule}: {self.what}. Fix: {self.fix}."
