"""The overall totals of a tkprof report, held against the statements that it lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from contention.measurements import Flag
from contention.readers.tkprof_calls import CALL_COLUMNS
from contention.readers.tkprof_statements import Statement

__all__ = ["overall_flags"]

_UNIT_OF_TIMES = 0.01


def overall_flags(statements: Sequence[Statement]) -> list[Flag]:
    """Flags of the overall totals that are not the sum of the statements.

    A report made without the statements of SYS, or of the most costly ones only, lists less than
    it sums up; none can list more. Times are held within the rounding of each.

    Parameters
    ----------
    statements : sequence of Statement
        All of one report, the overall totals among them.

    Returns
    -------
    list of Flag
        None where a listed statement does not say whether it was recursive.

    Examples
    --------
    >>> from contention.readers.tkprof_calls import call_row
    >>> one, total = Statement(1, facts={"parsing_user": "84"}), Statement(9, "non_recursive")
    >>> one.calls.append(call_row(3, "Execute 5 0.10 0.20 0 0 0 7", []))
    >>> total.calls.append(call_row(11, "Execute 4 0.10 0.20 0 0 0 7", []))
    >>> print(overall_flags([one, total])[0])
    line 11, column count: inconsistent: the statements listed have 5 (found '4')
    """
    listed = [one for one in statements if one.scope == "statement"]
    if not listed or any(one.recursive is None for one in listed):
        return []
    flags: list[Flag] = []
    for overall in statements:
        if overall.scope != "statement":
            wanted = overall.scope == "recursive"
            flags += _flags(overall, [one for one in listed if one.recursive == wanted])
    return flags


def _flags(overall: Statement, listed: Sequence[Statement]) -> Iterable[Flag]:
    short = []
    for row in overall.calls:
        parts = [call for one in listed for call in one.calls if call.call == row.call]
        for name in CALL_COLUMNS:
            printed, values = row.value(name), [part.value(name) for part in parts]
            if printed is None or None in values:
                continue
            found = sum(value for value in values if value is not None)
            slack = _UNIT_OF_TIMES * (len(parts) + 1) if name.endswith("_s") else 0.0
            if found > printed + slack:
                text = f"{found:.2f}" if name.endswith("_s") else str(found)
                reason = f"inconsistent: the statements listed have {text}"
                yield Flag(row.line, name, str(printed), reason)
            elif name == "count" and row.call == "total" and found < printed:
                short.append((row.line, printed, found))
    for line, printed, found in short:
        reason = f"the statements listed made {found} of these calls: not all are listed"
        yield Flag(line, "count", str(printed), reason)
