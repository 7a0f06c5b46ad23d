"""An executed notebook made into a page: the same bytes for the same run, and readable.

Everything that differs between two equal runs is taken out (papermill's times and paths, execution
times, random cell ids, memory addresses), the custom outputs that only machines read are dropped,
and what the theme needs for captions and text alternatives is put where it looks for it.
"""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

from contention.errors import StudyError

__all__ = [
    "TABLE_MIME",
    "figure_label",
    "load_notebook",
    "normalise",
    "page_notebook",
    "write_notebook",
]

Notebook = dict[str, Any]

TABLE_MIME = "application/vnd.contention.table+json"
_CUSTOM = "application/vnd.contention."
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]+")
_NOISE = ("papermill", "execution", "ExecuteTime", "collapsed")
_VALUES_TABLE = re.compile(
    r'<div class="contention-table"[^>]*>\s*<table id="table-results">.*?</table>\s*</div>', re.S
)
_FIGURE_ROLE = re.compile(r"\{(numref|ref)\}`(?:(?P<text>[^`<]+)<)?(?P<name>[\w-]+)>?`")


def load_notebook(path: Path) -> Notebook:
    """Read a notebook file; StudyError when it is missing or is not one."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StudyError(
            "the executed notebook cannot be read", path=path.name, hint="run the study again"
        ) from error
    except ValueError as error:
        raise StudyError("the notebook is not JSON", path=path.name, found=str(error)) from error
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise StudyError("the file is not a notebook of format 4", path=path.name)
    return notebook


def write_notebook(notebook: Notebook, path: Path) -> None:
    """Write a notebook with sorted keys and a final newline."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def normalise(notebook: Notebook) -> Notebook:
    """Copy a notebook without what differs between two equal runs.

    Examples
    --------
    >>> cell = {"cell_type": "markdown", "id": "x9f", "metadata": {"papermill": {}}, "source": "a"}
    >>> normalise({"cells": [cell], "metadata": {}})["cells"][0]["id"]
    'cell-1'
    """
    result = copy.deepcopy(notebook)
    _drop(result["metadata"], _NOISE)
    result["metadata"].pop("widgets", None)
    language = result["metadata"].get("language_info", {})
    result["metadata"]["language_info"] = {"name": language.get("name", "python")}
    for number, cell in enumerate(result["cells"], start=1):
        cell["id"] = f"cell-{number}"
        cell["source"] = _joined(cell.get("source", ""))
        _drop(cell.setdefault("metadata", {}), _NOISE)
        if cell["cell_type"] == "code":
            cell["outputs"] = [_normalised_output(output) for output in cell.get("outputs", [])]
            cell["outputs"] = [output for output in cell["outputs"] if output is not None]
    return result


def page_notebook(notebook: Notebook, slug: str) -> Notebook:
    """A normalised notebook prepared for the book.

    Parameters
    ----------
    notebook : dict
        A result of :func:`normalise`.
    slug : str
        The study: figure labels begin with it, so that two studies may both have a ``sweep``.

    Returns
    -------
    dict
        A copy whose code is folded, cells that show nothing with the next one that does, and whose
        figures have captions, labels and text alternatives
        in their cells' ``mystnb`` metadata. The cell that papermill injected and the table of
        all recorded values are left out: the end of the page lists both.
    """
    result = copy.deepcopy(notebook)
    result["cells"] = _figures_apart(_joined_code(result["cells"]))
    names: set[str] = set()
    for cell in result["cells"]:
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] != "code":
            continue
        cell["metadata"]["tags"] = [*tags, *_folding(cell, tags)]
        for output in cell["outputs"]:
            if "text/html" in output.get("data", {}):
                data = output["data"]
                data["text/html"] = _VALUES_TABLE.sub("", data["text/html"]).strip()
        figure = _figure_of(cell["outputs"][0]) if cell["outputs"] else None
        if figure:
            names.add(str(figure["name"]))
            _attach_figure(cell, figure, slug)
    for cell in result["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = _label_references(cell["source"], slug, names)
    return result


def figure_label(slug: str, name: str) -> str:
    """The label by which ``{numref}`` finds a figure of a study from anywhere in the book.

    Examples
    --------
    >>> figure_label("row_cache", "sweep")
    'row_cache-sweep'
    """
    return name if name.startswith(f"{slug}-") else f"{slug}-{name}"


def _joined_code(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    joined: list[dict[str, Any]] = []
    for cell in cells:
        if "injected-parameters" in cell["metadata"].get("tags", []):
            continue
        last = joined[-1] if joined else None
        if last is not None and _shows_code_only(last) and cell["cell_type"] == "code":
            cell["source"] = f"{last['source']}\n\n{cell['source']}".strip()
            joined.pop()
        joined.append(cell)
    return joined


def _figures_apart(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells, each figure alone in one: caption and label hold for all that a cell displays."""
    apart: list[dict[str, Any]] = []
    for cell in cells:
        groups: list[list[dict[str, Any]]] = []
        for output in cell.get("outputs", []):
            alone = not groups or _figure_of(output) or _figure_of(groups[-1][-1])
            if alone:
                groups.append([])
            groups[-1].append(output)
        if len(groups) < 2:
            apart.append(cell)
            continue
        for number, outputs in enumerate(groups):
            piece = copy.deepcopy(cell) | {"outputs": outputs}
            if number:
                piece |= {"source": "", "id": f"{cell['id']}-{number}"}
            apart.append(piece)
    return apart


def _shows_code_only(cell: dict[str, Any]) -> bool:
    removed = any(tag.startswith("remove-") for tag in cell["metadata"].get("tags", []))
    return cell["cell_type"] == "code" and not cell["outputs"] and not removed


def _folding(cell: dict[str, Any], tags: list[str]) -> list[str]:
    wanted = "hide-input" if cell["source"].strip() else "remove-input"
    return [] if wanted in tags else [wanted]


def _attach_figure(cell: dict[str, Any], figure: dict[str, Any], slug: str) -> None:
    cell["metadata"]["mystnb"] = {
        "image": {"alt": str(figure.get("alt", ""))},
        "figure": {
            "name": figure_label(slug, str(figure["name"])),
            "caption": str(figure.get("caption", "")),
        },
    }


def _label_references(source: str, slug: str, names: set[str]) -> str:
    def replace(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in names:
            return match[0]
        label = figure_label(slug, name)
        inner = f"{match['text']}<{label}>" if match["text"] else label
        return f"{{{match[1]}}}`{inner}`"

    return _FIGURE_ROLE.sub(replace, source)


def _figure_of(output: dict[str, Any]) -> dict[str, Any] | None:
    figure = output.get("metadata", {}).get("contention", {}).get("figure")
    return figure if isinstance(figure, dict) else None


def _normalised_output(output: dict[str, Any]) -> dict[str, Any] | None:
    if output["output_type"] == "stream":
        return {**output, "text": _stripped(output["text"])}
    if "data" not in output:
        return output
    data = {mime: item for mime, item in output["data"].items() if not mime.startswith(_CUSTOM)}
    if not data or (len(data) < len(output["data"]) and set(data) == {"text/plain"}):
        return None
    cleaned = {
        mime: _stripped(item) if mime.startswith(("text/", "image/svg")) else item
        for mime, item in data.items()
    }
    return {**output, "data": cleaned}


def _stripped(text: str | list[str]) -> str:
    return _ADDRESS.sub("at 0x…", _joined(text))


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _drop(metadata: dict[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        metadata.pop(name, None)
