"""Statements that two reports name differently."""

from dataclasses import replace
from pathlib import Path

import pytest

from contention.cli import main
from contention.models import call_runs
from contention.models.matched_statements import match_statements
from models.runs_to_compare import calls, compare, waits

INPUTS = Path(__file__).parents[1] / "readers" / "inputs" / "tkprof"
OLD = "text_aaaa1111"


def one(run, statement, digest="aaaa1111", **more):
    return replace(calls(run, statement=statement, **more), digest=digest)


def names(*given):
    return [each.statement for each in match_statements(given)[0]]


def test_a_text_without_identifier_gets_the_identifier_of_another_run():
    assert names(one("9i", OLD), one("19c", "7pj2")) == ["7pj2", "7pj2"]
    assert names(one("19c", "7pj2"), one("9i", OLD)) == ["7pj2", "7pj2"]
    assert names(one("a", OLD), one("b", OLD)) == [OLD, OLD]
    assert names(one("a", "7pj2"), one("b", "8qk3")) == ["7pj2", "7pj2"]


def test_several_statements_of_one_text_are_matched_in_their_order():
    old = (one("9i", OLD), one("9i", f"{OLD}#2"))
    new = (one("19c", "7pj2"), one("19c", "7pj2#2"))
    assert names(*old, *new) == ["7pj2", "7pj2#2"] * 2


@pytest.mark.parametrize(
    "given",
    [
        [one("9i", OLD), one("9i", f"{OLD}#2"), one("19c", "7pj2")],
        [one("9i", OLD), one("19c", "7pj2", digest="bbbb2222")],
        [one("9i", OLD, digest=""), one("19c", "7pj2", digest="")],
        [one("9i", OLD), one("9i", "7pj2"), one("19c", "7pj2"), one("19c", "8qk3")],
    ],
    ids=["numbers differ", "other texts", "no text", "one name twice"],
)
def test_what_cannot_be_matched_keeps_its_name(given):
    assert names(*given) == [each.statement for each in given]


def test_waits_are_renamed_with_their_calls():
    events = {"latch free": (3, 0.1, 0.2)}
    waited = replace(waits("9i", events, statement=OLD), digest="aaaa1111")
    made = match_statements([one("9i", OLD), one("19c", "7pj2")], [waited])
    assert [each.statement for each in made[1]] == ["7pj2"]
    runs = call_runs([one("9i", OLD), one("19c", "7pj2")], [waited])[""]
    assert runs[0].waits is not None
    assert runs[0].waits.event == ("latch free",)


def test_statements_without_a_partner_are_named():
    extra = [one("19c", f"s{number}", digest=f"d{number}") for number in range(7)]
    fit = compare([one("9i", OLD), one("9i", "gone", "cccc3333"), one("19c", "7pj2"), *extra])
    assert fit.without_partner == (("gone",), tuple(f"s{number}" for number in range(7)))
    assert "statements without a partner, only in 9i: gone" in fit.warnings
    assert "only in 19c: s0, s1, s2, s3, s4 and 2 more" in " ".join(fit.warnings)


def test_reports_with_and_without_identifiers_are_compared(tmp_path, capsys):
    new = (INPUTS / "blanks_collapsed.txt").read_text()
    old = new.replace("SQL ID: 8q0zz4m1n7xkc Plan Hash: 0\n", "").replace(
        "insert into t values (:1)", "insert into t\n values(:1)"
    )
    assert old.count("8q0zz4m1n7xkc") == 0
    paths = [tmp_path / "old.prf", tmp_path / "new.prf"]
    for path, text in zip(paths, (old, new), strict=True):
        path.write_text(text)
    assert main(["fit", "before_after", *map(str, paths)]) == 0
    assert "without a partner" not in capsys.readouterr().out
    paths[0].write_text(old.replace("into t", "into u"))
    assert main(["fit", "before_after", *map(str, paths)]) == 0
    printed = capsys.readouterr().out
    assert "statements without a partner, only in old: text_" in printed
    assert "statements without a partner, only in new: 8q0zz4m1n7xkc" in printed
