"""Every study of the project keeps the contract, whichever studies there are."""

import csv
import hashlib
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from contention.errors import StudyError
from contention.readers import READERS
from contention.studies import ledger
from contention.studies.captures import open_capture
from contention.studies.catalogue import discover
from contention.studies.checksums import file_sha256
from contention.studies.expressions import CaptureView
from contention.studies.ledger import COLUMNS, read_figures
from contention.studies.locations import Project
from contention.studies.quantity import quantity
from contention.studies.verdicts import Verdict

ROOT = Path(__file__).parents[2]
ALL = discover(Project(ROOT))
STUDIES = {slug: study for slug, study in ALL.items() if study.kind == "published"}
CAPTURES = [
    pytest.param(study, capture, id=f"{study.slug}-{capture.id}")
    for study in ALL.values()
    for capture in study.captures
]
CLAIMS = [
    pytest.param(study, claim, id=f"{study.slug}-{claim.id}")
    for study in STUDIES.values()
    for claim in study.claims
]
TOTALS = "control_totals.csv"


def rows_of(path):
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


CONTROLS = [
    pytest.param(
        study, row, id=f"{slug}-{row['capture']}-{row['table']}-{row['column']}-{row['kind']}-{at}"
    )
    for slug, study in STUDIES.items()
    for at, row in enumerate(rows_of(study.folder / TOTALS))
]


@cache
def reading_of(slug, capture):
    study = ALL[slug]
    return open_capture(study, study.capture(capture))


@cache
def views_of(slug):
    return {
        capture.id: CaptureView(capture.id, reading_of(slug, capture.id).tables)
        for capture in STUDIES[slug].captures
    }


class NeedsResultError(StudyError):
    """The expression needs a value that only a run of the notebook records."""


def judge_without_results(study, figure):
    def result(key):
        raise NeedsResultError(f"needs a result {key}")

    try:
        return ledger._judge_figure(study, figure, {**views_of(study.slug), "result": result})
    except StudyError as error:
        if "needs a result" in str(error):
            return None
        raise


@pytest.mark.parametrize("study", ALL.values(), ids=ALL)
def test_a_study_says_what_it_is_and_has_captures(study):
    assert study.question.endswith("?")
    assert study.answer.endswith(".")
    assert re.search(r"\{[^{}]+\}", study.answer), "the answer gives no number"
    assert study.tags
    assert study.captures
    assert bool(study.claims) == (study.kind == "published")
    undated = study.source.date == "not dated in the copy"
    assert undated or re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", study.source.date)
    assert (study.folder / "README.md").is_file()


@pytest.mark.parametrize(("study", "capture"), CAPTURES)
def test_a_capture_is_the_recorded_file_and_says_where_it_is_from(study, capture):
    assert capture.format in READERS
    assert file_sha256(study.folder / capture.path) == capture.sha256
    assert re.fullmatch(r"\d+(-\d+)?(, \d+(-\d+)?)*", capture.lines) or study.kind == "own_data"
    assert capture.omitted.endswith((".", ".)"))
    assert capture.path.name in (study.folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("study", "capture"), CAPTURES)
def test_a_capture_reads_into_tables_with_rows(study, capture):
    reading = reading_of(study.slug, capture.id)
    assert reading.format == capture.format
    assert any(len(table) for table in reading.tables)
    assert bool(reading.sweeps) >= (capture.measures == "sweep")
    assert bool(reading.memory) >= (capture.measures == "memory")


@pytest.mark.parametrize("study", ALL.values(), ids=ALL)
def test_every_file_of_a_study_is_declared(study):
    raw = {path.relative_to(study.folder) for path in (study.folder / "raw").iterdir()}
    assert raw == {capture.path for capture in study.captures}
    cells = {path.relative_to(study.folder) for path in study.folder.glob("published/*")}
    assert cells == {claim.cells for claim in study.claims}


def cells_of(study, row):
    """Value and text of each cell that a control total covers, over joined captures."""
    for capture in row["capture"].split("+"):
        table = reading_of(study.slug, capture).table(row["table"])
        column = table.column(row["column"])
        for index in range(len(table)):
            if not row.get("group") or table.column("group").text[index] == row["group"]:
                yield column.values[index], column.text[index]


@pytest.mark.parametrize(("study", "row"), CONTROLS)
def test_the_reader_s_cells_agree_with_the_totals_taken_from_the_article(study, row):
    printed = [(value, text) for value, text in cells_of(study, row) if text]
    assert len(printed) == int(row["rows"])
    if row["kind"] == "sum":
        assert sum(quantity(value).value for value, _ in printed) == Fraction(row["total"])
    elif row["kind"] == "hex_sum":
        assert sum(int(text, 16) for _, text in printed) == int(row["total"])
    elif row["kind"] == "time_sum":
        times = [map(int, text.split(":")) for _, text in printed]
        assert sum(3600 * h + 60 * m + s for h, m, s in times) == int(row["total"])
    else:
        assert row["kind"] == "sha256_12"
        joined = "\n".join(text for _, text in printed)
        assert hashlib.sha256(joined.encode()).hexdigest()[:12] == row["total"]


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_every_capture_that_is_analysed_as_a_measurement_has_control_totals(study):
    covered = {
        study.capture(capture).path
        for row in rows_of(study.folder / TOTALS)
        for capture in row["capture"].split("+")
    }
    assert {capture.path for capture in study.captures if capture.measures} <= covered
    assert len(covered) >= len({capture.path for capture in study.captures}) / 2


@pytest.mark.parametrize(("study", "claim"), CLAIMS)
def test_a_claim_s_cells_are_complete_and_say_what_each_figure_is(study, claim):
    figures = read_figures(study, claim)
    assert figures
    assert set(rows_of(study.folder / claim.cells)[0]) == set(COLUMNS)
    for figure in figures:
        assert figure.cell
        assert figure.statement
        assert figure.expression or figure.not_reproducible
        assert len(figure.erratum or figure.not_reproducible or "reason enough") > 10
    rows = [(figure.line, figure.cell) for figure in figures]
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize(("study", "claim"), CLAIMS)
def test_a_claim_is_met_or_its_contradiction_is_explained(study, claim):
    unmet = []
    for figure in read_figures(study, claim):
        entry = judge_without_results(study, figure)
        if entry is not None and entry.verdict == Verdict.NOT_MET:
            unmet.append((entry.id, entry.printed, entry.found))
    assert unmet == []


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_most_figures_follow_from_the_captures(study):
    entries = [
        judge_without_results(study, figure)
        for claim in study.claims
        for figure in read_figures(study, claim)
    ]
    reproduced = sum(e is not None and e.verdict == Verdict.REPRODUCED for e in entries)
    assert reproduced > len(entries) / 2
