"""Run the studies that are stale, then build the book.

Whether a study is stale is decided by content; "contention why" tells the reason. The last line
printed is the path of the book's first page.

examples::

  contention build
  contention build row_cache --fresh
"""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser, Namespace

from contention.cli.output import note
from contention.cli.progress import showing_progress

__all__ = ["add_arguments", "run"]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("slugs", metavar="SLUG", nargs="*", help="run only these studies if stale")
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=int,
        default=min(os.cpu_count() or 1, 8),
        help="how many studies run side by side (default: one per processor, at most 8)",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="run again and render again, stale or not"
    )


def run(options: Namespace) -> int:
    """Build and print the path of the first page; return the exit code."""
    from contention.cli.checkout import find_checkout
    from contention.studies.building import build_studies

    project = find_checkout("the book can be built in a checkout only")
    with showing_progress() as tell:
        build_studies(project, options.slugs, jobs=options.jobs, fresh=options.fresh, progress=tell)
    from contention.book.render import build_html

    began = time.monotonic()
    index = build_html(project.root, project.build, force=options.fresh)
    note(f"book: done in {time.monotonic() - began:.1f} s")
    print(index)
    return 0
