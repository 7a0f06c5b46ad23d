"""List the studies: slug, title, captures, claims."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from contention.cli.output import print_json, print_table

__all__ = ["add_arguments", "run"]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--json", action="store_true", help="print JSON, with each study's parameters"
    )


def run(options: Namespace) -> int:
    """Print the catalogue; return the exit code."""
    from contention.studies.catalogue import discover
    from contention.studies.locations import find_project

    catalogue = discover(find_project())
    if options.json:
        print_json(
            [
                {
                    "slug": study.slug,
                    "kind": study.kind,
                    "title": study.title,
                    "question": study.question,
                    "tags": study.tags,
                    "source": {"title": study.source.title, "date": study.source.date},
                    "captures": [capture.id for capture in study.captures],
                    "claims": [claim.id for claim in study.claims],
                    "parameters": {
                        parameter.name: {
                            "type": parameter.type,
                            "default": parameter.default,
                            "range": parameter.range,
                            "help": parameter.help,
                        }
                        for parameter in study.parameters
                    },
                }
                for study in catalogue.values()
            ]
        )
        return 0
    print_table(
        ["study", "kind", "captures", "claims", "title"],
        [
            [
                study.slug,
                study.kind.replace("_", " "),
                len(study.captures),
                len(study.claims),
                study.title,
            ]
            for study in sorted(catalogue.values(), key=lambda one: one.kind != "own_data")
        ],
    )
    return 0
