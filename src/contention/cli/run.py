"""Run one study, on the captures it comes with or on your own.

Writes the executed notebook, results.json, tables, figures and report.html, which is complete
in itself, into the output folder. Prints the answers in a sentence each, and the path of the
report last. Published figures are not judged on your own data.

examples::

  contention run row_cache
  contention run row_cache --data mine.csv -p saturation_share=0.9
  contention run subscriber_leak --data memory.csv --out report
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from contention.cli.output import note
from contention.errors import MeasurementError

__all__ = ["add_arguments", "run"]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("slug", metavar="SLUG", help="the study; see: contention studies")
    parser.add_argument(
        "--data", metavar="PATH", nargs="+", action="extend", default=[], help="your own captures"
    )
    parser.add_argument(
        "-p",
        "--parameter",
        dest="assignments",
        metavar="name=value",
        action="append",
        default=[],
        help="set a parameter of the study; see: contention studies --json",
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="output folder (default: contention-out/SLUG)"
    )


def run(options: Namespace) -> int:
    """Run the study and print the path of its report; return the exit code."""
    from contention.studies.catalogue import discover, select
    from contention.studies.locations import find_project
    from contention.studies.parameters import parse_assignments
    from contention.studies.running import run_study

    project = find_project()
    study = select(discover(project), [options.slug])[0]
    out = options.out or Path("contention-out", study.slug)
    note(f"{study.slug}: running on {', '.join(options.data) or f'the {study.captures_are}'}")
    parameters = parse_assignments(study, options.assignments)
    try:
        done = run_study(project, study.slug, data=options.data, parameters=parameters, out=out)
    except MeasurementError as error:
        shown = ", ".join(options.data)
        if not error.path and not str(error).startswith(shown):
            error.path = shown
        raise
    from contention.book.report import write_report

    for sentence in done.results["not_computed"]:
        note(f"{study.slug}: {sentence}")
    for sentence in done.results["conclusions"]:
        print(sentence)
    print(write_report(done.notebook, out / "report.html", title=study.title))
    return 0
