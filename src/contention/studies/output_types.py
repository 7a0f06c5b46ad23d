"""The media types and the metadata key by which a notebook's outputs carry results."""

from __future__ import annotations

__all__ = ["FIGURE_KEY", "RESULTS_MIME", "TABLE_MIME"]

RESULTS_MIME = "application/vnd.contention.results+json"
TABLE_MIME = "application/vnd.contention.table+json"
FIGURE_KEY = "contention"
