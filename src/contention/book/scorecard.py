"""The generated pages on published figures: the scorecard, the ledgers, the errata."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from contention.book.html_table import Html, html_table
from contention.book.results import VERDICTS, Claim, StudyResults
from contention.studies.study import Study

__all__ = ["errata_page", "ledger_page", "scorecard_page"]

_MEANING = {
    "reproduced": "the regenerated figure equals the printed one at the precision it was printed",
    "reproduced_within_rounding": "equal once the rounding of the printed inputs is allowed for",
    "erratum": "the article's own figures contradict it; the reason is given",
    "not_reproducible": "the article does not give the raw figures behind it",
    "not_met": "contradicted, and not explained",
}


def scorecard_page(studies: Sequence[Study], results: Mapping[str, StudyResults]) -> str:
    """Markdown of the scorecard: studies by verdict, then each study's claims by verdict."""
    claims = [claim for study in studies for claim in results[study.slug].claims]
    verdicts = _present(claims)
    rows = [_study_row(study, results[study.slug].claims, verdicts) for study in studies]
    rows.append(["All studies", *_counts(claims, verdicts), f"{len(claims):,}"])
    parts = [
        "(scorecard)=\n# Scorecard",
        f"The articles print {len(claims):,} figures that follow, or should follow, from their "
        "measurements. Each is held against what the captures give. This page counts the "
        "verdicts, the ledger of each study lists every figure, and [Errata](errata.md) lists "
        "the contradictions.",
        _counted("Figures by study and verdict", "study", verdicts, rows),
        _legend(verdicts),
    ]
    for study in studies:
        parts += _study_claims(study, results[study.slug].claims, verdicts)
    return "\n\n".join(parts) + "\n"


def ledger_page(study: Study, results: StudyResults) -> str:
    """Markdown of one study's ledger: every checked figure, claim by claim."""
    parts = [
        f"# Ledger: {study.title}",
        f"Every checked figure of [the chapter](../chapters/{study.slug}.ipynb), in the order of "
        f"the article (`{study.source.article}`, line numbers in the first column). "
        "The [scorecard](../scorecard.md) says what the verdicts mean.",
    ]
    for number, (claim_id, claims) in enumerate(_by_claim(results.claims).items(), start=1):
        title = _claim_title(study, claim_id)
        rows = [_ledger_row(claim) for claim in claims]
        headings = ["line", "figure", "printed", "found", "verdict"]
        counted = "1 figure" if len(claims) == 1 else f"{len(claims):,} figures"
        caption = f"{claim_id}: {counted}"
        parts.append(f"({_claim_label(study.slug, claim_id)})=\n## {number}. {title}")
        parts.append(html_table(caption, headings, rows, kind="ledger"))
    return "\n\n".join(parts) + "\n"


def errata_page(studies: Sequence[Study], results: Mapping[str, StudyResults]) -> str:
    """Markdown of the errata: both values and the reason, study by study."""
    parts = [
        "(errata)=\n# Errata",
        "Figures that the articles print and that their own captures contradict. Each is listed "
        "with what was printed, what follows from the captures, and why they differ.",
    ]
    for study in studies:
        errata = [c for c in results[study.slug].claims if c.verdict in ("erratum", "not_met")]
        if not errata:
            continue
        rows = [(_line(c), _figure(c), c.printed, c.found or "not computed") for c in errata]
        headings = ["line", "figure", "printed", "found"]
        parts.append(f"## {study.title}")
        parts.append(html_table(f"Errata of {study.slug}", headings, rows, kind="ledger"))
    if len(parts) == 2:
        parts.append("None so far.")
    return "\n\n".join(parts) + "\n"


def _study_row(study: Study, claims: Sequence[Claim], verdicts: Sequence[str]) -> list[str]:
    slug, title = escape(study.slug), escape(study.title)
    name = Html(
        f'<a href="chapters/{slug}.html">{title}</a> '
        f'<a class="quiet" href="ledger/{slug}.html" aria-label="Ledger: {title}">ledger</a>'
    )
    return [name, *_counts(claims, verdicts), f"{len(claims):,}"]


def _study_claims(study: Study, claims: Sequence[Claim], verdicts: Sequence[str]) -> list[str]:
    if not claims:
        return []
    rows = []
    for claim_id, group in _by_claim(claims).items():
        target = f"ledger/{escape(study.slug)}.html#{_claim_label(study.slug, claim_id)}"
        title = escape(_claim_title(study, claim_id))
        name = Html(f'<a href="{target}">{title}</a>')
        rows.append([name, *_counts(group, verdicts), f"{len(group):,}"])
    rows.append(["All claims", *_counts(claims, verdicts), f"{len(claims):,}"])
    return [f"## {study.title}", _counted(f"Claims of {study.slug}", "claim", verdicts, rows)]


def _legend(verdicts: Sequence[str]) -> str:
    terms = "".join(f"<dt>{_badge(v)}</dt><dd>{escape(_MEANING[v])}</dd>" for v in verdicts)
    return f'<dl class="verdicts">{terms}</dl>'


def _ledger_row(claim: Claim) -> tuple[str, ...]:
    found = Html('<span class="missing">not computed</span>') if not claim.found else claim.found
    return (
        _line(claim),
        _figure(claim),
        claim.printed,
        found,
        _badge(claim.verdict),
    )


def _figure(claim: Claim) -> Html:
    shown = escape(claim.statement or claim.cell)
    if claim.reason:
        shown += f'<span class="reason">{escape(claim.reason)}</span>'
    if claim.expression:
        shown += (
            '<details class="expression"><summary>computed as</summary>'
            f"<code>{escape(claim.expression)}</code></details>"
        )
    return Html(shown)


def _badge(verdict: str) -> Html:
    return Html(f'<span class="verdict {verdict.replace("_", "-")}">{VERDICTS[verdict]}</span>')


def _line(claim: Claim) -> str:
    return "none" if claim.line is None else str(claim.line)


def _by_claim(claims: Iterable[Claim]) -> dict[str, list[Claim]]:
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(claim.claim, []).append(claim)
    return groups


def _claim_title(study: Study, claim_id: str) -> str:
    stated = {claim.id: claim.statement for claim in study.claims}
    return stated.get(claim_id, claim_id)


def _claim_label(slug: str, claim_id: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"ledger-{slug}-{claim_id}".lower()).strip("-")


def _present(claims: Sequence[Claim]) -> tuple[str, ...]:
    counted = Counter(claim.verdict for claim in claims)
    return tuple(v for v in VERDICTS if counted[v] or v in ("reproduced", "erratum"))


def _counted(caption: str, what: str, verdicts: Sequence[str], rows: list[list[str]]) -> Html:
    words = [VERDICTS[verdict] for verdict in verdicts]
    return html_table(caption, [what, *words, "all"], rows, kind="counts")


def _counts(claims: Sequence[Claim], verdicts: Sequence[str]) -> list[str]:
    counted = Counter(claim.verdict for claim in claims)
    return [f"{counted[verdict]:,}" for verdict in verdicts]
