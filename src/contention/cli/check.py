"""Check the built book: links, requests, accessibility, text alternatives, typed numbers.

The checks run in Chromium. Exit code 1 if one fails; the message names page and place.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

__all__ = ["add_arguments", "run"]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: Namespace) -> int:
    """Run the checks and print them; return the exit code."""
    raise NotImplementedError
