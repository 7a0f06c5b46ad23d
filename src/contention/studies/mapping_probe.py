"""Asking this machine's kernel which file systems it lets a process map as executable.

The probe does what a just-in-time compiler does: it opens a file, and asks to map it shared, with
the right to read, write and execute. It needs no privileges, runs nothing that it maps, and uses
files without a name, which are gone when they are closed. File systems that hold no files, or
that a server may keep waiting, are not asked. The answer is this machine's.
"""

from __future__ import annotations

import errno
import mmap
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from contention.errors import ContentionError
from contention.readers import read

__all__ = ["MappingAnswer", "MappingProbe", "ask_kernel", "probe_executable_mappings"]

_MOUNTS = Path("/proc/mounts")
_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - asked first, not relied on
_NOT_ASKED = (
    "9p", "afs", "autofs", "binfmt_misc", "bpf", "ceph", "cgroup", "cifs", "configfs", "debugfs",
    "devpts", "efivarfs", "fuse", "mqueue", "nfs", "proc", "pstore", "securityfs", "smb", "sysfs",
    "tracefs",
)  # fmt: skip


@dataclass(frozen=True)
class MappingAnswer:
    """What the kernel said of one file system.

    Attributes
    ----------
    mount_point, type : str
        Where it is mounted, and its kind.
    noexec : bool
        Whether its options forbid execution.
    answer : str
        ``allowed``, or the error's name, such as ``EPERM``.
    """

    mount_point: str
    type: str
    noexec: bool
    answer: str


@dataclass(frozen=True)
class MappingProbe:
    """What the kernel said.

    Attributes
    ----------
    answers : tuple of MappingAnswer
        One per file system in which this user may make files.
    reason : str
        Why nothing was asked, or why no refusal can be shown; empty when one was shown.
    """

    answers: tuple[MappingAnswer, ...]
    reason: str

    def frame(self) -> pd.DataFrame:
        """The answers as a table for people."""
        return pd.DataFrame(
            [
                {
                    "mounted at": one.mount_point,
                    "type": one.type,
                    "noexec": "yes" if one.noexec else "no",
                    "executable mapping": one.answer,
                }
                for one in self.answers
            ]
        )


def ask_kernel(folder: str) -> str | None:
    """Ask for an executable shared mapping of a file in a folder.

    Parameters
    ----------
    folder : str
        Where to make the file, which is gone afterwards.

    Returns
    -------
    str or None
        ``allowed``, or the error's name; None when no file can be made there.
    """
    protection = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            os.ftruncate(file.fileno(), mmap.PAGESIZE)
            return _asked(file.fileno(), protection)
    except OSError:
        return None


def _asked(descriptor: int, protection: int) -> str:
    try:
        mapping = mmap.mmap(descriptor, mmap.PAGESIZE, flags=mmap.MAP_SHARED, prot=protection)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error.errno))
    mapping.close()
    return "allowed"


def probe_executable_mappings(
    *, platform: str = sys.platform, mounts: Path = _MOUNTS
) -> MappingProbe:
    """Ask the kernel about every mounted file system at whose top this user may make files.

    Parameters
    ----------
    platform : str
        The system, as Python names it.
    mounts : Path
        The kernel's list of mounted file systems.

    Returns
    -------
    MappingProbe
        The answers, or a sentence that says why there are none.

    Examples
    --------
    >>> probe_executable_mappings(platform="darwin").reason
    'the probe reads the mounts of Linux, and this system is darwin'
    """
    if platform != "linux":
        return MappingProbe(
            (), f"the probe reads the mounts of Linux, and this system is {platform}"
        )
    try:
        frame = read(mounts, "mount_table").table("mounts").frame()
    except ContentionError as error:
        return MappingProbe((), f"the mounted file systems cannot be listed: {error.message}")
    frame = frame[~frame.type.str.startswith(_NOT_ASKED)].drop_duplicates(
        "mount_point", keep="last"
    )
    folders = sorted(frame.mount_point, key=lambda point: (point != _SHARED_MEMORY, point))
    rows = frame.set_index("mount_point")
    answers: list[MappingAnswer] = []
    for folder in folders:
        answer = ask_kernel(folder) if Path(folder).is_dir() else None
        if answer is not None:
            noexec = bool(rows.noexec[folder])
            answers.append(MappingAnswer(folder, str(rows.type[folder]), noexec, answer))
    return MappingProbe(tuple(answers), _why_no_refusal(answers))


def _why_no_refusal(answers: Sequence[MappingAnswer]) -> str:
    if not answers:
        return "there is no mounted file system at whose top this user may make files"
    if any(one.answer != "allowed" for one in answers):
        return ""
    return (
        f"no refusal can be shown: none of the {len(answers)} file systems at whose top this user "
        "may make files is mounted noexec"
    )
