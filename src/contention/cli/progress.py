"""The progress of a build on the standard error: live on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from contention.cli.output import note

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.progress import Progress, TaskID

__all__ = ["showing_progress"]

FINISHED = ("done", "fresh", "failed")


@contextmanager
def showing_progress() -> Iterator[Callable[[str, str], None]]:
    """What a build tells each study's slug and new state.

    Examples
    --------
    >>> with showing_progress() as tell:
    ...     tell("row_cache", "fresh")
    """
    if not sys.stderr.isatty():
        yield _Lines().tell
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(finished_text=" "),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[state]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as display:
        yield _Live(display).tell


class _Lines:
    """One line for each change of state, with the seconds of a run at its end."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}
        self._lock = Lock()

    def tell(self, slug: str, state: str) -> None:
        with self._lock:
            if state == "running":
                self._began[slug] = time.monotonic()
            began = self._began.get(slug)
            took = (
                f" in {time.monotonic() - began:.1f} s"
                if began is not None and state in FINISHED
                else ""
            )
            note(f"{slug}: {state}{took}")


class _Live:
    """A row for each study, with a clock that runs while it does."""

    def __init__(self, display: Progress) -> None:
        self._display = display
        self._rows: dict[str, TaskID] = {}
        self._lock = Lock()

    def tell(self, slug: str, state: str) -> None:
        with self._lock:
            if slug not in self._rows:
                self._rows[slug] = self._display.add_task(slug, total=1, start=False, state=state)
            row = self._rows[slug]
            self._display.update(row, state=state)
            if state in ("running", "fresh"):
                self._display.start_task(row)
            if state in FINISHED:
                self._display.update(row, completed=1)
                self._display.stop_task(row)
