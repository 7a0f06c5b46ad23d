"""Whether the book that stands is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from contention.book.book_digest import inputs_digest, is_current, record, tree_digest
from contention.studies.locations import Project


@pytest.mark.parametrize(
    "name",
    [
        "book/index.md",
        "book/_static/custom.css",
        "_config.yml",
        "data/demo/study.toml",
        "build/executed/demo.ipynb",
        "build/results/demo.json",
        "build/tables/demo/sweep.csv",
        "build/figures/demo/sweep.svg",
    ],
)
def test_a_change_of_any_input_changes_the_digest(project: Project, name: str) -> None:
    before = inputs_digest(project, project.build)
    path = project.root / name
    path.write_bytes(path.read_bytes() + b"\n")
    assert inputs_digest(project, project.build) != before


def test_the_digest_does_not_depend_on_the_place_or_the_time(
    project: Project, tmp_path: Path
) -> None:
    before = inputs_digest(project, project.build)
    (project.book / "index.md").touch()
    moved = Project(project.root.rename(tmp_path / "moved"))
    assert inputs_digest(moved, moved.build) == before


def test_a_book_is_current_only_while_its_pages_are_the_recorded_bytes(tmp_path: Path) -> None:
    html, manifest = tmp_path / "html", tmp_path / "manifest.json"
    assert tree_digest(html) == ""
    html.mkdir()
    page = html / "index.html"
    page.write_text("one", encoding="utf-8")
    assert not is_current(manifest, "a", html)
    record(manifest, "a", html)
    assert is_current(manifest, "a", html)
    assert not is_current(manifest, "b", html)
    page.write_text("two", encoding="utf-8")
    assert not is_current(manifest, "a", html)
    manifest.write_text("{", encoding="utf-8")
    assert not is_current(manifest, "a", html)
