"""Options of readers on the command line: ``--option unit=ns``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from contention.cli.arguments import choose
from contention.errors import UsageError

__all__ = ["add_option_argument", "reader_options"]

_NUMBERS = {"duration_s", "sample_interval_ms", "sessions", "slice_s"}
_SWITCHES = {"unwrap"}
_NOT_HERE = {"labels"}


def add_option_argument(parser: ArgumentParser) -> None:
    """Declare ``--option``, which may be given several times."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="tell the reader what the capture does not say, such as unit=ns or sessions=8",
    )


def reader_options(options: Namespace) -> dict[str, Any]:
    """The options of the reader that are given, each in its type.

    Raises
    ------
    UsageError
        When there is no such option, or a number or a switch is something else.

    Examples
    --------
    >>> reader_options(Namespace(option=["unit=ns", "sessions=8", "unwrap=true"]))
    {'unit': 'ns', 'sessions': 8, 'unwrap': True}
    """
    from contention.readers import OPTIONS

    known = [name for name in OPTIONS if name not in _NOT_HERE]
    made: dict[str, Any] = {}
    for given in options.option:
        name, equals, text = given.partition("=")
        if not equals:
            raise UsageError(
                "an option is a name and a value", found=given, expected="such as unit=ns"
            )
        choose(name, known, what="option of readers")
        made[name] = _value(name, text)
    return made


def _value(name: str, text: str) -> str | bool | int | float:
    if name in _SWITCHES:
        if text.lower() not in ("true", "false"):
            raise UsageError(f"the option {name} is true or false", found=text)
        return text.lower() == "true"
    if name not in _NUMBERS:
        return text
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError as error:
        raise UsageError(f"the option {name} is a number", found=text) from error
