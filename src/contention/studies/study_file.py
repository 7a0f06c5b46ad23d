"""Reading and checking ``study.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from contention.errors import StudyError
from contention.studies.parameters import check_value
from contention.studies.study import (
    MEASURED,
    Capture,
    Claim,
    Parameter,
    ParameterValue,
    Source,
    Study,
)

__all__ = ["read_study"]

_TOP = {
    "kind",
    "title",
    "question",
    "answer",
    "tags",
    "source",
    "capture",
    "parameters",
    "claim",
}
_STUDY_KINDS = ("published", "own_data")
_SOURCE = {"article", "title", "author", "date", "products", "location"}
_CAPTURE = {"id", "path", "format", "sha256", "lines", "omitted", "measures", "options"}
_PARAMETER = {"type", "default", "help", "minimum", "maximum", "choices", "reader_option"}
_CLAIM = {"id", "statement", "cells"}
_KINDS: Mapping[str, tuple[type, ...]] = {
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "string": (str,),
    "choice": (str,),
    "paths": (list,),
}


class _Section:
    """A TOML table whose keys are checked as they are taken."""

    def __init__(self, path: Path, name: str, content: object, known: set[str]) -> None:
        self.path, self.name = path, name
        if not isinstance(content, dict):
            raise self.malformed("a table was expected", repr(content))
        for key in content:
            if key not in known:
                raise self.malformed(f"unknown key {key}", key, expected=", ".join(sorted(known)))
        self.content: dict[str, object] = content

    def malformed(self, message: str, found: str, expected: str | None = None) -> StudyError:
        return StudyError(
            f"{self.name}: {message}", path=str(self.path), found=found, expected=expected
        )

    def text(self, key: str, default: str | None = None) -> str:
        value = self.content.get(key, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.malformed(f"{key} must be a text", repr(value))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.content.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.malformed(f"{key} must be a list of texts", repr(value))
        return tuple(value)

    def number(self, key: str) -> float | None:
        value = self.content.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.malformed(f"{key} must be a number", repr(value))
        return value

    def flag(self, key: str) -> bool:
        value = self.content.get(key, False)
        if not isinstance(value, bool):
            raise self.malformed(f"{key} must be true or false", repr(value))
        return value

    def sections(self, key: str) -> list[object]:
        value = self.content.get(key, [])
        if not isinstance(value, list):
            raise self.malformed(f"{key} must be written [[{key}]]", repr(value))
        return value


def read_study(folder: Path) -> Study:
    """Read a study's folder.

    Parameters
    ----------
    folder : Path
        The folder that holds ``study.toml``; its name is the study's slug.

    Raises
    ------
    StudyError
        When the file is not TOML, lacks or misnames a key, repeats an id, or a parameter's
        default is not of its own type and range.
    """
    path = folder / "study.toml"
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise StudyError(
            "the study file cannot be read", path=str(path), found=str(error)
        ) from None
    top = _Section(path, "study", content, _TOP)
    captures = tuple(_capture(path, item) for item in top.sections("capture"))
    claims = tuple(_claim(path, item) for item in top.sections("claim"))
    parameters = top.content.get("parameters", {})
    if not isinstance(parameters, dict):
        raise top.malformed("parameters must be written [parameters.<name>]", repr(parameters))
    study_kind = top.text("kind", "published")
    if study_kind not in _STUDY_KINDS:
        raise top.malformed("unknown kind", study_kind, expected=" or ".join(_STUDY_KINDS))
    if study_kind == "own_data" and claims:
        raise top.malformed("a study of own data has no claims", claims[0].id)
    for kind, ids in (("capture", [c.id for c in captures]), ("claim", [c.id for c in claims])):
        _refuse_repeats(path, kind, ids)
    return Study(
        slug=folder.name,
        folder=folder,
        title=top.text("title"),
        question=top.text("question"),
        answer=top.text("answer"),
        tags=top.texts("tags"),
        source=_source(path, top.content.get("source"), published=study_kind == "published"),
        captures=captures,
        parameters=tuple(_parameter(path, name, item) for name, item in parameters.items()),
        claims=claims,
        kind=study_kind,
    )


def _refuse_repeats(path: Path, kind: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for item in ids:
        if item in seen:
            raise StudyError(f"two {kind}s have the id {item}", path=str(path))
        seen.add(item)


def _source(path: Path, content: object, *, published: bool) -> Source:
    section = _Section(path, "source", content, _SOURCE if published else _SOURCE - {"article"})
    return Source(
        article=section.text("article") if published else "",
        title=section.text("title"),
        author=section.text("author"),
        date=section.text("date"),
        products=section.texts("products"),
        location=section.text("location"),
    )


def _relative(section: _Section, key: str) -> Path:
    value = Path(section.text(key))
    if value.is_absolute() or ".." in value.parts:
        raise section.malformed(f"{key} must lie inside the study's folder", str(value))
    return value


def _capture(path: Path, content: object) -> Capture:
    section = _Section(path, "capture", content, _CAPTURE)
    section.name = f"capture {section.text('id')}"
    measures = section.text("measures", "")
    if not section.text("id").isidentifier():
        raise section.malformed("the id must be an identifier", section.text("id"))
    if measures not in ("", *MEASURED):
        raise section.malformed("unknown measures", measures, expected=" or ".join(MEASURED))
    options = section.content.get("options", {})
    if not isinstance(options, dict):
        raise section.malformed("options must be a table", repr(options))
    return Capture(
        id=section.text("id"),
        path=_relative(section, "path"),
        format=section.text("format"),
        sha256=section.text("sha256"),
        lines=section.text("lines", ""),
        omitted=section.text("omitted", ""),
        measures=measures,
        options=MappingProxyType(options),
    )


def _parameter(path: Path, name: str, content: object) -> Parameter:
    section = _Section(path, f"parameters.{name}", content, _PARAMETER)
    if not name.isidentifier():
        raise section.malformed("the name must be an identifier", name)
    kind = section.text("type")
    if kind not in _KINDS:
        raise section.malformed("unknown type", kind, expected=", ".join(_KINDS))
    default = section.content.get("default")
    if not isinstance(default, _KINDS[kind]) or isinstance(default, bool) != (kind == "boolean"):
        raise section.malformed(f"the default must be a {kind}", repr(default))
    parameter = Parameter(
        name=name,
        type=kind,
        default=_checked_default(section, default),
        help=section.text("help"),
        minimum=section.number("minimum"),
        maximum=section.number("maximum"),
        choices=section.texts("choices"),
        reader_option=section.flag("reader_option"),
    )
    check_value(parameter, parameter.default, path=str(path), error=StudyError)
    return parameter


def _checked_default(section: _Section, default: object) -> ParameterValue:
    if isinstance(default, list):
        return list(section.texts("default"))
    assert isinstance(default, bool | int | float | str)
    return default


def _claim(path: Path, content: object) -> Claim:
    section = _Section(path, "claim", content, _CLAIM)
    section.name = f"claim {section.text('id')}"
    return Claim(section.text("id"), section.text("statement"), _relative(section, "cells"))
