"""The folder that Jupyter Book is run on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contention.book.book_digest import tree_digest
from contention.book.mathjax import copy_mathjax
from contention.book.staging import stage
from contention.errors import StudyError
from contention.studies.locations import Project


def test_prose_chapters_generated_pages_and_downloads_are_staged(
    project: Project, tmp_path: Path
) -> None:
    staged = stage(project, project.build, tmp_path / "staged")
    for name in (
        "index.md",
        "chapters/demo.ipynb",
        "scorecard.md",
        "ledger/demo.md",
        "errata.md",
        "studies.md",
        "_results/demo.json",
        "_files/demo/demo.ipynb",
        "_files/demo/demo-sweep.csv",
        "_files/demo/demo-sweep.svg",
        "_extra/_static/vendor/mathjax/tex-mml-chtml.js",
    ):
        assert (staged / name).is_file(), name
    chapter = json.loads((staged / "chapters" / "demo.ipynb").read_text(encoding="utf-8"))
    assert chapter["cells"][-1]["source"].startswith("## About this page")


def test_two_stagings_are_equal_byte_for_byte(project: Project, tmp_path: Path) -> None:
    first = stage(project, project.build, tmp_path / "first")
    second = stage(project, project.build, tmp_path / "elsewhere" / "second")
    assert tree_digest(first) == tree_digest(second)


def test_a_study_that_was_not_run_is_named(project: Project, tmp_path: Path) -> None:
    (project.build / "results" / "demo.json").unlink()
    with pytest.raises(StudyError, match="demo has not been run"):
        stage(project, project.build, tmp_path / "staged")


def test_a_missing_artefact_is_named(project: Project, tmp_path: Path) -> None:
    (project.build / "tables" / "demo" / "sweep.csv").unlink()
    with pytest.raises(StudyError, match=r"sweep\.csv"):
        stage(project, project.build, tmp_path / "staged")


def test_prose_may_not_stand_where_a_page_is_generated(project: Project, tmp_path: Path) -> None:
    (project.book / "errata.md").write_text("# Mine\n", encoding="utf-8")
    with pytest.raises(StudyError, match=r"errata\.md"):
        stage(project, project.build, tmp_path / "staged")


def test_only_the_needed_part_of_mathjax_is_copied(tmp_path: Path) -> None:
    copy_mathjax(tmp_path)
    names = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert "tex-mml-chtml.js" in names
    assert all(name.endswith((".js", ".woff")) or "woff" in name for name in names)
    assert sum(path.stat().st_size for path in tmp_path.rglob("*")) < 3_000_000
