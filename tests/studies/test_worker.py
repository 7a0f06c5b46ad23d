"""A run in a process of its own gives files or its error, and ends with whoever started it."""

import io
import json
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from contention.errors import ChecksumError, StudyError, UsageError
from contention.studies import worker
from contention.studies.locations import PROJECT_VARIABLE
from contention.studies.results import Layout
from contention.studies.worker import Job, run_in_process, work

SLEEP = "import time\ntime.sleep(300)"
on_linux = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")


@pytest.fixture
def job(project, tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    return Job(
        root=str(project.root),
        slug="toy",
        parameters={"data": [], "scale": 2.0},
        published=True,
        layout=Layout.in_build("toy"),
        folder=str(folder),
        keep_failed=str(tmp_path / "failed.ipynb"),
    )


def processes_of(root):
    """Processes whose environment names the project: workers and their kernels."""
    wanted = f"{PROJECT_VARIABLE}={root}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue
    return set(found) - {os.getpid()}


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.1)


def test_the_error_of_a_run_is_raised_here_as_it_was(job):
    with pytest.raises(UsageError, match="there is no study toyy") as caught:
        run_in_process(replace(job, slug="toyy"))
    assert caught.value.hint == "did you mean toy?"


def test_another_failure_is_told_with_what_the_process_said(job):
    with pytest.raises(StudyError, match="ended with code 1") as caught:
        run_in_process(replace(job, parameters={"scael": 2.0}))
    assert caught.value.found.endswith("KeyError: 'scael'")


@pytest.mark.notebooks
def test_a_checksum_error_crosses_kernel_and_process(job, project):
    (project.data / "toy" / "raw" / "log.csv").write_text("sessions,throughput\n1,1\n")
    with pytest.raises(ChecksumError, match=r"toy/raw/log\.csv: capture log is not the recorded"):
        run_in_process(job)


@pytest.mark.notebooks
def test_the_work_of_a_job_is_the_files_of_the_build(job, clean_build):
    files = work(job)
    built = {path: (clean_build.build / path).read_text(encoding="utf-8") for path in files}
    assert files == built


@pytest.fixture
def main(monkeypatch):
    """Run the worker's main function here on a job, and return its exit code."""

    class Ended(BaseException):
        pass

    def end(code):
        raise Ended(code)

    def run(job):
        monkeypatch.setattr(worker.sys, "stdin", io.StringIO(json.dumps(asdict(job)) + "\n"))
        monkeypatch.setattr(worker.os, "_exit", end)
        monkeypatch.setattr(worker.threading.Thread, "start", lambda thread: None)
        with pytest.raises(Ended) as caught:
            worker._main()
        return caught.value.args[0]

    return run


def test_the_files_of_a_run_are_left_in_the_job_s_folder(job, main, monkeypatch):
    done = []
    monkeypatch.setattr(worker, "work", lambda job: done.append(job) or {"a.csv": "µ\n"})
    assert main(job) == 0
    assert done == [job]
    assert json.loads(Path(job.folder, "outcome.json").read_text(encoding="utf-8")) == {
        "a.csv": "µ\n"
    }


def test_an_error_of_the_package_is_left_there_with_its_fields(job, main):
    assert main(replace(job, slug="toyy")) == 0
    error = pickle.loads(Path(job.folder, "error.pickle").read_bytes())
    assert (type(error), error.hint) == (UsageError, "did you mean toy?")


def test_another_error_is_printed_and_ends_the_process(job, main, capsys):
    assert main(replace(job, parameters={"scael": 2.0})) == 1
    assert capsys.readouterr().err.endswith("KeyError: 'scael'\n")
    assert list(Path(job.folder).iterdir()) == []


@pytest.mark.notebooks
@on_linux
def test_a_worker_that_is_killed_is_an_error_and_leaves_no_kernel(job, project, edit_notebook):
    edit_notebook(project, "open", source=SLEEP)
    started = []

    def kill_when_the_kernel_runs():
        wait_until(lambda: len(processes_of(project.root)) == 2)
        started[0].kill()

    killer = threading.Thread(target=kill_when_the_kernel_runs)
    killer.start()
    with pytest.raises(StudyError, match="ended with code -9"):
        run_in_process(job, started.append)
    killer.join()
    wait_until(lambda: not processes_of(project.root))


@pytest.mark.notebooks
@on_linux
def test_killing_the_parent_ends_worker_and_kernel(project, edit_notebook):
    edit_notebook(project, "open", source=SLEEP)
    program = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from contention.studies.building import build_studies
        from contention.studies.locations import Project
        build_studies(Project(Path(sys.argv[1])), ["toy"])
        """
    )
    environment = {k: v for k, v in os.environ.items() if k != PROJECT_VARIABLE}
    parent = subprocess.Popen([sys.executable, "-c", program, str(project.root)], env=environment)
    wait_until(lambda: len(processes_of(project.root)) == 2)
    parent.kill()
    parent.wait()
    wait_until(lambda: not processes_of(project.root), seconds=20)
