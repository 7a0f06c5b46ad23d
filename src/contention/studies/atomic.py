"""Writing so that a kill leaves the old file or the new one, and one build at a time."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

__all__ = ["build_lock", "publish", "write_atomically"]

_WORK = ".work"


def write_atomically(path: Path, text: str) -> None:
    """Write a text file by way of a temporary one in the same folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def publish(root: Path, files: Mapping[str, str], owned: tuple[str, ...] = ()) -> None:
    """Write a run's files, remove what an earlier run left, then write the last file.

    Parameters
    ----------
    root : Path
        Output folder.
    files : mapping of str to str
        Text by relative path; the document that vouches for the others comes last.
    owned : tuple of str
        Folders below root that hold nothing but this run's files.
    """
    *others, last = files
    for relative in others:
        write_atomically(root / relative, files[relative])
    for folder in owned:
        for path in (root / folder).glob("*"):
            if f"{folder}/{path.name}" not in files and path.is_file():
                path.unlink()
    write_atomically(root / last, files[last])


@contextmanager
def build_lock(build: Path) -> Iterator[Path]:
    """Hold the build folder for one build at a time; a second one waits.

    The lock is the operating system's and vanishes with its process. Whatever an earlier build
    was killed over is cleared away first.

    Yields
    ------
    Path
        An empty folder for unfinished work.
    """
    build.mkdir(parents=True, exist_ok=True)
    with (build / ".lock").open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        for part in build.glob("*/.*.part"):
            part.unlink(missing_ok=True)
        for part in build.glob("*/*/.*.part"):
            part.unlink(missing_ok=True)
        work = build / _WORK
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(exist_ok=True)
        try:
            yield work
        finally:
            shutil.rmtree(work, ignore_errors=True)
