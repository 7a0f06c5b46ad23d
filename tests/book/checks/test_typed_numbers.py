"""Numbers typed in prose that equal a result."""

from __future__ import annotations

import pytest

from contention.book.checks.prose import prose_lines
from contention.book.checks.typed_numbers import find_typed_numbers, numbers_in
from contention.book.results import Recorded, StudyResults

VALUES = {
    "r": Recorded("r", 403.46, "us", low=385.24, high=421.8),
    "share": Recorded("share", 27.4, "%"),
    "throughput": Recorded("throughput", 12345.6),
    "count": Recorded("count", 102),
    "knee": Recorded("knee", 5.68, "sessions"),
    "none": Recorded("none", None, "us"),
}
RUNS = {"demo": StudyResults("demo", values=VALUES)}


def keys(prose: str) -> list[str]:
    return [f.what.rsplit(":", 1)[1] for f in find_typed_numbers("a.md", prose, RUNS)]


@pytest.mark.parametrize(
    ("prose", "found"),
    [
        ("It takes 403.5 µs.", ["r"]),
        ("It takes 403 µs.", ["r"]),
        ("It takes 404 µs.", []),
        ("at least 385.2 µs", ["r"]),
        ("a share of 27.4 % of it", ["share"]),
        ("27.4% of it", ["share"]),
        ("12,346 per second", ["throughput"]),
        ("12346 per second", ["throughput"]),
        ("12,345 per second", []),
        ("it meets at 5.7 sessions", ["knee"]),
        ("- 403.5 µs in a list", ["r"]),
        ("| 403.5 µs | in a table |", ["r"]),
        ("```{note}\n403.5 µs\n```", ["r"]),
        ("```{list-table} Title 403.5 µs\n* - 1\n```", ["r"]),
    ],
)
def test_a_typed_result_is_found_at_the_typed_precision(prose: str, found: list[str]) -> None:
    assert keys(prose) == found


@pytest.mark.parametrize(
    "prose",
    [
        "It takes {result}`r:.1f` µs.",
        "In code, `403.5 µs`, or\n\n```\n403.5 µs\n```",
        "$R = 403.5$ µs and\n\n$$\n403.5\n$$",
        "It takes 403.5 seconds.",
        "403 of something, 27.4 of another",
        "102 rows and 102 sessions",
        "version 403.5.1, lines 403-421, a403 and 403.5x",
        "[a](page403.5.html) <img alt='403.5 µs'>",
        "```{code-block} sql\n403.5 µs\n```",
        "```{figure} a.svg\n:alt: 403.5 µs\n```",
        "5 sessions",
    ],
)
def test_other_numbers_are_left_alone(prose: str) -> None:
    assert keys(prose) == []


def test_years_and_small_whole_numbers_are_not_compared() -> None:
    assert [typed.text for typed in numbers_in("In 2018, 12 of 9 and 1999; 100 and 1,000")] == []


def test_a_number_can_be_exempted_with_a_reason() -> None:
    prose = "It takes 403.5 µs.\n\n<!-- typed: 403.5 is that of an invented example -->"
    assert keys(prose) == []
    assert keys(prose.replace("typed: 403.5", "typed: 403.6")) == ["r"]


def test_the_finding_says_where_and_what_to_write() -> None:
    finding = next(find_typed_numbers("a.md", "one\n\nIt takes 403.5 µs.", RUNS))
    assert "line 3" in finding.what
    assert "{result}`demo:r:.1f`" in finding.fix


def test_line_numbers_survive_comments_and_nested_directives() -> None:
    text = "a\n<!-- x\ny -->\n````{exercise}\n```python\nz\n```\nb\n````\nc"
    lines = {line.strip(): number for number, line in prose_lines(text) if line.strip()}
    assert lines == {"a": 1, "b": 8, "c": 10}
