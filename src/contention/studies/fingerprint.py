"""Fresh or stale is decided by content: the digest of everything that a run depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

from contention.errors import StudyError
from contention.studies.checksums import file_sha256
from contention.studies.locations import Project
from contention.studies.notebook_file import code_digest, read_notebook
from contention.studies.study import ParameterValue, Study

__all__ = ["digest_of", "fingerprint", "installed_versions", "source_of"]

_PACKAGE = Path(__file__).resolve().parents[1]
_VERSIONED = ("matplotlib", "numpy", "pandas", "papermill", "scipy", "statsmodels")


def source_of(module: str) -> Path:
    """The file of one of this package's modules."""
    parts = module.split(".")[1:]
    folder = _PACKAGE.joinpath(*parts)
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


def installed_versions() -> dict[str, str]:
    """Versions of the packages that results depend on."""
    return {name: metadata.version(name) for name in ("contention", *_VERSIONED)}


def fingerprint(
    project: Project,
    study: Study,
    parameters: Mapping[str, ParameterValue],
    modules: Iterable[str],
) -> dict[str, str]:
    """What a run depends on, each part with its digest.

    The parts are the notebook's code, the parameters, the study file, every capture and ledger
    file, the package's modules that the run imported, and the lock of the environment.

    Parameters
    ----------
    project : Project
    study : Study
    parameters : mapping
    modules : iterable of str
        Modules of this package that the run imported.

    Returns
    -------
    dict of str to str
        Part to SHA-256; a part that is gone has the digest ``missing``.
    """
    notebook = read_notebook(project.notebooks / f"{study.slug}.ipynb")
    files = {
        "study file": study.folder / "study.toml",
        **{f"capture {c.path.as_posix()}": study.folder / c.path for c in study.captures},
        **{f"ledger {c.cells.as_posix()}": study.folder / c.cells for c in study.claims},
        **{f"module {name}": source_of(name) for name in modules},
    }
    parts = {name: _file_digest(path) for name, path in files.items()}
    parts["notebook code"] = code_digest(notebook)
    parts["parameters"] = _text_digest(json.dumps(parameters, sort_keys=True))
    parts["environment"] = (
        file_sha256(project.lock)
        if project.lock.is_file()
        else _text_digest(json.dumps(installed_versions(), sort_keys=True))
    )
    return dict(sorted(parts.items()))


def digest_of(parts: Mapping[str, str]) -> str:
    """One digest over all parts.

    Examples
    --------
    >>> digest_of({"a": "1", "b": "2"}) == digest_of({"b": "2", "a": "1"})
    True
    """
    if not parts:
        raise StudyError("a digest needs at least one part")
    return _text_digest(json.dumps(parts, sort_keys=True))


def _file_digest(path: Path) -> str:
    try:
        return file_sha256(path)
    except OSError:
        return "missing"


def _text_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
