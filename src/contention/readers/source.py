"""A capture as text lines: decoded, with its digest, or refused with the reason.

Line ends may be LF, CRLF or CR, also mixed. A byte order mark is removed. Form feeds, which
some reports put before a page, are removed. Bytes that are not UTF-8 are read in the
character set that a page declares, else as Windows-1252, or Latin-1 where that has no character
for a byte, and flagged. Bytes of value zero, which a
trace has where it was emptied while it was written, are removed and counted. A gzip archive is
unpacked. A spreadsheet or a Parquet file keeps its bytes and has no lines.
"""

from __future__ import annotations

import codecs
import hashlib
import re
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from contention.errors import ReadError
from contention.measurements import Flag, Provenance
from contention.readers.charset import guessed_text
from contention.readers.packing import kind_of, unpacked

__all__ = ["MAXIMUM_BYTES", "MAXIMUM_LINE", "SourceText", "decode", "load"]

MAXIMUM_BYTES = 64 * 2**20
MAXIMUM_LINE = 100_000
MAXIMUM_LINES = 2_000_000

_LINE_END = re.compile(r"\r\n|\n|\r")
_SIGNATURES = (
    (b"PK\x03\x04", "a ZIP archive, and no .xlsx workbook"),
    (b"\xd0\xcf\x11\xe0", "an old .xls workbook or document: save it as .xlsx"),
    (b"\x89PNG", "a PNG picture"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True)
class SourceText:
    """The lines of one capture.

    Attributes
    ----------
    path : str
        The file, as the caller named it.
    sha256 : str
        Digest of the file's bytes.
    encoding : str
        How the bytes were decoded.
    lines : tuple of str
        The lines, without their ends.
    flags : tuple of Flag
        What could not be taken at face value: a guessed encoding, a last line without an end.
    kind : str
        ``text``, or ``spreadsheet`` or ``parquet`` for a file that has bytes in place of lines.
    content : bytes
        The bytes of such a file; empty for text.
    """

    path: str
    sha256: str
    encoding: str
    lines: tuple[str, ...]
    flags: tuple[Flag, ...] = ()
    kind: str = "text"
    content: bytes = b""

    @property
    def longest_line(self) -> int:
        r"""Number of the longest line, from 1; 0 where there are no lines.

        Examples
        --------
        >>> decode(b"a\nbcd\n", "a.txt").longest_line
        2
        """
        lines = self.lines
        return 1 + max(range(len(lines)), key=lambda at: len(lines[at])) if lines else 0

    def require_short_lines(self) -> None:
        r"""Nothing, unless a line is longer than 100,000 characters.

        Raises
        ------
        ReadError
            Naming that line.

        Examples
        --------
        >>> decode(b"a\nb\n", "a.txt").require_short_lines()
        """
        longest = self.longest_line
        if longest and len(self.lines[longest - 1]) > MAXIMUM_LINE:
            raise ReadError(
                f"a line is longer than {MAXIMUM_LINE} characters",
                path=self.path,
                line=longest,
                found=f"{len(self.lines[longest - 1])} characters",
                expected="a text capture with line ends",
            )

    def provenance(self, reader: str) -> Provenance:
        r"""Where measurements read from this text come from.

        Examples
        --------
        >>> decode(b"a\n", "a.txt").provenance("csv").source
        'a.txt'
        """
        return Provenance(self.path, self.sha256, reader)


def load(path: str | Path) -> SourceText:
    """Read and decode a capture.

    Parameters
    ----------
    path : str or Path
        The file; ``-`` is standard input.

    Returns
    -------
    SourceText
        Its lines.

    Raises
    ------
    ReadError
        When there is no such file, it is a folder, may not be read, is empty, holds no text,
        or is larger than 64 MiB.

    Examples
    --------
    >>> load("absent.csv")
    Traceback (most recent call last):
    contention.errors.ReadError: absent.csv: there is no such file. What to do: ...
    """
    name = str(path)
    if name == "-":
        return decode(sys.stdin.buffer.read(MAXIMUM_BYTES + 1), "standard input")
    try:
        if stat.S_ISDIR(Path(path).stat().st_mode):
            raise ReadError(
                "this is a folder, not a capture",
                path=name,
                hint="name one file in it",
            )
        with Path(path).open("rb") as file:
            data = file.read(MAXIMUM_BYTES + 1)
    except ReadError:
        raise
    except FileNotFoundError as error:
        raise ReadError(
            "there is no such file", path=name, hint="check the spelling and the folder"
        ) from error
    except PermissionError as error:
        raise ReadError(
            "you may not read this file",
            path=name,
            hint="ask its owner for read permission, or copy it",
        ) from error
    except (OSError, ValueError) as error:
        raise ReadError(f"the file cannot be read: {error}", path=name) from error
    return decode(data, name)


def decode(data: bytes, path: str) -> SourceText:
    r"""Decode the bytes of a capture.

    Parameters
    ----------
    data : bytes
        All of the capture.
    path : str
        What to call it in messages.

    Returns
    -------
    SourceText
        Its lines.

    Raises
    ------
    ReadError
        When the bytes are none, too many, or of no kind that a reader knows.

    Examples
    --------
    >>> decode(b"\xef\xbb\xbfa,b\r\n1,2\r\n", "t.csv").lines
    ('a,b', '1,2')
    """
    if len(data) > MAXIMUM_BYTES:
        raise ReadError(
            f"the capture is larger than {MAXIMUM_BYTES // 2**20} MiB",
            path=path,
            hint="cut out the part that holds the measurements",
        )
    digest = hashlib.sha256(data).hexdigest()
    data = unpacked(data, path, MAXIMUM_BYTES)
    kind = kind_of(data)
    if kind != "text":
        return SourceText(path, digest, "", (), (), kind, data)
    text, encoding, flags = _text(data, path)
    if not text.strip():
        raise ReadError("the file is empty", path=path, expected="a capture, as the tool wrote it")
    lines = _LINE_END.split(text.replace("\f", ""))
    if lines[-1] == "":
        lines.pop()
    else:
        reason = "the last line has no line end: if the capture was cut, this line is incomplete"
        flags.append(Flag(len(lines), None, lines[-1][-40:], reason))
    if len(lines) > MAXIMUM_LINES:
        raise ReadError(
            f"the capture has more than {MAXIMUM_LINES} lines",
            path=path,
            found=f"{len(lines)} lines",
            hint="cut out the part that holds the measurements",
        )
    return SourceText(path, digest, encoding, tuple(lines), tuple(flags))


def _text(data: bytes, path: str) -> tuple[str, str, list[Flag]]:
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            raise _binary(path, kind)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], encoding, path), encoding, []
    flags: list[Flag] = []
    zeros = data.count(b"\0")
    if zeros:
        if _controls(data[:65536].replace(b"\0", b"").decode("latin-1")) or zeros * 2 > len(data):
            raise _binary(path, "bytes of value zero")
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        reason = "bytes of value zero: the file was emptied while it was written; they are left out"
        flags.append(Flag(line, None, f"{zeros} bytes of value zero", reason))
        data = data.replace(b"\0", b"")
    try:
        text, encoding = data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text, encoding = guessed_text(data)
        found = repr(data[error.start : error.start + 1])
        flags.append(Flag(line, None, found, f"not UTF-8: the capture was read as {encoding}"))
    if _controls(text[:65536]):
        raise _binary(path, "control characters")
    return text, encoding, flags


def _controls(text: str) -> bool:
    """Whether there are more control characters than a text has."""
    found = sum(1 for character in text if character < " " and character not in _PRINTED)
    return found > max(3, 0.02 * len(text))


def _marked(data: bytes, encoding: str, path: str) -> str:
    """Decode what follows a byte order mark."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ReadError(
            f"the file says that it is {encoding}, and is not: {error.reason}",
            path=path,
            hint="save it again as UTF-8",
        ) from error
    if "\0" in text:
        raise _binary(path, "bytes of value zero")
    return text


_PRINTED = "\t\n\r\f\x1b"


def _binary(path: str, found: str) -> ReadError:
    return ReadError(
        "this is not a text file",
        path=path,
        found=found,
        expected="text",
        hint="unpack it, or export the measurements as text",
    )
