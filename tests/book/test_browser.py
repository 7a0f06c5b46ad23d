"""The built pages in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from contention.book import browser
from contention.book.browser import check_in_browser, find_browser
from contention.book.render import build_html
from contention.errors import CheckFailed, UsageError
from contention.studies.locations import Project

HEAD = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title>'
GOOD = f"{HEAD}</head><body><main><h1>Title</h1><p>Text</p></main></body></html>"


def rules(folder: Path, page: str) -> set[str]:
    (folder / "index.html").write_text(page, encoding="utf-8")
    return {finding.rule for finding in check_in_browser(folder)}


def test_without_a_browser_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browser.shutil, "which", lambda name: None)
    with pytest.raises(UsageError, match="apt install chromium"):
        find_browser()


def test_without_pages_there_is_nothing_to_open(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="no page"):
        check_in_browser(tmp_path)


@pytest.mark.browser
def test_the_demonstration_book_has_no_findings(project: Project) -> None:
    html = build_html(project.root).parent
    assert check_in_browser(html) == ()


@pytest.mark.browser
def test_a_good_page_has_no_findings(tmp_path: Path) -> None:
    assert rules(tmp_path, GOOD) == set()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ('<img src="http://127.0.0.1:9/a.png" alt="a picture of it">', "request"),
        ('<img src="gone.png" alt="a picture of it">', "request"),
        ("<script>console.error('bad')</script>", "console"),
        ("<script>null.x</script>", "console"),
        ('<div style="width:500px">x</div>', "phone width"),
        ('<img src="data:,">', "axe image-alt"),
        ('<p style="color:#bbb;background:#fff">pale</p>', "axe color-contrast"),
        (
            "<style>@media (prefers-color-scheme: dark) {p {color:#333; background:#000}}</style>"
            "<p>dark</p>",
            "axe color-contrast",
        ),
        (
            '<details><summary>More</summary><p style="color:#bbb;background:#fff">pale</p>'
            "</details>",
            "axe color-contrast",
        ),
    ],
)
def test_each_fault_is_found(tmp_path: Path, part: str, rule: str) -> None:
    page = GOOD.replace("</main>", f"{part}</main>")
    assert rule in rules(tmp_path, page)
