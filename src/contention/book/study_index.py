"""The generated index of studies: each question, its answer, and how sure the answer is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from contention.book.quoting import fill_fields, format_recorded, look_up, parse_reference
from contention.book.results import StudyResults
from contention.studies.study import Study

__all__ = ["studies_page"]

_FIELD = re.compile(r"\{([^{}]+)\}")


def studies_page(studies: Sequence[Study], results: Mapping[str, StudyResults]) -> str:
    """Markdown of the index: published studies, then those for own data, in slug order."""
    own = [study for study in studies if study.kind == "own_data"]
    parts = [
        "(studies)=\n# Studies",
        "One question each, answered from the captures that an article printed."
        + (
            " [At the end](own-data-studies) stand those that are there for captures of your own."
            if own
            else ""
        ),
        *_cards([study for study in studies if study.kind == "published"], results, level=2),
    ]
    if own:
        parts += [
            "(own-data-studies)=\n## For your own data",
            "Each asks its question of a file that you bring; here, of a bundled example.",
            *_cards(own, results, level=3),
        ]
    return "\n\n".join(parts) + "\n"


def _cards(
    studies: Sequence[Study], results: Mapping[str, StudyResults], *, level: int
) -> Iterator[str]:
    for study in studies:
        yield f"{'#' * level} [{study.title}](chapters/{study.slug}.ipynb)"
        yield _card(study, results[study.slug])


def _card(study: Study, run: StudyResults) -> str:
    fields = dict.fromkeys(_FIELD.findall(study.answer))
    facts = "".join(_fact(field, run) for field in fields)
    checked = len(run.claims)
    agree = sum(claim.verdict.startswith("reproduced") for claim in run.claims)
    ledger = (
        f'<p class="card-ledger"><a href="ledger/{escape(study.slug)}.html">'
        f"{agree:,} of {checked:,} published figures reproduced</a></p>"
        if checked
        else ""
    )
    tags = "".join(f"<li>{escape(tag)}</li>" for tag in study.tags)
    return (
        '<div class="study-card">'
        f'<p class="question">{escape(study.question)}</p>'
        f'<p class="answer">{escape(fill_fields(study.answer, run))}</p>'
        + (f'<dl class="card-facts">{facts}</dl>' if facts else "")
        + (f'<ul class="tags" aria-label="Tags">{tags}</ul>' if tags else "")
        + ledger
        + "</div>"
    )


def _fact(field: str, run: StudyResults) -> str:
    runs = {run.study: run}
    reference = parse_reference(field, runs, run.study)
    recorded = look_up(reference, runs)
    if recorded.low is None and recorded.high is None:
        return ""
    shown = format_recorded(recorded, reference.spec, interval=True)
    unit = f" {recorded.unit}" if recorded.unit else ""
    return f"<dt><code>{escape(reference.key)}</code></dt><dd>{escape(shown + unit)}</dd>"
