"""``contention run subquery_cache`` on counts of one's own."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from contention.cli import main
from contention.models import replay_subquery

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

DISTINCT, LOST = 40, (13, 30, 35, 39)
SLOTS = [place if place + 1 not in LOST else 0 for place in range(DISTINCT)]


def calls(rows, slots=SLOTS):
    return replay_subquery(np.arange(rows) % DISTINCT, slots).calls


def results():
    return json.loads(Path("contention-out/subquery_cache/results.json").read_text())


def test_a_table_with_rows_values_and_calls(write, capsys):
    rows = [f"{n},{DISTINCT},{calls(n)}" for n in (60, 80, 400)]
    capture = write("rows,distinct_values,calls\n" + "\n".join(rows) + "\n")
    assert main(["run", "subquery_cache", "--data", capture, "-p", "predict_rows=1000"]) == 0
    printed = capsys.readouterr()
    assert "values: 4 of 40 values lose their slot; 3 of 3 counts are exact" in printed.out
    found = results()
    assert found["values"]["losers.values"]["value"] == len(LOST)
    assert found["values"]["prediction.calls.values"]["value"] == calls(1000)
    assert found["values"]["model.cases_exact"]["value"] == 3
    assert found["values"]["slots.most_likely"]["value"] >= 36
    assert any("ordered form" in sentence for sentence in found["not_computed"])
    assert found["claims"] == []
    assert Path("contention-out/subquery_cache/report.html").is_file()


def test_a_log_that_compares_three_forms(write):
    text = "".join(
        f"------- Compare mine({n}, 7) -------\nDirect N Calls = {n}, Rows = 1\n"
        f"InDirect N Calls = {calls(n)}, Rows = 2\nInDirectOrdered N Calls = {DISTINCT}, Rows = 2\n"
        for n in (80, 120)
    )
    assert main(["run", "subquery_cache", "--data", write(text)]) == 0
    values = results()["values"]
    assert values["losers.7"]["value"] == len(LOST)
    assert values["check.ordered_agree"]["value"] == 2


def test_without_a_loser_the_slots_are_said_not_to_be_known(write, capsys):
    capture = write(f"rows,distinct_values,calls\n400,{DISTINCT},{DISTINCT}\n")
    assert main(["run", "subquery_cache", "--data", capture]) == 0
    assert re.search(r"any number of slots from [\d,]+ on is possible", capsys.readouterr().err)
    assert "slots.most_likely" not in results()["values"]


def test_an_open_number_of_losers_is_said_to_be_open(write, capsys):
    capture = write(f"rows,distinct_values,calls\n70,{DISTINCT},{calls(70)}\n")
    assert main(["run", "subquery_cache", "--data", capture]) == 0
    assert "of 40 values lose their slot" in capsys.readouterr().out
    assert "likelihood of the slots needs" in " ".join(results()["not_computed"])


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        ("sessions,throughput\n1,10\n2,20\n", 4, "holds no counts of calls"),
        ("rows,distinct_values,calls\n10,5,11\n", 4, "more calls than rows"),
        ("rows,distinct_values,calls\n100,50,49\n", 5, "no number of losers"),
    ],
    ids=["another table", "impossible counts", "no losers explain them"],
)
def test_what_cannot_be_analysed_gets_a_message_and_no_traceback(
    content, code, told, write, capsys
):
    assert main(["run", "subquery_cache", "--data", write(content)]) == code
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
