"""The built studies record what the articles state and what an independent reading found.

The expected numbers are printed in the articles, or were computed from their tables by hand and
by other programs, none of them by this package.
"""

import json
import math
import shutil
import string
from pathlib import Path

import pytest

from contention.studies.building import build_studies
from contention.studies.catalogue import discover
from contention.studies.ledger import read_figures
from contention.studies.locations import Project

pytestmark = pytest.mark.notebooks

ROOT = Path(__file__).parents[2]
SLUGS = tuple(discover(Project(ROOT)))
PLATFORMS = ("solaris", "aix", "linux")
SERIES = tuple(f"{platform}_{caller}" for platform in PLATFORMS for caller in ("plsql", "java"))
PROMISED = {
    "row_cache": {
        "saturation.p95.plsql_mean",
        "saturation.p95.all_mean",
        *(
            f"{key}.{series}"
            for key in (
                "saturation.p95",
                "usl.peak",
                "bounds.knee",
                "quadratic.n2_us",
                "quadratic.n2_pvalue",
                "cpu_ledger.busy_cpus_max",
                "think_time_us",
            )
            for series in SERIES
        ),
        *(f"published_model.mape.{platform}" for platform in PLATFORMS),
    },
    "queue_dequeue": {
        "latch.exponent",
        "mutex.exponent",
        "saturation.sessions",
        "unwrapped.latch_total_ns.64",
        "unwrapped.mutex_total_ns.64",
        "tail.latch_time_share.64",
    },
    "restore_point": {
        f"{key}.{version}"
        for key in ("elapsed_ratio", "extra_reads", "mean_wait_ms")
        for version in ("11.2.0.3", "12.1.0.1", "11.2.0.4")
    },
    "subscriber_leak": {
        "leak.slope_kb_per_run",
        "leak.bytes_per_subscriber",
        "leak.runs_to_threshold",
        "reload.bytes_per_failed_add",
    },
    "uuid_generation": {"ratio.java_v1", "session_end_ms.java_v1"},
    "json_pga_leak": {
        "leak.slope_mb_per_run",
        "leak.bytes_per_object",
        "exhaustion.run",
        "control.slope_mb_per_run",
    },
    "subquery_cache": {
        "losers.even",
        "losers.odd",
        "model.cases_exact",
        "slots.most_likely",
    },
    "jit_noexec": {"slowdown.noexec", "slowdown.verify"},
    "assm_space_search": {"visits.total", "rows_per_block"},
    "lob_chunk_writes": {
        "model.cells_exact",
        "model.cells_exact_unsplit",
        "model.cells_total",
        "model.lob_bytes_low",
        "model.lob_bytes_high",
    },
}
FOUND = [
    ("row_cache", "saturation.p95.solaris_plsql", 11.22, 0.005),
    ("row_cache", "saturation.p95.aix_plsql", 10.25, 0.005),
    ("row_cache", "saturation.p95.linux_plsql", 5.60, 0.005),
    ("row_cache", "saturation.p95.plsql_mean", 9.02, 0.005),
    ("row_cache", "saturation.p95.solaris_java", 11.98, 0.005),
    ("row_cache", "saturation.p95.aix_java", 10.61, 0.005),
    ("row_cache", "saturation.p95.linux_java", 5.83, 0.005),
    ("row_cache", "saturation.p95.all_mean", 9.25, 0.005),
    ("row_cache", "quadratic.n2_us.solaris_plsql", 12.46, 0.005),
    ("row_cache", "published_model.mape.solaris", 65.8, 0.05),
    ("row_cache", "published_model.mape.aix", 81.0, 0.05),
    ("row_cache", "published_model.mape.linux", 69.9, 0.05),
    ("row_cache", "think_time_us.solaris_plsql", 23.1, 0.05),
    ("row_cache", "cpu_ledger.busy_cpus_max.solaris_plsql", 6.05, 0.005),
    ("queue_dequeue", "latch.exponent", 1.27, 0.005),
    ("queue_dequeue", "mutex.exponent", 1.25, 0.005),
    ("queue_dequeue", "latch.gets_exponent", 0.70, 0.005),
    ("queue_dequeue", "mutex.gets_exponent", 0.66, 0.005),
    ("queue_dequeue", "latch.exponent_from", 1.58, 0.005),
    ("queue_dequeue", "mutex.exponent_from", 1.66, 0.005),
    ("queue_dequeue", "saturation.sessions", 8, 0),
    ("queue_dequeue", "saturation.messages", 52_152, 0),
    ("queue_dequeue", "unwrapped.latch_total_ns.64", 2_760_420_411, 0),
    ("queue_dequeue", "unwrapped.mutex_total_ns.64", 8_759_292_916, 0),
    ("queue_dequeue", "tail.latch_count_share.64", 0.00068, 0.000005),
    ("queue_dequeue", "tail.latch_time_share.64", 0.88, 0.005),
    ("queue_dequeue", "tail.mutex_time_share.64", 0.86, 0.005),
    ("jit_noexec", "slowdown.noexec", 36, 0.05),
    ("jit_noexec", "slowdown.verify", 56.3, 0.05),
    ("jit_noexec", "rate.unchecked_mb_per_s", 35.5, 0.05),
    ("jit_noexec", "rate.checked_mb_per_s", 0.6, 0.05),
    ("jit_noexec", "trace.executable_refused", 2, 0),
    ("jit_noexec", "buffers.whole", 3410, 0),
    ("restore_point", "elapsed_ratio.11.2.0.3", 1.52, 0.005),
    ("restore_point", "elapsed_ratio.12.1.0.1", 1.04, 0.005),
    ("restore_point", "elapsed_ratio.11.2.0.4", 1.16, 0.005),
    ("restore_point", "extra_reads.11.2.0.3", 3507, 0.5),
    ("restore_point", "extra_reads.12.1.0.1", 3484 - 1, 0.5),
    ("restore_point", "extra_reads.11.2.0.4", 5143 - 6, 0.5),
    ("restore_point", "mean_wait_ms.11.2.0.3", 1.08, 0.005),
    ("restore_point", "mean_wait_ms.12.1.0.1", 0.13, 0.005),
    ("restore_point", "mean_wait_ms.11.2.0.4", 0.45, 0.005),
    ("restore_point", "extra_elapsed_s.11.2.0.3", 7.73, 0.005),
    ("restore_point", "extra_wait_s.11.2.0.3", 3.78, 0.005),
    ("restore_point", "undone.query.11.2.0.3", 67, 0.5),
    ("uuid_generation", "ratio.java_v1", 112 / 23, 1e-9),
    ("uuid_generation", "session_end_ms.java_v1", 133, 1e-9),
    ("uuid_generation", "session_end_ms.java_v2", 28, 1e-9),
    ("json_pga_leak", "leak.slope_mb_per_run", 1247.1, 0.05),
    ("json_pga_leak", "leak.bytes_per_object", 130_768, 0.5),
    ("json_pga_leak", "exhaustion.runs", 26.17, 0.005),
    ("json_pga_leak", "exhaustion.run", 27, 0),
    ("json_pga_leak", "control.slope_mb_per_run", 0, 0),
    ("json_pga_leak", "object.made", 262_669, 0),
    ("subscriber_leak", "leak.slope_kb_per_run", 403.5, 0.05),
    ("subscriber_leak", "leak.bytes_per_subscriber", 404.5, 0.7),
    ("subscriber_leak", "leak.runs_to_threshold", 1271, 0.5),
    ("subscriber_leak", "reload.bytes_per_failed_add", 880_641, 0.5),
    ("subquery_cache", "losers.even", 2, 0),
    ("subquery_cache", "losers.odd", 3, 0),
    ("subquery_cache", "model.cases_exact", 9, 0),
    ("subquery_cache", "prediction.calls.even", 68, 0),
    ("subquery_cache", "slots.most_likely", 512, 0),
    ("subquery_cache", "slots.likelihood.256", 0.017, 5e-4),
    ("assm_space_search", "visits.total", 15_595, 0),
    ("assm_space_search", "rows_per_block", 14.2, 0.05),
    ("assm_space_search", "bitmap.blocks_per_visit", 4.85, 5e-3),
    ("lob_chunk_writes", "model.cells_exact", 54, 0),
    ("lob_chunk_writes", "model.cells_exact_unsplit", 48, 0),
    ("lob_chunk_writes", "model.cells_total", 54, 0),
    ("lob_chunk_writes", "model.lob_bytes_low", 129_025, 0),
    ("lob_chunk_writes", "model.lob_bytes_high", 130_112, 0),
    ("lob_chunk_writes", "model.largest_write_bytes", 32_528, 0),
]


@pytest.fixture(scope="session")
def published(tmp_path_factory):
    """The project's own studies, built once in a copy."""
    root = tmp_path_factory.mktemp("published") / "project"
    for folder in ("data", "notebooks"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / "requirements.lock", root)
    project = Project(root)
    build_studies(project, jobs=2)
    return project


@pytest.fixture
def results(published):
    """The function that takes a slug to its results document."""
    return lambda slug: json.loads((published.build / "results" / f"{slug}.json").read_text())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_figure_of_the_ledger_is_judged_and_none_is_unmet(results, published, slug):
    claims = results(slug)["claims"]
    study = discover(published)[slug]
    assert [claim["id"] for claim in claims] == [
        f"{claim.id}.{figure.number}"
        for claim in study.claims
        for figure in read_figures(study, claim)
    ]
    assert [claim for claim in claims if claim["verdict"] == "not_met"] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_is_left_uncomputed_on_the_published_captures(results, slug):
    assert results(slug)["not_computed"] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_answer_s_numbers_are_recorded(results, published, slug):
    values = results(slug)["values"]
    keys = []
    for _, field, form, _ in string.Formatter().parse(discover(published)[slug].answer):
        if field is not None:
            keys.append(field)
            assert format(values[field]["value"], form or "")
    assert keys


@pytest.mark.parametrize("slug", SLUGS)
def test_results_are_numbers_inside_their_intervals(results, slug):
    for key, entry in results(slug)["values"].items():
        assert isinstance(entry["value"], int | float), key
        low, high = entry.get("low", -math.inf), entry.get("high", math.inf)
        assert low <= entry["value"] <= high, key


@pytest.mark.parametrize("slug", SLUGS)
def test_every_figure_has_words_with_numbers_and_every_table_a_caption(results, slug):
    document = results(slug)
    assert document["figures"]
    for figure in document["figures"].values():
        assert len(figure["alt"]) > 60
        assert any(mark.isdigit() for mark in figure["alt"])
        assert figure["caption"]
    assert set(document["table_captions"]) == set(document["tables"])
    assert all(document["table_captions"].values())


@pytest.mark.parametrize("slug", SLUGS)
def test_no_file_tells_where_it_was_made(published, slug):
    for path in published.build.rglob(f"*{slug}*"):
        if path.is_file() and path.suffix in (".json", ".ipynb"):
            text = path.read_text()
            assert str(published.root) not in text
            assert str(ROOT) not in text


@pytest.mark.parametrize("slug", PROMISED)
def test_the_promised_results_are_there(results, slug):
    assert PROMISED[slug] - set(results(slug)["values"]) == set()


@pytest.mark.parametrize(
    ("slug", "key", "value", "tolerance"), [pytest.param(*row, id=row[1]) for row in FOUND]
)
def test_a_result_is_what_was_found_independently(results, slug, key, value, tolerance):
    assert results(slug)["values"][key]["value"] == pytest.approx(value, abs=tolerance)


def test_the_quadratic_term_is_significant_in_all_six_sweeps(results):
    values = results("row_cache")["values"]
    assert all(values[f"quadratic.n2_pvalue.{series}"]["value"] < 2e-6 for series in SERIES)


def test_other_estimators_of_saturation_disagree_as_the_chapter_says(results):
    values = results("row_cache")["values"]
    knees = [values[f"bounds.knee.{series}"]["value"] for series in SERIES]
    peaks = [values[f"usl.peak.{series}"]["value"] for series in SERIES]
    assert 3.6 <= min(knees) <= max(knees) <= 5.6
    assert 13 <= min(peaks) <= max(peaks) <= 24


def test_the_slope_s_interval_is_the_one_of_one_degree_of_freedom(results):
    slope = results("subscriber_leak")["values"]["leak.slope_kb_per_run"]
    assert (slope["low"], slope["high"]) == pytest.approx((385.2, 421.8), abs=0.05)


def test_the_known_errata_are_found_by_computation(results):
    errata = [c for c in results("row_cache")["claims"] if c["verdict"] == "erratum"]
    lines = {claim["line"] for claim in errata}
    assert {245, 248} <= lines, "the printed formula with the second service time"
    assert any("AIX" in claim["cell"] or "aix" in claim["expression"].lower() for claim in errata)


def test_the_picture_of_the_readme_is_the_one_that_the_study_draws(published):
    drawn = published.build / "figures" / "row_cache" / "round-times.svg"
    assert (ROOT / "book" / "_static" / "round-times.svg").read_bytes() == drawn.read_bytes()
