"""Compiled code runs in the interpreter too, where coverage sees it."""

import importlib
import sys
from collections.abc import Iterator

import pytest

KERNEL = "contention.readers.trace_scan."
MODULES = ("words", "rows", "texts", "calls", "waits", "headings", "block")


@pytest.fixture(params=["compiled", "interpreted"])
def each_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test runs with the compiled scan, and as where no compiler is installed."""
    if request.param == "interpreted":
        monkeypatch.setitem(sys.modules, "numba", None)
        for name in MODULES:
            monkeypatch.delitem(sys.modules, KERNEL + name, raising=False)
        importlib.import_module(KERNEL + "block")
    yield
    if request.param == "interpreted":
        for name in MODULES:
            sys.modules.pop(KERNEL + name, None)
