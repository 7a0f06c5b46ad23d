"""Logs that compare how often forms of a statement call a function."""

import contextlib
from pathlib import Path

import pytest

from contention.errors import ReadError, TruncatedError, UsageError
from contention.readers import READERS, Reading, read, read_source, recognise_source
from contention.readers.source import decode

CAPTURE = Path(__file__).parents[2] / "data" / "subquery_cache" / "raw" / "function_calls.txt"
EXAMPLE = READERS["call_log"].example


def of(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "x.txt"), "call_log", options=options)


def test_the_published_log_gives_every_line_with_its_call() -> None:
    table = read(CAPTURE, options={"call": "test_proc_nd(1000, 1, 5)"}).table("calls")
    assert len(table) == 27
    assert table.flags == ()
    assert table.column("argument_1").values[::3] == (1000, 100, 183, 184, 200, 100, 186, 187, 200)
    assert table.column("funccall_count").values[:6] == (500, 77, 50, 50, 50, 50)
    assert table.column("found_rows").values[:3] == (1, 10, 10)
    assert table.column("form").values[:3] == ("Direct", "InDirect", "InDirectOrdered")
    assert table.lines[:4] == (1, 2, 3, 5)


def test_without_the_option_the_call_of_the_first_lines_is_missing_and_flagged() -> None:
    table = read(CAPTURE).table("calls")
    assert table.column("argument_1").values[:4] == (None, None, None, 100)
    assert [(flag.line, flag.column) for flag in table.flags] == [(1, "call")]


@pytest.mark.parametrize("given", ["1000", "f(", "f(1) g(2)"])
def test_an_option_that_is_no_call_is_a_usage_error(given: str) -> None:
    with pytest.raises(UsageError, match="written like a call"):
        of("A Calls = 3\n", call=given)


def test_the_option_does_not_touch_a_log_with_headings() -> None:
    assert of(EXAMPLE, call="other(1)").table("calls").column("call").values[0] == "probe"


def test_a_cut_at_any_line_shortens_the_table_and_flags_a_block_that_is_not_complete() -> None:
    lines = CAPTURE.read_text().splitlines(keepends=True)
    for count in range(1, len(lines)):
        table = of("".join(lines[:count]), call="f(1000, 1, 5)").table("calls")
        complete = count < 3 or (count - 3) % 4 == 0
        assert bool(table.flags) != complete, count


def test_collapsed_blanks_and_line_ends_do_not_matter() -> None:
    text = CAPTURE.read_text()
    plain = of(text).table("calls")
    for changed in (" ".join(text.split(" ")).replace("   ", " "), text.replace("\n", "\r\n")):
        table = of(changed).table("calls")
        assert [column.values for column in table.columns] == [
            column.values for column in plain.columns
        ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("120, Found# = 1\n", "120,\nFound# = 1\n"),
        ("120, Found# = 1\n", "120, Found# =\n1\n"),
        ("Call Count = 120", "Call Count =\n120"),
    ],
)
def test_a_wrapped_line_is_joined(old: str, new: str) -> None:
    table = of(EXAMPLE.replace(old, new)).table("calls")
    assert table.flags == ()
    assert table.column("call_count").values == (120, 44, 240, 48)
    assert table.column("found").values == (1, 3, 1, 6)


def test_a_line_wrapped_in_a_name_is_flagged_and_left_out() -> None:
    table = of(EXAMPLE.replace("Plain   Call Count = 120", "Plain   Call\nCount = 120")).table(
        "calls"
    )
    assert len(table) == 3
    assert {flag.line for flag in table.flags} >= {2, 3}


def test_a_count_that_cannot_be_read_or_is_not_there_is_missing_and_flagged() -> None:
    table = of(EXAMPLE.replace("= 44, Found# = 3", "= ####")).table("calls")
    assert table.column("call_count").values[1] is None
    assert table.column("found").values[1] is None
    assert {flag.column for flag in table.flags} == {"call_count", "found"}


def test_a_count_named_twice_is_flagged() -> None:
    table = of(EXAMPLE.replace("Found# = 1\n", "Found# = 1, Found# = 2\n", 1)).table("calls")
    assert table.column("found").values[0] == 1
    assert "named twice" in table.flags[0].reason


def test_a_line_that_is_no_count_is_flagged() -> None:
    table = of(EXAMPLE + "ORA-06512: at line 7\nPlain Calls = many\n").table("calls")
    assert [flag.line for flag in table.flags] == [7, 8]


def test_a_call_without_arguments_has_no_argument_columns() -> None:
    table = of("--- f() ---\nA Calls = 2\n--- g() ---\nA Calls = 3\n").table("calls")
    assert table.names == ("block", "call", "form", "calls")
    assert table.column("call").values == ("f", "g")


def test_headings_without_counts_are_truncated() -> None:
    with pytest.raises(TruncatedError, match="no line of counts"):
        of("---- probe(1) ----\n")


@pytest.mark.parametrize("name", [name for name in READERS if name != "call_log"])
def test_another_tool_s_file_is_refused_or_flagged(name: str) -> None:
    source = decode(READERS[name].example.encode(), "x")
    assert not next(one for one in recognise_source(source) if one.reader == "call_log").accepts
    with contextlib.suppress(ReadError):
        assert read_source(source, "call_log").table("calls").flags


def test_the_published_log_is_recognised() -> None:
    assert read(CAPTURE).format == "call_log"
