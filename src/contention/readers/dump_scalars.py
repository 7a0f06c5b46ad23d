"""Named figures of a dump, and what their texts say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from contention.measurements import Value
from contention.readers.headings import identifier
from contention.readers.oracle_errors import exact

__all__ = ["Scalars", "key_name", "scalar"]

_HASHES = {"hash", "full_hash_value"}

Cell = tuple[str | None, Value]


@dataclass
class Scalars:
    """Named values, with the line of each."""

    name: list[Cell] = field(default_factory=list)
    value: list[Cell] = field(default_factory=list)
    block: list[Cell] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def add(self, line: int, name: str, text: str, value: Value, block: int = 0) -> None:
        """Add one value of a line."""
        self.name.append((name, name))
        self.value.append((text, value))
        self.block.append((str(block), block))
        self.lines.append(line)


def key_name(key: str) -> str:
    """``FullHashValue`` as ``full_hash_value``.

    Examples
    --------
    >>> key_name("FullHashValue"), key_name("#")
    ('full_hash_value', 'number')
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)
    return identifier(words) or "number"


def scalar(name: str, text: str) -> Value:
    """The value of a figure: hashes are hexadecimal, others as they look.

    Examples
    --------
    >>> scalar("hash", "ff"), scalar("size", "12"), scalar("ratio", "0.5")
    (255, 12, 0.5)
    """
    if name in _HASHES and re.fullmatch(r"[0-9a-fA-F]{1,32}", text):
        return int(text, 16)
    if re.fullmatch(r"\d{1,20}\.\d{1,20}", text):
        return float(text)
    return exact(text)
