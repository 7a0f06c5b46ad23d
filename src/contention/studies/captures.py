"""Opening captures: checksum first, then the reader that the study names."""

from __future__ import annotations

from contention.errors import ChecksumError, StudyError
from contention.readers import READERS, Reading, read
from contention.studies.checksums import file_sha256
from contention.studies.study import Capture, Study

__all__ = ["open_capture"]


def open_capture(study: Study, capture: Capture) -> Reading:
    """Read one of a study's own captures.

    Raises
    ------
    ChecksumError
        When the file is missing or its bytes are not the recorded ones.
    StudyError
        When the study names a reader that does not exist.
    """
    path = study.folder / capture.path
    shown = f"{study.slug}/{capture.path.as_posix()}"
    if capture.format not in READERS:
        raise StudyError(
            f"capture {capture.id} names an unknown reader",
            path=f"{study.slug}/study.toml",
            found=capture.format,
            expected=", ".join(READERS),
        )
    try:
        digest = file_sha256(path)
    except OSError as error:
        raise ChecksumError(f"capture {capture.id} cannot be opened", path=shown) from error
    if digest != capture.sha256:
        raise ChecksumError(
            f"capture {capture.id} is not the recorded file",
            path=shown,
            found=digest,
            expected=capture.sha256,
            hint="restore the file, or record the new digest in study.toml if the change is meant",
        )
    return read(path, format=capture.format, options=dict(capture.options))
