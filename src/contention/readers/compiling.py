"""Functions over bytes, compiled where numba is installed and interpreted elsewhere."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

__all__ = ["compiled", "is_compiled"]

_OPTIONS: dict[str, Any] = {"cache": True, "_nrt": False}

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The same function, compiled at its first call and kept on disk for the next process.

    Where numba cannot be imported, as there are no builds of it for Intel Macs, the function
    itself: its results are the same, and it takes some hundred times as long. Compiled functions
    do not count references to arrays, which would take longer than what they do; so they make
    none.

    Parameters
    ----------
    function : callable
        Of numbers, arrays and named tuples of them; it may call other compiled functions.

    Returns
    -------
    callable
        To be called as the function is.

    Examples
    --------
    >>> from contention.readers.trace_scan.words import digits_end
    >>> is_compiled(digits_end) == (digits_end.__class__.__name__ != "function")
    True
    """
    try:
        from numba import njit  # noqa: PLC0415
    except ImportError:
        return function
    function.__qualname__ += f"-{_stamp(Path(function.__code__.co_filename).parent)}"
    return cast("Function", njit(**_OPTIONS)(function))


@functools.cache
def _stamp(folder: Path) -> str:
    """What the sources of a folder are now.

    As a part of the functions' names it keeps the compiler from taking a function from the disk
    whose callees, in another file, have changed since.
    """
    sources = b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))
    return f"{zlib.crc32(sources):08x}"


def is_compiled(function: Callable[..., object]) -> bool:
    """Whether a function runs as machine code, on arrays, and not in the interpreter.

    Parameters
    ----------
    function : callable
        What :func:`compiled` returned.

    Returns
    -------
    bool
        Whether numba compiles it.

    Examples
    --------
    >>> is_compiled(len)
    False
    """
    return hasattr(function, "py_func")
