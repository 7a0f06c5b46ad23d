"""The claims ledger: each published figure held against the regenerated one."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from contention.errors import ContentionError, StudyError
from contention.studies.expressions import CaptureView, evaluate
from contention.studies.quantity import Quantity, quantity
from contention.studies.study import Claim, Study
from contention.studies.verdicts import Agreement, Verdict, agreement, decide, parse_test

__all__ = ["COLUMNS", "LedgerEntry", "PublishedFigure", "count_verdicts", "judge", "read_figures"]

COLUMNS = (
    "line",
    "cell",
    "statement",
    "printed",
    "test",
    "expression",
    "erratum",
    "not_reproducible",
)
"""Columns of a claim's CSV of cells."""


@dataclass(frozen=True)
class PublishedFigure:
    """One printed figure and how it is to be regenerated; a row of a claim's CSV."""

    claim: str
    number: int
    line: int
    cell: str
    statement: str
    printed: str
    test: str
    expression: str
    erratum: str
    not_reproducible: str


@dataclass(frozen=True)
class LedgerEntry:
    """One published figure, what was found instead of it, and the verdict.

    Attributes
    ----------
    id : str
        ``<claim>.<row number>``.
    study, claim, article : str
    line : int
        Line of the article.
    cell, statement : str
        What the figure is.
    printed : str
        As the article prints it.
    found : int, float, str, bool or None
        What the captures give; None when nothing can be computed.
    verdict : str
        One of :class:`~contention.studies.verdicts.Verdict`.
    reason : str
        Why it is an erratum or cannot be reproduced.
    expression : str
        How it was computed.
    """

    id: str
    study: str
    claim: str
    article: str
    line: int
    cell: str
    statement: str
    printed: str
    found: int | float | str | bool | None
    verdict: str
    reason: str
    expression: str

    def as_dict(self) -> dict[str, object]:
        """The entry as it stands in the results file."""
        return asdict(self)


def read_figures(study: Study, claim: Claim) -> list[PublishedFigure]:
    """Read the cells of one claim.

    Raises
    ------
    StudyError
        With file and line when the CSV is missing, has other columns, or a row is incomplete.
    """
    path = study.folder / claim.cells
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            rows = csv.DictReader(stream)
            if tuple(rows.fieldnames or ()) != COLUMNS:
                raise StudyError(
                    "the ledger cells have other columns",
                    path=str(path),
                    line=1,
                    found=",".join(rows.fieldnames or ()),
                    expected=",".join(COLUMNS),
                )
            return [
                _figure(claim, str(path), number, rows.line_num, row)
                for number, row in enumerate(rows, start=1)
            ]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise StudyError(
            "the ledger cells cannot be read", path=str(path), found=str(error)
        ) from None


def _figure(
    claim: Claim, path: str, number: int, at: int, row: Mapping[str, str | None]
) -> PublishedFigure:
    texts = {name: (row.get(name) or "").strip() for name in COLUMNS}
    complete = None not in row.values() and None not in row
    if not complete or not texts["line"].isdecimal() or not texts["printed"]:
        raise StudyError(
            "a ledger row needs eight cells, with a line number and the printed text",
            path=path,
            line=at,
            found=str(dict(row)),
        )
    return PublishedFigure(claim.id, number, int(texts.pop("line")), **texts)


def judge(
    study: Study,
    captures: Mapping[str, CaptureView],
    values: Mapping[str, float],
) -> list[LedgerEntry]:
    """Hold every published figure of a study against the captures and results.

    Parameters
    ----------
    study : Study
    captures : mapping of str to CaptureView
        The captures by id.
    values : mapping of str to float
        The results recorded by the notebook, by key; an expression reaches them by
        ``result("key")``.

    Raises
    ------
    StudyError
        When a cell cannot be evaluated, or declares something that does not hold.
    """

    def result(key: str) -> Quantity:
        if key not in values:
            raise StudyError(f"the notebook recorded no result {key}")
        return quantity(values[key])

    names: dict[str, object] = {**captures, "result": result}
    return [
        _judge_figure(study, figure, names)
        for claim in study.claims
        for figure in read_figures(study, claim)
    ]


def _judge_figure(
    study: Study, figure: PublishedFigure, names: Mapping[str, object]
) -> LedgerEntry:
    try:
        found = evaluate(figure.expression, names) if figure.expression else None
        test = parse_test(figure.test)
        outcome = None
        if found is not None and not figure.not_reproducible:
            outcome = agreement(figure.printed, found, test)
        elif found is not None and test.kind in ("at least", "at most", "true"):
            _require_bound(agreement(figure.printed, found, test))
        verdict = decide(outcome, figure.erratum, figure.not_reproducible)
        shown = _plain(found)
    except ContentionError as error:
        raise StudyError(
            f"claim {figure.claim}, row {figure.number} (line {figure.line} of the article,"
            f" {figure.cell}): {error.message}",
            path=str(study.folder.name),
            found=error.found,
        ) from error
    return LedgerEntry(
        id=f"{figure.claim}.{figure.number}",
        study=study.slug,
        claim=figure.claim,
        article=study.source.article,
        line=figure.line,
        cell=figure.cell,
        statement=figure.statement,
        printed=figure.printed,
        found=shown,
        verdict=verdict.value,
        reason=figure.erratum or figure.not_reproducible,
        expression=figure.expression,
    )


def _require_bound(outcome: Agreement) -> None:
    if outcome is Agreement.CONTRADICTS:
        raise StudyError("the bound given for a figure that cannot be reproduced does not hold")


def _plain(found: object) -> int | float | str | bool | None:
    if isinstance(found, Quantity):
        whole = found.value.denominator == 1
        return int(found.value) if whole else float(f"{float(found.value):.10g}")
    if found is None or isinstance(found, bool | str):
        return found
    raise StudyError("a number or a text was expected", found=type(found).__name__)


def count_verdicts(entries: Iterable[LedgerEntry]) -> dict[str, int]:
    """How many entries have each verdict, every verdict listed.

    Examples
    --------
    >>> count_verdicts([])["erratum"]
    0
    """
    counts = Counter(entry.verdict for entry in entries)
    return {verdict.value: counts[verdict.value] for verdict in Verdict}
