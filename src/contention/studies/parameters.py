"""Typed parameters: checked against the study file before a kernel starts."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Mapping, Sequence

from contention.errors import ContentionError, UsageError
from contention.studies.study import Parameter, ParameterValue, Study

__all__ = ["check_parameters", "check_value", "parse_assignments"]


def check_value(
    parameter: Parameter,
    value: object,
    *,
    path: str | None = None,
    error: type[ContentionError] = UsageError,
) -> ParameterValue:
    """The value if the parameter admits it.

    Raises
    ------
    UsageError
        Or the given error, when the type or the range is wrong.

    Examples
    --------
    >>> share = Parameter("share", "number", 0.95, "share of peak", minimum=0.5, maximum=0.99)
    >>> check_value(share, 1)
    Traceback (most recent call last):
    contention.errors.UsageError: parameter share is out of range. Found: 1. Expected: 0.5 to 0.99.
    """

    def refuse(message: str) -> ContentionError:
        return error(
            f"parameter {parameter.name} {message}",
            path=path,
            found=json.dumps(value, default=repr),
            expected=parameter.range,
        )

    admitted = {
        "boolean": isinstance(value, bool),
        "integer": isinstance(value, int) and not isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "string": isinstance(value, str),
        "choice": isinstance(value, str),
        "paths": isinstance(value, list) and all(isinstance(item, str) for item in value),
    }[parameter.type]
    if not admitted:
        raise refuse(f"must be of type {parameter.type}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        low = -math.inf if parameter.minimum is None else parameter.minimum
        high = math.inf if parameter.maximum is None else parameter.maximum
        if not (low <= value <= high) or not _is_finite(value):
            raise refuse("is out of range")
    if parameter.type == "choice" and value not in parameter.choices:
        raise refuse("is not one of its choices")
    assert isinstance(value, bool | int | float | str | list)
    return value


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def check_parameters(study: Study, given: Mapping[str, object]) -> dict[str, ParameterValue]:
    """All parameters of a run: the study's defaults, overridden by what is given.

    Raises
    ------
    UsageError
        When a name is unknown, or a value has the wrong type or is out of range.
    """
    known = {parameter.name: parameter for parameter in study.parameters}
    values = study.defaults
    for name, value in given.items():
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            raise UsageError(
                f"study {study.slug} has no parameter {name}",
                expected=", ".join(sorted(known)),
                hint=f"did you mean {close[0]}?" if close else None,
            )
        values[name] = check_value(known[name], value)
    return values


def parse_assignments(study: Study, assignments: Sequence[str]) -> dict[str, object]:
    """Read ``name=value`` arguments, each by the type that the study gives to its name.

    Examples
    --------
    ``saturation_share=0.9`` gives ``{"saturation_share": 0.9}``.

    Raises
    ------
    UsageError
        When an argument has no equals sign, or its value cannot be of the parameter's type.
    """
    types = {parameter.name: parameter.type for parameter in study.parameters}
    values: dict[str, object] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals or not name.strip():
            raise UsageError("a parameter is written name=value", found=assignment)
        values[name.strip()] = _parse(types.get(name.strip(), "string"), text.strip())
    return values


def _parse(kind: str, text: str) -> object:
    if kind == "paths":
        return [item.strip() for item in text.split(",") if item.strip()]
    if kind in ("string", "choice"):
        return text
    if kind == "boolean" and text.casefold() in ("true", "yes", "1", "false", "no", "0"):
        return text.casefold() in ("true", "yes", "1")
    try:
        return int(text) if kind == "integer" or text.lstrip("+-").isdigit() else float(text)
    except ValueError:
        return text
