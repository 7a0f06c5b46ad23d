"""A project is found by the environment, then upwards from here, then from the package."""

from pathlib import Path

import pytest

from contention.errors import UsageError
from contention.studies import locations
from contention.studies.locations import PROJECT_VARIABLE, Project, find_project


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A folder outside of any project, with the environment variable unset."""
    monkeypatch.delenv(PROJECT_VARIABLE, raising=False)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_the_environment_variable_comes_first(project, elsewhere, monkeypatch):
    monkeypatch.setenv(PROJECT_VARIABLE, str(project.root))
    assert find_project(elsewhere) == project


def test_an_environment_variable_that_names_no_project_is_an_error(elsewhere, monkeypatch):
    monkeypatch.setenv(PROJECT_VARIABLE, str(elsewhere))
    with pytest.raises(UsageError, match=PROJECT_VARIABLE) as caught:
        find_project()
    assert caught.value.found == str(elsewhere)


def test_then_the_nearest_folder_above_the_start(project, elsewhere):
    inside = project.data / "toy" / "raw"
    assert find_project(inside) == project


def test_the_working_directory_is_the_start_by_default(project, elsewhere, monkeypatch):
    monkeypatch.chdir(project.notebooks)
    assert find_project() == project


def test_then_the_checkout_that_the_package_is_installed_from(elsewhere):
    assert find_project().root == Path(locations.__file__).parents[3]


def test_then_the_studies_that_an_installed_package_carries(project, elsewhere, monkeypatch):
    package = elsewhere / "site" / "packages" / "contention"
    (package / "studies").mkdir(parents=True)
    (package / "published").symlink_to(project.root)
    monkeypatch.setattr(locations, "__file__", str(package / "studies" / "locations.py"))
    assert find_project().root == package / "published"


def test_without_any_the_error_says_what_was_looked_for(elsewhere, monkeypatch):
    monkeypatch.setattr(locations, "__file__", str(elsewhere / "a" / "b" / "c" / "locations.py"))
    with pytest.raises(UsageError, match="no folder with studies") as caught:
        find_project()
    assert "study.toml" in caught.value.expected


def test_a_folder_of_data_without_notebooks_is_no_project(project, elsewhere):
    project.notebooks.rename(project.root / "other")
    assert find_project(project.root).root != project.root


def test_the_folders_of_a_project(tmp_path):
    project = Project(tmp_path)
    assert project.build == tmp_path / "build"
    assert project.lock == tmp_path / "requirements.lock"
    assert not project.is_checkout
    (tmp_path / "book").mkdir()
    (tmp_path / "_config.yml").touch()
    assert project.is_checkout
