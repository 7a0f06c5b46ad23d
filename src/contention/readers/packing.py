"""Files that are no plain text: archives to unpack, spreadsheets and Parquet files."""

from __future__ import annotations

import io
import zipfile
import zlib

from contention.errors import ReadError, TruncatedError

__all__ = ["kind_of", "unpacked"]


def unpacked(data: bytes, path: str, maximum: int) -> bytes:
    r"""What a gzip archive holds; other bytes as they are.

    Parameters
    ----------
    data : bytes
        All of the file.
    path : str
        What to call it in messages.
    maximum : int
        The most bytes that it may hold.

    Returns
    -------
    bytes
        The content.

    Raises
    ------
    ReadError
        When the archive is damaged, cut, too large, or has several members.

    Examples
    --------
    >>> import gzip
    >>> unpacked(gzip.compress(b"a,b"), "t.gz", 10), unpacked(b"a,b", "t", 10)
    (b'a,b', b'a,b')
    """
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        text = unpacking.decompress(data, maximum + 1)
    except zlib.error as error:
        raise ReadError(
            "the gzip archive cannot be unpacked", path=path, found=str(error)
        ) from error
    if len(text) > maximum:
        raise ReadError(
            f"the archive holds more than {maximum // 2**20} MiB",
            path=path,
            hint="unpack it, and cut out the part that holds the measurements",
        )
    if not unpacking.eof:
        raise TruncatedError(
            "the gzip archive ends before its end mark",
            path=path,
            hint="copy it again; a cut archive is not read",
        )
    if unpacking.unused_data:
        raise ReadError(
            "the gzip archive holds several members", path=path, hint="unpack it with gunzip"
        )
    return text


def kind_of(data: bytes) -> str:
    r"""``spreadsheet`` or ``parquet`` for a file of that kind, else ``text``.

    Parameters
    ----------
    data : bytes
        All of the file.

    Returns
    -------
    str
        The kind.

    Examples
    --------
    >>> kind_of(b"PAR1"), kind_of(b"a,b\n1,2\n")
    ('parquet', 'text')
    """
    if data.startswith(b"PAR1"):
        return "parquet"
    if data.startswith(b"PK\x03\x04") and _holds_a_sheet(data):
        return "spreadsheet"
    return "text"


def _holds_a_sheet(data: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, RuntimeError):
        return False
