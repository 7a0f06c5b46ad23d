"""The ``{result}`` role: a number in the text that is read from a results file and linked to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from contention.book.quoting import (
    format_recorded,
    look_up,
    parse_reference,
    provenance,
    value_anchor,
)
from contention.book.results import RESULTS_FOLDER, StudyResults, load_results_folder
from contention.errors import StudyError

__all__ = ["ResultRole", "staged_results"]

_LOGGER = logging.getLogger(__name__)
_CHAPTERS = "chapters/"


@cache
def staged_results(source: Path) -> dict[str, StudyResults]:
    """The results beside the staged pages, read once for a build."""
    return load_results_folder(source / RESULTS_FOLDER)


class ResultRole(SphinxRole):
    """Print a recorded value and link it to where it was computed.

    ``{result}`key:.1f``` in the page of a study and ``{result}`slug:key:.1f``` anywhere; with
    ``:interval`` at the end the interval is printed as well. A reference that cannot be resolved
    is a warning, which fails the build.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Make the link, or the text in plain with a warning."""
        studies = staged_results(Path(self.env.srcdir))
        try:
            reference = parse_reference(self.text, studies, self._current())
            recorded = look_up(reference, studies)
            shown = format_recorded(recorded, reference.spec, interval=reference.interval)
        except StudyError as error:
            _LOGGER.warning("{result}: %s", error, location=self.get_location(), type="contention")
            return [nodes.literal(self.rawtext, self.text)], []
        page = f"{_CHAPTERS}{reference.study}"
        uri = self.env.app.builder.get_relative_uri(self.env.docname, page)
        if page == self.env.docname:
            uri = ""
        link = nodes.reference(
            self.rawtext,
            shown,
            refuri=f"{uri}#{value_anchor(reference.key)}",
            internal=True,
            reftitle=provenance(reference, recorded),
            classes=["result"],
        )
        return [link], []

    def _current(self) -> str:
        docname = self.env.docname
        return docname.removeprefix(_CHAPTERS) if docname.startswith(_CHAPTERS) else ""
