"""Canonical measurements: validated, frozen, with units in their names and their provenance."""

from contention.measurements.memory_series import MemorySeries
from contention.measurements.provenance import Flag, Provenance
from contention.measurements.sweep import Sweep
from contention.measurements.table import Column, Table, Value

__all__ = ["Column", "Flag", "MemorySeries", "Provenance", "Sweep", "Table", "Value"]
