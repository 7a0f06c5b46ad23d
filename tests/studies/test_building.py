"""A build runs what is stale, side by side, and publishes whole runs only."""

import json
import shutil
import subprocess
import sys
import threading
import time

import pytest

from contention.errors import FitError, StudyError, UsageError
from contention.studies import building
from contention.studies.building import BuildOutcome, build_studies
from contention.studies.catalogue import discover
from contention.studies.freshness import why_stale

BUILD = (
    "import sys; from pathlib import Path\n"
    "from contention.studies.building import build_studies\n"
    "from contention.studies.locations import Project\n"
    "print([o.state for o in build_studies(Project(Path(sys.argv[1])))])"
)


@pytest.fixture
def run_nothing(monkeypatch):
    """Make a build that would start a run fail."""

    def refuse(job, on_start):
        pytest.fail(f"{job.slug} was run")

    monkeypatch.setattr(building, "run_in_process", refuse)


@pytest.fixture
def pretend(monkeypatch):
    """Replace runs by a function of the job."""

    def install(run):
        monkeypatch.setattr(building, "run_in_process", lambda job, on_start: run(job))

    return install


def states(outcomes):
    return {outcome.slug: outcome.state for outcome in outcomes}


@pytest.mark.notebooks
def test_a_second_clean_build_elsewhere_gives_identical_bytes(project, clean_build, tree):
    assert states(build_studies(project, jobs=1)) == {"other": "run", "toy": "run"}
    assert tree(project.build) == tree(clean_build.build)


@pytest.mark.notebooks
def test_a_no_op_build_runs_and_writes_nothing(built, run_nothing, tree):
    before = tree(built.build)
    told = []
    outcomes = build_studies(built, progress=lambda *change: told.append(change))
    assert outcomes == [BuildOutcome("other", "fresh"), BuildOutcome("toy", "fresh")]
    assert told == [("other", "fresh"), ("toy", "fresh")]
    assert tree(built.build) == before


@pytest.mark.notebooks
def test_a_no_op_build_loads_no_library_that_computes(built):
    code = f"{BUILD}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code, str(built.root)], capture_output=True, text=True, check=True
    )
    states, loaded = done.stdout.splitlines()
    assert states == "['fresh', 'fresh']"
    slow = {"matplotlib", "pandas", "papermill", "scipy", "statsmodels"}
    assert not slow & set(loaded.split())


@pytest.mark.notebooks
def test_one_changed_capture_runs_one_study_again(built, change_capture, tree):
    before = tree(built.build)
    change_capture(built)
    told = []
    outcomes = build_studies(built, progress=lambda *change: told.append(change))
    assert states(outcomes) == {"other": "fresh", "toy": "run"}
    assert outcomes[1].reasons == ("capture raw/log.csv changed", "study file changed")
    assert told == [
        ("other", "fresh"), ("toy", "waiting"), ("toy", "running"), ("toy", "done")
    ]  # fmt: skip
    changed = {path for path, content in tree(built.build).items() if before[path] != content}
    assert changed == {
        "executed/toy.ipynb", "figures/toy/rates.svg", "results/toy.json", "tables/toy/log.csv"
    }  # fmt: skip
    assert why_stale(built, discover(built)["toy"], built.build) == []


@pytest.mark.notebooks
def test_changed_prose_is_renewed_without_a_run(built, edit_notebook, run_nothing):
    edit_notebook(built, "look", source="Look at the rates.")
    assert states(build_studies(built)) == {"other": "fresh", "toy": "prose"}
    text = (built.build / "executed" / "toy.ipynb").read_text()
    assert "Look at the rates." in text
    assert "The rates." not in text
    assert states(build_studies(built)) == {"other": "fresh", "toy": "fresh"}


@pytest.mark.notebooks
def test_renewed_prose_equals_that_of_a_run(built, edit_notebook, tree):
    edit_notebook(built, "intro", source="# Another toy")
    build_studies(built)
    renewed = tree(built.build)
    assert states(build_studies(built, ["toy"], fresh=True)) == {"toy": "run"}
    assert tree(built.build) == renewed


@pytest.mark.notebooks
def test_two_builds_at_once_both_succeed(project, clean_build, tree):
    arguments = [sys.executable, "-c", BUILD, str(project.root)]
    builds = [subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = sorted(build.communicate()[0].strip() for build in builds)
    assert [build.returncode for build in builds] == [0, 0]
    assert said == ["['fresh', 'fresh']", "['run', 'run']"]
    assert tree(project.build) == tree(clean_build.build)


@pytest.mark.notebooks
def test_a_failed_run_keeps_its_notebook_and_the_old_results_until_it_is_mended(
    built, edit_notebook, tree
):
    before = tree(built.build)
    edit_notebook(built, "rate", source="1 / 0")
    with pytest.raises(StudyError, match="ZeroDivisionError"):
        build_studies(built)
    after = tree(built.build)
    failed = json.loads(after.pop("failed/toy.ipynb"))
    assert any("Exception was encountered" in "".join(c["source"]) for c in failed["cells"])
    assert after == before
    original = building.read_notebook(built.build / "executed" / "toy.ipynb")
    edit_notebook(built, "rate", source=next(c.source for c in original.cells if c.id == "rate"))
    assert states(build_studies(built)) == {"other": "fresh", "toy": "fresh"}


def test_no_jobs_are_refused(project):
    with pytest.raises(UsageError, match="1 or more"):
        build_studies(project, jobs=0)


def test_an_unknown_study_is_refused_before_anything_runs(project, run_nothing):
    with pytest.raises(UsageError, match="there is no study toyy"):
        build_studies(project, ["toyy"])


def test_the_first_error_is_raised_after_the_others_are_published(project, pretend):
    def run(job):
        if job.slug == "other":
            raise FitError("no minimum")
        return {"results/toy.json": "{}"}

    pretend(run)
    told = []
    with pytest.raises(FitError, match="no minimum"):
        build_studies(project, progress=lambda *change: told.append(change))
    assert (project.build / "results" / "toy.json").read_text() == "{}"
    assert ("other", "failed") in told
    assert ("toy", "done") in told


def test_a_run_that_succeeds_removes_the_notebook_of_its_last_failure(project, pretend):
    failed = project.build / "failed" / "toy.ipynb"
    failed.parent.mkdir(parents=True)
    failed.touch()
    pretend(lambda job: {f"results/{job.slug}.json": "{}"})
    build_studies(project)
    assert not failed.exists()


@pytest.mark.parametrize(("jobs", "together"), [(1, 1), (2, 2)])
def test_as_many_runs_go_side_by_side_as_there_are_jobs(project, pretend, jobs, together):
    running, most = set(), []
    both = threading.Barrier(2)

    def run(job):
        running.add(job.slug)
        if together == 2:
            both.wait(timeout=20)
        else:
            time.sleep(0.2)
        most.append(len(running))
        if together == 2:
            both.wait(timeout=20)
        running.remove(job.slug)
        return {f"results/{job.slug}.json": "{}"}

    pretend(run)
    build_studies(project, jobs=jobs)
    assert max(most) == together


def test_a_job_is_the_published_run_with_default_parameters(project, pretend):
    jobs = []

    def run(job):
        jobs.append(job)
        return {f"results/{job.slug}.json": "{}"}

    pretend(run)
    build_studies(project, ["toy"])
    (job,) = jobs
    assert (job.slug, job.published, job.parameters) == ("toy", True, {"data": [], "scale": 2.0})
    assert job.folder.startswith(str(project.build))


def test_an_interrupted_build_stops_the_runs_that_it_started(project, monkeypatch):
    killed = []

    class Process:
        def kill(self):
            killed.append(self)
            released.set()

    released = threading.Event()
    started = threading.Event()

    def run(job, on_start):
        if job.slug == "other":
            started.wait(20)
            raise KeyboardInterrupt
        on_start(Process())
        started.set()
        released.wait(20)
        raise StudyError("the process ended")

    monkeypatch.setattr(building, "run_in_process", run)
    with pytest.raises(KeyboardInterrupt):
        build_studies(project)
    assert len(killed) == 1
    assert not (project.build / ".work").exists()


@pytest.mark.notebooks
def test_a_study_that_was_removed_leaves_nothing_in_the_build(built, run_nothing, tree):
    shutil.rmtree(built.data / "toy")
    assert states(build_studies(built)) == {"other": "fresh"}
    assert not [path for path in tree(built.build) if "toy" in str(path)]
