"""Running what is stale, side by side, and publishing its files into the build folder."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from contention.errors import ContentionError, UsageError
from contention.studies.atomic import build_lock, publish
from contention.studies.catalogue import discover, select
from contention.studies.freshness import prose_is_stale, why_stale
from contention.studies.locations import Project
from contention.studies.notebook_file import (
    prose_digest,
    read_notebook,
    with_prose_of,
    write_notebook,
)
from contention.studies.results import Layout, read_results, text_sha256, to_json
from contention.studies.study import Study
from contention.studies.worker import Job, run_in_process

__all__ = ["BuildOutcome", "Progress", "build_studies"]

Progress = Callable[[str, str], None]
"""Told a study's slug and its new state: waiting, running, done, fresh or failed."""


@dataclass(frozen=True)
class BuildOutcome:
    """What a build did for one study.

    Attributes
    ----------
    slug : str
    state : str
        ``run``, ``fresh`` or ``prose`` when only the notebook's prose was renewed.
    reasons : tuple of str
        Why it was run.
    """

    slug: str
    state: str
    reasons: tuple[str, ...] = ()


def build_studies(
    project: Project,
    slugs: Sequence[str] = (),
    *,
    jobs: int = 2,
    fresh: bool = False,
    progress: Progress = lambda slug, state: None,
) -> list[BuildOutcome]:
    """Bring the results of studies up to date.

    Parameters
    ----------
    project : Project
        A checkout.
    slugs : sequence of str
        Studies; all when empty.
    jobs : int
        How many runs go side by side.
    fresh : bool
        Run everything again, whatever its state.
    progress : callable
        Told each change of state.

    Returns
    -------
    list of BuildOutcome
        In the order of the catalogue.

    Raises
    ------
    ContentionError
        The first error of a run, after the other runs have ended. What they made is kept.
    """
    if jobs < 1:
        raise UsageError("the number of jobs must be 1 or more", found=str(jobs))
    catalogue = discover(project)
    studies = select(catalogue, slugs)
    with build_lock(project.build) as work:
        _clear_removed(project, set(catalogue))
        stale: dict[str, list[str]] = {}
        outcomes: dict[str, BuildOutcome] = {}
        for study in studies:
            reasons = ["asked for"] if fresh else why_stale(project, study, project.build)
            if reasons:
                stale[study.slug] = reasons
                progress(study.slug, "waiting")
            else:
                renewed = prose_is_stale(project, study, project.build)
                if renewed:
                    _renew_prose(project, study)
                outcomes[study.slug] = BuildOutcome(study.slug, "prose" if renewed else "fresh")
                progress(study.slug, "fresh")
        errors = _run_all(
            project, [study for study in studies if study.slug in stale], jobs, work, progress
        )
    if errors:
        raise errors[0]
    outcomes.update({slug: BuildOutcome(slug, "run", tuple(why)) for slug, why in stale.items()})
    return [outcomes[study.slug] for study in studies]


def _clear_removed(project: Project, slugs: set[str]) -> None:
    for results in (project.build / "results").glob("*.json"):
        if results.stem not in slugs:
            layout = Layout.in_build(results.stem)
            for folder in (layout.tables, layout.figures):
                shutil.rmtree(project.build / folder, ignore_errors=True)
            (project.build / layout.notebook).unlink(missing_ok=True)
            results.unlink()


def _run_all(
    project: Project, studies: Sequence[Study], jobs: int, work: Path, progress: Progress
) -> list[ContentionError]:
    running: list[subprocess.Popen[str]] = []
    errors: list[ContentionError] = []
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        futures = {
            pool.submit(_run_one, project, study, work, progress, running.append): study.slug
            for study in studies
        }
        try:
            for future in as_completed(futures):
                slug = futures[future]
                try:
                    files = future.result()
                except ContentionError as error:
                    errors.append(error)
                    progress(slug, "failed")
                    continue
                layout = Layout.in_build(slug)
                publish(project.build, files, owned=(layout.tables, layout.figures))
                _failed_notebook(project, slug).unlink(missing_ok=True)
                progress(slug, "done")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.kill()
            raise
    return errors


def _run_one(
    project: Project,
    study: Study,
    work: Path,
    progress: Progress,
    on_start: Callable[[subprocess.Popen[str]], None],
) -> dict[str, str]:
    progress(study.slug, "running")
    job = Job(
        root=str(project.root),
        slug=study.slug,
        parameters=study.defaults,
        published=True,
        layout=Layout.in_build(study.slug),
        folder=tempfile.mkdtemp(dir=work, prefix=f"{study.slug}-"),
        keep_failed=str(_failed_notebook(project, study.slug)),
    )
    return run_in_process(job, on_start)


def _failed_notebook(project: Project, slug: str) -> Path:
    return project.build / "failed" / f"{slug}.ipynb"


def _renew_prose(project: Project, study: Study) -> None:
    layout = Layout.in_build(study.slug)
    source = read_notebook(project.notebooks / f"{study.slug}.ipynb")
    executed = with_prose_of(read_notebook(project.build / layout.notebook), source)
    document = read_results(project.build, study.slug)
    assert document is not None
    text = write_notebook(executed)
    document["prose"] = prose_digest(source)
    document["artefacts"][layout.notebook] = text_sha256(text)
    publish(project.build, {layout.notebook: text, layout.results: to_json(document)})
