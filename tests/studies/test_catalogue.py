"""The catalogue finds studies by their folders and names the closest one to a wrong slug."""

import pytest

from contention.errors import StudyError, UsageError
from contention.studies.catalogue import discover, find, select
from contention.studies.locations import Project


def test_every_folder_with_a_study_file_is_a_study_in_alphabetical_order(project):
    (project.data / "empty").mkdir()
    assert list(discover(project)) == ["other", "toy"]


def test_a_project_without_studies_has_an_empty_catalogue(tmp_path):
    assert discover(Project(tmp_path)) == {}


def test_a_study_needs_its_notebook(project):
    (project.notebooks / "toy.ipynb").unlink()
    with pytest.raises(StudyError, match="study toy has no notebook") as caught:
        discover(project)
    assert caught.value.expected == "notebooks/toy.ipynb"


def test_all_are_selected_when_none_is_named(project):
    assert [study.slug for study in select(discover(project), [])] == ["other", "toy"]


def test_the_named_ones_are_selected_in_the_order_given(project):
    assert [study.slug for study in select(discover(project), ["toy", "other"])] == ["toy", "other"]


@pytest.mark.parametrize(
    ("slug", "hint"), [("ttoy", "did you mean toy?"), ("zzz", "see: contention studies")]
)
def test_an_unknown_slug_is_refused_with_what_there_is(project, slug, hint):
    with pytest.raises(UsageError, match=f"there is no study {slug}") as caught:
        select(discover(project), ["toy", slug])
    assert caught.value.expected == "other, toy"
    assert caught.value.hint == hint


def test_one_study_is_found_whatever_the_state_of_the_others(project):
    (project.data / "other" / "study.toml").write_text("title = ")
    assert find(project, "toy").slug == "toy"
    with pytest.raises(StudyError):
        find(project, "other")
    with pytest.raises(UsageError, match="there is no study ttoy") as caught:
        find(project, "ttoy")
    assert caught.value.hint == "did you mean toy?"
