"""The results document holds what the design promises, the same bytes each time."""

import json

import pytest

from contention.errors import StudyError
from contention.studies.catalogue import discover
from contention.studies.results import Layout, collect, read_results, text_sha256, to_json

KEYS = {"study", "parameters", "inputs", "digest", "versions", "values", "tables", "figures"}


@pytest.fixture
def files(project, execute_here):
    study = discover(project)["toy"]
    executed = execute_here(project)
    return collect(project, study, study.defaults, executed, Layout.in_build("toy"))


@pytest.fixture
def document(files):
    return json.loads(files["results/toy.json"])


def test_a_run_has_a_notebook_tables_figures_and_its_document_last(files):
    assert list(files) == [
        "tables/toy/log.csv",
        "figures/toy/rates.svg",
        "executed/toy.ipynb",
        "results/toy.json",
    ]


def test_the_document_has_the_promised_keys(document):
    assert set(document) >= KEYS | {"claims"}
    assert document["values"]["rate.mean"]["unit"] == "1/s"
    assert document["tables"] == {"log": "tables/toy/log.csv"}
    assert document["figures"]["rates"]["path"] == "figures/toy/rates.svg"
    assert document["figures"]["rates"]["alt"]
    assert document["inputs"][0]["path"] == "data/toy/raw/log.csv"
    assert document["versions"]["python"].startswith("3.")


def test_a_claim_has_the_promised_keys(document):
    promised = {
        "id",
        "study",
        "article",
        "line",
        "statement",
        "printed",
        "found",
        "verdict",
        "reason",
    }
    assert all(promised <= set(claim) for claim in document["claims"])
    assert len(document["claims"]) == 5


def test_it_tells_no_time_and_no_place(files, project):
    for text in files.values():
        assert str(project.root) not in text
    assert "/work" not in files["results/toy.json"]
    assert "/tmp" not in files["results/toy.json"]


def test_every_file_but_the_document_is_vouched_for(files, document):
    others = {path: text_sha256(text) for path, text in files.items() if path != "results/toy.json"}
    assert document["artefacts"] == others


def test_a_second_run_gives_the_same_bytes(files, project, execute_here):
    study = discover(project)["toy"]
    again = collect(project, study, study.defaults, execute_here(project), Layout.in_build("toy"))
    assert again == files


def test_json_is_sorted_and_refuses_what_json_does_not_know():
    assert to_json({"b": "µ", "a": 1}) == '{\n "a": 1,\n "b": "µ"\n}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json({"a": float("inf")})


def test_one_study_alone_has_a_flat_layout():
    assert Layout.alone("toy") == Layout("toy.ipynb", "results.json", "tables", "figures")


def test_results_are_read_back(project, build_here):
    assert read_results(project.build, "toy") is None
    document = build_here(project)
    assert read_results(project.build, "toy") == document


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[]", b'{"study": "other"}'])
def test_a_file_that_is_no_results_document_of_the_study_is_an_error(project, content):
    path = project.build / "results" / "toy.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(StudyError, match="results file") as caught:
        read_results(project.build, "toy")
    assert caught.value.path == str(path)
