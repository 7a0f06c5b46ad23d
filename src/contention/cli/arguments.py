"""Argument parsing: argparse, with the closest name proposed when a word is wrong."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from contention.errors import UsageError

__all__ = ["Parser", "choose"]

_INVALID_CHOICE = re.compile(r"invalid choice: '(?P<word>.*?)' \(choose from (?P<choices>.*)\)")


class Parser(argparse.ArgumentParser):
    """An argument parser that keeps the layout of its texts and proposes the closest choice.

    Examples
    --------
    >>> parser = Parser(prog="demo")
    >>> _ = parser.add_argument("model", choices=["leak", "saturation"])
    >>> parser.parse_args(["leak"]).model
    'leak'
    """

    UNSET = argparse.SUPPRESS

    late_epilog: Callable[[], str] | None = None
    """Makes the end of the help text, and is called only when help is asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        kwargs.setdefault("allow_abbrev", False)
        super().__init__(*args, **kwargs)

    def format_help(self) -> str:
        """The help text, with the part that is made late at its end."""
        text = super().format_help()
        return text if self.late_epilog is None else f"{text}\n{self.late_epilog()}"

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, with a proposal, and exit with code 2."""
        match = _INVALID_CHOICE.search(message)
        if match:
            choices = re.findall(r"[\w-]+", match["choices"])
            close = difflib.get_close_matches(match["word"], choices, n=1)
            message += f"; did you mean {close[0]}?" if close else ""
        super().error(message)


def choose(word: str, known: Iterable[str], *, what: str) -> str:
    """The word if it is known.

    Raises
    ------
    UsageError
        When it is not; the message names the known words and the closest of them.

    Examples
    --------
    >>> choose("leek", ["leak"], what="fit")
    Traceback (most recent call last):
    contention.errors.UsageError: there is no fit leek. ... What to do: did you mean leak?
    """
    names = list(known)
    if word in names:
        return word
    close = difflib.get_close_matches(word, names, n=1)
    raise UsageError(
        f"there is no {what} {word}",
        expected=", ".join(names),
        hint=f"did you mean {close[0]}?" if close else None,
    )
