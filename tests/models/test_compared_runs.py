"""Which calls and waits belong together, which runs are repeats, and which sides are compared."""

import pytest

from contention.errors import MeasurementError
from contention.models import choose_sides, compared_runs
from models.runs_to_compare import calls, waits


def sides(runs):
    return [(run.side, run.repeat) for run in runs]


def test_a_run_is_known_by_its_name_and_otherwise_by_its_file():
    assert sides(compared_runs([calls("old"), calls("new")])) == [("old", ""), ("new", "")]
    files = [calls("", file="x/before.prf"), calls("", file="y/after.prf")]
    assert sides(compared_runs(files)) == [("before", ""), ("after", "")]
    alike = [calls("", file="x/one.prf"), calls("", file="y/one.prf")]
    assert [side for side, _ in sides(compared_runs(alike))] == ["x/one.prf", "y/one.prf"]
    assert sides(compared_runs([calls("v1.2"), calls("v1.3")])) == [("v1.2", ""), ("v1.3", "")]


def test_calls_and_waits_of_one_run_come_together():
    old, new = compared_runs(
        [calls("old"), calls("old", statement="bbb"), calls("new")],
        [waits("new", {"read": (1, 0.1, 0.1)}), waits("old", {})],
    )
    assert [one.statement for one in old.calls] == ["aaa", "bbb"]
    assert [len(one) for one in (*old.waits, *new.waits)] == [0, 1]


def test_files_without_names_are_paired_in_order():
    named = ("calls_a.csv", "calls_b.csv"), ("waits_a.csv", "waits_b.csv")
    runs = compared_runs(
        [calls("", file=file) for file in named[0]],
        [waits("", {"read": (1, 0.1, 0.1)}, file=file) for file in named[1]],
    )
    assert sides(runs) == [("calls_a", ""), ("calls_b", "")]
    assert [run.waits[0].provenance.source for run in runs] == list(named[1])


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["old 1", "old 2", "new 1"], [("old", "1"), ("old", "2"), ("new", "1")]),
        (["a_1", "b_1", "a_2"], [("a", "1"), ("b", "1"), ("a", "2")]),
        (["run 1", "run 2"], [("run 1", ""), ("run 2", "")]),
        (["scale 1", "scale 20"], [("scale 1", ""), ("scale 20", "")]),
        (["v14", "v15", "new"], [("v14", ""), ("v15", ""), ("new", "")]),
    ],
)
def test_a_number_behind_the_name_tells_repeats_apart_where_sides_remain(names, expected):
    assert sides(compared_runs([calls(name) for name in names])) == expected


def test_a_column_of_repeats_and_a_system_tell_runs_apart():
    both = [calls("old", repeat="1"), calls("old", repeat="2"), calls("new", repeat="1")]
    assert [run.name for run in compared_runs(both)] == ["old, 1", "old, 2", "new, 1"]
    assert sides(compared_runs([calls("", system="11"), calls("", system="12")])) == [
        ("11", ""),
        ("12", ""),
    ]
    several = [calls(run, system=system) for system in ("11", "12") for run in ("old", "new")]
    assert [run.side for run in compared_runs(several)] == [
        "11: old",
        "11: new",
        "12: old",
        "12: new",
    ]


def test_the_sides_are_the_first_two_or_those_that_are_named():
    runs = compared_runs([calls(name) for name in ("a", "b", "c")])

    def chosen(**names):
        found = choose_sides(runs, **names)
        return found.before[0].side, found.after[0].side, found.left_out

    assert chosen() == ("a", "b", ("c",))
    assert chosen(baseline="b") == ("b", "a", ("c",))
    assert chosen(compared="a") == ("b", "a", ("c",))
    assert chosen(baseline="c", compared="a") == ("c", "a", ("b",))


def test_a_single_statement_is_taken_by_its_name():
    both = [calls(run, statement=name) for run in ("old", "new") for name in ("aaa", "bbb")]
    profiles = [waits("new", {"read": (1, 0.1, 0.1)}, statement="bbb")]
    runs = compared_runs(both, profiles, "bbb")
    assert [[one.statement for one in run.calls] for run in runs] == [["bbb"], ["bbb"]]
    sides = choose_sides(runs)
    assert (len(sides), sides.repeated, len(sides.after[0].waits)) == (2, False, 1)
    with pytest.raises(MeasurementError, match="no statement zzz"):
        compared_runs(both, profiles, "zzz")


def test_what_cannot_be_compared_is_refused():
    runs = compared_runs([calls("a"), calls("b")])
    with pytest.raises(MeasurementError, match="neither calls nor waits"):
        compared_runs([], [])
    with pytest.raises(MeasurementError, match="two runs are needed"):
        choose_sides(compared_runs([calls("a")]))
    with pytest.raises(MeasurementError, match="no run z"):
        choose_sides(runs, baseline="z")
    with pytest.raises(MeasurementError, match="with itself"):
        choose_sides(runs, "a", "a")
