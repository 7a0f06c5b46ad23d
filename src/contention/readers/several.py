"""Several captures at once: files and folders, read, joined and told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from contention.errors import ReadError, UnknownFormatError
from contention.measurements import Flag
from contention.readers.file_labels import label_by_file
from contention.readers.one_sweep import join_sweeps
from contention.readers.opening import read
from contention.readers.reading import Options, Reading

__all__ = ["read_several"]


def read_several(
    paths: Sequence[str | Path],
    format: str | None = None,  # noqa: A002
    *,
    options: Options | None = None,
) -> tuple[Reading, ...]:
    r"""Read several captures that belong together.

    Single session counts of one series become one sweep, see
    :mod:`contention.readers.one_sweep`. A label that several files still have in common gets the
    file's name before it.

    Parameters
    ----------
    paths : sequence of str or Path
        Files, and folders whose files are read in the order of their names. In a folder, files
        that no reader recognises and hidden ones are passed over; the first reading lists the
        former among its issues.
    format : str, optional
        The reader of all of them.
    options : mapping, optional
        As described in ``OPTIONS``.

    Returns
    -------
    tuple of Reading
        One for each file that was read.

    Raises
    ------
    ReadError, MeasurementError, UsageError
        As for :func:`contention.readers.read`, and when a folder holds nothing that is read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for sessions, rate in ((1, 95), (2, 180), (4, 330)):
    ...         text = f"sessions,throughput\n{sessions},{rate}\n"
    ...         _ = (Path(folder) / f"run_{sessions}.csv").write_text(text)
    ...     print(read_several([folder])[0].sweeps[0].throughput_per_s)
    [ 95. 180. 330.]
    """
    passed: list[Flag] = []
    readings = [
        reading for path in paths for reading in _read_all(Path(path), format, options, passed)
    ]
    if readings and passed:
        readings[0] = replace(readings[0], issues=(*readings[0].issues, *passed))
    joined = join_sweeps(readings)
    if len(joined) < 2:
        return joined
    return tuple(label_by_file({str(at): one for at, one in enumerate(joined)}).values())


def _read_all(
    path: Path, format_: str | None, options: Options | None, passed: list[Flag]
) -> Iterator[Reading]:
    if str(path) == "-" or not path.is_dir():
        yield read(path, format_, options=options)
        return
    found = 0
    for file in sorted(path.iterdir()):
        if file.name.startswith(".") or not file.is_file():
            continue
        try:
            yield read(file, format_, options=options)
            found += 1
        except UnknownFormatError:
            reason = "no reader recognises this file of the folder; passed over"
            passed.append(Flag(None, None, file.name, reason))
    if not found:
        raise ReadError(
            "this is a folder, and no reader recognises a file in it",
            path=str(path),
            expected="captures, such as one for each number of sessions",
        )
