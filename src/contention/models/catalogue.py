"""What a model is to those who pick it by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Model"]


@dataclass(frozen=True)
class Model:
    """A model that can be fitted to one measurement, or computed, without further input.

    Attributes
    ----------
    name : str
        Its key, as the field names it.
    title : str
        What it is, for a list.
    data : {"sweep", "memory", "network"}
        What it takes: a ``Sweep``, a ``MemorySeries``, or a given ``ClosedNetworkPoint``.
    fit : callable
        From that measurement to a result with ``params``, ``bse``, ``derived``, ``units``,
        ``conf_int``, ``verdict``, ``warnings``, ``n``, ``predict`` and ``summary``.
    """

    name: str
    title: str
    data: Literal["sweep", "memory", "network"]
    fit: Callable[[Any], Any]
