"""Studies: their catalogue, parameters, execution, results and claims.

The two public names are loaded when they are first used, so that a command that only asks whether
a study is fresh does not wait for the libraries that the analysis needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contention.studies.opening import open_study
    from contention.studies.session import StudySession

__all__ = ["StudySession", "open_study"]

_HOMES = {
    "StudySession": "contention.studies.session",
    "open_study": "contention.studies.opening",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
