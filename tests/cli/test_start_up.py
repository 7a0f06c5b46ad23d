"""Commands that compute nothing start without the libraries that compute."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SLOW = {"kneed", "matplotlib", "numba", "pandas", "papermill", "scipy", "statsmodels"}
MODULES_OF_AN_IDLE_BUILD = (
    "contention.cli",
    "contention.book.render",
    "contention.studies.building",
)


def loaded_by(code):
    """Top-level packages that Python has loaded after running the code in a new process."""
    shown = (
        f"{code}\nimport sys\nprint('loaded', *{{name.partition('.')[0] for name in sys.modules}})"
    )
    done = subprocess.run(
        [sys.executable, "-c", shown], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


def test_an_idle_build_loads_no_slow_library():
    assert not SLOW & loaded_by(f"import {', '.join(MODULES_OF_AN_IDLE_BUILD)}")


@pytest.mark.parametrize("words", [["why"], ["studies"], ["claims", "--help"], ["build", "--help"]])
def test_a_command_that_computes_nothing_loads_no_slow_library(words):
    assert not SLOW & loaded_by(f"from contention.cli import main\nmain({words!r})")


def test_the_models_load_without_the_library_of_the_cross_check():
    assert "kneed" not in loaded_by("import contention.models, contention.figures")


def test_the_names_that_come_late_are_there_and_others_are_not():
    from contention import studies

    assert [getattr(studies, name).__name__ for name in studies.__all__] == studies.__all__
    assert {"StudySession", "open_study"} <= set(studies.__all__)
    assert set(studies.__all__) <= set(dir(studies))
    with pytest.raises(AttributeError, match="no attribute 'open_studies'"):
        _ = studies.open_studies
