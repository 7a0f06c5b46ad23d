"""``contention run assm_space_search`` on visits of one's own."""

import json
from pathlib import Path

import pytest

from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

SNAPSHOT = """\
          Why0          Why1    Other Wait
          ----          ----    ----------
            40             0             0 ktspfwh10: ktspscan_bmb
           200             1             0 ktspbwh1: ktspfsrch
           200             0             0 ktuwh05: ktugct
             9             0             0 kdswh02: kdsgrp
          ----          ----    ----------
           449             1             0 Total: 4 rows
"""


def results():
    return json.loads(Path("contention-out/assm_space_search/results.json").read_text())


def test_a_snapshot_of_a_version_without_why2(write, capsys):
    words = ["--data", write(SNAPSHOT), "-p", "table_rows=2010", "-p", "growth=100"]
    assert main(["run", "assm_space_search", *words]) == 0
    assert "450 visits to buffers; 201 data blocks tried" in capsys.readouterr().out
    values = results()["values"]
    assert values["visits.total"]["value"] == 450
    assert values["check.missing_visits"]["value"] == 0
    assert values["rows_per_block"]["value"] == 10
    assert values["cost.visits_grown"]["value"] == pytest.approx(100 * 441 + 9)
    assert results()["claims"] == []
    assert Path("contention-out/assm_space_search/report.html").is_file()


def test_a_plain_list_says_what_it_cannot_tell(write, capsys):
    content = "cause,visits\nktspfsrch,50\nktugct,49\nother,2\nlost,#####\n"
    assert main(["run", "assm_space_search", "--data", write(content)]) == 0
    told = " ".join(results()["not_computed"])
    for what in ("line of totals", "table_rows", "the visits of lost cannot be read"):
        assert what in told
    assert results()["values"]["search.block_visits"]["value"] == 50


def test_other_causes_are_shown_without_a_cost_per_block(write):
    assert main(["run", "assm_space_search", "--data", write("cause,visits\na,5\nb,7\n")]) == 0
    assert results()["values"]["visits.total"]["value"] == 12
    assert "ktspfsrch" in " ".join(results()["not_computed"])
    assert set(results()["figures"]) == {"causes"}


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        ("sessions,throughput\n1,10\n2,20\n", 4, "holds no buffer visits"),
        ("cause,visits\na,-5\n", 4, "none negative"),
        ("          Why0   Other Wait\n", 3, "no line with a cause"),
    ],
    ids=["another table", "a negative count", "a heading alone"],
)
def test_what_cannot_be_analysed_gets_a_message_and_no_traceback(
    content, code, told, write, capsys
):
    assert main(["run", "assm_space_search", "--data", write(content)]) == code
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
