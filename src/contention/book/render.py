"""Build the book: stage, run Jupyter Book with warnings as errors, swap the result in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from contention.book.book_digest import inputs_digest, is_current, record
from contention.book.jupyter_book_process import PARENT_VARIABLE
from contention.book.swap import recover, replace_folder
from contention.errors import CheckFailed, UsageError
from contention.studies.atomic import build_lock
from contention.studies.locations import Project

__all__ = ["build_html"]

_MODULE = "contention.book.jupyter_book_process"
_EPOCH = "1767225600"
_NOT_FOR_READERS = (".buildinfo", ".doctrees", "_sources", ".nojekyll")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PROBLEM = re.compile(r"\b(?:WARNING|ERROR|CRITICAL|SEVERE)\b:?")


def build_html(root: Path, build_root: Path | None = None, *, force: bool = False) -> Path:
    """Render the book to ``<build_root>/html`` and return the path of its first page.

    Nothing is done when the digest of all inputs is the recorded one and the pages that stand
    are the recorded bytes. Killed at any moment, this leaves the old book or the new one; the
    next call clears what is left over. A second build of the same root waits for the first.

    Parameters
    ----------
    root : Path
        The checkout, with ``_config.yml`` and ``book/``.
    build_root : Path, optional
        Where the studies wrote their results, and where ``html`` goes; the checkout's ``build``
        by default.
    force : bool
        Build even when nothing changed.

    Raises
    ------
    CheckFailed
        When Jupyter Book warns about anything; the message lists the warnings.
    StudyError
        When a study has not been run.
    UsageError
        When the project has no book, or Jupyter Book is not installed.
    """
    project = Project(root)
    if not project.is_checkout:
        raise UsageError(
            "there is no book here", path=str(project.root), expected="_config.yml and book/"
        )
    build = build_root or project.build
    html = build / "html"
    manifest = build / "html-manifest.json"
    with build_lock(build) as work:
        recover(html)
        inputs = inputs_digest(project, build)
        if not force and is_current(manifest, inputs, html):
            return html / "index.html"
        rendered = _render(project, build, work)
        replace_folder(rendered, html)
        record(manifest, inputs, html)
    return html / "index.html"


def _render(project: Project, build: Path, work: Path) -> Path:
    from contention.book.staging import stage  # noqa: PLC0415 - a build that is current needs none

    source = stage(project, build, work / "source")
    command = [sys.executable, "-m", _MODULE, "build", str(source)]
    command += ["--config", str((project.root / "_config.yml").resolve())]
    command += ["--path-output", str(work / "output"), "-W", "--keep-going", "-n", "-q"]
    done = subprocess.run(  # noqa: S603 - our own interpreter and module
        command,
        cwd=work,
        env=_environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    log = f"{done.stdout}\n{done.stderr}"
    if "No module named 'jupyter_book'" in log:
        raise UsageError(
            "Jupyter Book is not installed", hint="install it: pip install 'contention[book]'"
        )
    rendered = work / "output" / "_build" / "html"
    lines = [_readable(line, source) for line in log.splitlines() if line.strip()]
    problems = [line for line in lines if _PROBLEM.search(line)]
    if done.returncode or problems or not (rendered / "index.html").is_file():
        shown = "\n".join(f"  {line}" for line in problems or lines[-20:])
        raise CheckFailed(
            f"the book does not build without warnings, {len(problems)} were found:\n{shown}"
        )
    _drop_leftovers(rendered)
    return rendered


def _drop_leftovers(rendered: Path) -> None:
    for name in _NOT_FOR_READERS:
        path = rendered / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    static = rendered / "_static"
    for pattern in ("*.html", "vendor/fontawesome/*/js/*", "**/*.map"):
        for unused in static.glob(pattern):
            unused.unlink()


def _environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("JUPYTER")}
    return {
        **kept,
        PARENT_VARIABLE: str(os.getpid()),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "SOURCE_DATE_EPOCH": _EPOCH,
        "TZ": "UTC",
        "NO_COLOR": "1",
    }


def _readable(line: str, source: Path) -> str:
    plain = _COLOUR.sub("", line)
    for root in (str(source.resolve()), str(source)):
        plain = plain.replace(f"{root}/chapters/", "notebooks/").replace(f"{root}/", "book/")
    return plain.strip()
