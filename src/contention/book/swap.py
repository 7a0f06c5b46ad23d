"""Put a finished folder in the place of another so that a reader never sees half of either."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from pathlib import Path

__all__ = ["recover", "replace_folder"]

_AT_FDCWD = -100
_EXCHANGE = 2


def replace_folder(new: Path, current: Path) -> None:
    """Move `new` to `current`; what stood there goes to where `new` was, or is deleted.

    Where the system can exchange two names in one step, there is no moment without a whole
    folder at `current`. Elsewhere there is one between two renames, which :func:`recover`
    mends at the next start.

    Parameters
    ----------
    new, current : Path
        Folders of one file system. `current` need not exist.
    """
    if not current.exists():
        new.rename(current)
        return
    if _exchange(new, current):
        shutil.rmtree(new, ignore_errors=True)
        return
    previous = _previous(current)
    current.rename(previous)
    new.rename(current)
    shutil.rmtree(previous, ignore_errors=True)


def recover(current: Path) -> None:
    """Undo or finish a replacement that was killed between its two renames."""
    previous = _previous(current)
    if not previous.exists():
        return
    if current.exists():
        shutil.rmtree(previous, ignore_errors=True)
    else:
        previous.rename(current)


def _previous(current: Path) -> Path:
    return current.with_name(f".{current.name}-previous")


def _exchange(first: Path, second: Path) -> bool:
    a, b = os.fsencode(first), os.fsencode(second)
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            return bool(library.renamex_np(a, b, _EXCHANGE) == 0)
        return bool(library.renameat2(_AT_FDCWD, a, _AT_FDCWD, b, _EXCHANGE) == 0)
    except (OSError, AttributeError):
        return False
