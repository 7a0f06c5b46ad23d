"""Studies: their catalogue, parameters, execution, results and claims.

The names below are looked up when they are first used: the command line needs the catalogue
often, and seldom what a notebook works with.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contention.studies.mapping_probe import MappingProbe, probe_executable_mappings
    from contention.studies.opening import open_study
    from contention.studies.session import StudySession
    from contention.studies.timings import Timings, collect_timings, compare_conditions

__all__ = [
    "MappingProbe",
    "StudySession",
    "Timings",
    "collect_timings",
    "compare_conditions",
    "open_study",
    "probe_executable_mappings",
]

_HOMES = {
    "MappingProbe": "mapping_probe",
    "StudySession": "session",
    "Timings": "timings",
    "collect_timings": "timings",
    "compare_conditions": "timings",
    "open_study": "opening",
    "probe_executable_mappings": "mapping_probe",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
