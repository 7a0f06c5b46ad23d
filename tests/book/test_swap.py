"""Replacing a folder at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from contention.book import swap
from contention.book.swap import recover, replace_folder


def folder(path: Path, text: str) -> Path:
    path.mkdir()
    (path / "index.html").write_text(text, encoding="utf-8")
    return path


def shown(path: Path) -> str:
    return (path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("exchange", [True, False])
def test_the_new_folder_takes_the_place(
    tmp_path: Path, exchange: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not exchange:
        monkeypatch.setattr(swap, "_exchange", lambda first, second: False)
    new, current = folder(tmp_path / "new", "new"), folder(tmp_path / "html", "old")
    replace_folder(new, current)
    assert shown(current) == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["html"]


def test_the_first_folder_needs_nothing_to_replace(tmp_path: Path) -> None:
    replace_folder(folder(tmp_path / "new", "new"), tmp_path / "html")
    assert shown(tmp_path / "html") == "new"


def test_killed_between_the_renames_the_old_folder_comes_back(tmp_path: Path) -> None:
    folder(tmp_path / ".html-previous", "old")
    recover(tmp_path / "html")
    assert shown(tmp_path / "html") == "old"
    assert not (tmp_path / ".html-previous").exists()


def test_killed_after_the_renames_the_new_folder_stays(tmp_path: Path) -> None:
    folder(tmp_path / ".html-previous", "old")
    folder(tmp_path / "html", "new")
    recover(tmp_path / "html")
    assert shown(tmp_path / "html") == "new"
    assert not (tmp_path / ".html-previous").exists()
