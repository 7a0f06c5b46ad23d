"""Before and after: differences that add up, their causes, intervals and verdicts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import MeasurementError, UsageError
from models.runs_to_compare import calls, compare, sampled, waits

SECONDS = st.floats(0.001, 1000).map(lambda x: round(x, 3))
NUMBERS = st.integers(1, 10_000)
RUNS = st.tuples(st.tuples(SECONDS, SECONDS, SECONDS), st.tuples(NUMBERS, NUMBERS, NUMBERS))
EVENTS = st.dictionaries(
    st.sampled_from(["read", "sync", "latch"]), st.tuples(NUMBERS, SECONDS, SECONDS), max_size=3
)


def pair(old, new, events=({}, {}), scale=1.0, **more):
    """The comparison of two runs, times in units of ``scale`` seconds."""
    digit = {"resolution_s": scale * 0.01}
    runs = [
        calls(name, elapsed=[scale * t for t in times], counts=counts, cpu=[0, scale, 0], **digit)
        for name, (times, counts) in (("old", old), ("new", new))
    ]
    profiles = [
        waits(name, {e: (n, scale * m, scale * t) for e, (n, m, t) in found.items()}, **digit)
        for name, found in zip(("old", "new"), events, strict=True)
    ]
    return compare(runs, profiles, **more)


def parts(found):
    return {part.name: part.difference_s for part in (*found.by_call, *found.by_component)}


@given(old=RUNS, new=RUNS, before=EVENTS, after=EVENTS)
def test_parts_add_up_to_the_difference_by_call_and_by_component(old, new, before, after):
    found = pair(old, new, (before, after), per="run")
    size = found.total.before_s + found.total.after_s + 1e4
    assert found.total.difference_s == pytest.approx(sum(new[0]) - sum(old[0]), abs=1e-9 * size)
    for group in (found.by_call, found.by_component):
        total = sum(part.difference_s for part in group)
        assert total == pytest.approx(found.total.difference_s, abs=1e-9 * size)
        split = sum(p.split.more + p.split.slower + p.split.unsplit for p in group)
        assert split == pytest.approx(found.total.difference_s, abs=1e-9 * size)


@given(old=RUNS, new=RUNS, before=EVENTS, after=EVENTS, per=st.sampled_from(["run", "execution"]))
def test_exchanging_the_runs_changes_the_signs(old, new, before, after, per):
    there = pair(old, new, (before, after), per=per)
    back = pair(old, new, (before, after), per=per, baseline="new")
    assert back.ratio == pytest.approx(1 / there.ratio)
    assert parts(back) == pytest.approx({n: -d for n, d in parts(there).items()}, abs=1e-6)
    for one in (*there.by_call, *there.by_component):
        other = next(p for p in (*back.by_call, *back.by_component) if p.name == one.name)
        assert other.split.more == pytest.approx(-one.split.more, abs=1e-6)


@given(old=RUNS, new=RUNS, before=EVENTS, after=EVENTS, scale=st.sampled_from([1e-3, 60.0]))
def test_the_unit_of_time_does_not_matter(old, new, before, after, scale):
    there = pair(old, new, (before, after), per="run")
    other = pair(old, new, (before, after), per="run", scale=scale)
    assert other.ratio == pytest.approx(there.ratio)
    scaled = {name: scale * value for name, value in parts(there).items()}
    assert parts(other) == pytest.approx(scaled, abs=1e-6 * scale)


def test_the_verdict_names_the_call_and_the_component_that_grew():
    runs = [calls("old"), calls("new", elapsed=(0.1, 10.0, 0.5))]
    profiles = [waits("old", {"read": (400, 0.1, 0.8)}), waits("new", {"read": (400, 0.9, 8.0)})]
    found = compare(runs, profiles)
    assert found.verdict == (
        "elapsed time grew to 4.08 times, from 2.6 s to 10.6 s (rounding leaves 4.05 to 4.11); "
        "one run each, so chance is not known; "
        "100 % of the growth is aaa: execute, each longer, not more of them; "
        "90 % of the growth is waiting for read, each longer, not more of them"
    )
    assert found.warnings == ("one run each: nothing is known of how much runs differ by chance",)
    assert found.conf_int() == {}
    assert "verdict" in found.summary()


def test_more_calls_are_told_from_slower_ones():
    runs = [calls("old"), calls("new", elapsed=(0.1, 4.0, 0.5), counts=(1, 200, 100))]
    found = compare(runs, per="run")
    assert "100 % of the growth is aaa: execute, more of them, not longer ones" in found.verdict
    assert (found.more_s, found.slower_s) == (2.0, 0.0)
    assert compare(runs).unit_of_work == "execution"
    both = compare(
        [calls("old"), calls("new", elapsed=(0, 9, 0.5), counts=(0, 200, 100))], per="run"
    )
    execute = next(part for part in both.by_call if part.name == "aaa: execute")
    assert execute.cause == "more of them and each longer"
    assert both.gone == ("aaa: parse",)


def test_work_is_counted_by_runs_executions_rows_or_one_statement():
    runs = [
        calls("old", rows=(0, 50, 0)),
        calls("old", statement="bbb", elapsed=(0, 1.0, 0), rows=(0, 50, 0)),
        calls("new", counts=(1, 200, 100), elapsed=(0.2, 4.0, 1.0), rows=(0, 100, 0)),
        calls("new", statement="bbb", counts=(1, 100, 1), elapsed=(0, 2.0, 0), rows=(0, 100, 0)),
    ]
    expected = {"run": 7.2 / 3.6, "execution": 7.2 / 3.6 / 1.5, "row": 1.0, "aaa": 1.0, "bbb": 2.0}
    for per, ratio in expected.items():
        assert compare(runs, per=per).ratio == pytest.approx(ratio)
    assert compare(runs, per="aaa").work == (100, 200)
    with pytest.raises(MeasurementError, match="none of the work"):
        compare(runs, per="zzz")
    with pytest.raises(MeasurementError, match="none of the work"):
        compare([calls("old"), calls("new")], per="row")


def test_repeats_give_intervals_and_a_difference_within_them_is_none():
    times = {"old": (2.0, 2.4, 2.2), "new": (2.1, 2.5, 2.2)}
    runs = [
        calls(name, elapsed=(0.0, time, 0.0), repeat=str(number))
        for name, found in times.items()
        for number, time in enumerate(found)
    ]
    found = compare(runs)
    assert (found.repeated, found.runs, found.total.basis) == (True, (3, 3), "repeats")
    assert not found.clear
    assert "did not change by more than runs differ" in found.verdict
    assert math.isnan(found.share(found.total))
    assert set(found.conf_int()) >= {"ratio", "difference_s", "CPU_s"}
    assert set(found.conf_int(0.1)) == {"ratio"}
    slow = [calls("new", elapsed=(0, t, 0), repeat=str(t)) for t in (8.0, 8.4)]
    slower = compare([*runs[:3], *slow])
    assert "95 % interval" in slower.verdict
    assert slower.predict(1.0) == pytest.approx(slower.ratio)
    drop = compare([*runs[:3], *slow], baseline="new")
    assert "fell to" in drop.verdict
    assert "of the drop" in drop.verdict


def test_sampled_waits_alone_are_compared_with_the_error_of_their_number():
    found = compare(
        [],
        [
            sampled("old", {"lock": 40, "not waiting": 60, "Client:ClientRead": 500}),
            sampled("new", {"lock": 180, "not waiting": 60}),
        ],
    )
    assert found.total.name == "time waited"
    assert found.ratio == pytest.approx(2.4)
    assert found.ratio_interval == pytest.approx((1.89, 3.07), abs=0.01)
    assert found.by_component[0].interval_s == pytest.approx((1.108, 1.705), abs=0.002)
    assert "100 % of the growth is waiting for lock" in found.verdict
    assert [part.name for part in found.outside] == ["Client:ClientRead"]
    assert found.outside[0].after_s == 0.0
    assert found.by_component[-1].name == "not waiting"


def test_sampled_waits_leave_their_error_to_the_rest_of_the_calls():
    runs = [calls("old", cpu=(math.nan,) * 3), calls("new", cpu=(math.nan,) * 3)]
    found = compare(runs, [sampled("old", {"lock": 100}), sampled("new", {"lock": 100})])
    rest = found.by_component[-1]
    assert (rest.name, rest.basis, rest.difference_s) == ("not waiting", "samples", 0.0)
    assert rest.interval_s[1] > 0.25
    assert "than can be told from single runs" in found.verdict


def test_waits_that_the_calls_cannot_contain_are_kept_apart():
    runs = [calls("old"), calls("old", statement="commit", elapsed=(0, 0.01, 0))]
    runs += [calls("new"), calls("new", statement="commit", elapsed=(0, 0.01, 0))]
    profiles = [
        waits("old", {"sync": (100, 0.1, 5.0), "client": (1, 1.0, 9.0)}, statement="commit"),
        waits("new", {"sync": (100, 0.1, 7.0)}, statement="commit"),
        waits("new", {"read": (4, 0.1, 0.3)}),
    ]
    found = compare(runs, profiles, between_calls=["CLIENT"])
    assert {part.name: part.difference_s for part in found.outside} == {
        "sync, in commit": 2.0,
        "client": -9.0,
    }
    assert [part.name for part in found.by_component] == ["read", "CPU", "not accounted for"]
    other = [waits(run, {"sync": (100, 0.1, 5.0)}, statement="by id") for run in ("old", "new")]
    assert compare(runs, other).outside == ()


def test_new_and_gone_calls_and_events_are_named():
    runs = [calls("old", statement="one"), calls("new", statement="two")]
    found = compare(runs, [waits("new", {"read": (3, 0.1, 0.2)}, statement="two")], per="run")
    assert set(found.new) == {f"two: {call}" for call in ("parse", "execute", "fetch")} | {"read"}
    assert set(found.gone) == {f"one: {call}" for call in ("parse", "execute", "fetch")}
    assert found.by_component[0].cause == "new"
    assert any("no wait is listed" in warning for warning in found.warnings)


def test_sides_that_are_left_out_and_missing_times_are_told():
    runs = [calls("old"), calls("new", elapsed=(math.nan, 9.0, 0.5)), calls("third")]
    told = " ".join(compare(runs).warnings)
    assert "not compared: third" in told
    assert "new: parse of aaa lacks a time" in told


def test_what_cannot_be_compared_is_refused():
    nothing = calls("new", elapsed=(0, 0, 0))
    with pytest.raises(MeasurementError, match="took no time"):
        compare([calls("old"), nothing])
    with pytest.raises(MeasurementError, match="calls of some runs"):
        compare([calls("old")], [waits("new", {"read": (3, 0.1, 0.2)})])
    with pytest.raises(UsageError, match="alpha"):
        compare([calls("old"), calls("new")], alpha=0)


def test_a_part_that_goes_against_the_change_is_told_so():
    runs = [
        calls("old", elapsed=(0.0, 9.0, 0.0), cpu=(0, 0.5, 0)),
        calls("new", elapsed=(0.0, 10.0, 0.0), cpu=(0, 9.5, 0)),
    ]
    profiles = [waits("old", {"read": (9, 5.0, 8.4)}), waits("new", {"read": (9, 0.1, 0.2)})]
    found = compare(runs, profiles)
    assert "9 times of the growth is CPU, more for each execution" in found.verdict
    other = compare(runs, [waits("old", {"read": (9, 5.0, 10.0)}), waits("new", {})])
    assert "waiting for read went against the growth by 10 times of it" in other.verdict
