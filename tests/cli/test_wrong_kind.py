"""One rule for data that will not do: what cannot be read is 3, what is of another kind is 4."""

from pathlib import Path

import pytest

from contention.cli import main
from contention.errors import ContentionError
from contention.models import MODELS
from contention.studies import open_study
from contention.studies.catalogue import discover
from contention.studies.locations import Project

pytestmark = pytest.mark.usefixtures("in_this_project")

SLUGS = sorted(discover(Project(Path(__file__).parents[2])))
OTHER_KIND = "colour,weight\nred,3\nblue,4\n"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_text_that_is_no_capture_cannot_be_read_by_any_study(slug, write, capsys):
    assert main(["run", slug, "--data", write("Dear Sir,\nno figures today.\n")]) == 3
    assert "no reader recognises" in capsys.readouterr().err


def require(session):
    """What notebooks of studies without measurements ask of their data."""
    assert not any(capture.measures for capture in session.study.captures)
    session.require_columns(("elapsed_s",))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_of_another_kind_is_unfit_for_any_study(slug, write):
    with pytest.raises(ContentionError) as caught:
        require(open_study(slug, data=write(OTHER_KIND)))
    assert caught.value.exit_code == 4


@pytest.mark.parametrize("model", [m.name for m in MODELS.values() if m.data != "network"])
def test_a_table_of_another_kind_is_unfit_for_any_model(model, write, capsys):
    assert main(["fit", model, write(OTHER_KIND)]) == 4
    assert "the capture holds n" in capsys.readouterr().err
