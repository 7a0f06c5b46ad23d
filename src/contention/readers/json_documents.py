"""JSON in a capture, with the line of each document: one, several joined, or one a line."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from contention.errors import ReadError, TruncatedError
from contention.readers.source import SourceText

__all__ = ["Document", "JsonText", "begins_as_json"]

_BLANK = re.compile(r"[ \t\n]*")
_NEXT = re.compile(r"[ \t\n]*,?[ \t\n]*")


@dataclass(frozen=True)
class Document:
    """One JSON value.

    Attributes
    ----------
    line : int
        Line at which it starts.
    value : object
        As :mod:`json` makes it; ``NaN`` and ``Infinity`` are numbers that are not finite.
    """

    line: int
    value: Any


def begins_as_json(source: SourceText) -> bool:
    """Whether the first character of a capture that is no blank opens an object or a list.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> begins_as_json(decode(b'  {"a": 1}', "a.json")), begins_as_json(decode(b"a,b", "a.csv"))
    (True, False)
    """
    first = next((line.lstrip() for line in source.lines if line.strip()), "")
    return first[:1] in ("{", "[")


class JsonText:
    r"""The text of a capture, and the JSON in it.

    Parameters
    ----------
    source : SourceText
        The capture.
    first_line : int
        Where to begin, from 1.

    Examples
    --------
    >>> from contention.readers.source import decode
    >>> text = JsonText(decode(b'{"a": 1}\n{"a": 2}\n', "a.json"))
    >>> [(one.line, one.value["a"]) for one in text.documents()]
    [(1, 1), (2, 2)]
    """

    def __init__(self, source: SourceText, first_line: int = 1) -> None:
        self.path = source.path
        self.first = first_line
        lines = source.lines[first_line - 1 :]
        self.text = "\n".join(lines)
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._decoder = json.JSONDecoder(parse_constant=_constant, parse_int=_whole)

    def line_at(self, offset: int) -> int:
        """The line of the capture that holds the character at this offset."""
        return self.first - 1 + bisect_right(self._starts, offset)

    def documents(self) -> Iterator[Document]:
        """Every document, to the end of the text.

        Raises
        ------
        TruncatedError
            When the text ends within a document.
        ReadError
            When something else than JSON stands there.
        """
        at = self._skip(0)
        while at < len(self.text):
            value, end = self._decode(at)
            yield Document(self.line_at(at), value)
            at = self._skip(end)

    def first_document(self) -> tuple[Document, int]:
        """The first document, and the line behind it; what follows may be anything.

        Raises
        ------
        TruncatedError, ReadError
            As for :meth:`documents`.
        """
        at = self._skip(0)
        value, end = self._decode(at)
        return Document(self.line_at(at), value), self.line_at(max(end - 1, 0)) + 1

    def items(self) -> Iterator[Document]:
        """The members of the list that the text is, each with its line; else its documents.

        Raises
        ------
        TruncatedError, ReadError
            As for :meth:`documents`.
        """
        at = self._skip(0)
        if self.text[at : at + 1] != "[":
            yield from self.documents()
            return
        at = self._skip(at + 1)
        while self.text[at : at + 1] != "]":
            value, end = self._decode(at)
            yield Document(self.line_at(at), value)
            separator = _NEXT.match(self.text, end)
            at = separator.end() if separator else end
            between = self.text[end:at]
            if "," not in between and self.text[at : at + 1] != "]":
                raise self._wrong(end, "a comma or the end of the list")
            if "," in between and self.text[at : at + 1] == "]":
                raise self._wrong(at, "another member of the list")
        if rest := self.text[at + 1 :].strip():
            raise self._wrong(self.text.index(rest, at + 1), "nothing behind the list")

    def _skip(self, at: int) -> int:
        match = _BLANK.match(self.text, at)
        return match.end() if match else at

    def _decode(self, at: int) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self.text, at)
        except json.JSONDecodeError as error:
            raise self._wrong(error.pos, error.msg) from error
        except RecursionError as error:
            raise ReadError(
                "the JSON is nested too deeply", path=self.path, line=self.line_at(at)
            ) from error

    def _wrong(self, at: int, expected: str) -> ReadError:
        line, rest = self.line_at(at), self.text[at : at + 40].split("\n")[0]
        if not self.text[at:].strip() or self._open_text(at):
            return TruncatedError(
                "the JSON ends before it is complete",
                path=self.path,
                line=line,
                found=self.text[max(0, at - 40) : at].split("\n")[-1] or "the end of the file",
                expected="all of it: a cut file is not read",
            )
        return ReadError(
            "this is not JSON", path=self.path, line=line, found=rest[:40], expected=expected
        )

    def _open_text(self, at: int) -> bool:
        """Whether a text in quotes begins here that the end of the file cuts."""
        return self.text[at : at + 1] == '"' and '"' not in self.text[at + 1 :]


def _whole(text: str) -> int | float:
    return int(text) if len(text) <= 40 else float(text)


def _constant(text: str) -> float:
    return float(text.replace("Infinity", "inf"))
