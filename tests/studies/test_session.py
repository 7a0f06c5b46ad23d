"""A session records each thing once, says what it cannot compute, and judges only the published."""

import json
import math

import numpy as np
import pandas as pd
import pytest

from contention.errors import (
    StudyError,
    UsageError,
)
from contention.figures import draw_throughput, new_axes
from contention.studies import open_study
from contention.studies.output_types import RESULTS_MIME


@pytest.fixture
def session(project):
    return open_study("toy")


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("sessions,throughput\n1,10\n8,40\n")
    return path


@pytest.fixture
def closed(displayed):
    """Close a session and return what its results carry."""

    def close(session):
        session.close()
        return displayed[-1].data[RESULTS_MIME]

    return close


def test_the_published_captures_are_opened_by_default(session):
    assert session.published
    (sweep,) = session.sweeps
    assert sweep.throughput_per_s.tolist() == [100.0, 190.0, 300.0]
    assert session.memory == ()
    assert session.has("log")
    assert session.read("log").tables[0].names == ("sessions", "throughput")


def test_the_capture_of_another_study_is_an_error(session):
    with pytest.raises(StudyError, match="has no capture awr"):
        session.has("awr")


def test_what_is_missing_is_said_in_the_notebook_and_in_the_results(
    project, own, displayed, closed
):
    session = open_study("toy", data=str(own))
    assert session.needs("log", "the log of the <run>") is False
    sentence = "Not computed: this part needs the log of the <run>, which your data does not hold."
    assert displayed[0].data["text/plain"] == sentence
    assert "&lt;run&gt;" in displayed[0].data["text/html"]
    session.not_computed("too few points")
    assert closed(session)["not_computed"] == [sentence, "Not computed: too few points."]


def test_nothing_is_said_of_what_is_there(session, displayed):
    assert session.needs("log", "the log") is True
    assert displayed == []


def test_a_capture_that_is_not_part_of_the_run_cannot_be_read(project, own):
    with pytest.raises(UsageError, match="log is not part of this run"):
        open_study("toy", data=str(own)).read("log")


def test_a_result_is_recorded_with_all_that_is_known_of_it(session, closed):
    session.record("a.b", 1.5, unit="us", se=0.1, low=1.3, high=1.7, n=np.int64(9), note="few")
    session.record("rate.mean", np.float64(400))
    session.record("flag", np.bool_(True))
    assert closed(session)["values"] == {
        "a.b": {
            "value": 1.5,
            "unit": "us",
            "se": 0.1,
            "low": 1.3,
            "high": 1.7,
            "n": 9,
            "note": "few",
        },
        "rate.mean": {"value": 400, "unit": ""},
        "flag": {"value": 1, "unit": ""},
    }


def test_both_ends_of_an_interval_may_be_given_at_once(session, closed):
    session.record("rate.mean", 400, interval=(390.0, 410.0))
    entry = closed(session)["values"]["rate.mean"]
    assert (entry["low"], entry["high"]) == (390.0, 410.0)


def test_a_conclusion_is_shown_and_kept(session, displayed, closed):
    session.record("rate.mean", 400)
    session.conclude("It does <400> per second.")
    assert displayed[0].data["text/plain"] == "It does <400> per second."
    assert "&lt;400&gt;" in displayed[0].data["text/html"]
    assert closed(session)["conclusions"] == ["It does <400> per second."]


def test_what_a_step_found_is_shown_and_not_among_the_conclusions(session, displayed, closed):
    session.record("rate.mean", 400)
    session.say("One <fact>.")
    session.say("first", "Is it the second?")
    session.say()
    session.say("old: it fell")
    one, two, labelled = displayed
    assert labelled.data["text/plain"] == "old: it fell."
    assert one.data["text/html"] == "<p>One &lt;fact&gt;.</p>"
    assert two.data["text/html"] == "<ul><li>First.</li><li>Is it the second?</li></ul>"
    assert two.data["text/plain"] == "First.\nIs it the second?"
    assert closed(session)["conclusions"] == []


def test_a_large_integer_stays_exact(session, closed):
    session.record("rate.mean", 400)
    session.record("big", 2**60 + 1)
    assert closed(session)["values"]["big"]["value"] == 2**60 + 1


def test_a_result_that_is_no_number_is_empty_and_an_infinite_end_is_left_out(session, closed):
    session.record("rate.mean", 400)
    session.record("never", math.inf, low=3.0, high=math.inf)
    session.record("none", math.nan, low=math.nan, interval=(-math.inf, 2.0), note="few")
    values = closed(session)["values"]
    assert values["never"]["value"] is None
    assert values["never"]["low"] == 3.0
    assert "high" not in values["never"]
    assert values["never"]["note"] == "no upper limit"
    assert values["none"] == {
        "value": None,
        "unit": "",
        "high": 2.0,
        "note": "few; no lower limit",
    }


def test_a_result_is_not_recorded_twice(session):
    session.record("a", 1)
    with pytest.raises(StudyError, match="result a is recorded twice"):
        session.record("a", 1)


def test_a_table_or_figure_name_is_new_and_simple(session, displayed):
    frame = pd.DataFrame({"a": [1]})
    session.table("first-one", frame, caption="c")
    for name in ("first-one", "a b", "../x", "", "1st"):
        with pytest.raises(StudyError, match="must be new and simple"):
            session.table(name, frame, caption="c")
    session.figure("first-one", draw_throughput(session.sweeps, new_axes()), caption="c", alt="a")
    for name in ("first-one", "a b"):
        axes = draw_throughput(session.sweeps, new_axes())
        with pytest.raises(StudyError, match="must be new and simple"):
            session.figure(name, axes, caption="c", alt="a")
    assert len(displayed) == 2


def test_axes_that_belong_to_no_figure_are_refused(session):
    axes = new_axes()
    axes.remove()
    with pytest.raises(StudyError, match="belong to no figure"):
        session.figure("gone", axes, caption="c", alt="a")


def test_published_claims_are_judged_on_the_published_captures(session, closed):
    session.record("rate.mean", 400)
    verdicts = {claim["id"]: claim["verdict"] for claim in closed(session)["claims"]}
    assert verdicts == {
        "rates.1": "reproduced",
        "rates.2": "reproduced",
        "rates.3": "reproduced",
        "rates.4": "erratum",
        "rates.5": "not_reproducible",
    }


def test_the_counts_of_verdicts_are_shown(session, displayed):
    session.record("rate.mean", 400)
    session.close()
    shown = displayed[-1].data["text/html"]
    assert "5 published figures checked: 3 reproduced, 1 erratum, 1 not reproducible." in shown


def test_published_claims_are_not_judged_on_own_data(project, own, closed):
    payload = closed(open_study("toy", data=str(own)))
    assert payload["claims"] == []
    assert payload["published"] is False


def test_inputs_are_named_without_an_absolute_path(session, project, own, closed):
    session.record("rate.mean", 400)
    published = closed(session)
    assert published["inputs"] == [
        {"path": "data/toy/raw/log.csv", "sha256": session.study.captures[0].sha256}
    ]
    foreign = closed(open_study("toy", data=str(own)))
    assert [item["path"] for item in foreign["inputs"]] == ["mine.csv"]
    assert str(own.parent) not in json.dumps(foreign)


def test_the_modules_that_were_imported_are_told(session, closed):
    session.record("rate.mean", 400)
    modules = closed(session)["modules"]
    assert {"contention", "contention.studies.session", "contention.readers"} <= set(modules)
    assert modules == sorted(modules)


def test_a_cell_that_cannot_be_read_is_flagged_in_the_results(project, tmp_path, closed):
    path = tmp_path / "odd.csv"
    path.write_text("sessions,throughput,cpu_time_s\n1,10,5\n2,20,####\n")
    flags = closed(open_study("toy", data=str(path)))["flags"]
    assert any("####" in flag and "line 3" in flag for flag in flags)
