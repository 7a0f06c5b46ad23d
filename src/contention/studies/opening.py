"""Opening a study for a notebook, on the published captures or on a user's own."""

from __future__ import annotations

from collections.abc import Sequence

from contention.errors import MeasurementError
from contention.readers import read_several
from contention.studies.captures import open_capture
from contention.studies.catalogue import find
from contention.studies.locations import find_project
from contention.studies.session import StudySession
from contention.studies.study import MEASURED

__all__ = ["open_study"]


def open_study(
    slug: str, data: str | Sequence[str] = (), **reader_options: bool | int | float | str
) -> StudySession:
    """Open a study for a notebook.

    Parameters
    ----------
    slug : str
        Name of the study.
    data : str or sequence of str
        The user's own captures, or folders of them; none for those the study comes with. Files
        with one session count each make one sweep. Another label that several files have in
        common gets the file's name before it.
    **reader_options
        The study's parameters that the reader of a user's own capture is told, such as
        ``duration_s``; 0 or empty means not given.

    Raises
    ------
    UsageError
        When there is no such study.
    ChecksumError
        When a published capture is not the recorded file.
    ReadError
        When the user's capture cannot be read.
    MeasurementError
        When it holds nothing that this study can use.

    Examples
    --------
    >>> study = open_study("row_cache")
    >>> study.published, len(study.sweeps)
    (True, 6)
    """
    study = find(find_project(), slug)
    paths = [data] if isinstance(data, str) and data else list(data)
    if not paths:
        readings = {capture.id: open_capture(study, capture) for capture in study.captures}
        return StudySession(study, readings, published=True)
    options = study.reader_options(reader_options)
    found = read_several(paths, options=options)
    own = {f"data_{number}": reading for number, reading in enumerate(found, start=1)}
    session = StudySession(study, own, published=False)
    wanted = {capture.measures for capture in study.captures} - {""}
    usable: dict[str, Sequence[object]] = {
        "sweep": session.sweeps,
        "memory": session.memory,
        "calls": session.calls,
        "waits": session.waits,
        "histogram": session.histograms,
        "lock": session.locks,
    }
    if wanted and not any(usable[kind] for kind in wanted):
        for kind in sorted(wanted):
            for reading in own.values():
                if kind in reading.refused:
                    raise reading.refused[kind]
        raise MeasurementError(
            f"study {slug} finds nothing to analyse in this data",
            path=", ".join(paths),
            found=", ".join(sorted({reading.format for reading in own.values()})),
            expected=", or ".join(MEASURED[kind] for kind in sorted(wanted)),
        )
    return session
