"""Output of DTrace scripts: aggregations, histograms, and numbered events.

Each histogram that counted something is also a measurement, named by its label or keys.

Options: ``pattern``, the format of a ``printa`` as it stands in the script, for lines of a shape
of their own, see :mod:`contention.readers.dtrace_patterns`; ``unit``, the unit of the histograms
whose label names none; ``unwrap``, true to replace a total that was printed with 32 bits by the
only one that its count and mean allow (the printed text stays).

Totals that went round, histograms whose counts do not add up to the count beside them, dropped
events and lines that are not understood are flagged. Layouts of the options ``aggpack``,
``aggzoom`` and ``agghist`` are not known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from contention.errors import ReadError, UsageError
from contention.measurements import Flag, Histogram, Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.dtrace_histograms import is_histogram_heading
from contention.readers.dtrace_patterns import formats_of
from contention.readers.dtrace_repeats import repeat_flags
from contention.readers.dtrace_scan import Scan, is_other_layout
from contention.readers.dtrace_sequence import is_event
from contention.readers.dtrace_values import PrintedValue, family_of, wrapped_totals
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import SECONDS_PER_UNIT, identifier, unit_of
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "dtrace"

EXAMPLE = """\
---------- Latch ----------
L_GET_CNT = 44
L_TOTAL_NS = 79000
L_CNT_BY get, 85 (Mode) =           44
L_AVG   average_ns =         1795
L_QUANT  quantize_ns =
           value  ------------- Distribution ------------- count
             512 |                                         0
            1024 |@@@@@@@@@@@@@@@@@@@@@@@@@@@              30
            2048 |@@@@@@@@@@@@@                            14
            4096 |                                         0
"""

_AGGREGATION = re.compile(
    r"\s*(?:@\w+|[A-Z][A-Z0-9]*_\w+|[A-Z_]{3,})(?:\s+[A-Za-z_]\w*(?:,.*)?)?\s*=\s*-?\d[\d,]*\s*"
)

Cell = tuple[str | None, Value]


def _table(name: str, values: Sequence[PrintedValue], scan: Scan, provenance: Provenance) -> Table:
    """The values as a table, with as many key columns as the longest has keys."""
    depth = max(len(value.keys) for value in values)
    names = ["key"] if name == "values" else [f"key_{at}" for at in range(1, depth + 1)]
    columns: dict[str, Sequence[Cell]] = {
        "section": [(title, title) for title in (scan.titles[v.section] for v in values)],
        "label": [(value.label, value.label) for value in values],
    }
    for at, column in enumerate(names):
        texts = [value.keys[at] if at < len(value.keys) else None for value in values]
        whole = all(text is None or re.fullmatch(r"-?\d{1,18}", text) for text in texts)
        columns[column] = [
            (text, int(text) if text is not None and whole else text) for text in texts
        ]
    columns["value"] = [(value.text, value.value) for value in values]
    lines = [value.line for value in values]
    flags = [flag for flag in scan.flags if flag.column == "value" and flag.line in lines]
    return table_of_values(name, columns, lines, provenance, flags=flags)


def _tables(scan: Scan, provenance: Provenance) -> list[Table]:
    made = []
    if scan.times:
        columns: dict[str, Sequence[Cell]] = {
            "name": [(name, name) for _, name, _, _ in scan.times],
            "time": [(time, time) for _, _, time, _ in scan.times],
            "seconds": [(time, seconds) for _, _, time, seconds in scan.times],
        }
        made.append(table_of_values("times", columns, [t[0] for t in scan.times], provenance))
    plain = [value for value in scan.values if len(value.keys) <= 1]
    keyed = [value for value in scan.values if len(value.keys) > 1]
    made.extend(
        _table(name, values, scan, provenance)
        for name, values in (("values", plain), ("tuples", keyed))
        if values
    )
    taken = Counter(("times", "values", "tuples", "sequence"))
    for block in scan.blocks:
        if block.rows:
            name = _free_name(identifier(block.label) or "histogram", taken)
            made.append(block.table(name, provenance))
    if scan.sequence.events:
        made.append(scan.sequence.table(provenance))
    return made


def _free_name(base: str, taken: Counter[str]) -> str:
    name = base
    while name in taken:
        taken[base] += 1
        name = f"{base}_{taken[base]}"
    taken[name] += 1
    return name


def _check_blocks(scan: Scan) -> None:
    """Flag histograms that are cut, and those whose counts do not add up to the count beside."""
    counts: dict[tuple[int, str], list[PrintedValue]] = {}
    for value in scan.values:
        role, word = family_of(value.label or "")
        if role == "count" and value.value is not None and len(value.keys) <= 1:
            counts.setdefault((value.section, word), []).append(value)
    for block in scan.blocks:
        if not block.rows:
            scan.flag(block.line, block.label, "a histogram without rows: the capture may be cut")
            continue
        block.check()
        _, word = family_of(block.label.partition(" ")[0])
        beside = counts.get((block.section, word), [])
        total = sum(count or 0 for count in block.counts())
        if len(beside) == 1 and beside[0].value != total:
            reason = f"the rows hold {total} events, not the {beside[0].value} of {beside[0].label}"
            block.flags.append(Flag(block.line, "count", str(total), f"{reason}: some are missing"))


def _repair(scan: Scan, *, unwrap: bool) -> None:
    """Flag wrapped totals, and replace them where that is asked for and possible."""
    for wrapped in wrapped_totals(scan.values):
        scan.flags.append(wrapped.flag(repaired=unwrap))
        if unwrap and wrapped.total is not None:
            at = scan.values.index(wrapped.printed)
            old = wrapped.printed
            scan.values[at] = PrintedValue(
                old.line, old.section, old.label, old.keys, old.text, wrapped.total
            )


def _histograms(scan: Scan, unit: str, provenance: Provenance) -> tuple[Histogram, ...]:
    made = []
    for block in scan.blocks:
        if not block.rows:
            continue
        named = unit_of(block.label.replace("_", " "))
        one = block.measurement(named if named in SECONDS_PER_UNIT else unit, provenance)
        if one is not None:
            made.append(one)
        elif not any(block.counts()):
            block.flags.append(Flag(block.line, None, block.label, "nothing was counted"))
    return tuple(made)


def _sniff(source: SourceText) -> Recognition:
    headings = sum(is_histogram_heading(line) for line in source.lines)
    events = sum(is_event(line) for line in source.lines)
    labelled = sum(bool(_AGGREGATION.fullmatch(line)) for line in source.lines)
    written = sum(bool(line.strip()) for line in source.lines)
    others = sum(is_other_layout(line) for line in source.lines)
    if others and not headings:
        return Recognition(NAME, 0.85, f"{others} histograms in a layout that is not known")
    if headings or events:
        return Recognition(NAME, 0.9, f"{headings} histograms, {events} numbered events")
    if labelled >= 2 and 2 * labelled >= written:
        return Recognition(NAME, 0.7, f"{labelled} labelled aggregations")
    return Recognition(NAME, 0.0, "no histogram, numbered event or labelled aggregation of DTrace")


def _read(source: SourceText, options: Options) -> Reading:
    unwrap, unit = options.get("unwrap", False), options.get("unit", "")
    if not isinstance(unwrap, bool):
        raise UsageError("the option unwrap is true or false", found=repr(unwrap))
    if unit and unit not in SECONDS_PER_UNIT:
        known = ", ".join(SECONDS_PER_UNIT)
        raise UsageError("this unit is not known", found=repr(unit), expected=known)
    scan = Scan(source.lines, formats_of(options.get("pattern", "")))
    for number, line in enumerate(source.lines, 1):
        scan.take(number, line)
    _repair(scan, unwrap=unwrap)
    _check_blocks(scan)
    scan.flags.extend(repeat_flags(scan.values, scan.blocks))
    if scan.sequence.events:
        totals = {v.label: v.value for v in scan.values if v.label and v.value is not None}
        scan.sequence.check(totals)
    provenance = source.provenance(NAME)
    histograms = _histograms(scan, str(unit), provenance)
    tables = tuple(_tables(scan, provenance))
    if not tables:
        raise ReadError(
            "there is no aggregation, histogram or numbered event in this capture",
            path=source.path,
            found=source.lines[0].strip()[:60],
            expected="output of a DTrace script, such as a quantize histogram",
            hint="; ".join(flag.reason for flag in scan.flags[:2])[:300] or None,
        )
    told = {flag for table in tables for flag in table.flags}
    issues = (*source.flags, *(flag for flag in scan.flags if flag not in told))
    if not scan.sequence.events:
        issues += tuple(scan.sequence.flags)
    return Reading(NAME, tables, (), (), issues, source.path, histograms=histograms)


_HISTOGRAM = (
    ColumnForm("row", "end of the bucket, as printed"),
    ColumnForm("lower", "lower end, in it; -inf where it is open"),
    ColumnForm("upper", "upper end, not in it; inf where it is open, missing where not printed"),
    ColumnForm("bar", "the bar, as printed"),
    ColumnForm("count", "events in the bucket"),
)
_SECTION = ColumnForm("section", "the last title between dashes")
_LABEL = ColumnForm("label", "the word of the script; missing in the default layout")

READER = Reader(
    NAME,
    "output of DTrace scripts",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "quantize, lquantize and llquantize; a bucket ends where the next row begins",
        "open rows such as < 10 and >= 1000; quantize below zero, where a row is the end nearest 0",
        "negative counts, with the axis at the right or in the middle; counts of 64 bits",
        "blank keys, several keys, and lines that a script prints in its own format",
        "totals that went round 32 bits, also when they look plausible",
        "drops and failed probes are kept as flags; so are aggregations printed again and again",
        "the layouts of aggpack and agghist are flagged, not guessed",
    ),
    gives=(
        TableForm(
            "times",
            "a time that the script printed",
            (
                ColumnForm("name", "the word before it"),
                ColumnForm("time", "as printed"),
                ColumnForm("seconds", "seconds since midnight"),
            ),
        ),
        TableForm(
            "values",
            "a number under at most one key",
            (_SECTION, _LABEL, ColumnForm("key", "its key"), ColumnForm("value", "the number")),
        ),
        TableForm(
            "tuples",
            "a number under several keys",
            (_SECTION, _LABEL, ColumnForm("value", "the number")),
            "key_1, key_2 and so on, one for each key",
        ),
        TableForm(
            "sequence",
            "one numbered get or release",
            (
                ColumnForm("event", "number in the capture, from 1"),
                ColumnForm("object", "what is got"),
                ColumnForm("operation", "what is done to it"),
                ColumnForm("get_seq", "number of the get, as printed"),
                ColumnForm("release_seq", "number of the release, as printed"),
                ColumnForm("counted_gets", "gets in the capture so far"),
                ColumnForm("counted_releases", "releases in the capture so far"),
                ColumnForm("function", "function that was entered"),
            ),
            "one for each argument of the functions",
        ),
        TableForm("*", "one bucket of a histogram, which gives the table its name", _HISTOGRAM),
    ),
)
