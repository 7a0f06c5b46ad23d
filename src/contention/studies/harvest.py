"""Taking results, tables and figures out of an executed notebook."""

from __future__ import annotations

from dataclasses import dataclass

from nbformat import NotebookNode

from contention.errors import StudyError
from contention.studies.output_types import FIGURE_KEY, RESULTS_MIME, TABLE_MIME

__all__ = ["Harvest", "HarvestedFigure", "HarvestedTable", "harvest"]


@dataclass(frozen=True)
class HarvestedTable:
    """A table that the notebook showed."""

    name: str
    caption: str
    csv: str


@dataclass(frozen=True)
class HarvestedFigure:
    """A figure that the notebook showed."""

    name: str
    caption: str
    alt: str
    svg: str


@dataclass(frozen=True)
class Harvest:
    """Everything that the notebook recorded.

    Attributes
    ----------
    payload : dict
        What :meth:`~contention.studies.StudySession.close` carried.
    tables : tuple of HarvestedTable
    figures : tuple of HarvestedFigure
    """

    payload: dict[str, object]
    tables: tuple[HarvestedTable, ...]
    figures: tuple[HarvestedFigure, ...]


def harvest(notebook: NotebookNode) -> Harvest:
    """Take the results out of an executed notebook.

    Raises
    ------
    StudyError
        When it did not end with ``study.close()``, or shows two figures in one cell.
    """
    payloads: list[dict[str, object]] = []
    tables: list[HarvestedTable] = []
    figures: list[HarvestedFigure] = []
    for cell in notebook.cells:
        before = len(figures)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if RESULTS_MIME in data:
                payloads.append(data[RESULTS_MIME])
            if TABLE_MIME in data:
                tables.append(HarvestedTable(**data[TABLE_MIME]))
            described = output.get("metadata", {}).get(FIGURE_KEY, {}).get("figure")
            if described:
                figures.append(HarvestedFigure(svg=data["image/svg+xml"], **described))
        if len(figures) > before + 1:
            raise StudyError(f"cell {cell.id} shows two figures: give each its own cell")
    if len(payloads) != 1:
        raise StudyError(
            "a notebook must end with one study.close()", found=f"{len(payloads)} of them"
        )
    return Harvest(payloads[0], tuple(tables), tuple(figures))
