"""Canonical measurements: validated, frozen, with units in their names and their provenance."""

from contention.measurements.call_statistics import CallStatistics
from contention.measurements.lob_writes import LobWrites
from contention.measurements.memory_series import MemorySeries
from contention.measurements.provenance import Flag, Provenance
from contention.measurements.sweep import Sweep
from contention.measurements.table import Column, Table, Value
from contention.measurements.wait_profile import WaitProfile

__all__ = [
    "CallStatistics",
    "Column",
    "Flag",
    "LobWrites",
    "MemorySeries",
    "Provenance",
    "Sweep",
    "Table",
    "Value",
    "WaitProfile",
]
