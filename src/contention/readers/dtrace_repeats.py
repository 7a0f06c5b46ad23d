"""Aggregations that a script prints again and again without clearing them.

They grow from print to print: each is a sum since the start. Some builds add the earlier prints
up once more, so that 1, 2, 3 become 1, 3, 6. What is right cannot be told from the numbers, so they
are kept as printed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from contention.measurements import Flag
from contention.readers.dtrace_histograms import HistogramBlock
from contention.readers.dtrace_values import PrintedValue

__all__ = ["repeat_flags"]

_FEWEST = 3
_FEWEST_WITHOUT_NAME = 5
_REASON = (
    "printed {n} times and larger each time: sums since the start, or added up again;"
    " kept as printed, only differences belong to the time between two prints"
)


def repeat_flags(
    values: Sequence[PrintedValue], blocks: Sequence[HistogramBlock]
) -> Iterator[Flag]:
    """Flag what is printed three times or more and grows each time.

    Parameters
    ----------
    values : sequence of PrintedValue
        All of a capture.
    blocks : sequence of HistogramBlock
        All of a capture.

    Yields
    ------
    Flag
        At the last print of each; numbers without label and key count from five prints.

    Examples
    --------
    >>> values = [PrintedValue(n, 0, "@a", (), str(n), n) for n in (1, 3, 6)]
    >>> [flag.line for flag in repeat_flags(values, [])]
    [6]
    """
    series: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    for one in values:
        if one.value is not None:
            series.setdefault((one.label, *one.keys), []).append((one.line, one.value))
    for name, prints in series.items():
        few = _FEWEST if name != (None,) else _FEWEST_WITHOUT_NAME
        if len(prints) >= few and _grows(number for _, number in prints):
            text = str(prints[-1][1])
            yield Flag(prints[-1][0], "value", text, _REASON.format(n=len(prints)))
    by_label: dict[str, list[HistogramBlock]] = {}
    for block in blocks:
        if block.rows:
            by_label.setdefault(block.label, []).append(block)
    for label, same in by_label.items():
        totals = [sum(count or 0 for count in block.counts()) for block in same]
        if len(same) >= _FEWEST and _grows(totals) and _each_row_grows(same):
            yield Flag(same[-1].line, None, label, _REASON.format(n=len(same)))


def _grows(numbers: Iterable[int]) -> bool:
    return all(a < b for a, b in itertools.pairwise(numbers))


def _each_row_grows(blocks: Sequence[HistogramBlock]) -> bool:
    rows = [
        {row["row"]: count or 0 for (_, row), count in zip(block.rows, block.counts(), strict=True)}
        for block in blocks
    ]
    return all(
        after.get(value, 0) >= count
        for before, after in itertools.pairwise(rows)
        for value, count in before.items()
    )
