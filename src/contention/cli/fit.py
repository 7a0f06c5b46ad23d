"""Fit a model to a capture and print the answer, without a notebook.

A CSV file with the columns sessions,throughput is a sweep; step,bytes is a memory log. Any
other capture that "contention read" turns into sweeps or memory series will do.

examples::

  contention fit universal_scalability sweep.csv
  contention fit saturation sweep.csv --share 0.9
  contention fit leak memory.csv --json
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from contention.cli.arguments import choose
from contention.cli.output import note, print_json, print_table
from contention.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from contention.cli.answers import Answer
    from contention.measurements import MemorySeries, Sweep

    Series = TypeVar("Series", Sweep, MemorySeries)

__all__ = ["MODELS", "add_arguments", "run"]

MODELS = {
    "universal_scalability": "contention, coherency and peak of a sweep",
    "amdahl": "serial share of a sweep",
    "linear_scaling": "throughput in proportion to sessions",
    "saturation": "sessions at which a share of the maximum throughput is reached",
    "asymptotic_bounds": "knee of a sweep from its first points",
    "quadratic_waiting": "response time whose total grows with the square of the sessions",
    "leak": "bytes that each step leaves behind",
}
"""What each model answers; those on a memory log are named in ``ON_MEMORY``."""

ON_MEMORY = frozenset({"leak"})


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    listing = "".join(f"  {name:22}{answer}\n" for name, answer in MODELS.items())
    parser.epilog = f"models:\n{listing}\n{parser.epilog or ''}"
    parser.add_argument("model", metavar="MODEL", help="see below")
    parser.add_argument("file", metavar="FILE", help="the capture; - is the standard input")
    parser.add_argument("--as", dest="format", metavar="FORMAT", help="read it as this format")
    parser.add_argument("--series", metavar="LABEL", help="the series, where there are several")
    parser.add_argument(
        "--share",
        type=float,
        default=0.95,
        help="saturation: share of the maximum throughput (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: Namespace) -> int:
    """Fit and print; return the exit code."""
    choose(options.model, MODELS, what="model")
    answer = _answer(options)
    if options.json:
        print_json(answer.as_dict())
        return 0
    print(f"{options.model}, {answer.n} points")
    print_table(
        ["", "value", "se", "low", "high", "unit"],
        [
            [name, item.value, item.se, item.low, item.high, item.unit]
            for name, item in {**answer.params, **answer.derived}.items()
        ],
    )
    print(f"verdict: {answer.verdict}")
    for warning in answer.warnings:
        print(f"warning: {warning}")
    return 0


def _answer(options: Namespace) -> Answer:
    from contention.cli.answers import answer_on_memory, answer_on_sweep
    from contention.readers import READERS, read

    if options.format is not None:
        choose(options.format, READERS, what="format")
    reading = read(options.file, options.format)
    for flag in reading.flags:
        note(f"{reading.path}: {flag}")
    if options.model in ON_MEMORY:
        return answer_on_memory(_one(reading.require_memory(), options.series))
    sweep = _one(reading.require_sweeps(), options.series)
    return answer_on_sweep(options.model, sweep, share=options.share)


def _one(series: Sequence[Series], label: str | None) -> Series:
    """The series of that label; the only one when no label is given."""
    labels = [item.label for item in series]
    if label is not None:
        return series[labels.index(choose(label, labels, what="series"))]
    if len(series) > 1:
        raise UsageError(
            f"the capture holds {len(series)} series",
            found=", ".join(labels),
            hint=f"choose one, such as --series {labels[0]}",
        )
    return series[0]
