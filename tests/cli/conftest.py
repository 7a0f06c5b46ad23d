"""Captures to read, good and bad."""

import importlib
import os
import tempfile
from pathlib import Path

import pytest

from contention.studies.locations import PROJECT_VARIABLE

SWEEP = (
    "sessions,throughput\n1,1000\n2,1929\n4,3525\n8,6060\n16,8965\n32,10455\n48,10253\n64,9421\n"
)
MEMORY = "step,bytes\n1,1048576\n2,1462272\n3,1875968\n4,2289664\n5,2703360\n"


@pytest.fixture
def sweep(tmp_path):
    path = tmp_path / "sweep.csv"
    path.write_text(SWEEP)
    return str(path)


@pytest.fixture
def memory(tmp_path):
    path = tmp_path / "memory.csv"
    path.write_text(MEMORY)
    return str(path)


@pytest.fixture
def write(tmp_path):
    """Write a capture of the given bytes or text and return its path."""

    def write_capture(content, name="capture.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write_capture


@pytest.fixture
def unreadable():
    """A file that this process may not read, even when it is run by root."""
    for module in (
        "contention.cli.answers",
        "contention.models",
        "contention.cli.grids",
        "contention.studies.running",
    ):
        importlib.import_module(module)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder, "secret.csv")
        path.write_text(SWEEP)
        path.chmod(0)
        if os.geteuid() != 0:
            yield str(path)
            return
        os.seteuid(65534)
        try:
            yield str(path)
        finally:
            os.seteuid(0)


@pytest.fixture
def in_this_project(monkeypatch, tmp_path):
    """The commands work on this project's studies, from a folder outside of it."""
    monkeypatch.setenv(PROJECT_VARIABLE, str(Path(__file__).parents[2]))
    monkeypatch.chdir(tmp_path)
