"""One run in a process of its own, so that runs can go side by side and be stopped.

The process reads its job as one line of JSON from standard input and writes the run's files, or
its error, to the folder that the job names. When its standard input closes, whoever started it
is gone, and it ends at once.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from contention.errors import ContentionError, StudyError
from contention.studies.catalogue import find
from contention.studies.locations import PROJECT_VARIABLE, Project
from contention.studies.results import Layout, collect
from contention.studies.study import ParameterValue

__all__ = ["ENVIRONMENT", "Job", "run_in_process", "work"]

ENVIRONMENT: Mapping[str, str] = {
    "IPYKERNEL_CELL_NAME": "cell",
    "MKL_NUM_THREADS": "1",
    "MPLBACKEND": "agg",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
}
"""Environment of a run: what makes two runs give the same bytes."""

_OUTCOME = "outcome.json"
_ERROR = "error.pickle"
_SCRATCH = ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "TMPDIR")
"""Variables that name folders for unfinished work: a killed run leaves nothing outside its own."""


@dataclass(frozen=True)
class Job:
    """One run of one study.

    Attributes
    ----------
    root : str
        The project.
    slug : str
    parameters : dict
        Checked values of all parameters.
    published : bool
        Whether the run is on the published captures.
    layout : Layout
        Where the files go.
    folder : str
        Existing folder for the outcome.
    keep_failed : str
        Where to keep the notebook when a cell fails.
    """

    root: str
    slug: str
    parameters: dict[str, ParameterValue]
    published: bool
    layout: Layout
    folder: str
    keep_failed: str


def work(job: Job) -> dict[str, str]:
    """Do a job in this process: run the notebook and return the run's files as text."""
    from contention.studies.execution import execute  # noqa: PLC0415 - slow to import

    project = Project(Path(job.root))
    study = find(project, job.slug)
    executed = execute(
        project,
        study,
        job.parameters,
        published=job.published,
        keep_failed=Path(job.keep_failed),
    )
    return collect(project, study, job.parameters, executed, job.layout)


def run_in_process(
    job: Job, on_start: Callable[[subprocess.Popen[str]], None] = lambda process: None
) -> dict[str, str]:
    """Do a job in a process of its own and return the run's files as text.

    Parameters
    ----------
    job : Job
    on_start : callable
        Told the process, so that it can be stopped.

    Raises
    ------
    ContentionError
        What the run raised.
    StudyError
        When the process died.
    """
    environment = {
        **os.environ,
        **ENVIRONMENT,
        PROJECT_VARIABLE: job.root,
        **dict.fromkeys(_SCRATCH, str(Path(job.folder).resolve())),
    }
    with subprocess.Popen(
        [sys.executable, "-m", "contention.studies.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as process:
        on_start(process)
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(asdict(job)) + "\n")
        process.stdin.flush()
        complaint = process.stderr.read()
        code = process.wait()
    error, outcome = Path(job.folder, _ERROR), Path(job.folder, _OUTCOME)
    if error.is_file():
        raise pickle.loads(error.read_bytes())  # noqa: S301 - written by our own process
    if code != 0 or not outcome.is_file():
        raise StudyError(
            f"the process that ran {job.slug} ended with code {code}",
            found=complaint.strip()[-2000:] or "no message",
        )
    files: dict[str, str] = json.loads(outcome.read_text(encoding="utf-8"))
    return files


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


def _read_job(line: str) -> Job:
    fields: Mapping[str, object] = json.loads(line)
    layout = fields["layout"]
    assert isinstance(layout, dict)
    return Job(**{**fields, "layout": Layout(**layout)})  # type: ignore[arg-type]


def _main() -> None:
    job = _read_job(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    folder = Path(job.folder)
    try:
        files = work(job)
    except ContentionError as error:
        (folder / _ERROR).write_bytes(pickle.dumps(error))
    except BaseException:  # the thread that reads standard input forbids an orderly end
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    else:
        (folder / _OUTCOME).write_text(json.dumps(files), encoding="utf-8")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    _main()
