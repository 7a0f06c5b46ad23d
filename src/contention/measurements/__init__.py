"""Canonical measurements: validated, frozen, with units in their names and their provenance."""

from contention.measurements.buffer_visits import BufferVisits, buffer_visits
from contention.measurements.call_counts import CallCounts, call_counts
from contention.measurements.call_statistics import CallStatistics
from contention.measurements.counter_turns import MAXIMUM_TURNS, possible_turns
from contention.measurements.histogram import Histogram
from contention.measurements.lob_writes import LobWrites
from contention.measurements.lock_use import LockUse
from contention.measurements.memory_series import MemorySeries
from contention.measurements.provenance import Flag, Provenance
from contention.measurements.sweep import Sweep
from contention.measurements.table import Column, Table, Value
from contention.measurements.timed_runs import TimedRuns, timed_runs
from contention.measurements.wait_profile import NOT_WAITING, WaitProfile

__all__ = [
    "MAXIMUM_TURNS",
    "NOT_WAITING",
    "BufferVisits",
    "CallCounts",
    "CallStatistics",
    "Column",
    "Flag",
    "Histogram",
    "LobWrites",
    "LockUse",
    "MemorySeries",
    "Provenance",
    "Sweep",
    "Table",
    "TimedRuns",
    "Value",
    "WaitProfile",
    "buffer_visits",
    "call_counts",
    "possible_turns",
    "timed_runs",
]
