"""The program: one parser, eight commands, and the only place that catches errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from contention import __version__
from contention.cli import build, check, claims, fit, read, run, studies, why
from contention.cli.arguments import Parser
from contention.cli.output import note
from contention.errors import ContentionError, UsageError

__all__ = ["COMMANDS", "main", "make_parser"]

COMMANDS = {
    module.__name__.rpartition(".")[2]: module
    for module in (build, run, why, claims, read, fit, studies, check)
}
"""The module of each command: its docstring is the help, ``add_arguments`` and ``run`` the rest."""

INTERRUPTED = 130
BROKEN_PIPE = 141

_DEBUG = "show the traceback of an error"
_EXIT_CODES = """\
exit codes:
  0 fine                      4 data unfit for the question
  1 claim or check not met    5 a fit failed
  2 wrong usage               6 a capture's checksum differs
  3 unreadable input          7 a study is malformed
"""


def make_parser() -> Parser:
    """The parser of the whole command line.

    Examples
    --------
    >>> make_parser().parse_args(["fit", "leak", "log.csv"]).model
    'leak'
    """
    parser = Parser(
        prog="contention",
        description="Where does this system saturate, what is it waiting for, is it leaking, "
        "and how sure are we?",
        epilog=_EXIT_CODES,
    )
    parser.add_argument("--version", action="version", version=f"contention {__version__}")
    parser.add_argument("--debug", action="store_true", help=_DEBUG)
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for name, module in COMMANDS.items():
        summary, _, description = (module.__doc__ or "").partition("\n\n")
        command = commands.add_parser(
            name,
            help=summary[0].lower() + summary[1:].rstrip("."),
            description=summary,
            epilog=description.replace("::\n\n", ":\n"),
        )
        command.add_argument("--debug", action="store_true", default=Parser.UNSET, help=_DEBUG)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The command's words; those of the process by default.

    Returns
    -------
    int
        See ``contention --help``; 130 when interrupted, 141 when the reader of the output left.

    Examples
    --------
    >>> main(["fit", "leak", "no_such_file.csv"])
    3
    """
    parser = make_parser()
    try:
        options = parser.parse_args(arguments)
        if options.command is None:
            parser.error("a command is needed; see: contention --help")
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
    except ContentionError as error:
        if options.debug:
            raise
        note(f"contention {options.command}: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        if options.debug:
            raise
        note(f"contention {options.command}: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _leave_closed_pipe()
        return BROKEN_PIPE
    except OSError as error:
        if options.debug:
            raise
        place = f" {error.filename}" if error.filename else ""
        note(f"contention {options.command}:{place}: the system refused: {error.strerror}")
        return UsageError.exit_code
    return code


def _leave_closed_pipe() -> None:
    """Let nothing more be written, so that the interpreter ends without a message."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
