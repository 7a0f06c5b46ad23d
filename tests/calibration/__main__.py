"""Run every topic at full length and write the table of the book."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from pathlib import Path

from calibration.rows import CalibrationRow
from calibration.table import cells, write_table

__all__ = ["main", "topics"]


def topics() -> list[str]:
    """Names of the modules that simulate something, in alphabetical order."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return [file.stem for file in files if "\ndef rows(" in file.read_text(encoding="utf-8")]


def main(arguments: list[str] | None = None) -> int:
    """Simulate, print what was seen, renew the table; 1 when a limit is not kept."""
    parser = argparse.ArgumentParser(prog="calibration", description=__doc__)
    parser.add_argument("topic", nargs="*", metavar="TOPIC", help=f"of {', '.join(topics())}")
    parser.add_argument("--draws", type=int, default=4000, help="data sets per setting (4000)")
    parser.add_argument("--seed", type=int, default=20260401, help="of the generator")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.topic) - set(topics()))
    if unknown:
        parser.error(f"unknown topic {unknown[0]}; there are {', '.join(topics())}")
    chosen = options.topic or topics()
    rows: list[CalibrationRow] = []
    for name in chosen:
        began = time.monotonic()
        new = importlib.import_module(f"calibration.{name}").rows(options.draws, options.seed)
        rows += new
        sys.stderr.write(f"{name}: {len(new)} rows in {time.monotonic() - began:.0f} s\n")
        for row in new:
            mark = "" if row.kept else "   NOT KEPT"
            sys.stdout.write("  ".join(cells(row)) + mark + "\n")
    write_table(rows)
    return 0 if all(row.kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
