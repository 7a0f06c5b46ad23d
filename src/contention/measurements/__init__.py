"""Canonical measurements: validated, frozen, with units in their names and their provenance."""

from contention.measurements.buffer_visits import BufferVisits, buffer_visits
from contention.measurements.call_counts import CallCounts, call_counts
from contention.measurements.call_statistics import CallStatistics
from contention.measurements.lob_writes import LobWrites
from contention.measurements.memory_series import MemorySeries
from contention.measurements.provenance import Flag, Provenance
from contention.measurements.sweep import Sweep
from contention.measurements.table import Column, Table, Value
from contention.measurements.wait_profile import WaitProfile

__all__ = [
    "BufferVisits",
    "CallCounts",
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
    "buffer_visits",
    "call_counts",
]
