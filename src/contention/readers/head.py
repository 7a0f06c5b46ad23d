"""The begin of a file that is too large to load."""

from __future__ import annotations

from pathlib import Path

from contention.readers import source
from contention.readers.source import SourceText, decode

__all__ = ["load_head"]

HEAD_BYTES = 2**20


def load_head(path: str | Path) -> SourceText | None:
    """The first lines of a file that is larger than can be loaded, to recognise it by.

    Parameters
    ----------
    path : str or Path
        The file; ``-`` is standard input, which has no head.

    Returns
    -------
    SourceText or None
        The whole lines of the first MiB behind any bytes of value zero; None when there is no
        such file, or it can be loaded.

    Raises
    ------
    ReadError
        When these bytes are of no kind that a reader knows.

    Examples
    --------
    >>> load_head("absent.csv")
    """
    try:
        if str(path) == "-" or Path(path).stat().st_size <= source.MAXIMUM_BYTES:
            return None
        with Path(path).open("rb") as file:
            data = b""
            while not data and (block := file.read(HEAD_BYTES)):
                data = block.lstrip(b"\0")
            data += file.read(HEAD_BYTES - len(data))
    except (OSError, ValueError):
        return None
    return decode(data[: data.rfind(b"\n") + 1] or data, str(path))
