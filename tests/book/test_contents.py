"""The table of contents."""

from __future__ import annotations

import pytest
import yaml

from contention.book.contents import expand_contents
from contention.errors import StudyError

CONTENTS = """
format: jb-book
root: index
parts:
- caption: Studies
  chapters:
  - file: scorecard.md
    sections:
    - glob: ledger/*
  - glob: chapters/*
- caption: Methods
  chapters:
  - file: methods/b
    title: Second
  - glob: methods/*
"""
PAGES = ["index", "scorecard", "methods/a", "methods/b", "chapters/z", "chapters/y"]


def test_a_new_page_is_found_once_and_in_order() -> None:
    parts = yaml.safe_load(expand_contents(CONTENTS, PAGES))["parts"]
    assert parts[0]["chapters"][1:] == [{"file": "chapters/y"}, {"file": "chapters/z"}]
    assert parts[1]["chapters"] == [
        {"file": "methods/b", "title": "Second"},
        {"file": "methods/a"},
    ]


def test_a_pattern_that_finds_nothing_leaves_no_empty_list() -> None:
    parts = yaml.safe_load(expand_contents(CONTENTS, PAGES))["parts"]
    assert parts[0]["chapters"][0] == {"file": "scorecard.md"}


def test_the_order_of_the_pages_does_not_matter() -> None:
    assert expand_contents(CONTENTS, PAGES) == expand_contents(CONTENTS, PAGES[::-1])


def test_an_entry_without_a_page_is_named() -> None:
    with pytest.raises(StudyError, match="methods/b"):
        expand_contents(CONTENTS, [page for page in PAGES if page != "methods/b"])


@pytest.mark.parametrize("text", ["a: [", "- a"])
def test_contents_of_another_shape_are_refused(text: str) -> None:
    with pytest.raises(StudyError, match="contents"):
        expand_contents(text, PAGES)
