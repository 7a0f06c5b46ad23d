"""Fit a model to a capture and print the answer, without a notebook.

A CSV file with the columns sessions,throughput is a sweep; step,bytes is a memory log. Any
other capture that "contention read" turns into sweeps or memory series will do, and so will
several: files or a folder with one session count each, as load generators write them, are one
sweep.

The model closed_network takes no measurement but a network in a TOML file, such as

  sessions = 90
  think_time_s = 10
  demands_s = [4.0, 0.02]      # seconds of service in one request
  servers = [8, 1]             # or "delay" where nobody waits; 1 if left out
  names = ["cpu", "log"]       # if you like

or one table for each station, with "demand_s", or "service_time_s" and "visits":

  [[station]]
  name = "cpu"
  demand_s = 4.0
  servers = 8

The model before_after takes several files: two tkprof reports or traces, first the one before,
or tables of calls and waits with a column run.

examples::

  contention fit universal_scalability sweep.csv
  contention fit saturation pgbench-*.txt
  contention fit leak memory.csv --json
  contention fit closed_network network.toml --json
  contention fit before_after before.prf after.prf
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from contention.cli.arguments import Parser, choose
from contention.cli.output import note, print_json, print_table
from contention.cli.reader_options import add_option_argument, reader_options
from contention.errors import ContentionError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from contention.cli.answers import Answer
    from contention.measurements import Histogram, MemorySeries, Sweep
    from contention.models import Model

    Series = Sweep | MemorySeries | Histogram

__all__ = ["add_arguments", "models_text", "run"]


def add_arguments(parser: Parser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("model", metavar="MODEL", help="see the end of this text")
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="the capture; - is the standard input"
    )
    parser.add_argument("--as", dest="format", metavar="FORMAT", help="read it as this format")
    add_option_argument(parser)
    parser.add_argument("--series", metavar="LABEL", help="the series, where there are several")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.late_epilog = models_text


def models_text() -> str:
    """The models and what each is, one to a line."""
    from contention.models import MODELS

    return "models:\n" + "".join(f"  {m.name:23}{m.title}\n" for m in MODELS.values())


def run(options: Namespace) -> int:
    """Fit and print; return the exit code."""
    from contention.models import MODELS

    model = MODELS[choose(options.model, MODELS, what="model")]
    answer = _answer(model, options)
    if options.json:
        print_json(answer.as_dict())
        return 0
    counted = "runs" if model.data == "runs" else "points"
    print(f"{model.title}, {answer.n} {counted}" if answer.n else model.title)
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


def _answer(model: Model, options: Namespace) -> Answer:
    from contention.cli.answers import answer_of_fit
    from contention.measurements import Sweep
    from contention.models import check_sweep

    if model.data == "runs":
        return _compared(model, options)
    if model.data == "network":
        if len(options.files) > 1:
            raise UsageError(
                f"the model {model.name} takes one file", found=", ".join(options.files)
            )
        from contention.cli.network_file import read_network

        if options.format is not None or options.series is not None or options.option:
            raise UsageError(
                "a network is TOML and has no series",
                hint="leave --as, --option and --series out",
            )
        return answer_of_fit(model.name, model.fit(read_network(options.files[0])))
    series = _series(options, model.data)
    quality = check_sweep(series) if isinstance(series, Sweep) else None
    try:
        if quality is not None:
            quality.require_fit_for(model.name)
        answer = answer_of_fit(model.name, model.fit(series))
    except ContentionError as error:
        error.path = error.path or series.provenance.source
        raise
    if quality is not None:
        answer = replace(answer, warnings=answer.warnings + quality.warnings_beside(model.name))
    return answer


def _compared(model: Model, options: Namespace) -> Answer:
    from contention.cli.answers import answer_of_fit
    from contention.cli.run_files import read_sides

    if options.series is not None:
        raise UsageError("runs are compared whole and have no series", hint="leave --series out")
    try:
        return answer_of_fit(
            model.name,
            model.fit(read_sides(options.files, options.format, reader_options(options))),
        )
    except ContentionError as error:
        error.path = error.path or ", ".join(options.files)
        raise


def _series(options: Namespace, measurement: str) -> Series:
    from contention.readers import READERS, Reading, read_several

    if options.format is not None:
        choose(options.format, READERS, what="format")
    readings = read_several(options.files, options.format, options=reader_options(options))
    for reading in readings:
        for flag in reading.flags:
            note(f"{reading.path}: {flag}")
    kinds: dict[str, tuple[str, Callable[[Reading], object]]] = {
        "sweep": ("sweeps", Reading.require_sweeps),
        "memory": ("memory", Reading.require_memory),
        "histogram": ("histograms", Reading.require_histograms),
    }
    attribute, require = kinds[measurement]
    found: list[Series] = [series for reading in readings for series in getattr(reading, attribute)]
    if not found:
        require(readings[0])
    return _one(found, options.series)


def _one(series: Sequence[Series], label: str | None) -> Series:
    """The series of that label; the only one when no label is given."""
    labels = [item.label for item in series]
    if label is not None:
        return series[labels.index(choose(label, labels, what="series"))]
    if len(series) > 1:
        raise UsageError(
            f"the capture holds {len(series)} series",
            found=", ".join(labels)[:400],
            hint=f"choose one, such as --series {labels[0]}",
        )
    return series[0]
