"""The ledger's expressions: how a published figure follows from the captures.

An expression is a piece of Python restricted to arithmetic, comparisons, cell look-ups and the
functions listed in :data:`FUNCTIONS`. It is evaluated exactly, see
:class:`~contention.studies.quantity.Quantity`.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from contention.errors import ContentionError, StudyError
from contention.measurements import Table
from contention.studies.quantity import Quantity, quantity, rounded

__all__ = ["FUNCTIONS", "CaptureView", "RowView", "TableView", "evaluate"]

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.Compare, ast.Eq,
    ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.Call, ast.keyword, ast.Attribute,
    ast.Subscript, ast.Name, ast.Load, ast.Constant, ast.List, ast.Tuple,
)  # fmt: skip
_DECIMAL = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)")
_TIME_OF_DAY = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d)")
_SQL_ID_DIGITS = "0123456789abcdfghjkmnpqrstuvwxyz"

Cell = Quantity | str


@dataclass(frozen=True)
class RowView:
    """One row of a table: its columns are attributes."""

    _table: Table
    _index: int

    def __getattr__(self, name: str) -> Cell:
        return _cell(self._table, self._index, name)


@dataclass(frozen=True)
class TableView:
    """A table: call it to select its only row that matches, or take a whole column."""

    _table: Table

    def __call__(self, **where: object) -> RowView:
        """Select the only row whose cells equal the given numbers or texts."""
        hits = [
            index
            for index in range(len(self._table))
            if all(_matches(self._table, index, name, wanted) for name, wanted in where.items())
        ]
        if len(hits) != 1:
            shown = ", ".join(f"{name}={_plain(value)!r}" for name, value in where.items())
            raise StudyError(f"{len(hits)} rows of {self._table.name} match {shown}, one must")
        return RowView(self._table, hits[0])

    def __getattr__(self, name: str) -> list[Cell]:
        return [_cell(self._table, index, name) for index in range(len(self._table))]

    def __len__(self) -> int:
        return len(self._table)


@dataclass(frozen=True)
class CaptureView:
    """A capture: its tables are attributes; with a single table it stands for that table."""

    _name: str
    _tables: tuple[Table, ...]

    def __getattr__(self, name: str) -> TableView | list[Cell]:
        for table in self._tables:
            if table.name == name:
                return TableView(table)
        if len(self._tables) == 1:
            column: list[Cell] = getattr(TableView(self._tables[0]), name)
            return column
        known = ", ".join(table.name for table in self._tables)
        raise StudyError(f"capture {self._name} has no table {name}", found=known)

    def __call__(self, **where: object) -> RowView:
        """Select a row of the capture's only table."""
        if len(self._tables) != 1:
            raise StudyError(f"capture {self._name} has {len(self._tables)} tables: name one")
        return TableView(self._tables[0])(**where)


def _plain(value: object) -> object:
    return float(value) if isinstance(value, Quantity) else value


def _matches(table: Table, index: int, name: str, wanted: object) -> bool:
    column = table.column(name)
    if isinstance(wanted, str):
        return wanted in (column.text[index], column.values[index])
    value = column.values[index]
    return isinstance(value, int | float) and quantity(value) == quantity(wanted)


def _cell(table: Table, index: int, name: str) -> Cell:
    column = table.column(name)
    value, text = column.values[index], column.text[index]
    if value is None:
        raise StudyError(
            f"table {table.name}: the cell is blank or could not be read",
            path=table.provenance.source,
            line=table.lines[index],
            column=name,
        )
    return value if isinstance(value, str) else quantity(value, text=text or "")


def _text(value: object) -> str:
    return value.text if isinstance(value, Quantity) else str(value)


def _round(value: object, digits: object = 0) -> Quantity:
    return quantity(value).rounded_to(operator.index(quantity(digits)))


def _hexadecimal(value: object) -> str:
    return f"{operator.index(quantity(value)):x}"


def _from_hex(text: object) -> Quantity:
    try:
        return quantity(int(str(text), 16))
    except ValueError:
        raise StudyError("a hexadecimal number was expected", found=repr(text)) from None


def _seconds(text: object) -> Quantity:
    """Seconds since midnight of a time of day."""
    match = _TIME_OF_DAY.fullmatch(str(text).strip())
    if match is None:
        raise StudyError("a time of day was expected", found=repr(text))
    hours, minutes, seconds = (int(part) for part in match.groups())
    return quantity(3600 * hours + 60 * minutes + seconds)


def _sql_id(md5: object) -> str:
    """Oracle's identifier of a statement: the last 64 bits of its MD5, in base 32."""
    digest = bytes.fromhex(str(md5))
    number = int.from_bytes(digest[8:12], "little") << 32 | int.from_bytes(digest[12:16], "little")
    digits = ""
    for _ in range(13):
        digits = _SQL_ID_DIGITS[number & 31] + digits
        number >>= 5
    return digits


def _sum(values: Sequence[object]) -> Quantity:
    total = quantity(0)
    for value in values:
        total = total + value
    return total


def _numbers(values: tuple[Any, ...]) -> list[Quantity]:
    return [quantity(value) for value in (values[0] if len(values) == 1 else values)]


def _number(text: object) -> Quantity:
    match = _DECIMAL.fullmatch(str(text).replace(",", "").strip())
    if match is None:
        raise StudyError("a number was expected", found=repr(text))
    return quantity(Fraction(match.group()), text=str(text).strip())


def _attribute(owner: object, name: str) -> object:
    if not isinstance(owner, RowView | TableView | CaptureView):
        raise StudyError(f"only a capture, a table or a row has parts, such as {name}")
    return owner.__getattr__(name)


FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "sum": _sum,
    "min": lambda *values: reduce(Quantity.least, _numbers(values)),
    "max": lambda *values: reduce(Quantity.greatest, _numbers(values)),
    "abs": lambda value: abs(quantity(value)),
    "len": lambda value: quantity(len(value)),
    "round": _round,
    "rounded": lambda value: rounded(quantity(value)),
    "number": _number,
    "text": _text,
    "lower": lambda value: str(value).lower(),
    "hexadecimal": _hexadecimal,
    "from_hex": _from_hex,
    "seconds": _seconds,
    "sql_id": _sql_id,
}
"""The functions that an expression may call, besides ``result("key")``."""


class _Guarded(ast.NodeTransformer):
    """Makes number literals exact, and lets attributes reach into captures only."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, float) or type(node.value) is int:
            return _call("_exact", node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        return _call("_attribute", node.value, ast.Constant(node.attr))


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), list(arguments), [])


def evaluate(expression: str, names: Mapping[str, object]) -> object:
    """Evaluate an expression over captures and results.

    Parameters
    ----------
    expression : str
        See the module's description.
    names : mapping of str to object
        What the expression may name besides :data:`FUNCTIONS`: captures and ``result``.

    Returns
    -------
    Quantity, str, bool or list

    Raises
    ------
    StudyError
        When the expression is not of that language or names something unknown.

    Examples
    --------
    >>> float(evaluate("round((12 - 1) * (21 - 13)**2 / (2 * 13)) + 21", {}).value)
    48.0
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise StudyError(
            "an expression cannot be parsed", found=f"{expression} ({error})"
        ) from None
    for node in ast.walk(tree):
        private = isinstance(node, ast.Attribute) and node.attr.startswith("_")
        private = private or (isinstance(node, ast.Name) and node.id.startswith("_"))
        if private or not isinstance(node, _ALLOWED):
            raise StudyError(
                f"{type(node).__name__} is not allowed in an expression", found=expression
            )
    exact = ast.fix_missing_locations(_Guarded().visit(tree))
    scope = {
        "__builtins__": {}, "_exact": quantity, "_attribute": _attribute, **FUNCTIONS, **names
    }  # fmt: skip
    try:
        return eval(compile(exact, "<expression>", "eval"), scope)  # noqa: S307 - names checked
    except ContentionError as error:
        raise StudyError(f"{error.message} in the expression {expression}") from error
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        NameError,
        TypeError,
        ValueError,
    ) as error:
        raise StudyError(f"the expression {expression} fails: {error}") from error
