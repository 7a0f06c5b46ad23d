"""The lines of a client session that are not table rows: prompts, timings and feedback.

Tables made here: ``prompts`` with ``prompt`` (1, 2, ...), ``time`` as printed, ``seconds``
since midnight and ``command`` (the first word typed); ``elapsed`` with ``elapsed`` as printed,
``seconds``, and the ``prompt`` it followed; ``changes`` with the ``rows`` that a statement
created, updated, deleted or merged, the ``action`` and the ``prompt``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from contention.measurements import Provenance, Table, Value
from contention.readers.cells import table_of_values
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.oracle_errors import error_code
from contention.readers.serveroutput_lines import is_run_heading

__all__ = [
    "ELAPSED_FORM",
    "SESSION_FORMS",
    "Prompt",
    "declared_rows",
    "ends_a_table",
    "prompt_of",
    "session_tables",
]

ELAPSED_FORM = TableForm(
    "elapsed",
    "one 'Elapsed:' line",
    (
        ColumnForm("elapsed", "as printed"),
        ColumnForm("seconds", "the same", "s"),
        ColumnForm("prompt", "number of the prompt before it"),
    ),
)
SESSION_FORMS = (
    TableForm(
        "prompts",
        "one prompt with its command",
        (
            ColumnForm("prompt", "1, 2, ..."),
            ColumnForm("time", "clock in the prompt, as printed"),
            ColumnForm("seconds", "the same since midnight", "s"),
            ColumnForm("command", "first word typed"),
        ),
    ),
    ELAPSED_FORM,
    TableForm(
        "changes",
        "one line such as '3 rows updated'",
        (
            ColumnForm("rows", "number of rows"),
            ColumnForm("action", "created, updated, deleted or merged"),
            ColumnForm("prompt", "number of the prompt before it"),
        ),
    ),
)

_PROMPT = re.compile(
    r"\s*(?:(\d{1,2}):(\d{2}):(\d{2})\s+)?"
    r"(?:SQL|[A-Za-z][\w$#.-]{0,60}@[\w$#.:/-]{1,80})\s?>\s*(\S*).*"
)
_ELAPSED = re.compile(r"\s*Elapsed: (\d{1,3}):(\d{2}):(\d{2}(?:\.\d{1,6})?)\s*")
_ROWS = re.compile(
    r"\s*(\d{1,12}|no) rows? (?:selected|created|updated|deleted|merged)\.?\s*", re.I
)
_CHANGE = re.compile(r"\s*(\d{1,12}) rows? (created|updated|deleted|merged)\.?\s*", re.I)
_FEEDBACK = re.compile(
    r"\s*(?:PL/SQL procedure successfully completed\.|ERROR at line \d+:|ERROR:"
    r"|(?:Session|System|Table|Index|View|User|Procedure|Function|Package|Grant|Commit|Rollback)"
    r"(?: body)? (?:altered|created|dropped|truncated|analyzed|succeeded|complete)\.?"
    r"|Disconnected from .*|Connected(?: to.*)?\.?|\*)\s*",
    re.I,
)

Cell = tuple[str | None, Value]


@dataclass(frozen=True)
class Prompt:
    """A prompt.

    Attributes
    ----------
    time : str or None
        The time it printed, if any.
    seconds : int or None
        The same in seconds since midnight.
    command : str or None
        The first word typed, in lower case.
    """

    time: str | None
    seconds: int | None
    command: str | None


def prompt_of(line: str) -> Prompt | None:
    """The prompt that a line starts with, or None.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    Prompt or None
        The printed time, seconds since midnight, and the first word typed.

    Examples
    --------
    >>> prompt_of("12:21:31 SQL > exec run(3)")
    Prompt(time='12:21:31', seconds=44491, command='exec')
    """
    match = _PROMPT.fullmatch(line)
    if match is None:
        return None
    hours, minutes, seconds, word = match.groups()
    command = re.sub(r"\W.*", "", word).lower() or None
    if hours is None:
        return Prompt(None, None, command)
    total = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return Prompt(f"{hours}:{minutes}:{seconds}", total, command)


def declared_rows(line: str) -> int | None:
    """The count in ``12 rows selected.``; None when the line is no such footer.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    int or None
        The count, 0 or more.

    Examples
    --------
    >>> declared_rows("770 rows selected."), declared_rows("no rows selected")
    (770, 0)
    """
    match = _ROWS.fullmatch(line)
    if match is None:
        return None
    return 0 if match[1].lower() == "no" else int(match[1])


def ends_a_table(line: str) -> bool:
    """Whether no row of a table can follow this line without a new heading.

    Parameters
    ----------
    line : str
        One line of the capture.

    Returns
    -------
    bool
        True for prompts, timings, feedback, errors and run headings.

    Examples
    --------
    >>> ends_a_table("SQL> exit"), ends_a_table("   1  2  3")
    (True, False)
    """
    return bool(
        prompt_of(line)
        or _ELAPSED.fullmatch(line)
        or _ROWS.fullmatch(line)
        or _FEEDBACK.fullmatch(line)
        or error_code(line)
        or is_run_heading(line)
    )


def session_tables(lines: Sequence[str], provenance: Provenance) -> list[Table]:
    """The tables ``prompts``, ``elapsed`` and ``changes``, as far as the capture has such lines.

    Parameters
    ----------
    lines : sequence of str
        The whole capture.
    provenance : Provenance
        The capture.

    Returns
    -------
    list of Table
        None to three.

    Examples
    --------
    >>> t = session_tables(["SQL> exec x", "Elapsed: 00:01:30.5"], Provenance("a"))
    >>> [table.name for table in t], t[1].column("seconds").values
    (['prompts', 'elapsed'], (90.5,))
    """
    prompts: dict[str, list[Cell]] = {n: [] for n in ("prompt", "time", "seconds", "command")}
    elapsed: dict[str, list[Cell]] = {n: [] for n in ("elapsed", "seconds", "prompt")}
    changes: dict[str, list[Cell]] = {n: [] for n in ("rows", "action", "prompt")}
    change_lines: list[int] = []
    prompt_lines: list[int] = []
    elapsed_lines: list[int] = []
    for number, line in enumerate(lines, 1):
        prompt, timing = prompt_of(line), _ELAPSED.fullmatch(line)
        count = len(prompt_lines)
        if prompt is not None:
            prompt_lines.append(number)
            prompts["prompt"].append((str(count + 1), count + 1))
            prompts["time"].append((prompt.time, prompt.time))
            prompts["seconds"].append((prompt.time, prompt.seconds))
            prompts["command"].append((prompt.command, prompt.command))
        elif timing is not None:
            elapsed_lines.append(number)
            text = f"{timing[1]}:{timing[2]}:{timing[3]}"
            seconds = int(timing[1]) * 3600 + int(timing[2]) * 60 + float(timing[3])
            elapsed["elapsed"].append((text, text))
            elapsed["seconds"].append((text, round(seconds, 6)))
            elapsed["prompt"].append((str(count), count) if count else (None, None))
        elif change := _CHANGE.fullmatch(line):
            change_lines.append(number)
            changes["rows"].append((change[1], int(change[1])))
            changes["action"].append((change[2].lower(), change[2].lower()))
            changes["prompt"].append((str(count), count) if count else (None, None))
    made = []
    for name, columns, numbers in (
        ("prompts", prompts, prompt_lines),
        ("elapsed", elapsed, elapsed_lines),
        ("changes", changes, change_lines),
    ):
        if numbers:
            made.append(table_of_values(name, columns, numbers, provenance, units={"seconds": "s"}))
    return made
