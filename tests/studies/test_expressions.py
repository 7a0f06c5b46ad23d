"""The ledger's expressions are exact arithmetic over captures, and nothing else."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import StudyError
from contention.measurements import Column, Provenance, Table
from contention.studies.expressions import FUNCTIONS, CaptureView, evaluate
from contention.studies.quantity import Quantity, quantity

DIGESTS = Path(__file__).parents[2] / "data" / "row_cache" / "raw" / "digests.csv"


def column(name, *texts, number=True):
    values = tuple(
        None if text is None else (float(text) if "." in text else int(text)) if number else text
        for text in texts
    )
    return Column(name, name.upper(), texts, values)


RUNS = Table(
    "runs",
    (
        column("system", "AIX", "AIX", "Linux", number=False),
        column("sessions", "1", "3", "1"),
        column("executions", "9007199254740993", "20", "40"),
        column("cpu_s", "66.2", "5.9", None),
        column("name", "first", "second", "third", number=False),
        column("table", "7", "8", "9"),
    ),
    (3, 4, 5),
    Provenance("runs.txt"),
)
SINGLE = CaptureView("runs", (RUNS,))
PAIR = CaptureView("pair", (RUNS, Table("other", (column("n", "5"),), (9,), Provenance("o"))))
NAMES = {"one": SINGLE, "two": PAIR, "result": lambda key: quantity({"a.b": 7}[key])}


def value(expression):
    return evaluate(expression, NAMES).value


NUMBERS = st.integers(-50, 50) | st.decimals(-50, 50, places=2, allow_nan=False)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_decimal_literals_are_exact(a, b, c):
    exact = [Fraction(str(number)) for number in (a, b, c)]
    assert value(f"({a}) * ({b}) - ({c}) + 0.1") == exact[0] * exact[1] - exact[2] + Fraction(1, 10)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0.1 + 0.2", "3/10"),
        ("7 // 2 + 7 % 4", "6"),
        ("-2**2", "-4"),
        ("1 / 3 * 3", "1"),
        ("round(2.5) + round(-0.125, 2)", "287/100"),
        ("round(1250, -2)", "1300"),
        ("abs(-3) + len([1, 2])", "5"),
        ("min(3, 1, 2) + max([3, 9, 2])", "10"),
        ("sum([0.1, 0.2]) + sum([])", "3/10"),
        ("from_hex('0x1F') + from_hex('a')", "41"),
        ("number('1,234.50')", "2469/2"),
        ("seconds('10:50:17') - seconds('9:00:00')", "6617"),
        ("[10, 20, 30][1]", "20"),
        ("result('a.b') * 2", "14"),
    ],
)
def test_arithmetic_and_functions(expression, expected):
    assert value(expression) == Fraction(expected)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1 < 2 < 3", True),
        ("1 < 3 < 2", False),
        ("1 == 1.0 and not 2 != 2", True),
        ("1 > 2 or 2 >= 2", True),
        ("3 in one.sessions", True),
        ("'AIX' in one.system", True),
        ("hexadecimal(255)", "ff"),
        ("lower('A-bC')[2]", "b"),
        ("text(one(system='AIX', sessions=1).cpu_s)", "66.2"),
        ("one.runs(sessions=3).system", "AIX"),
    ],
)
def test_comparisons_and_texts(expression, expected):
    assert evaluate(expression, NAMES) == expected


def test_a_cell_is_looked_up_by_numbers_and_texts():
    assert value("one(system='AIX', sessions=3).executions") == 20
    assert value("two.runs(system='Linux').executions / two.other(n=5).n") == 8


def test_a_large_counter_stays_exact():
    assert value("one(sessions=1, system='AIX').executions - 1") == 2**53


def test_a_whole_column_is_a_list():
    assert value("sum(one.sessions) / len(one.runs)") == Fraction(5, 3)


def test_a_column_may_bear_the_name_of_anything():
    assert evaluate("one(sessions=3).name", NAMES) == "second"
    assert value("one(sessions=3).table") == 8
    assert value("sum(one.table)") == 24


def test_rounded_cells_carry_their_interval_through_the_arithmetic():
    ratio = evaluate("rounded(one(sessions=3).cpu_s) / rounded(one(name='first').cpu_s)", NAMES)
    assert ratio.low == Fraction("5.85") / Fraction("66.25")
    assert ratio.high == Fraction("5.95") / Fraction("66.15")


def test_the_least_of_two_rounded_cells_holds_the_true_least():
    cells = {
        "a": Quantity(Fraction(2), Fraction(1), Fraction(3)),
        "b": Quantity(Fraction(5, 2), Fraction(0), Fraction(5)),
    }
    least = evaluate("min(a, b)", cells)
    assert (least.low, least.value, least.high) == (0, 2, 3)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("one(sessions=1).executions", "2 rows of runs match sessions=1.0"),
        ("one(sessions=99).executions", "0 rows of runs match"),
        ("one(system='AIX', sessions=2).executions", "0 rows"),
        ("one(system='Linux').cpu_s", "blank or could not be read"),
        ("sum(one.cpu_s)", "blank or could not be read"),
        ("one.nothing", "no column nothing"),
        ("one(nothing=1).sessions", "no column nothing"),
        ("two.nothing", "capture two has no table nothing"),
        ("two(sessions=1)", "capture two has 2 tables: name one"),
        ("nothing + 1", "nothing"),
        ("1 / 0", "may be zero"),
        ("1 % (2 - 2)", "may be zero"),
        ("2 ** -1", "exponent"),
        ("2 ** 10 ** 9", "exponent"),
        ("result('c')", "c"),
        ("hexadecimal(1.5)", "whole number"),
        ("round(1, 0.5)", "whole number"),
        ("from_hex('xyz')", "hexadecimal number"),
        ("seconds('10:61:00')", "time of day"),
        ("number('12 ms')", "number was expected"),
        ("rounded(1 + 1)", "printed digits are known"),
        ("min([])", "fails"),
        ("[1][5]", "fails"),
        ("1()", "fails"),
        ("'a' + 1", "number"),
        ("'a' * 1000000000", "number"),
        ("sql_id('not hex')", "fails"),
    ],
)
def test_what_cannot_be_computed_is_an_error_of_the_study(expression, message):
    with pytest.raises(StudyError, match=message.replace("(", r"\(")):
        evaluate(expression, {**NAMES, "two": CaptureView("two", PAIR._tables)})


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os')",
        "one.__class__",
        "one._tables",
        "(1).__class__",
        "_exact(1)",
        "lambda: 1",
        "[x for x in [1]]",
        "{x for x in [1]}",
        "{1: 2}",
        "{1}",
        "(x := 1)",
        "1 if 1 else 2",
        "f'{1}'",
        "max(*[1, 2])",
        "1 is 1",
        "1 << 2",
        "await x",
        "x = 1",
        "import os",
        "1; 2",
        "",
        "1 +",
        "a\0b",
        "(" * 300 + "1" + ")" * 300,
    ],
)
def test_other_python_is_refused(expression):
    with pytest.raises(StudyError, match=r"not allowed|cannot be parsed"):
        evaluate(expression, NAMES)


@pytest.mark.parametrize(
    "expression",
    [
        "'{0.__class__}'.format(1)",
        "'a'.upper()",
        "[1].append(2)",
        "sum.name",
        "one(sessions=3).cpu_s.value",
        "(1).rounded_to(0)",
    ],
)
def test_only_captures_tables_and_rows_have_parts(expression):
    with pytest.raises(StudyError, match="only a capture, a table or a row"):
        evaluate(expression, NAMES)


@pytest.mark.parametrize("name", ["open", "eval", "getattr", "type", "print", "float", "vars"])
def test_no_builtin_is_in_reach(name):
    assert name not in FUNCTIONS
    with pytest.raises(StudyError, match=name):
        evaluate(f"{name}('x')", {})


@pytest.mark.parametrize(
    ("printed", "md5"),
    [
        pytest.param(row["name"], row["md5"], id=row["name"])
        for row in csv.DictReader(DIGESTS.read_text(encoding="utf-8").splitlines())
        if row["kind"] == "sql_id"
    ],
)
def test_a_statement_identifier_is_that_which_the_database_printed(printed, md5):
    assert evaluate(f"sql_id('{md5}')", {}) == printed


def test_an_error_shows_the_expression():
    with pytest.raises(StudyError, match=r"1 / \(3 - 3\)"):
        evaluate("1 / (3 - 3)", {})
