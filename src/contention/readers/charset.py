"""Bytes that are not UTF-8: the character set that a page declares, or a guess."""

from __future__ import annotations

import codecs
import re

__all__ = ["declared_charset", "guessed_text"]

_DECLARED = re.compile(rb"""(?:charset|encoding)\s{0,3}=\s{0,3}["']?([\w.:-]{2,40})""", re.I)
_SEARCHED = 4096


def declared_charset(data: bytes) -> str | None:
    r"""The character set that the head of a page names; None where it names none that is known.

    Parameters
    ----------
    data : bytes
        The page.

    Returns
    -------
    str or None
        The name of a codec.

    Examples
    --------
    >>> declared_charset(b'<meta http-equiv="Content-Type" content="text/html; charset=EUC-JP">')
    'euc_jp'
    >>> declared_charset(b"a,b\n1,2\n") is None
    True
    """
    match = _DECLARED.search(data[:_SEARCHED])
    if match is None:
        return None
    try:
        found = codecs.lookup(match[1].decode("ascii"))
    except LookupError:
        return None
    text = getattr(found, "_is_text_encoding", True)
    return found.name.replace("-", "_") if text else None


def guessed_text(data: bytes) -> tuple[str, str]:
    r"""The text of bytes that are not UTF-8, and how they were decoded.

    Parameters
    ----------
    data : bytes
        All of the file.

    Returns
    -------
    text, encoding : str
        In the character set that the file declares, else Windows-1252, else Latin-1.

    Examples
    --------
    >>> guessed_text(b"caf\xe9")
    ('café', 'cp1252')
    """
    for encoding in (declared_charset(data), "cp1252"):
        try:
            if encoding:
                return data.decode(encoding), encoding
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1"), "latin-1"
