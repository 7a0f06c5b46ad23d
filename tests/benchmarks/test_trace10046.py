"""A profile agrees with awk and with a regex, keeps up with awk, and needs little memory."""

import shutil
import statistics
import time
import warnings

import pytest

from benchmarks.trace10046 import SIZE, awk_name, cases, peak_memory_mb, trace_of

PAIRS = 5
ROUNDS = 3


@pytest.mark.parametrize("at", range(4))
def test_all_programs_count_the_same(at):
    case = cases(2_000_000)[at]
    assert case.agree(case.ours(), case.obvious())


def seconds(run):
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def ratio(case):
    """Median over pairs of how many times as long the other program takes."""
    case.ours()
    return statistics.median(
        other / ours
        for ours, other in ((seconds(case.ours), seconds(case.obvious)) for _ in range(PAIRS))
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("default:mawk is not installed")
@pytest.mark.parametrize(("at", "least"), [(0, 1.0), (1, 1.0), (2, 0.4), (3, 1.0)])
def test_a_large_trace_is_read_as_fast_as_by_awk(at, least):
    if not shutil.which("mawk"):
        warnings.warn(f"mawk is not installed: compared with {awk_name()}", stacklevel=1)
    case = cases(SIZE)[at]
    assert any(ratio(case) >= least for _ in range(ROUNDS)), case.obvious_is


@pytest.mark.slow
@pytest.mark.parametrize("by", ["event", "statement", "slice"])
def test_memory_does_not_grow_with_the_trace(by):
    peak_memory_mb(trace_of(2_000_000), by)  # compiles where that was not done before
    once, twice = (peak_memory_mb(trace_of(size), by) for size in (SIZE, 2 * SIZE))
    assert once <= 200
    assert twice <= once + 10
