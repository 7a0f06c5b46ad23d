"""A digest covers everything that a run depends on, and nothing of where it ran."""

import shutil

import pytest

import contention
from contention.errors import StudyError
from contention.studies import fingerprint as module
from contention.studies.catalogue import discover
from contention.studies.fingerprint import (
    digest_of,
    fingerprint,
    installed_versions,
    source_of,
)
from contention.studies.locations import Project


def parts_of(project, parameters=None, modules=("contention.laws",)):
    study = discover(project)["toy"]
    return fingerprint(project, study, parameters or study.defaults, modules)


def test_the_parts_are_named(project):
    assert list(parts_of(project)) == [
        "capture raw/log.csv",
        "environment",
        "ledger published/rates.csv",
        "module contention.laws",
        "notebook code",
        "parameters",
        "study file",
    ]


def test_a_copy_elsewhere_has_the_same_digest(project, tmp_path):
    copy = Project(tmp_path / "copy")
    shutil.copytree(project.root, copy.root)
    assert parts_of(copy) == parts_of(project)


def test_parameters_are_digested_without_regard_to_their_order(project):
    one = parts_of(project, {"data": [], "scale": 3.0})
    assert one == parts_of(project, {"scale": 3.0, "data": []})
    assert one["parameters"] != parts_of(project)["parameters"]


def test_what_is_gone_is_missing(project):
    (project.data / "toy" / "published" / "rates.csv").unlink()
    parts = parts_of(project, modules=("contention.models.withdrawn",))
    assert parts["ledger published/rates.csv"] == "missing"
    assert parts["module contention.models.withdrawn"] == "missing"


def test_the_environment_is_the_lock_where_there_is_one(project):
    without = parts_of(project)["environment"]
    project.lock.write_text("numpy==2.0\n")
    first = parts_of(project)["environment"]
    project.lock.write_text("numpy==2.1\n")
    assert len({without, first, parts_of(project)["environment"]}) == 3


def test_without_a_lock_it_is_the_installed_versions(project, monkeypatch):
    before = parts_of(project)["environment"]
    monkeypatch.setattr(module, "installed_versions", lambda: {"numpy": "0"})
    assert parts_of(project)["environment"] != before


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("contention", "__init__.py"),
        ("contention.errors", "errors.py"),
        ("contention.studies", "studies/__init__.py"),
        ("contention.studies.study", "studies/study.py"),
    ],
)
def test_a_module_is_its_source_file(name, file):
    assert source_of(name).samefile(contention.__path__[0] + f"/{file}")


def test_the_versions_are_those_of_the_packages_that_compute():
    versions = installed_versions()
    assert versions["contention"] == contention.__version__
    assert {"numpy", "scipy", "statsmodels", "matplotlib", "papermill"} <= set(versions)


def test_one_digest_depends_on_every_part():
    assert digest_of({"a": "1"}) != digest_of({"a": "2"})
    assert digest_of({"a": "1"}) != digest_of({"a": "1", "b": "1"})
    with pytest.raises(StudyError, match="at least one part"):
        digest_of({})
