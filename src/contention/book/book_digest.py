"""Whether the book that stands is the one that the present inputs would give."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from contention.studies.locations import Project

__all__ = ["inputs_digest", "is_current", "record", "tree_digest"]

_PACKAGES = (
    "contention",
    "jupyter-book",
    "sphinx",
    "docutils",
    "myst-nb",
    "myst-parser",
    "sphinx-book-theme",
    "pydata-sphinx-theme",
    "sphinx-design",
    "sphinx-exercise",
    "sphinx-external-toc",
    "sphinx-togglebutton",
    "sphinx-copybutton",
    "sphinxcontrib-bibtex",
    "pybtex",
    "pygments",
    "beautifulsoup4",
    "django-static-mathjax",
)
_BUILT = ("executed", "results", "tables", "figures")


def inputs_digest(project: Project, build_root: Path) -> str:
    """Digest of prose, configuration, study files, runs, this layer and its packages, readers."""
    digest = hashlib.sha256()
    digest.update(repr(sys.version_info[:2]).encode())
    for package in _PACKAGES:
        digest.update(f"{package}={_version(package)}\n".encode())
    own = Path(__file__).parent
    readers = own.parent / "readers"
    for layer in (own, readers):
        _add(digest, layer, layer.rglob("*.py"))
    own_files = [project.root / "_config.yml", *project.data.glob("*/study.toml")]
    _add(digest, project.root, own_files)
    _add(digest, project.book, project.book.rglob("*"))
    for name in _BUILT:
        _add(digest, build_root, (build_root / name).rglob("*"))
    return digest.hexdigest()


def tree_digest(folder: Path) -> str:
    """Digest of the names and bytes of every file below a folder; empty when there is none."""
    if not folder.is_dir():
        return ""
    digest = hashlib.sha256()
    _add(digest, folder, folder.rglob("*"))
    return digest.hexdigest()


def is_current(manifest: Path, inputs: str, html: Path) -> bool:
    """Whether the manifest records these inputs and exactly the files that `html` holds."""
    try:
        recorded = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return (
        isinstance(recorded, dict)
        and recorded.get("inputs") == inputs
        and (html / "index.html").is_file()
        and recorded.get("html") == tree_digest(html)
    )


def record(manifest: Path, inputs: str, html: Path) -> None:
    """Write the manifest in one step."""
    text = json.dumps({"html": tree_digest(html), "inputs": inputs}, indent=1, sort_keys=True)
    temporary = manifest.with_name(f"{manifest.name}.new")
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(manifest)


def _add(digest: hashlib._Hash, root: Path, paths: Iterable[Path]) -> None:
    for path in sorted(path for path in paths if path.is_file()):
        content = path.read_bytes()
        name = path.relative_to(root).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"
