"""What a model is to those who pick it by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Model"]


@dataclass(frozen=True)
class Model:
    """A model that can be fitted to one measurement without further input.

    Attributes
    ----------
    name : str
        Its key, as the field names it.
    title : str
        What it is, for a list.
    data : {"sweep", "memory"}
        The measurement that it takes: a ``Sweep`` or a ``MemorySeries``.
    fit : callable
        From that measurement to a result with ``params``, ``bse``, ``derived``, ``units``,
        ``conf_int``, ``verdict``, ``warnings``, ``n``, ``predict`` and ``summary``.
    """

    name: str
    title: str
    data: Literal["sweep", "memory"]
    fit: Callable[[Any], Any]
