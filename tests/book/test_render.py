"""The book as Jupyter Book makes it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from contention.book.book_digest import tree_digest
from contention.book.checks import check_book
from contention.book.render import build_html
from contention.errors import CheckFailed, UsageError
from contention.studies.locations import Project


def soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


@pytest.fixture(scope="module")
def built(demo_project_factory, tmp_path_factory) -> Project:  # type: ignore[no-untyped-def]
    project: Project = demo_project_factory(tmp_path_factory.mktemp("book") / "checkout")
    build_html(project.root, project.build)
    return project


@pytest.fixture
def copy(built: Project, tmp_path: Path) -> Project:
    return Project(shutil.copytree(built.root, tmp_path / "copy"))


def test_a_number_is_looked_up_and_linked_to_where_it_was_computed(built: Project) -> None:
    link = soup(built.build / "html" / "index.html").select_one("a.result")
    assert link is not None
    assert link.get_text() == "12.3 (10.2 to 15.1)"
    assert link["href"] == "chapters/demo.html#value-peak"
    assert "from 9 observations" in str(link["title"])
    own = soup(built.build / "html" / "chapters" / "demo.html").select("article a.result")
    assert [(a.get_text(), a["href"]) for a in own] == [
        ("12.3", "#value-peak"),
        ("40,124", "#value-mean"),
    ]


def test_a_figure_has_number_caption_and_text_alternative(built: Project) -> None:
    figure = soup(built.build / "html" / "chapters" / "demo.html").figure
    assert figure is not None
    assert figure.img["alt"] == "Rate grows to 410 at 12 sessions."
    assert figure.figcaption.get_text().strip().startswith("Figure 1 Rate")


def test_the_pages_pass_the_checks(built: Project) -> None:
    assert check_book(built.root) == ()


def test_nothing_that_only_the_builder_needs_is_left(built: Project) -> None:
    names = {path.name for path in (built.build / "html").rglob("*")}
    assert not names & {".buildinfo", ".doctrees", "environment.pickle", "_sources"}
    assert not list((built.build / "html" / "_static").glob("*.html"))
    left = {path.name for path in built.build.iterdir()}
    assert left == {
        *("executed", "results", "tables", "figures", "html", "html-manifest.json", ".lock"),
    }


def test_two_builds_in_different_folders_are_equal(
    built: Project,
    demo_project_factory,
    tmp_path: Path,  # type: ignore[no-untyped-def]
) -> None:
    other = demo_project_factory(tmp_path / "quite" / "another" / "place")
    build_html(other.root)
    assert tree_digest(other.build / "html") == tree_digest(built.build / "html")


def test_nothing_is_done_when_nothing_changed(copy: Project) -> None:
    page = copy.build / "html" / "index.html"
    before = page.stat().st_ino
    started = time.perf_counter()
    assert build_html(copy.root) == page
    assert time.perf_counter() - started < 1
    assert page.stat().st_ino == before


def test_an_unchanged_book_needs_no_sphinx(copy: Project) -> None:
    program = (
        "import sys; from pathlib import Path; from contention.book.render import build_html; "
        f"build_html(Path({str(copy.root)!r})); "
        "sys.exit('sphinx' in sys.modules or 'bs4' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_damaged_page_is_built_again(copy: Project) -> None:
    page = copy.build / "html" / "scorecard.html"
    whole = page.read_text(encoding="utf-8")
    page.write_text("half", encoding="utf-8")
    build_html(copy.root)
    assert page.read_text(encoding="utf-8") == whole


def test_an_unknown_key_fails_the_build_and_leaves_the_old_book(copy: Project) -> None:
    before = tree_digest(copy.build / "html")
    page = copy.book / "index.md"
    page.write_text("# Demo\n\nIt peaks at {result}`demo:paek:.1f`.\n", encoding="utf-8")
    with pytest.raises(CheckFailed) as error:
        build_html(copy.root)
    message = str(error.value)
    assert "book/index.md:3" in message
    assert "peak" in message
    assert str(copy.root) not in message
    assert tree_digest(copy.build / "html") == before


@pytest.mark.parametrize(
    "prose", ["{doc}`/nowhere`", "{cite}`nobody`", "{ref}`nothing`", "[a](gone.md)"]
)
@pytest.mark.slow
def test_a_warning_of_any_kind_fails_the_build(copy: Project, prose: str) -> None:
    (copy.book / "index.md").write_text(f"# Demo\n\n{prose}\n", encoding="utf-8")
    with pytest.raises(CheckFailed, match=r"book/index\.md"):
        build_html(copy.root)


def test_a_changed_result_changes_the_page(copy: Project) -> None:
    path = copy.build / "results" / "demo.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["values"]["peak"]["value"] = 99.94
    path.write_text(json.dumps(document), encoding="utf-8")
    build_html(copy.root)
    link = soup(copy.build / "html" / "index.html").select_one("a.result")
    assert link is not None
    assert link.get_text().startswith("99.9 ")


def test_a_folder_without_a_book_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no book"):
        build_html(tmp_path)


@pytest.mark.slow
def test_killed_at_any_moment_the_old_book_or_the_new_one_stands(copy: Project) -> None:
    html = copy.build / "html"
    old = tree_digest(html)
    (copy.book / "introduction.md").write_text(
        "# Introduction\n\nOther words.\n\n```{bibliography}\n```\n", encoding="utf-8"
    )
    program = (
        "from pathlib import Path; from contention.book.render import build_html; "
        f"build_html(Path({str(copy.root)!r}))"
    )
    outcomes = set()
    for delay_s in (0.05, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4, 3.0):
        process = subprocess.Popen([sys.executable, "-c", program], start_new_session=True)
        time.sleep(delay_s)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        outcomes.add(tree_digest(html))
    build_html(copy.root)
    new = tree_digest(html)
    assert new != old
    assert outcomes <= {old, new}
    assert not (copy.build / ".work").exists()
