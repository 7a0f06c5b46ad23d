"""Time every case beside the obvious program, in turn, and print the ratios."""

from __future__ import annotations

import argparse
import csv
import gc
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.cases import BenchmarkCase

__all__ = ["TABLE", "main", "topics"]

TABLE = Path(__file__).parents[2] / "book" / "benchmarks.csv"
_HEADING = ("Task", "Compared with", "Seconds, this package", "Seconds, compared", "Times faster")


def topics() -> list[str]:
    """Names of the modules that hold cases, in alphabetical order."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return [file.stem for file in files if "\ndef cases(" in file.read_text(encoding="utf-8")]


def _timed(run: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()
    began = time.perf_counter()
    answer = run()
    return time.perf_counter() - began, answer


def _times(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


def _measure(case: BenchmarkCase, pairs: int) -> tuple[str, ...]:
    case.ours()  # imports and caches
    seconds: list[tuple[float, float]] = []
    for _ in range(pairs):
        (ours, answer), (obvious, other) = _timed(case.ours), _timed(case.obvious)
        if not case.agree(answer, other):
            raise SystemExit(f"{case.name}: the two programs disagree")
        seconds.append((ours, obvious))
    ours, obvious = (statistics.median(column) for column in zip(*seconds, strict=True))
    ratio = statistics.median(slow / fast for fast, slow in seconds)
    return (case.name, case.obvious_is, f"{ours:.2g}", f"{obvious:.2g}", _times(ratio))


def main(arguments: list[str] | None = None) -> int:
    """Time, print, and write the table of the book when all topics were timed."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("topic", nargs="*", metavar="TOPIC", help=f"of {', '.join(topics())}")
    parser.add_argument("--pairs", type=int, default=5, help="runs of each, in turn (5)")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.topic) - set(topics()))
    if unknown:
        parser.error(f"unknown topic {unknown[0]}; there are {', '.join(topics())}")
    found: list[tuple[str, ...]] = []
    for name in options.topic or topics():
        for case in importlib.import_module(f"benchmarks.{name}").cases():
            found.append(_measure(case, options.pairs))
            sys.stdout.write("  ".join(found[-1]) + "\n")
    if not options.topic:
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(_HEADING)
            writer.writerows(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
