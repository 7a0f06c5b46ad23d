"""What a report says and tables show of a comparison, for each kind of data."""

import math

import pytest

from contention.models import checks_table, counts_table, parts_table, runs_table, shown_parts
from contention.models.shown_parts import short_text
from models.runs_to_compare import calls, compare, sampled, waits

NO_CPU = (math.nan,) * 3


def repeated(name, times, **more):
    return [
        calls(name, elapsed=(0.0, time, 0.0), repeat=str(number), **more)
        for number, time in enumerate(times)
    ]


def said(sentences, word):
    return [sentence for sentence in sentences if word in sentence]


def test_equal_work_is_told_from_unequal():
    equal = compare([calls("old", rows=(0, 50, 0)), calls("new", rows=(0, 50, 0))])
    assert said(equal.comparable, "as many executions, 100 and 100")
    assert said(equal.comparable, "is alike in rows: 0.5 and 0.5")
    more = compare(
        [calls("old", rows=(0, 50, 0)), calls("new", counts=(1, 300, 9), rows=(0, 50, 0))]
    )
    assert said(more.comparable, "divided by the work: per execution, 100 and 300")
    assert said(more.comparable, "is not alike in rows")
    forced = compare([calls("old"), calls("new", counts=(1, 300, 9))], per="run")
    assert said(forced.comparable, "not as many executions, 100 and 300")
    unknown = compare([], [waits("old", {"a": (1, 1, 1)}), waits("new", {"a": (1, 1, 2)})])
    assert said(unknown.comparable, "not known")
    assert said(unknown.next_steps, "Count the work")


def test_repeats_and_what_one_side_has_alone_are_told():
    found = compare([*repeated("old", (2.0, 2.1)), *repeated("new", (9.0, 9.1), statement="b")])
    assert said(found.comparable, "old (2 runs) is compared with new (2 runs)")
    assert said(found.comparable, "There after only: b: execute")
    assert said(found.comparable, "There before only: aaa: execute")
    assert said(found.comparable, "4 more calls or events")
    single = compare([calls("old"), calls("new", elapsed=(0.1, 9.0, 0.5))])
    assert said(single.comparable, "Without repeats of both")
    assert single.next_steps[0].startswith("Repeat both sides")


@pytest.mark.parametrize(
    ("before", "after", "advice"),
    [
        ((100, 0.1, 0.5), (100, 0.9, 6.5), "Find what makes each wait for read last"),
        ((100, 0.1, 0.5), (1300, 0.1, 6.5), "Find what asks for read so often"),
    ],
)
def test_the_advice_follows_from_why_the_waits_grew(before, after, advice):
    runs = [calls("old"), calls("new", elapsed=(0.1, 8.0, 0.5))]
    found = compare(runs, [waits("old", {"read": before}), waits("new", {"read": after})])
    assert said(found.next_steps, advice)
    assert said(found.why(found.by_component), "read: +6 s, 100 % of the difference; 100")


def test_the_advice_follows_from_what_is_not_known():
    runs = [calls("old", cpu=NO_CPU), calls("new", elapsed=(0.1, 8.0, 0.5), cpu=NO_CPU)]
    assert said(compare(runs).next_steps, "Record CPU or waits")
    assert said(compare(runs).unexplained, "Neither CPU nor waits are known")
    seen = [sampled("old", {"lock": 10}), sampled("new", {"lock": 500})]
    assert said(compare(runs, seen).next_steps, "Count the waits for lock")
    few = compare(runs, [sampled("old", {"lock": 10}), sampled("new", {"lock": 12})])
    assert said(few.next_steps, "Measure CPU")
    assert said(few.unexplained, "In no wait")
    cpu = [calls("old"), calls("new", elapsed=(0.1, 8.0, 0.5))]
    assert said(compare(cpu).next_steps, "Record waits")
    busy = [calls("old"), calls("new", elapsed=(0.1, 8.0, 0.5), cpu=(0.0, 7.0, 0.2))]
    assert said(compare(busy).next_steps, "Profile the CPU")
    assert said(compare(busy).why(compare(busy).by_component), "for each execution")
    none = [waits("old", {"read": (1, 0.1, 0.1)}), waits("new", {"read": (1, 0.1, 0.1)})]
    assert said(compare(cpu, none).next_steps, "Look for time in no wait")
    assert said(compare(cpu, none).unexplained, "That is much")
    gone = compare(cpu, [waits("new", {"read": (9, 0.9, 5.0)})])
    assert said(gone.next_steps, "See what became of read: new")


def test_an_unclear_difference_gives_no_shares_and_asks_for_repeats():
    found = compare([*repeated("old", (2.0, 2.4)), *repeated("new", (2.1, 2.5))])
    assert said(found.next_steps, "more repeats")
    assert "of the difference" not in " ".join(found.why(found.by_call))
    assert not found.clear


def test_numbers_that_do_not_agree_are_told_once_for_all_runs():
    over = {"cpu": (0.0, 4.0, 0.0)}
    found = compare([calls("old", **over), calls("new", **over)])
    assert said(found.unexplained, "CPU is no more than the elapsed time. It is not so in old")
    assert said(found.unexplained, "and 1 more")
    assert checks_table(found)["kept by"].tolist() == ["0 of 2"]
    fine = compare([calls("old"), calls("new")])
    assert said(fine.unexplained, "All 2 checks")


def test_time_outside_of_the_calls_is_set_against_the_whole():
    outside = [waits(run, {"idle": (1, 7.0, s)}) for run, s in (("old", 7.4), ("new", 17.4))]
    found = compare([calls("old"), calls("new")], outside)
    assert said(found.unexplained, "10 s became 20 s: 2 times, where the elapsed time alone is 1 ")
    assert said(found.next_steps, "whole transaction")
    assert runs_table(found)["outside of calls (s)"].tolist() == pytest.approx([7.4, 17.4])


def test_tables_have_the_parts_in_one_unit_and_without_what_is_not_known():
    runs = [calls("old"), calls("new", elapsed=(0.1, 2.004, 0.5))]
    profiles = [waits("old", {"read": (4, 0.1, 0.1)}), waits("new", {"read": (8, 0.1, 0.2)})]
    found = compare(runs, profiles)
    table = parts_table(found, found.by_component)
    assert table["part"].tolist() == ["read", "CPU", "not accounted for"]
    assert table["difference (s)"].sum() == pytest.approx(0.004)
    assert "share (%)" not in table
    counts = counts_table(found.by_component)
    assert counts["number after"].tolist() == [8, 100]
    assert counts["mean after (ms)"].tolist() == pytest.approx([25.0, 12.0])
    assert counts["low"].iloc[0] < counts["ratio of numbers"].iloc[0] < counts["high"].iloc[0]
    assert len(counts_table([])) == 0
    assert list(runs_table(found)) == [
        "run",
        "executions",
        "elapsed time (s)",
        "CPU (s)",
        "waits (s)",
    ]


def test_small_parts_are_shown_together_and_still_add_up():
    events = {f"event {n}": (1, 9.0, 10.0 / 10**n) for n in range(6)}
    found = compare([], [waits("old", {"event 0": (1, 9.0, 9.0)}), waits("new", events)])
    shown = shown_parts(found.by_component, most=8)
    assert [part.name for part in shown] == ["event 0", "event 1", "event 2", "3 others"]
    assert sum(p.difference_s for p in shown) == pytest.approx(found.total.difference_s)
    assert len(shown_parts(found.by_component[:4], most=3)) == 4


def test_names_that_become_equal_when_cut_are_numbered():
    text = "SELECT something FROM a_table WHERE id = "
    runs = [calls(run, statement=text + str(n)) for run in ("old", "new") for n in (1, 2)]
    names = [part.name for part in shown_parts(compare(runs).by_call, length=30)]
    assert len(set(names)) == len(names)
    assert names[0].endswith(("(1)", "(2)"))
    assert short_text("x" * 50, 10) == "x" * 9 + "…"
