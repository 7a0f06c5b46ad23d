"""How often a function was called for so many rows, with and without a cache of its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from contention.errors import MeasurementError, MissingColumnError
from contention.measurements.provenance import Provenance
from contention.measurements.table import Table, Value

__all__ = ["CallCounts", "call_counts"]

Integers = NDArray[np.int64]

FORMS = {
    "direct": "direct", "plain": "direct", "uncached": "direct",
    "subquery": "subquery", "indirect": "subquery", "cached": "subquery", "scalar": "subquery",
    "ordered": "ordered", "indirectordered": "ordered", "sorted": "ordered",
}  # fmt: skip
"""What a form is called in a capture, without blanks and in lower case, and what it is."""


@dataclass(frozen=True, eq=False)
class CallCounts:
    """Calls of a function from a scalar subquery, for several numbers of rows.

    Attributes
    ----------
    label : str
        Name of the set of values; ``values`` when the capture gives none.
    distinct : int
        Different values among the rows.
    evaluations : ndarray of int, shape (n,)
        Rows on which the subquery was evaluated; increasing.
    calls : ndarray of int, shape (n,)
        Calls of the function.
    ordered_calls : ndarray of int, shape (n,)
        Calls when equal values follow each other; -1 where that was not measured.
    distinct_known : bool
        Whether the number of different values was given, and not taken from the ordered form.
    provenance : Provenance
        The capture.

    Raises
    ------
    MeasurementError
        When a count is not positive, calls exceed rows, or two cases have as many rows.

    Examples
    --------
    >>> CallCounts("odd", 50, [100, 500], [53, 77], [-1, -1]).calls.tolist()
    [53, 77]
    """

    label: str
    distinct: int
    evaluations: Integers
    calls: Integers
    ordered_calls: Integers
    distinct_known: bool = True
    provenance: Provenance = field(default_factory=lambda: Provenance("memory"))

    def __post_init__(self) -> None:
        for name in ("evaluations", "calls", "ordered_calls"):
            array = np.array(getattr(self, name), dtype=np.int64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        problem = self._problem()
        if problem:
            raise MeasurementError(
                f"set {self.label}: {problem}",
                path=self.provenance.source,
                found=f"rows {self.evaluations.tolist()}, calls {self.calls.tolist()}",
            )

    def _problem(self) -> str:
        sizes = {array.shape for array in (self.evaluations, self.calls, self.ordered_calls)}
        if len(sizes) != 1 or not self.evaluations.size:
            return "it needs one count of calls for each count of rows, at least one"
        if self.distinct < 1 or (self.evaluations < 1).any() or (self.calls < 1).any():
            return "rows, calls and different values must be positive"
        if (self.calls > self.evaluations).any():
            return "there are more calls than rows, which no cache can explain"
        if (np.diff(self.evaluations) <= 0).any():
            return "two cases of one set have as many rows; give each set its own group"
        return ""

    def __len__(self) -> int:
        return int(self.evaluations.size)


def call_counts(tables: Sequence[Table]) -> tuple[CallCounts, ...]:
    """The sets of values in a capture, each with its cases.

    Two kinds of table are understood. One has the columns ``rows``, ``distinct_values`` and
    ``calls``, and perhaps ``form`` (direct, subquery or ordered) and ``group``. The other is the
    table ``calls`` of a log with the three forms for each call: the calls of the direct form are
    the rows, those of the ordered form the different values, and all arguments but the first
    name the set.

    Parameters
    ----------
    tables : sequence of Table
        What a reader made of the capture. The first that is understood is used.

    Returns
    -------
    tuple of CallCounts
        One per set, in order of appearance.

    Raises
    ------
    MissingColumnError
        When no table has the columns.
    MeasurementError
        When there is no case of the subquery form, or the cases contradict each other.

    Examples
    --------
    >>> from contention.measurements import Column
    >>> names = {"rows": 500, "distinct_values": 50, "calls": 77}
    >>> columns = [Column(n, n, (str(v),), (v,)) for n, v in names.items()]
    >>> call_counts([Table("data", tuple(columns), (2,), Provenance("a.csv"))])[0].distinct
    50
    """
    for table in tables:
        if {"rows", "distinct_values", "calls"} <= set(table.names):
            return _measured(table, _from_columns(table))
        if table.name == "calls" and "form" in table.names and _count_column(table):
            return _measured(table, _from_log(table))
    raise MissingColumnError(
        "the capture holds no counts of calls",
        path=tables[0].provenance.source if tables else None,
        found="; ".join(", ".join(table.names) for table in tables)[:400] or "no table",
        expected="columns rows, distinct_values and calls, or a log that compares three forms",
    )


Case = dict[str, Any]


def _form(value: Value) -> str:
    return FORMS.get("".join(str(value).split()).lower().replace("_", ""), "")


def _from_columns(table: Table) -> dict[str, list[Case]]:
    """Cases by set: what each row of a plain table says."""
    groups: dict[str, list[Case]] = {}
    for at in range(len(table)):
        row = {name: table.column(name).values[at] for name in table.names}
        form = _form(row["form"]) if row.get("form") is not None else "subquery"
        counts = {name: _integer(row[name]) for name in ("rows", "distinct_values", "calls")}
        if form and None not in counts.values():
            label = str(row.get("group") if row.get("group") is not None else "values")
            cases = groups.setdefault(label, [])
            same = [case for case in cases if case["rows"] == counts["rows"] and form not in case]
            case = same[0] if same else {"rows": counts["rows"]}
            if not same:
                cases.append(case)
            case.setdefault("distinct", counts["distinct_values"])
            if case["distinct"] != counts["distinct_values"]:
                raise MeasurementError(
                    f"set {label}: the number of different values changes between the forms",
                    path=table.provenance.source,
                    line=table.lines[at],
                    column="distinct_values",
                )
            case[form] = counts["calls"]
    return groups


def _count_column(table: Table) -> str:
    """The first count of a log: what stands behind the form."""
    after = table.names[table.names.index("form") + 1 :]
    return after[0] if after else ""


def _from_log(table: Table) -> dict[str, list[Case]]:
    """Cases by set: the three forms of each call."""
    count = _count_column(table)
    arguments = [name for name in table.names if name.startswith("argument_")][1:]
    blocks: dict[tuple[str, Value], Case] = {}
    for at in range(len(table)):
        form = _form(table.column("form").values[at])
        calls = _integer(table.column(count).values[at])
        texts = [table.column(name).text[at] for name in arguments]
        label = ", ".join(text for text in texts if text) or "values"
        case = blocks.setdefault((label, table.column("block").values[at]), {})
        if form and calls is not None:
            case[form] = calls
    groups: dict[str, list[Case]] = {}
    for (label, _), case in blocks.items():
        if "direct" in case:
            groups.setdefault(label, []).append({"rows": case["direct"], **case})
    return groups


def _integer(value: Value) -> int | None:
    whole = isinstance(value, int | float) and float(value).is_integer()
    return int(value) if whole and not isinstance(value, str) and value is not None else None


def _measured(table: Table, groups: dict[str, list[Case]]) -> tuple[CallCounts, ...]:
    found = []
    for label, cases in groups.items():
        usable = sorted((c for c in cases if "subquery" in c), key=lambda case: int(case["rows"]))
        given = {case["distinct"] for case in usable if "distinct" in case}
        ordered = [case["ordered"] for case in usable if "ordered" in case]
        if len(given) > 1:
            raise MeasurementError(
                f"set {label}: its cases differ in their number of different values",
                path=table.provenance.source,
                column="distinct_values",
                found=", ".join(str(number) for number in sorted(given)),
                hint="give each set of values its own group",
            )
        if usable and (given or ordered):
            found.append(
                CallCounts(
                    label,
                    next(iter(given)) if given else max(ordered),
                    np.array([case["rows"] for case in usable]),
                    np.array([case["subquery"] for case in usable]),
                    np.array([case.get("ordered", -1) for case in usable]),
                    bool(given),
                    table.provenance,
                )
            )
    if not found:
        raise MeasurementError(
            "no case says how often a scalar subquery called the function",
            path=table.provenance.source,
            expected="rows of the form subquery, with the number of different values",
        )
    return tuple(found)
