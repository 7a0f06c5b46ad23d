"""The calibration table of the book."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from calibration.rows import CalibrationRow

__all__ = ["HEADING", "TABLE", "cells", "not_in_table", "write_table"]

TABLE = Path(__file__).parents[2] / "book" / "calibration.csv"
HEADING = ("Model", "Quantity", "Simulated truth", "Required", "Observed", "Data sets")
_NAMES = 4  # the columns that do not depend on the draws


def cells(row: CalibrationRow) -> tuple[str, ...]:
    """A row as the book shows it."""
    observed = f"{100 * row.observed:.1f} % (± {100 * row.standard_error:.1f})"
    return (row.topic, row.quantity, row.setting, row.required, observed, f"{row.draws:,}")


def _shown() -> list[tuple[str, ...]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [tuple(line) for line in csv.reader(file)][1:]


def write_table(rows: Iterable[CalibrationRow]) -> None:
    """Renew the lines of the models that the rows are of; those of other models stay."""
    new = [cells(row) for row in rows]
    models = {line[0] for line in new}
    kept = [line for line in _shown() if line[0] not in models] if TABLE.is_file() else []
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADING)
        writer.writerows(sorted([*kept, *new], key=lambda line: line[0]))


def not_in_table(rows: Iterable[CalibrationRow]) -> list[tuple[str, ...]]:
    """Those of the rows that the book does not show, by name: run ``make calibrate`` again."""
    shown = {line[:_NAMES] for line in _shown()}
    return [name for row in rows if (name := cells(row)[:_NAMES]) not in shown]
