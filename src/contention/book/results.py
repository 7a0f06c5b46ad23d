"""What one run recorded: the values, tables, figures and claims of a results file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contention.errors import StudyError

__all__ = [
    "RESULTS_FOLDER",
    "VERDICTS",
    "Claim",
    "Recorded",
    "StudyResults",
    "load_results",
    "load_results_folder",
    "parse_results",
]

RESULTS_FOLDER = "_results"
"""Folder of the staged results files, below the staged pages."""

VERDICTS: dict[str, str] = {
    "reproduced": "reproduced",
    "reproduced_within_rounding": "reproduced within rounding",
    "erratum": "erratum",
    "not_reproducible": "not reproducible",
    "not_met": "not met",
}
"""Each verdict of the ledger and the words that the book prints for it, best first."""


@dataclass(frozen=True)
class Recorded:
    """One recorded value.

    Attributes
    ----------
    key : str
        The result key, such as ``saturation.p95.plsql_mean``.
    value : float, int, str, bool or None
        None when it could not be computed; ``note`` then says why.
    unit : str
        Empty for counts, ratios and text.
    se, low, high : float or None
        Standard error and interval limits; one limit may be missing (one-sided).
    n : int or None
        Number of observations behind it.
    note : str
        Anything the reader must know.
    """

    key: str
    value: float | int | str | bool | None
    unit: str = ""
    se: float | None = None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    note: str = ""


@dataclass(frozen=True)
class Claim:
    """One checked figure of the ledger, as the results file has it.

    ``found`` is printed to six significant digits, and empty when nothing can be computed.
    """

    id: str
    study: str
    article: str
    line: int | None
    statement: str
    printed: str
    found: str
    verdict: str
    reason: str = ""
    claim: str = ""
    cell: str = ""
    expression: str = ""


@dataclass(frozen=True)
class StudyResults:
    """A results file, read.

    Attributes
    ----------
    study : str
        Slug.
    digest : str
        Digest of everything that the run depended on.
    parameters, versions : mapping
        As recorded.
    inputs : tuple of (path, sha256)
        The captures that were read.
    values : mapping of str to Recorded
    tables : mapping of str to str
        CSV path by table name, relative to the build root.
    figures : mapping of str to (path, alt)
        SVG path and text alternative by figure name.
    captions : mapping of str to str
        Caption by table name.
    claims : tuple of Claim
    conclusions, flags, not_computed : tuple of str
        What the run found, what could not be taken at face value, and what was not computed
        and why.

    Examples
    --------
    >>> run = parse_results({"study": "demo", "values": {"n": {"value": 3, "unit": "runs"}}})
    >>> run.values["n"].value, run.values["n"].unit
    (3, 'runs')
    """

    study: str
    digest: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    inputs: tuple[tuple[str, str], ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Recorded] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    captions: Mapping[str, str] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    conclusions: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    not_computed: tuple[str, ...] = ()


def load_results(path: Path) -> StudyResults:
    """Read one results file.

    Raises
    ------
    StudyError
        When the file is missing, is not JSON, or has not the shape of a results file.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StudyError(
            "the results file cannot be read",
            path=path.name,
            found=type(error).__name__,
            hint="run the study again",
        ) from error
    except ValueError as error:
        raise StudyError(
            "the results file is not JSON", path=path.name, found=str(error)
        ) from error
    return parse_results(raw, source=path.name)


def load_results_folder(folder: Path) -> dict[str, StudyResults]:
    """Read every ``*.json`` of a folder; slug to results, in slug order."""
    results = [load_results(path) for path in sorted(folder.glob("*.json"))]
    return {run.study: run for run in sorted(results, key=lambda run: run.study)}


def parse_results(raw: object, *, source: str = "results") -> StudyResults:
    """Check and freeze the parsed JSON of a results file.

    Raises
    ------
    StudyError
        When a part is missing or mistyped; `source` names the file in the message.
    """
    if not isinstance(raw, Mapping) or not isinstance(raw.get("study"), str):
        raise StudyError(
            "a results file is an object with the name of its study",
            path=source,
            found=type(raw).__name__,
        )
    try:
        return StudyResults(
            study=raw["study"],
            digest=str(raw.get("digest", "")),
            parameters=dict(raw.get("parameters", {})),
            inputs=tuple((item["path"], item["sha256"]) for item in raw.get("inputs", ())),
            versions={str(k): str(v) for k, v in dict(raw.get("versions", {})).items()},
            values={key: _recorded(key, item) for key, item in raw.get("values", {}).items()},
            tables={name: _path(item) for name, item in raw.get("tables", {}).items()},
            figures={
                name: (_path(item), str(item.get("alt", "")))
                for name, item in raw.get("figures", {}).items()
            },
            captions=dict(raw.get("table_captions", {})),
            claims=tuple(_claim(item, raw["study"]) for item in raw.get("claims", ())),
            conclusions=tuple(str(item) for item in raw.get("conclusions", ())),
            flags=tuple(str(item) for item in raw.get("flags", ())),
            not_computed=tuple(str(item) for item in raw.get("not_computed", ())),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise StudyError(
            "a part of the results file has not the expected shape",
            path=source,
            found=f"{type(error).__name__}: {error}",
            hint="run the study again",
        ) from error


def _path(item: object) -> str:
    return str(item["path"]) if isinstance(item, Mapping) else str(item)


def _recorded(key: str, item: Mapping[str, Any]) -> Recorded:
    return Recorded(
        key=key,
        value=item["value"],
        unit=str(item.get("unit") or ""),
        se=item.get("se"),
        low=item.get("low"),
        high=item.get("high"),
        n=item.get("n"),
        note=str(item.get("note") or ""),
    )


def _claim(item: Mapping[str, Any], study: str) -> Claim:
    verdict = str(item["verdict"])
    if verdict not in VERDICTS:
        raise ValueError(f"unknown verdict {verdict!r}")
    line = item.get("line")
    return Claim(
        id=str(item["id"]),
        study=str(item.get("study") or study),
        article=str(item.get("article") or ""),
        line=int(line) if line not in (None, "") else None,
        statement=str(item.get("statement") or ""),
        printed=str(item.get("printed") or ""),
        found=_found(item.get("found")),
        verdict=verdict,
        reason=str(item.get("reason") or ""),
        claim=str(item.get("claim") or item["id"]),
        cell=str(item.get("cell") or ""),
        expression=str(item.get("expression") or ""),
    )


def _found(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "holds" if value else "does not hold"
    if isinstance(value, int | float):
        if float(value).is_integer():
            return f"{int(value):,}"
        digits = max(0, 5 - math.floor(math.log10(abs(value))))
        return f"{value:,.{digits}f}".rstrip("0").rstrip(".") if digits < 12 else f"{value:.6g}"
    return str(value)
