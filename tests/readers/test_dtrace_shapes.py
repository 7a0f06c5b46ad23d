"""Output of DTrace scripts: signed counts, open rows, repeats, and shapes of their own."""

from pathlib import Path

import pytest

from contention.errors import ReadError, UsageError
from contention.readers import Reading, read_source
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "dtrace"
HEADING = "           value  ------------- Distribution ------------- count    \n"
LINEAR = (
    "age =\n"
    + HEADING
    + """\
             < 0 |@@@@                                     1
               0 |@@@@@@@@                                 2
             100 |                                         0
             200 |@@@@@@@@                                 2
          >= 300 |@@@@                                     1
"""
)


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "x.txt"), "dtrace", options=options)


def composed(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def buckets(reading: Reading, table: str) -> list[tuple[object, ...]]:
    columns = [reading.table(table).column(n).values for n in ("lower", "upper", "count")]
    return list(zip(*columns, strict=True))


def reasons(reading: Reading) -> str:
    return " | ".join(flag.reason for flag in reading.flags)


def test_negative_counts_are_read_wherever_the_axis_is() -> None:  # tricky input 10
    reading = composed("negative_counts_axis_moved.txt")
    assert buckets(reading, "debit") == [(0, 1, 0), (1, 2, -17), (2, 4, 0)]
    assert buckets(reading, "mixed") == [
        (-7, -3, 0),
        (-3, -1, -9),
        (-1, 0, 0),
        (0, 1, 9),
        (1, 2, 20),
        (2, 4, 0),
    ]
    assert buckets(reading, "edges")[1:3] == [(1, 2, -(2**63)), (2, 4, 4096)]
    assert [one.label for one in reading.histograms] == ["plain"]
    negative = [flag.line for flag in reading.flags if "the script took away" in flag.reason]
    assert negative == [5, 11]
    rounded = [flag for flag in reading.flags if "64 bits" in flag.reason]
    assert [(flag.line, flag.column) for flag in rounded] == [(20, "count")]


def test_open_rows_and_widths_are_those_of_the_next_row() -> None:  # tricky input 10
    reading = composed("open_rows_blank_and_several_keys.txt")
    first, second = reading.histograms
    assert first.label == "sshd read"
    assert list(zip(first.lower, first.upper, first.count, strict=True)) == [
        (-float("inf"), 10, 4),
        (10, 505, 20),
        (505, 1000, 2),
        (1000, float("inf"), 1),
    ]
    assert second.label == ""
    assert list(zip(second.lower, second.upper, second.count, strict=True)) == [
        (10, 15, 8),
        (15, 20, 4),
    ]
    tuples = reading.table("tuples")
    assert tuples.column("key_1").values == ("sshd", "cron")
    assert tuples.column("key_2").values == ("read", "write")
    assert tuples.column("value").values == (25, 8)
    assert reading.table("values").column("key").values == ("read",)
    assert reading.flags == ()


def test_aggregations_that_grow_from_print_to_print_are_flagged() -> None:  # B22
    reading = composed("repeated_printa_and_drops.txt")
    assert reading.table("values").column("value").values == (1, 3, 6, 5, 4, 6)
    assert sorted((flag.line, flag.reason.split(":")[0]) for flag in reading.flags) == [
        (7, "printed 3 times and larger each time"),
        (9, "events were lost"),
        (10, "a probe failed"),
    ]


def test_histograms_that_grow_from_print_to_print_are_flagged() -> None:  # B22
    def printed(first: int, second: int) -> str:
        return f"t =\n{HEADING}  1 |@ {first}\n  2 |@ {second}\n  4 | 0\n\n"

    growing = read(printed(1, 1) + printed(1, 2) + printed(2, 3))
    assert [flag.line for flag in growing.flags if "larger each time" in flag.reason] == [14]
    assert "larger each time" not in reasons(read(printed(1, 1) + printed(1, 2)))
    assert "larger each time" not in reasons(read(printed(1, 1) + printed(0, 3) + printed(2, 3)))
    numbers = "\n".join("12345")
    assert "larger each time" in reasons(read(numbers + "\n\n" + LINEAR))
    assert "larger each time" not in reasons(read("1\n2\n3\n\n" + LINEAR))


def test_lines_of_a_shape_of_their_own_are_read_by_the_format_of_the_script() -> None:
    text = "used 12% by read of sshd, mean 7\nused 3% by write of a b, mean -1\n"
    pattern = "\\nused %3@d%% by %s of %16s, mean %@d\\n"
    tuples = read(text, pattern=pattern).table("tuples")
    assert tuples.column("label").values == ("used", "mean", "used", "mean")
    assert tuples.column("key_1").values == ("read", "read", "write", "write")
    assert tuples.column("key_2").values == ("sshd", "sshd", "a b", "a b")
    assert tuples.column("value").values == (12, 7, 3, -1)
    bare = read("1: 1 2 3\n4: 1 2 5\n", pattern=["%@d: %d %d %d"]).table("tuples")
    assert bare.column("value").values == (1, 4)
    assert bare.column("key_3").values == (3, 5)
    two = read("5 6 sum\n", pattern="%@d %@d sum").table("values")
    assert two.column("label").values == (None, "value_2")
    wide = read("x = ####\nx = 5\n", pattern="x = %2@d").table("values")
    assert wide.column("value").values == (None, 5)


@pytest.mark.parametrize("pattern", ["%s only keys", 7, ["%@d", 7], "%s " * 5 + "%@d"])
def test_a_pattern_that_prints_no_aggregation_is_refused(pattern: object) -> None:
    with pytest.raises(UsageError):
        read("1\n", pattern=pattern)


def test_layouts_that_are_not_known_are_left_out_and_flagged() -> None:
    packed = "  key   min .-------. max    | count\n  sshd    4 : __x   : 64   | 31\n\n"
    reading = read(packed + LINEAR)
    assert [table.name for table in reading.tables] == ["age"]
    assert [flag.line for flag in reading.flags if "aggpack" in flag.reason] == [1]
    with pytest.raises(ReadError, match="aggpack and agghist"):
        read(packed)
