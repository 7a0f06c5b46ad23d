"""Captures with lines of dashes, or with prompts, that a reader of their own knows better."""

from __future__ import annotations

from contention.readers.archive_listing import is_archive_listing
from contention.readers.archive_read_log import is_archive_read_log
from contention.readers.awr_titles import is_awr
from contention.readers.kcbsw import is_kcbsw
from contention.readers.statspack_sections import is_statspack

__all__ = ["ruled_kind"]


def ruled_kind(lines: tuple[str, ...]) -> str:
    """What a capture is that another reader knows better; empty for none of those.

    Parameters
    ----------
    lines : tuple of str
        The whole capture.

    Returns
    -------
    str
        In a few words.

    Examples
    --------
    >>> ruled_kind(("SQL> exit",))
    ''
    """
    if is_awr(lines) or is_statspack(lines):
        return "section titles of an AWR or Statspack report"
    if is_kcbsw(lines):
        return "a snapshot of buffer visits"
    if is_archive_listing(lines) or is_archive_read_log(lines):
        return "the contents of an archive, or a log of reading one"
    return ""
