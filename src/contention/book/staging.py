"""The folder that Jupyter Book is run on: prose, executed notebooks and generated pages."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from contention.book.about_page import about_page
from contention.book.contents import expand_contents
from contention.book.formats_page import format_page, formats_page
from contention.book.mathjax import copy_mathjax
from contention.book.notebook_pages import (
    load_notebook,
    normalise,
    page_notebook,
    write_notebook,
)
from contention.book.results import RESULTS_FOLDER, StudyResults, load_results
from contention.book.scorecard import errata_page, ledger_page, scorecard_page
from contention.book.study_index import studies_page
from contention.errors import StudyError
from contention.readers import READERS
from contention.studies.catalogue import discover
from contention.studies.locations import Project
from contention.studies.study import Study

__all__ = ["stage"]

_FILES_FOLDER = "_files"
_GENERATED = (
    *("studies.md", "scorecard.md", "errata.md", "formats.md"),
    *("chapters", "ledger", "formats"),
)
_PAGES = ("*.md", "*.ipynb")
_IGNORED = shutil.ignore_patterns(".*", "__pycache__", "_build", "*~")
_MATHJAX = "_extra/_static/vendor/mathjax"

Downloads = list[tuple[str, list[tuple[str, str]]]]


def stage(project: Project, build_root: Path, target: Path) -> Path:
    """Fill an empty or missing folder with everything that the book is rendered from.

    Parameters
    ----------
    project : Project
        The checkout.
    build_root : Path
        Where the studies wrote ``executed/``, ``results/``, ``tables/`` and ``figures/``.
    target : Path
        The folder to fill.

    Returns
    -------
    Path
        `target`.

    Raises
    ------
    StudyError
        When a study has not been run, a file that its results name is missing, or the prose holds
        a page that is generated.
    """
    clash = [name for name in _GENERATED if (project.book / name).exists()]
    if clash:
        raise StudyError("the prose holds a page that is generated", path=f"book/{clash[0]}")
    studies = tuple(discover(project).values())
    results = {study.slug: _results(build_root, study.slug) for study in studies}
    shutil.copytree(project.book, target, ignore=_IGNORED, dirs_exist_ok=True)
    for study in studies:
        _stage_chapter(study, results[study.slug], build_root, target)
    _stage_generated(studies, results, target)
    contents = target / "_toc.yml"
    contents.write_text(
        expand_contents(contents.read_text(encoding="utf-8"), _pages(target)), encoding="utf-8"
    )
    copy_mathjax(target / _MATHJAX)
    return target


def _pages(target: Path) -> list[str]:
    found = (path.relative_to(target) for suffix in _PAGES for path in target.rglob(suffix))
    inside = (path for path in found if not path.parts[0].startswith("_"))
    return sorted(path.with_suffix("").as_posix() for path in inside)


def _results(build_root: Path, slug: str) -> StudyResults:
    path = build_root / "results" / f"{slug}.json"
    if not path.is_file():
        raise StudyError(
            f"study {slug} has not been run", hint=f"run it first: contention build {slug}"
        )
    return load_results(path)


def _stage_chapter(study: Study, run: StudyResults, build_root: Path, target: Path) -> None:
    slug = study.slug
    executed = normalise(load_notebook(build_root / "executed" / f"{slug}.ipynb"))
    files = target / _FILES_FOLDER / slug
    write_notebook(executed, files / f"{slug}.ipynb")
    downloads = _stage_downloads(run, build_root, files)
    page = page_notebook(executed, slug)
    page["cells"].append(
        {
            "cell_type": "markdown",
            "id": "about-this-page",
            "metadata": {},
            "source": about_page(study, run, downloads),
        }
    )
    write_notebook(page, target / "chapters" / f"{slug}.ipynb")
    raw = target / RESULTS_FOLDER / f"{slug}.json"
    raw.parent.mkdir(exist_ok=True)
    shutil.copyfile(build_root / "results" / f"{slug}.json", raw)


def _stage_downloads(run: StudyResults, build_root: Path, files: Path) -> Downloads:
    slug = run.study
    shutil.copyfile(build_root / "results" / f"{slug}.json", _made(files / f"{slug}-results.json"))
    tables = [
        (name, _copied(build_root, path, files / f"{slug}-{name}.csv"))
        for name, path in sorted(run.tables.items())
    ]
    figures = [
        (name, _copied(build_root, path, files / f"{slug}-{name}.svg"))
        for name, (path, _) in sorted(run.figures.items())
    ]
    base = f"../{_FILES_FOLDER}/{slug}"
    return [
        ("Executed notebook", [(f"{slug}.ipynb", f"{base}/{slug}.ipynb")]),
        ("Results (JSON)", [(f"{slug}-results.json", f"{base}/{slug}-results.json")]),
        ("Tables (CSV)", [(name, f"{base}/{file}") for name, file in tables]),
        ("Figures (SVG)", [(name, f"{base}/{file}") for name, file in figures]),
    ]


def _copied(build_root: Path, relative: str, destination: Path) -> str:
    for root in (build_root, build_root.parent):
        source = root / relative
        if source.is_file():
            shutil.copyfile(source, _made(destination))
            return destination.name
    raise StudyError(
        "a file that the results name is missing", path=relative, hint="run the study again"
    )


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _stage_generated(
    studies: Sequence[Study], results: Mapping[str, StudyResults], target: Path
) -> None:
    published = [study for study in studies if study.kind == "published"]
    pages = {
        "studies.md": studies_page(studies, results),
        "scorecard.md": scorecard_page(published, results),
        "errata.md": errata_page(published, results),
        "formats.md": formats_page(READERS),
    }
    for reader in READERS.values():
        pages[f"formats/{reader.name}.md"] = format_page(reader)
    for study in published:
        pages[f"ledger/{study.slug}.md"] = ledger_page(study, results[study.slug])
    for name, text in pages.items():
        _made(target / name).write_text(text, encoding="utf-8")
