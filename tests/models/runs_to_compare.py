"""Small runs for tests of comparisons."""

from contention.measurements import CallStatistics, Provenance, WaitProfile
from contention.models import choose_sides, compare_before_after, compared_runs


def calls(run, *, elapsed=(0.1, 2.0, 0.5), counts=(1, 100, 100), cpu=(0.0, 1.0, 0.2), **more):
    """Parse, execute and fetch of one statement."""
    nothing = [0.0] * len(elapsed)
    kinds = ("parse", "execute", "fetch", "total")[: len(elapsed)]
    given = {"statement": "aaa", "run": run, "rows": nothing, "file": "a.prf"} | more
    origin = Provenance(given.pop("file"))
    statement = given.pop("statement")
    rows = given.pop("rows")
    numbers = (counts, cpu, elapsed, nothing, nothing, nothing, rows)
    return CallStatistics(statement, kinds, *numbers, provenance=origin, **given)


def waits(run, events, *, statement="aaa", file="a.prf", **more):
    """Waits by event: count, longest and all."""
    columns = list(zip(*events.values(), strict=True)) or [[], [], []]
    origin = Provenance(file)
    return WaitProfile(statement, tuple(events), *columns, run=run, provenance=origin, **more)


def sampled(run, events, interval_s=0.01, **more):
    """Sampled waits by event: the number of samples."""
    nan = float("nan")
    triples = {event: (nan, nan, count * interval_s) for event, count in events.items()}
    return waits(run, triples, sample_interval_s=interval_s, resolution_s=interval_s, **more)


def compare(all_calls=(), all_waits=(), baseline="", compared="", **more):
    """The comparison of some calls and waits."""
    sides = choose_sides(compared_runs(all_calls, all_waits), baseline, compared)
    return compare_before_after(sides, **more)
