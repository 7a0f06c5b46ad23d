"""The small language of the ``{result}`` role: a key, a number format, perhaps its interval.

``key:.1f`` in the page of a study, ``slug:key:.1f`` anywhere, and ``:interval`` at the end for
"403.5 (385.2 to 421.8)".
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass

from contention.book.results import Recorded, StudyResults
from contention.errors import StudyError

__all__ = [
    "Reference",
    "fill_fields",
    "format_recorded",
    "look_up",
    "parse_reference",
    "provenance",
    "value_anchor",
]

_INTERVAL = "interval"
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Reference:
    """A parsed reference to a recorded value.

    Attributes
    ----------
    study : str
        Slug.
    key : str
        Result key.
    spec : str
        A number format as Python's ``format`` takes it; empty for the default.
    interval : bool
        Whether the interval is wanted as well.
    """

    study: str
    key: str
    spec: str = ""
    interval: bool = False


def parse_reference(text: str, studies: Mapping[str, StudyResults], current: str) -> Reference:
    """Parse what stands between the backquotes of ``{result}``.

    Parameters
    ----------
    text : str
        ``key``, ``key:format``, ``slug:key:format``, each perhaps followed by ``:interval``.
    studies : mapping
        Slug to results: says whether the first part is a study.
    current : str
        Slug of the page's own study, empty when the page belongs to none.

    Raises
    ------
    StudyError
        When the text has too many parts, or names no study on a page without one.

    Examples
    --------
    >>> parse_reference("peak:.1f:interval", {}, "demo")
    Reference(study='demo', key='peak', spec='.1f', interval=True)
    """
    parts = [part.strip() for part in text.split(":")]
    interval = len(parts) > 1 and parts[-1] == _INTERVAL
    if interval:
        parts.pop()
    study = current
    if parts[0] in studies and len(parts) > 1:
        study = parts.pop(0)
    elif not current:
        raise StudyError(
            f"'{text}' names no study, and this page belongs to none",
            expected="slug:key:format",
            hint=_close(parts[0], studies),
        )
    if len(parts) > 2 or not parts[0]:
        raise StudyError(
            f"'{text}' is not a reference to a result",
            expected="key:format or slug:key:format, perhaps with :interval",
            hint=_close(parts[0], studies) if len(parts) > 2 else None,
        )
    return Reference(study, parts[0], parts[1] if len(parts) > 1 else "", interval)


def look_up(reference: Reference, studies: Mapping[str, StudyResults]) -> Recorded:
    """The recorded value; StudyError names the closest keys when there is none."""
    if reference.study not in studies:
        raise StudyError(
            f"there are no results of study '{reference.study}'",
            hint=_close(reference.study, studies),
        )
    values = studies[reference.study].values
    if reference.key not in values:
        raise StudyError(
            f"study {reference.study} has recorded no '{reference.key}'",
            found=f"{len(values)} other keys",
            hint=_close(reference.key, values),
        )
    return values[reference.key]


def format_recorded(recorded: Recorded, spec: str = "", *, interval: bool = False) -> str:
    """Print a recorded value.

    Raises
    ------
    StudyError
        When the format does not suit the value, or an interval is wanted and there is none.

    Examples
    --------
    >>> peak = Recorded("peak", 1403.52, low=1385.2, high=1421.84)
    >>> format_recorded(peak, ",.1f", interval=True)
    '1,403.5 (1,385.2 to 1,421.8)'
    >>> format_recorded(Recorded("peak", -2.0, high=3.5), ".1f", interval=True)
    '−2.0 (at most 3.5)'
    """
    text = _number(recorded, recorded.value, spec)
    if not interval:
        return text
    low, high = recorded.low, recorded.high
    if low is None and high is None:
        raise StudyError(
            f"'{recorded.key}' was recorded without an interval",
            hint="leave :interval out, or record low and high",
        )
    if low is None:
        return f"{text} (at most {_number(recorded, high, spec)})"
    if high is None:
        return f"{text} (at least {_number(recorded, low, spec)})"
    return f"{text} ({_number(recorded, low, spec)} to {_number(recorded, high, spec)})"


def _number(recorded: Recorded, value: float | int | str | bool | None, spec: str) -> str:
    if value is None:
        return "not computed"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and not math.isfinite(value):
        return "not a number" if math.isnan(value) else ("unbounded" if value > 0 else "−unbounded")
    if not spec:
        spec = "" if isinstance(value, str) else "," if isinstance(value, int) else _plain(value)
    if isinstance(value, float) and spec.endswith("d"):
        value = round(value)
    try:
        return format(value, spec).replace("-", _MINUS) if not isinstance(value, str) else value
    except ValueError as error:
        raise StudyError(
            f"the format '{spec}' does not suit '{recorded.key}'",
            found=repr(value),
            expected="a number format such as .1f, ,.0f or d",
        ) from error


def _plain(value: float) -> str:
    """A format with four significant digits, and an exponent for very small numbers only."""
    if value == 0:
        return ".0f"
    magnitude = math.floor(math.log10(abs(value)))
    return ".3g" if magnitude < -4 else f",.{min(6, max(0, 3 - magnitude))}f"


def provenance(reference: Reference, recorded: Recorded) -> str:
    """One line that says where a quoted number is from, for the tooltip of its link.

    Examples
    --------
    >>> provenance(Reference("demo", "peak"), Recorded("peak", 4.0, "s", low=3.0, high=5.0, n=9))
    'demo, peak: 4.000 s, interval 3.000 to 5.000, from 9 observations'
    """
    unit = f" {recorded.unit}" if recorded.unit else ""
    text = f"{reference.study}, {reference.key}: {_number(recorded, recorded.value, '')}{unit}"
    if recorded.low is not None or recorded.high is not None:
        quoted = format_recorded(recorded, interval=True)
        text += f", interval {quoted.split('(', 1)[1].rstrip(')')}"
    if recorded.n is not None:
        text += f", from {recorded.n} observations"
    return f"{text}; {recorded.note}" if recorded.note else text


def value_anchor(key: str) -> str:
    """Anchor of a recorded value in its study's page.

    Examples
    --------
    >>> value_anchor("saturation.p95")
    'value-saturation.p95'
    """
    return f"value-{key}"


def fill_fields(template: str, results: StudyResults) -> str:
    """Fill ``{key:.1f}`` fields of a sentence from the results of its study.

    Raises
    ------
    StudyError
        When a field names no recorded value.

    Examples
    --------
    >>> run = StudyResults("demo", values={"peak": Recorded("peak", 403.52)})
    >>> fill_fields("It peaks at {peak:.0f} sessions.", run)
    'It peaks at 404 sessions.'
    """
    pieces: list[str] = []
    rest = template
    while "{" in rest:
        before, _, rest = rest.partition("{")
        field, closed, rest = rest.partition("}")
        if not closed:
            raise StudyError(
                "a sentence opens a field and does not close it", path=results.study, found=template
            )
        studies = {results.study: results}
        reference = parse_reference(field, studies, results.study)
        recorded = look_up(reference, studies)
        pieces += [before, format_recorded(recorded, reference.spec, interval=reference.interval)]
    return "".join([*pieces, rest])


def _close(name: str, known: Mapping[str, object]) -> str | None:
    matches = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if not matches:
        matches = [key for key in sorted(known) if name and name in key][:3]
    return f"the closest there are: {', '.join(matches)}" if matches else None
