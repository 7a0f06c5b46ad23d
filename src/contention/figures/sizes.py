"""Sizes of memory as people read them: in powers of 1,024, as the tools print them."""

from __future__ import annotations

__all__ = ["size_text", "size_unit"]

_UNITS = ((1024**3, "GB"), (1024**2, "MB"), (1024, "KB"), (1, "bytes"))


def size_unit(size_bytes: float) -> tuple[int, str]:
    """The largest unit of size that is not greater than a size: its bytes and its name.

    Units are powers of 1,024, as the tools print them.

    Parameters
    ----------
    size_bytes : float
        Of either sign.

    Returns
    -------
    tuple of (int, str)
        Bytes in the unit, and the unit's name.

    Examples
    --------
    >>> size_unit(1241960), size_unit(12)
    ((1048576, 'MB'), (1, 'bytes'))
    """
    return next(((unit, name) for unit, name in _UNITS if abs(size_bytes) >= unit), _UNITS[-1])


def size_text(size_bytes: float) -> str:
    """A size as people read it, with three significant digits or all whole ones.

    Parameters
    ----------
    size_bytes : float
        Of either sign.

    Returns
    -------
    str
        Number and unit.

    Examples
    --------
    >>> size_text(524288000), size_text(405.08), size_text(1536), size_text(1047000)
    ('500 MB', '405 bytes', '1.5 KB', '1,022 KB')
    """
    unit, name = size_unit(size_bytes)
    number = size_bytes / unit
    digits = 0 if abs(number) >= 100 or unit == 1 else 1 if abs(number) >= 10 else 2
    text = f"{number:,.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} {name}"
