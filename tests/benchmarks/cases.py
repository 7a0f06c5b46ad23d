"""Two programs with one answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["BenchmarkCase"]


@dataclass(frozen=True)
class BenchmarkCase:
    """Something the library does, and the obvious way to do it.

    ``obvious_is`` says in a few words what the obvious way is; ``agree`` compares both answers.
    """

    name: str
    ours: Callable[[], Any]
    obvious: Callable[[], Any]
    obvious_is: str
    agree: Callable[[Any, Any], bool]
