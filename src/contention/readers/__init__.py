"""Readers: one per format, from a capture to tables, sweeps and memory series.

>>> all(name == reader.name for name, reader in READERS.items())
True
"""

from contention.readers.catalogue import OPTIONS, READERS
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.opening import read, read_source, recognise, recognise_source
from contention.readers.reading import Reader, Reading, Recognition
from contention.readers.several import read_several
from contention.readers.source import SourceText, load
from contention.readers.trace_profile import TraceProfile, profile

__all__ = [
    "OPTIONS",
    "READERS",
    "ColumnForm",
    "Reader",
    "Reading",
    "Recognition",
    "SourceText",
    "TableForm",
    "TraceProfile",
    "load",
    "profile",
    "read",
    "read_several",
    "read_source",
    "recognise",
    "recognise_source",
]
