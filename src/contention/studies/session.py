"""What a notebook works with: the study, its measurements, and a place to record results."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TypeVar

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from contention.errors import StudyError, UsageError
from contention.measurements import (
    CallStatistics,
    Histogram,
    LockUse,
    MemorySeries,
    Sweep,
    WaitProfile,
)
from contention.readers import Reading
from contention.studies import emission
from contention.studies.expressions import CaptureView
from contention.studies.frame_table import frame_table
from contention.studies.ledger import LedgerEntry, count_verdicts, judge
from contention.studies.study import Study
from contention.studies.tables import frame_with, require_table

__all__ = ["StudySession"]

_Measurement = TypeVar("_Measurement")


class StudySession:
    """One run of a study.

    Made by :func:`~contention.studies.open_study`. It keeps what the notebook records until
    :meth:`close` shows it.

    Attributes
    ----------
    study : Study
    published : bool
        Whether the run is on the published captures, and not on a user's own.
    sweeps : tuple of Sweep
    memory : tuple of MemorySeries
    calls : tuple of CallStatistics
    waits : tuple of WaitProfile
    histograms : tuple of Histogram
    locks : tuple of LockUse
        The measurements that the captures hold; a capture that measures ``calls`` may hold waits
        as well.
    """

    def __init__(self, study: Study, readings: dict[str, Reading], *, published: bool) -> None:
        self.study = study
        self.published = published
        self._readings = readings
        self.sweeps: tuple[Sweep, ...] = self._measured("sweep", lambda one: one.sweeps)
        self.memory: tuple[MemorySeries, ...] = self._measured("memory", lambda one: one.memory)
        self.calls: tuple[CallStatistics, ...] = self._measured("calls", lambda one: one.calls)
        self.waits: tuple[WaitProfile, ...] = self._measured(
            ("calls", "waits"), lambda one: one.waits
        )
        self.histograms: tuple[Histogram, ...] = self._measured(
            "histogram", lambda one: one.histograms
        )
        self.locks: tuple[LockUse, ...] = self._measured("lock", lambda one: one.locks)
        self._values: dict[str, dict[str, object]] = {}
        self._names: set[tuple[str, str]] = set()
        self._missing: list[str] = []
        self._conclusions: list[str] = []

    def _measured(
        self, kinds: str | tuple[str, ...], take: Callable[[Reading], tuple[_Measurement, ...]]
    ) -> tuple[_Measurement, ...]:
        """Measurements of the captures that are there for them; of all of a user's own."""
        wanted = (kinds,) if isinstance(kinds, str) else kinds
        chosen = {c.id for c in self.study.captures if c.measures in wanted}
        return tuple(
            measurement
            for id_, reading in self._readings.items()
            if id_ in chosen or not self.published
            for measurement in take(reading)
        )

    def has(self, capture: str) -> bool:
        """Whether that capture of the study is there; never so for a user's own data."""
        self.study.capture(capture)
        return self.published and capture in self._readings

    def needs(self, capture: str, what: str) -> bool:
        """As :meth:`has`; where it is missing, says in the notebook what is not computed."""
        if self.has(capture):
            return True
        self.not_computed(f"this part needs {what}, which your data does not hold")
        return False

    def read(self, capture: str) -> Reading:
        """The reading of one of the study's captures."""
        if not self.has(capture):
            raise UsageError(f"capture {capture} is not part of this run")
        return self._readings[capture]

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Everything that was read, in order."""
        return tuple(self._readings.values())

    def frame(self, *columns: str) -> pd.DataFrame:
        """The rows of every table that has these columns, with the capture's name in ``capture``.

        Empty, with these columns, when no table has them all.
        """
        named = [
            (id_ if self.published else Path(reading.path).stem, reading)
            for id_, reading in self._readings.items()
        ]
        return frame_with(named, columns)

    def require_columns(self, *alternatives: tuple[str, ...]) -> None:
        """See that some table has all columns of one alternative.

        Raises
        ------
        MeasurementError
            When none has: the data can be read, and is not of the kind that this study takes.
        """
        require_table(self.study.slug, self.readings, alternatives)

    def not_computed(self, why: str) -> None:
        """Say in the notebook, and in the results, what is not computed and why."""
        sentence = f"Not computed: {why}."
        self._missing.append(sentence)
        emission.emit_html(f'<p class="contention-not-computed">{escape(sentence)}</p>', sentence)

    def say(self, *sentences: str) -> None:
        """State what a step found, in the notebook only; several sentences become a list."""
        emission.emit_sentences(sentences)

    def conclude(self, sentence: str) -> None:
        """State an answer in one sentence; reports and the terminal show it first."""
        self._conclusions.append(sentence)
        emission.emit_html(f'<p class="contention-conclusion">{escape(sentence)}</p>', sentence)

    def record(
        self,
        key: str,
        value: float,
        *,
        unit: str = "",
        se: float | None = None,
        low: float | None = None,
        high: float | None = None,
        interval: tuple[float, float] | None = None,
        n: int | None = None,
        note: str | None = None,
    ) -> None:
        """Record a result.

        Parameters
        ----------
        key : str
            Dotted name, such as ``leak.slope_kb_per_run``.
        value : float
        unit : str
        se, low, high : float, optional
            Standard error and interval. An infinite end is left out and told in the note.
        interval : tuple of float, optional
            Both ends of the interval at once, instead of ``low`` and ``high``.
        n : int, optional
            Number of measurements behind it.
        note : str, optional
            What a reader must know to use it.

        Raises
        ------
        StudyError
            When the key was recorded before.
        """
        if key in self._values:
            raise StudyError(f"result {key} is recorded twice", path=self.study.slug)
        entry: dict[str, object] = {"value": _plain_number(value), "unit": unit}
        if interval is not None:
            low, high = interval
        optional = {"se": se, "low": low, "high": high}
        for end, name in ((low, "lower"), (high, "upper")):
            if end is not None and math.isinf(end):
                note = f"{note}; no {name} limit" if note else f"no {name} limit"
        entry.update({k: _plain_number(v) for k, v in optional.items() if v is not None})
        if n is not None:
            entry["n"] = int(n)
        if note:
            entry["note"] = note
        self._values[key] = {
            name: item for name, item in entry.items() if name == "value" or item is not None
        }

    def table(self, name: str, frame: pd.DataFrame, *, caption: str) -> None:
        """Show a table, and keep it as CSV among the results."""
        self._claim_name("table", name)
        emission.emit_table(
            name,
            caption,
            frame_table(frame, caption, f"table-{name}"),
            f"{caption}\n{frame.to_string(index=False)}",
            frame.to_csv(index=False, lineterminator="\n"),
        )

    def figure(self, name: str, axes: Axes, *, caption: str, alt: str) -> None:
        """Show a figure with its alternative text, and keep it as SVG among the results."""
        self._claim_name("figure", name)
        figure = axes.get_figure(root=True)
        if figure is None:
            raise StudyError(f"figure {name}: the axes belong to no figure", path=self.study.slug)
        emission.emit_figure(name, caption, alt, figure)

    def _claim_name(self, kind: str, name: str) -> None:
        if (kind, name) in self._names or not name.replace("-", "_").isidentifier():
            raise StudyError(
                f"a {kind}'s name must be new and simple: {name}", path=self.study.slug
            )
        self._names.add((kind, name))

    def close(self) -> list[LedgerEntry]:
        """Show the results and, for the published captures, what became of each claim.

        Returns
        -------
        list of LedgerEntry
            Empty for a user's own data: published claims are not judged on them.
        """
        entries = self._judge() if self.published else []
        payload = {
            "study": self.study.slug,
            "published": self.published,
            "values": self._values,
            "claims": [entry.as_dict() for entry in entries],
            "conclusions": self._conclusions,
            "not_computed": self._missing,
            "flags": [f"{r.format}: {flag}" for r in self.readings for flag in r.flags],
            "inputs": self._inputs(),
            "modules": sorted(
                name for name in sys.modules if name.partition(".")[0] == "contention"
            ),
        }
        frame = pd.DataFrame(
            [
                {"result": key, **{c: entry.get(c) for c in ("value", "unit", "low", "high", "n")}}
                for key, entry in sorted(self._values.items())
            ]
        )
        caption = f"Results of this run of {self.study.slug}"
        html = (
            f"<details><summary>{escape(caption)}</summary>\n"
            f"{frame_table(frame, caption, 'table-results')}\n</details>"
        )
        if entries:
            counts = {k: v for k, v in count_verdicts(entries).items() if v}
            sentence = f"{len(entries)} published figures checked: " + ", ".join(
                f"{count} {verdict.replace('_', ' ')}" for verdict, count in counts.items()
            )
            html += f"\n<p>{escape(sentence)}.</p>"
        emission.emit_results(payload, html, f"{caption}\n{frame.to_string(index=False)}")
        return entries

    def _inputs(self) -> list[dict[str, str]]:
        if self.published:
            return [
                {"path": f"data/{self.study.slug}/{c.path.as_posix()}", "sha256": c.sha256}
                for c in self.study.captures
            ]
        origins = [table.provenance for r in self.readings for table in r.tables[:1]]
        return [{"path": Path(o.source).name, "sha256": o.sha256} for o in origins]

    def _judge(self) -> list[LedgerEntry]:
        views = {id_: CaptureView(id_, r.tables) for id_, r in self._readings.items()}
        values = {
            key: entry["value"]
            for key, entry in self._values.items()
            if isinstance(entry["value"], int | float)
        }
        return judge(self.study, views, values)


def _plain_number(value: object) -> int | float | None:
    if isinstance(value, bool | np.bool_):
        return int(value)
    if isinstance(value, int | np.integer):
        return int(value)
    number = float(value)  # type: ignore[arg-type]
    return number if math.isfinite(number) else None
