"""Say for each study whether its results are fresh, and if not, which input changed.

examples::

  contention why
  contention why row_cache
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from contention.cli.output import print_json

__all__ = ["add_arguments", "run"]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("slugs", metavar="SLUG", nargs="*", help="only these studies")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: Namespace) -> int:
    """Print the reasons; return the exit code."""
    from contention.studies.catalogue import discover, select
    from contention.studies.freshness import why_stale
    from contention.studies.locations import find_project

    project = find_project()
    studies = select(discover(project), options.slugs)
    reasons = {study.slug: why_stale(project, study, project.build) for study in studies}
    if options.json:
        print_json(reasons)
        return 0
    for slug, found in reasons.items():
        print(f"{slug}: {'stale' if found else 'fresh'}")
        for reason in found:
            print(f"  {reason}")
    return 0
