"""Before and after: published values, closed forms, laws, and what is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError
from contention.measurements import CallStatistics, Provenance, WaitProfile
from contention.models import CallRun, call_runs, compare_calls

READ = "db file sequential read"


def calls(elapsed, *, cpu=1.0, disk=0.0, count=100_000, run="", statement="7pj2", file="a", **more):
    content = {
        "count": [1.0, count],
        "cpu_s": [0.0, cpu],
        "elapsed_s": [0.0, elapsed],
        "disk": [0.0, disk],
        **{name: [0.0, 0.0] for name in ("query", "current", "rows")},
    }
    origin = Provenance(file)
    return CallStatistics(
        statement, ("parse", "execute"), **content, run=run, provenance=origin, **more
    )


def waits(times=0, longest=0.0, total=0.0, event=READ, **more):
    if not times:
        return WaitProfile("7pj2", (), [], [], [], **more)
    return WaitProfile("7pj2", (event,), [times], [longest], [total], **more)


def run(elapsed, profile=None, **more):
    return CallRun(more.get("run", ""), calls(elapsed, **more), profile)


PUBLISHED = {
    # elapsed, CPU, disk, read waits, longest, all: before and with the restore point.
    "11.2.0.3": ((14.77, 14.95, 0, 0, 0, 0), (22.50, 20.71, 3507, 3507, 0.11, 3.78)),
    "12.1.0.1": ((40.50, 41.03, 1, 3, 0, 0), (42.16, 43.43, 3484, 3484, 0.28, 0.47)),
    "11.2.0.4": ((81.66, 72.75, 6, 6, 0, 0.02), (94.41, 82.16, 5143, 5143, 0.52, 2.31)),
}
EXPECTED = {
    # ratio, extra reads, mean wait in ms, as the article's figures give them by hand.
    "11.2.0.3": (1.52, 3507, 1.08),
    "12.1.0.1": (1.04, 3483, 0.13),
    "11.2.0.4": (1.16, 5137, 0.45),
}


@pytest.mark.parametrize("version", PUBLISHED)
def test_the_published_runs_compare_as_by_hand(version):
    pair = [
        run(elapsed, waits(times, longest, total), cpu=cpu, disk=disk)
        for elapsed, cpu, disk, times, longest, total in PUBLISHED[version]
    ]
    found = compare_calls(*pair)
    ratio, reads, mean = EXPECTED[version]
    assert found.params["elapsed_ratio"] == pytest.approx(ratio, abs=0.005)
    assert found.params["extra_reads"] == reads
    assert found.params["mean_wait_ms"] == pytest.approx(mean, abs=0.005)


def test_waits_explain_less_than_half_of_the_extra_time():
    found = compare_calls(run(14.77, waits()), run(22.50, waits(3507, 0.11, 3.78)))
    assert found.extra_elapsed_s.value == pytest.approx(7.73)
    assert found.extra_elapsed_s.interval == pytest.approx((7.72, 7.74))
    assert found.wait_share.value == pytest.approx(3.78 / 7.73)
    assert found.wait_share.interval == pytest.approx((3.775 / 7.74, 3.785 / 7.72))
    without = found.mean_wait_without_longest_s.value
    assert without == pytest.approx((3.78 - 0.11) / 3506)


TIMES = st.floats(0.05, 500.0)
COUNTS = st.integers(1, 10**6)


@given(first=TIMES, second=TIMES)
def test_the_true_ratio_and_difference_lie_between_the_ends(first, second):
    pair = [run(float(f"{true:.2f}"), waits()) for true in (first, second)]
    found = compare_calls(*pair)
    slack = 1e-9
    low, high = found.elapsed_ratio.interval
    assert low * (1 - slack) <= second / first <= high * (1 + slack)
    low, high = found.extra_elapsed_s.interval
    assert low - slack <= second - first <= high + slack


@given(elapsed=TIMES, count=COUNTS, other=COUNTS)
def test_the_same_cost_per_execution_makes_no_difference(elapsed, count, other):
    one = run(elapsed, waits(), count=count)
    two = run(elapsed * other / count, waits(), count=other)
    found = compare_calls(one, two)
    assert found.elapsed_ratio.value == pytest.approx(1.0) or not found.elapsed_ratio.known
    assert found.extra_elapsed_s.value == pytest.approx(0.0, abs=1e-6 * max(elapsed, 1))


@given(first=TIMES, second=TIMES)
def test_the_two_directions_are_each_other_s_inverse(first, second):
    one, two = run(first, waits()), run(second, waits())
    there, back = compare_calls(one, two), compare_calls(two, one)
    assert there.elapsed_ratio.value * back.elapsed_ratio.value == pytest.approx(1.0)
    assert there.extra_elapsed_s.value == pytest.approx(-back.extra_elapsed_s.value)


def test_a_share_of_no_difference_is_not_a_number_and_said():
    found = compare_calls(run(2.0, waits()), run(2.0, waits(1, 0.1, 0.1)))
    assert math.isnan(found.params["wait_share"])
    assert "wait_share" not in found.rounding_interval
    assert any("equal as far as they are printed" in text for text in found.warnings)


def test_without_waits_nothing_is_explained_and_said():
    found = compare_calls(run(2.0), run(3.0, waits(1, 0.1, 0.1)))
    assert math.isnan(found.params["extra_wait_s"])
    assert found.params["elapsed_ratio"] == pytest.approx(1.5)
    assert any("has no waits" in text for text in found.warnings)


def test_a_missing_longest_wait_leaves_the_mean_of_all():
    found = compare_calls(run(2.0, waits()), run(3.0, waits(10, math.nan, 0.5)))
    assert found.params["mean_wait_ms"] == pytest.approx(50.0)
    assert math.isnan(found.params["mean_wait_without_longest_ms"])


def test_different_executions_are_scaled_and_said():
    found = compare_calls(run(2.0, waits(), count=100), run(6.0, waits(), count=200))
    assert found.params["elapsed_ratio"] == pytest.approx(1.5)
    assert found.params["extra_elapsed_s"] == pytest.approx(2.0)
    assert any("differ in executions" in text for text in found.warnings)


@pytest.mark.parametrize("count", [0, math.nan])
def test_a_run_without_executions_is_refused(count):
    with pytest.raises(MeasurementError, match="no execution"):
        compare_calls(run(2.0, count=count), run(2.0))


def test_it_says_all_of_it_as_text():
    found = compare_calls(run(14.77, waits()), run(22.50, waits(3507, 0.11, 3.78), run="with"))
    assert "elapsed time 'with' is 1.52 times that" in found.verdict
    assert "one run each" in found.summary()
    assert found.frame()["quantity"].tolist() == list(found.units)


def test_runs_are_told_by_name_or_by_file_and_keep_their_order():
    by_file = call_runs([calls(2.0, file="x/one.prf"), calls(1.0, file="y/two.prf")])
    assert [r.name for r in by_file[""]] == ["one.prf", "two.prf"]
    alike = call_runs([calls(2.0, file="x/one.prf"), calls(1.0, file="y/one.prf")])
    assert [r.name for r in alike[""]] == ["run 1", "run 2"]
    assert [r.calls.total("elapsed_s") for r in by_file[""]] == [2.0, 1.0]
    named = [calls(t, run=n, system=s) for s in "xy" for t, n in ((1.0, "after"), (2.0, "before"))]
    assert {s: [r.name for r in runs] for s, runs in call_runs(named).items()} == {
        "x": ["after", "before"],
        "y": ["after", "before"],
    }


def test_waits_follow_their_run_and_none_is_not_nothing():
    both = [calls(1.0, run="before"), calls(2.0, run="with")]
    own = waits(3, 0.1, 0.2, run="with")
    other = WaitProfile("zzzz", (), [], [], [], run="before")
    before, after = call_runs(both, [own, other])[""]
    assert before.waits is not None
    assert len(before.waits) == 0
    assert after.waits is own
    assert call_runs(both, [own])[""][0].waits is None


def test_the_statement_that_grew_most_is_taken_and_totals_only_if_there_is_nothing_else():
    def report(file, **elapsed):
        return [calls(t, statement=name, file=file) for name, t in elapsed.items()]

    one = report("1", aaa=1.0, bbb=5.0, overall_recursive=9.0, ccc=1.0)
    two = report("2", aaa=4.0, bbb=6.0, overall_recursive=90.0)
    assert call_runs([*one, *two])[""][0].calls.statement == "aaa"
    assert call_runs([*one, *two], statement="bbb")[""][1].calls.total("elapsed_s") == 6.0
    totals = call_runs([*report("1", overall_recursive=9.0), *two])
    assert totals[""][0].calls.statement == "overall_recursive"
    with pytest.raises(MeasurementError, match="ccc is not in every run"):
        call_runs([*one, *two], statement="ccc")
    with pytest.raises(MeasurementError, match="no statement in common"):
        call_runs([*report("1", aaa=1.0), *report("2", bbb=1.0)])


def test_one_run_or_none_is_refused():
    with pytest.raises(MeasurementError, match="two runs are needed"):
        call_runs([calls(1.0)])
    with pytest.raises(MeasurementError, match="no call statistics"):
        call_runs([])
