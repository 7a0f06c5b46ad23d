"""``contention fit closed_network``: a network in a TOML file, solved in the terminal."""

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.cli import main
from contention.cli.network_file import read_network_source
from contention.errors import ContentionError
from contention.readers.source import decode

EIGHT_SERVERS = "sessions = 90\nthink_time_s = 10\ndemands_s = [4.0]\nservers = [8]\n"
LAZOWSKA = """\
sessions = 3
think_time_s = 15
[[station]]
name = "cpu"
demand_s = 0.605
[[station]]
name = "disk 1"
service_time_ms = 700
visits = 3
servers = 1
[[station]]
name = "disk 2"
demand_s = 1.35
"""


def answer(path, capsys):
    assert main(["fit", "closed_network", path, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def figures(text):
    return read_network_source(decode(text.encode(), "network.toml")).derived


def test_json_has_the_promised_shape_and_the_right_response_time(write, capsys):
    content = answer(write(EIGHT_SERVERS, "network.toml"), capsys)
    assert list(content) == ["model", "n", "params", "derived", "verdict", "warnings"]
    assert content["model"] == "closed_network"
    assert content["derived"]["response_time"]["value"] == pytest.approx(35.0, rel=1e-12)
    assert content["derived"]["response_time"]["unit"] == "s"
    assert content["derived"]["throughput"]["value"] == pytest.approx(2.0, rel=1e-12)
    assert content["derived"]["throughput"]["unit"] == "1/s"
    assert content["derived"]["bottleneck_utilisation"]["value"] == pytest.approx(1.0)
    assert content["params"]["demand_s.station 1"]["value"] == 4.0
    assert content["params"]["sessions"]["se"] is None


def test_tables_of_stations_are_read_as_well(write, capsys):
    derived = answer(write(LAZOWSKA, "network.toml"), capsys)["derived"]
    assert derived["throughput"]["value"] == pytest.approx(0.151516492347, rel=1e-11)
    assert derived["queue_length.disk 1"]["value"] == pytest.approx(0.3946565547, rel=1e-9)


def test_people_get_a_table_and_the_bottleneck(write, capsys):
    assert main(["fit", "closed_network", write(LAZOWSKA)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Network of a TOML file, solved"
    assert any(line.startswith("verdict: disk 1 is the bottleneck") for line in lines)


def test_the_standard_input_is_a_dash(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EIGHT_SERVERS.encode())))
    assert answer("-", capsys)["derived"]["throughput"]["value"] == pytest.approx(2.0)


@pytest.mark.parametrize(
    "text",
    [
        "sessions = 90.0\nthink_time = 10\ndemands = [4]\nservers = 8\n",
        "sessions = 90\nthink_time_ms = 10_000\ndemands_ms = [4000]\nservers = [8.0]\n",
        "sessions = 90\nthink_time_s = 10\nservice_times_s = [2.0]\nvisits = [2]\nservers = [8]\n",
        'sessions = 90\ndemands_s = [4, 10]\nservers = [8, "delay"]\nnames = ["a", "b"]\n',
        "sessions = 90\ndemands_s = [4, 10]\nservers = [8, inf]\n",
        'sessions = 90\nthink_time_s = 10\ndemands_s = 4\nservers = 8\nnames = "cpu"\n',
        'sessions = 90\ndemands_s = [4, 10]\nservers = [8, 1]\nkinds = ["queueing", "delay"]\n',
    ],
)
def test_the_same_network_in_other_words(text):
    assert figures(text)["throughput"] == pytest.approx(2.0, rel=1e-12)


def test_rates_that_fall_are_warned_of(write, capsys):
    slow = "sessions = 40\nthink_time_s = 2\n[[station]]\ndemand_s = 1\nrates = [1, 0.8, 0.5]\n"
    content = answer(write(slow), capsys)
    assert content["derived"]["throughput"]["value"] == pytest.approx(0.5, rel=1e-3)
    assert content["warnings"] == [
        "station 1 is slower when full than at a smaller load: throughput may fall"
    ]


def test_a_network_where_nobody_waits_has_no_bottleneck():
    derived = figures('sessions = 4\ndemands_s = [2]\nservers = "delay"\n')
    assert derived["throughput"] == pytest.approx(2.0)
    assert "bottleneck_utilisation" not in derived


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("sessions,throughput\n1,2\n", 3, "closed_network_fit"),
        ("a = " + "[" * 5000 + "\n", 3, "not TOML"),
        ("sessions = 3\n", 3, "demands are missing"),
        ("demands_s = [1]\n", 3, "sessions: the number of sessions is missing"),
        ("sessions = 3\ndemand_s = [1]\n", 3, "demand_s: this key is not known"),
        ("sessions = 3\ndemands_s = [1]\ndemands = [1]\n", 3, "say the same"),
        ("sessions = 3\ndemands_s = ['1']\n", 3, "station 1: demand_s: a number was expected"),
        ("sessions = true\ndemands_s = [1]\n", 3, "a number was expected"),
        ("sessions = 3\ndemands_s = [1, 2]\nservers = [1]\n", 3, "differ in length"),
        ("sessions = 3\ndemands_s = [1, 2]\nnames = 'ab'\n", 3, "differ in length"),
        ("sessions = 3\ndemands_s = [1, 2]\nnames = ['a', 'a']\n", 3, "same name"),
        ("sessions = 3\ndemands_s = [1]\nnames = [1]\n", 3, "a name must be text"),
        ("sessions = 3\ndemands_s = [1]\nservers = ['many']\n", 3, "or the word delay"),
        ("sessions = 3\ndemands_s = [1]\nkinds = ['line']\n", 3, "this kind is not known"),
        ("sessions = 3\ndemands_s = [1]\nvisits = [2]\n", 3, "visits go with a service time"),
        ("sessions = 3\ndemands_s = [1]\n[[station]]\ndemand_s = 1\n", 3, "given twice"),
        ("sessions = 3\nstation = 4\n", 3, "stations are tables"),
        ("sessions = 3\n[[station]]\nname = 'a'\n", 3, "the demand is missing"),
        ("sessions = 3\n[[station]]\ndemand = 1\nrates = 2\n", 3, "a list of numbers"),
        ("sessions = 3\n" + "[[station]]\ndemand = 1\n" * 1001, 3, "more than 1000"),
        ("sessions = 3\ndemands_s = [-1]\n", 4, "zero or more"),
        ("sessions = 3\ndemands_s = [nan]\n", 4, "zero or more"),
        ("sessions = 3\nthink_time_s = -1\ndemands_s = [1]\n", 4, "think_time_s"),
        ("sessions = 2.5\ndemands_s = [1]\n", 4, "there is no half session"),
        ("sessions = 10_000_000\ndemands_s = [1]\n", 4, "from 1 to 1,000,000"),
        ("sessions = 3\ndemands_s = [0]\n", 4, "positive demand or think time"),
        (
            "sessions = 3\ndemands_s = [1]\nservers = [0]\n",
            4,
            "station 1: servers: servers must be",
        ),
        ("sessions = 3\ndemands_s = [1]\nservers = [50000]\n", 4, "make it a delay"),
        ("sessions = 3\n[[station]]\ndemand = 1\nrates = [0]\n", 4, "rates must be"),
    ],
)
def test_a_network_that_cannot_be_read_or_cannot_be_gets_the_reason(
    text, code, said, write, capsys
):
    path = write(text, "network.toml")
    assert main(["fit", "closed_network", path]) == code
    error = capsys.readouterr().err
    assert path in error
    assert said in error


def test_a_file_that_is_not_there_is_said_so(tmp_path, capsys):
    assert main(["fit", "closed_network", str(tmp_path / "absent.toml")]) == 3
    assert "there is no such file" in capsys.readouterr().err


def test_options_of_captures_are_refused(write, capsys):
    assert main(["fit", "closed_network", write(EIGHT_SERVERS), "--as", "csv"]) == 2
    assert "a network is TOML" in capsys.readouterr().err


toml_values = st.one_of(
    st.integers(),
    st.floats(),
    st.text(max_size=4),
    st.booleans(),
    st.lists(st.floats(), max_size=3),
)
keys = st.sampled_from(["sessions", "demands_s", "servers", "think_time", "names", "visits"])


@given(st.dictionaries(keys, toml_values))
def test_any_values_end_in_an_answer_or_in_a_message(content):
    lines = [
        f"{k} = {v!r}".replace("True", "true").replace("False", "false") for k, v in content.items()
    ]
    source = decode(("\n".join(lines) + "\n#\n").encode("utf-8", "replace"), "network.toml")
    try:
        point = read_network_source(source)
    except ContentionError as refused:
        error = str(refused)
        assert error.startswith("network.toml")
    else:
        assert point.sessions >= 1
