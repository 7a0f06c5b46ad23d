"""Notebooks as files: reading, normalising for identical bytes, and renewing their prose."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from contention.errors import StudyError

__all__ = [
    "INJECTED_ID",
    "code_digest",
    "has_tag",
    "normalised",
    "prose_digest",
    "read_notebook",
    "with_prose_of",
    "without_published_cells",
    "write_notebook",
]

INJECTED_ID = "injected-parameters"
"""Identifier of the cell that papermill adds with the parameters of a run."""


def read_notebook(path: Path) -> NotebookNode:
    """Read and validate a notebook.

    Raises
    ------
    StudyError
        When it is not a notebook of format 4.5 or later, two cells share an id, or it lacks a
        ``parameters`` cell.
    """
    try:
        text = path.read_text(encoding="utf-8")
        ids = _cell_ids(json.loads(text))
        if len(set(ids)) != len(ids) or None in ids:
            raise StudyError(
                "each cell of a notebook needs an id of its own",
                path=str(path),
                expected="notebook format 4.5 or later",
            )
        notebook: NotebookNode = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
    except StudyError:
        raise
    except (OSError, ValueError, nbformat.ValidationError) as error:
        raise StudyError("the notebook cannot be read", path=str(path), found=str(error)) from None
    if sum(has_tag(cell, "parameters") for cell in notebook.cells) != 1:
        raise StudyError("a notebook needs one cell tagged parameters", path=str(path))
    return notebook


def _cell_ids(document: object) -> list[object]:
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise ValueError("it holds no list of cells")
    return [cell.get("id") for cell in cells]


def _copy(node: NotebookNode) -> NotebookNode:
    copy: NotebookNode = nbformat.from_dict(json.loads(json.dumps(node)))
    return copy


def has_tag(cell: NotebookNode, tag: str) -> bool:
    """Whether a cell carries the tag."""
    return tag in cell.metadata.get("tags", [])


def without_published_cells(notebook: NotebookNode) -> NotebookNode:
    """A copy without the cells that speak of the published captures only."""
    copy = _copy(notebook)
    copy.cells = [cell for cell in copy.cells if not has_tag(cell, "published")]
    return copy


def _sources(notebook: NotebookNode, kind: str) -> Iterator[str]:
    return (
        json.dumps([cell.id, cell.metadata.get("tags", []), cell.source])
        for cell in notebook.cells
        if (cell.cell_type == "code") == (kind == "code") and cell.id != INJECTED_ID
    )


def _digest(parts: Iterator[str]) -> str:
    return hashlib.sha256(json.dumps(list(parts)).encode()).hexdigest()


def code_digest(notebook: NotebookNode) -> str:
    """Digest over the code cells: what decides whether a notebook must run again."""
    return _digest(_sources(notebook, "code"))


def prose_digest(notebook: NotebookNode) -> str:
    """Digest over the other cells and the order of all: what can be renewed without a run."""
    order = (cell.id for cell in notebook.cells if cell.id != INJECTED_ID)
    return _digest(iter([*_sources(notebook, "prose"), *order]))


def normalised(notebook: NotebookNode) -> NotebookNode:
    """A copy of an executed notebook without times, random identifiers and paths of the run."""
    copy = _copy(notebook)
    language = dict(copy.metadata.get("language_info", {}))
    copy.metadata = NotebookNode(
        kernelspec={"display_name": "Python 3", "language": "python", "name": "python3"},
        language_info=NotebookNode(
            {
                key: language[key]
                for key in ("name", "file_extension", "mimetype")
                if key in language
            }
        ),
    )
    for cell in copy.cells:
        if has_tag(cell, "injected-parameters"):
            cell.id = INJECTED_ID
        tags = cell.metadata.get("tags", [])
        cell.metadata = NotebookNode({"tags": list(tags)} if tags else {})
    return copy


def with_prose_of(executed: NotebookNode, source: NotebookNode) -> NotebookNode:
    """The executed notebook with the source's present prose; the code cells keep their outputs.

    Both must have the same code cells.
    """
    copy = _copy(executed)
    outputs = {cell.id: cell for cell in copy.cells if cell.cell_type == "code"}
    injected = outputs.get(INJECTED_ID)
    cells = []
    for cell in source.cells:
        if cell.cell_type != "code":
            plain = _copy(cell)
            tags = plain.metadata.get("tags", [])
            plain.metadata = NotebookNode({"tags": list(tags)} if tags else {})
            cells.append(plain)
            continue
        cells.append(outputs[cell.id])
        if injected is not None and has_tag(cell, "parameters"):
            cells.append(injected)
    copy.cells = cells
    return copy


def write_notebook(notebook: NotebookNode) -> str:
    """The text of a notebook file: sorted keys, one newline at the end."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
