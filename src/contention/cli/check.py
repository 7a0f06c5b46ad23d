"""Check the built book: links, requests, accessibility, text alternatives, typed numbers.

Every page is also opened in Chromium, in light, in dark and at phone width. Exit code 1 if
anything is found; each line names the page, the rule and what to do.

examples::

  contention check
  contention check --no-browser
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from contention.cli.output import note, print_json, printable

__all__ = ["add_arguments", "run"]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="leave out what needs Chromium"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: Namespace) -> int:
    """Run the checks and print what they find; return the exit code."""
    from contention.cli.checkout import find_checkout

    project = find_checkout("the book can be checked in a checkout only")
    from contention.book.browser import check_in_browser
    from contention.book.checks import check_book

    findings = list(check_book(project.root))
    if options.browser:
        note("opening every page in Chromium")
        findings += check_in_browser(project.build / "html")
    if options.json:
        print_json([vars(finding) for finding in findings])
    else:
        for finding in findings:
            print(printable(str(finding)))
    note(f"{len(findings)} findings" if findings else "nothing is wrong with the book")
    return 1 if findings else 0
