"""Runs in numbers, and the identities that these should keep."""

import math

import pytest

from contention.models.compared_runs import ComparedRun
from contention.models.run_checks import check_runs
from contention.models.run_costs import NOT_LISTED, run_costs
from models.runs_to_compare import calls, sampled, waits


def costs(*some_calls, waited=()):
    return run_costs(ComparedRun("old", "", some_calls, tuple(waited)))


def broken(*some_calls, waited=()):
    checks = check_runs([costs(*some_calls, waited=waited)])
    return [check.rule for check in checks if not check.kept]


def test_parts_are_used_and_a_printed_total_only_where_there_is_nothing_else():
    parts = costs(calls("old"))
    assert parts.elapsed.seconds == pytest.approx(2.6)
    assert (parts.executions, parts.cpu_s) == (100.0, pytest.approx(1.2))
    four = calls("old", elapsed=(0.1, 2, 0.5, 2.7), counts=(1, 9, 9, 19), cpu=(0, 1, 0, 1))
    assert costs(four).elapsed.seconds == pytest.approx(2.6)
    total = calls("old", elapsed=(2.7,), counts=(19,), cpu=(1,))
    assert list(costs(total).calls) == [("aaa", "parse")]


def test_what_a_report_sums_up_beyond_its_statements_is_kept():
    listed = calls("old")
    everything = calls(
        "old", statement="overall_non_recursive", elapsed=(0.1, 5.0, 0.5), counts=(1, 150, 100)
    )
    found = costs(listed, everything)
    assert found.calls[NOT_LISTED, "execute"].seconds == pytest.approx(3.0)
    assert found.calls[NOT_LISTED, "execute"].count == 50
    assert found.elapsed.seconds == pytest.approx(5.6)
    assert broken(listed, everything) == [
        "the statements that are listed make up the printed totals"
    ]
    equal = calls("old", statement="overall_non_recursive")
    assert (NOT_LISTED, "execute") not in costs(listed, equal).calls
    assert costs(equal).elapsed.seconds == pytest.approx(2.6)


def test_waits_beyond_those_of_the_statements_are_kept_too():
    own = waits("old", {"read": (3, 0.1, 0.2)})
    overall = waits(
        "old", {"read": (5, 0.1, 0.6), "sync": (1, 0.1, 0.1)}, statement="overall_recursive"
    )
    found = costs(calls("old"), waited=[own, overall])
    assert found.waits[NOT_LISTED, "read"].count == 2
    assert found.waits[NOT_LISTED, "sync"].seconds == pytest.approx(0.1)
    assert found.waited.seconds == pytest.approx(0.7)


def test_a_missing_time_is_left_out_and_told():
    found = costs(
        calls("old", elapsed=(0.1, math.nan, 0.5)),
        waited=[waits("old", {"read": (1, 1, math.nan)})],
    )
    assert found.elapsed.seconds == pytest.approx(0.6)
    assert found.missing == ("execute of aaa", "waits for read")


def test_samples_without_an_event_are_kept_apart():
    seen = [sampled("old", {"read": 100, "not waiting": 150})]
    found = costs(calls("old"), waited=seen)
    assert found.waited.seconds == pytest.approx(1.0)
    assert found.not_waiting["aaa", "not waiting"].seconds == pytest.approx(1.5)
    assert broken(calls("old"), waited=seen) == []
    assert costs(waited=seen).taken.seconds == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("cpu", "waited", "rule"),
    [
        (3.0, {}, "CPU is no more than the elapsed time"),
        (1.0, {"read": (9, 0.5, 2.0)}, "CPU and waits are no more than the elapsed time"),
        (0.1, {"read": (9, 0.5, 0.5)}, "CPU and waits make up most of the elapsed time"),
        (2.0, {"read": (9, 0.5, 0.3)}, "no wait is longer than all of them"),
    ],
)
def test_an_identity_that_is_broken_is_told(cpu, waited, rule):
    one = calls("old", cpu=(0.0, cpu, 0.0))
    assert broken(one, waited=[waits("old", waited)]) == [rule]


def test_numbers_that_agree_break_nothing():
    assert broken(calls("old"), waited=[waits("old", {"read": (9, 0.5, 1.0)})]) == []
    few = [sampled("old", {"read": 290, "not waiting": 2})]
    assert broken(calls("old"), waited=few) == ["CPU and waits are no more than the elapsed time"]
    none = calls("old", cpu=(math.nan,) * 3)
    assert broken(none, waited=[sampled("old", {"read": 270})]) == []
    assert broken(none, waited=[sampled("old", {"read": 3, "not waiting": 10})]) == [
        "samples within calls are about the elapsed time"
    ]
