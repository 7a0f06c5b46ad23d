"""The command line: each command is parse, one call, print."""

from contention.cli.program import main

__all__ = ["main"]
