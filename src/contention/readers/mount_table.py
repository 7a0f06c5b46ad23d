r"""Mounted file systems: the output of ``mount``, ``/proc/mounts``, or ``/etc/fstab``.

Table ``mounts``: ``device``, ``mount_point``, ``type``, ``options`` as printed, and ``noexec``,
1 where that option is among them, else 0. Comments are passed over. Blanks that the kernel
writes as ``\040`` are blanks.
"""

from __future__ import annotations

import re

from contention.errors import ReadError
from contention.measurements import Flag, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "mount_table"

EXAMPLE = """\
/dev/sda2 on / type ext4 (rw,relatime)
tmpfs on /run/user/1000 type tmpfs (rw,nosuid,nodev,noexec,size=1024k)
"""

_MOUNT = re.compile(r"\s*(\S{1,4096}) on (/.{0,4095}?) type (\S{1,40}) \((\S{0,4096})\)\s*")
_FSTAB = re.compile(
    r"\s*([^\s#]\S{0,4095})\s+(/\S{0,4095}|none|swap)\s+([a-z]\S{0,40})\s+"
    r"([a-z][\w=,.:/%+@-]{0,4096})(?:\s+\d{1,3}\s+\d{1,3})\s*"
)
_OCTAL = re.compile(r"\\([0-3][0-7]{2})")
_COLUMNS = ("device", "mount_point", "type", "options")

Cell = tuple[str | None, Value]


def _mount(line: str) -> tuple[str, ...] | None:
    match = _MOUNT.fullmatch(line)
    if match is not None:
        return match.groups()
    match = _FSTAB.fullmatch(line)
    if match is None:
        return None
    return tuple(_OCTAL.sub(lambda code: chr(int(code[1], 8)), text) for text in match.groups())


def _is_comment(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _sniff(source: SourceText) -> Recognition:
    filled = [line for line in source.lines if not _is_comment(line)]
    hits = sum(_mount(line) is not None for line in filled)
    if hits and 2 * hits >= len(filled):
        return Recognition(NAME, 0.9, f"{hits} of {len(filled)} lines are mounted file systems")
    return Recognition(NAME, 0.0, "no line such as 'tmpfs on /tmp type tmpfs (rw)'")


def _read(source: SourceText, options: Options) -> Reading:
    del options
    rows: list[tuple[int, tuple[str, ...]]] = []
    flags: list[Flag] = []
    for number, line in enumerate(source.lines, 1):
        mount = _mount(line)
        if mount is not None:
            rows.append((number, mount))
        elif not _is_comment(line):
            reason = "not a mounted file system; the line is left out"
            flags.append(Flag(number, None, line.strip()[:80], reason))
    if not rows:
        raise ReadError(
            "there is no mounted file system in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="lines of 'mount', or of /proc/mounts",
        )
    columns: dict[str, list[Cell]] = {
        name: [(row[at] or None, row[at] or None) for _, row in rows]
        for at, name in enumerate(_COLUMNS)
    }
    noexec = ["noexec" in row[3].split(",") for _, row in rows]
    columns["noexec"] = [("noexec" if one else None, int(one)) for one in noexec]
    lines = [number for number, _ in rows]
    table = table_of_values("mounts", columns, lines, source.provenance(NAME), flags=flags)
    return Reading(NAME, (table,), (), (), source.flags, source.path)


READER = Reader(
    NAME,
    "mounted file systems, by mount or /proc/mounts",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "lines of mount, of /proc/mounts and of /etc/fstab",
        r"blanks in names that the kernel writes as \040",
    ),
    gives=(
        TableForm(
            "mounts",
            "one mounted file system",
            (
                ColumnForm("device", "what is mounted"),
                ColumnForm("mount_point", "where"),
                ColumnForm("type", "type of file system"),
                ColumnForm("options", "mount options, as printed"),
                ColumnForm("noexec", "1 where programs may not be run from it, else 0"),
            ),
        ),
    ),
)
