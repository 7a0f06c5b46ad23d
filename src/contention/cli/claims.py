"""Print the ledger: what became of every figure that the articles print.

Exit code 1 if a figure is contradicted and not explained.

examples::

  contention claims
  contention claims row_cache --list
  contention claims --json
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from contention.cli.output import note, print_json, print_table
from contention.errors import UsageError

__all__ = ["add_arguments", "run"]

NOT_MET = "not_met"
_COLUMNS = ("study", "line", "verdict", "printed", "found", "statement")

Ledger = Mapping[str, Sequence[Mapping[str, Any]]]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("slugs", metavar="SLUG", nargs="*", help="only these studies")
    parser.add_argument("--list", action="store_true", help="list every figure, not only counts")
    parser.add_argument("--json", action="store_true", help="print every figure as JSON")


def run(options: Namespace) -> int:
    """Print the ledger; return the exit code."""
    ledger = _read_ledger(options.slugs)
    entries = [entry for entries in ledger.values() for entry in entries]
    not_met = [entry for entry in entries if entry["verdict"] == NOT_MET]
    if options.json:
        print_json({"counts": _counts(ledger), "claims": entries})
    else:
        _print_counts(ledger)
        shown = entries if options.list else not_met
        if shown:
            print()
            print_table(_COLUMNS, [[entry[column] for column in _COLUMNS] for entry in shown])
    return 1 if not_met else 0


def _read_ledger(slugs: Sequence[str]) -> Ledger:
    from contention.studies.catalogue import discover, select
    from contention.studies.freshness import why_stale
    from contention.studies.locations import find_project
    from contention.studies.results import read_results

    project = find_project()
    ledger = {}
    for study in select(discover(project), slugs):
        if study.kind != "published":
            if study.slug in slugs:
                raise UsageError(f"study {study.slug} is for your own data and has no claims")
            continue
        document = read_results(project.build, study.slug)
        if document is None:
            raise UsageError(
                f"study {study.slug} has no results yet", hint=f"contention build {study.slug}"
            )
        if why_stale(project, study, project.build):
            note(f"{study.slug}: the results are stale; see: contention why {study.slug}")
        ledger[study.slug] = document["claims"]
    return ledger


def _counts(ledger: Ledger) -> dict[str, dict[str, int]]:
    from contention.studies.verdicts import Verdict

    return {
        slug: {
            verdict.value: sum(entry["verdict"] == verdict.value for entry in entries)
            for verdict in Verdict
        }
        for slug, entries in ledger.items()
    }


def _print_counts(ledger: Ledger) -> None:
    counts = _counts(ledger)
    verdicts = list(next(iter(counts.values())))
    print_table(
        ["study", *(verdict.replace("_", " ") for verdict in verdicts), "figures"],
        [[slug, *found.values(), sum(found.values())] for slug, found in counts.items()],
    )
