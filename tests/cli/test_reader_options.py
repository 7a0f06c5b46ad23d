"""``--option``: what the capture does not say."""

import json

import pytest

from contention.cli import main

HISTOGRAM = "@lat:\n[256, 512)  12 |@|\n[512, 1K)   48 |@@@|\n[1K, 2K)  30 |@@|\n\n"


def test_a_unit_is_told_to_read_and_to_fit(write, capsys):
    path = write(HISTOGRAM, "lat.txt")
    assert main(["read", path, "--table", "histograms", "--json", "--option", "unit=us"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "us" in json.dumps(told)
    assert main(["fit", "latency", path, "--option", "unit=us", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["derived"]["median_1"]["unit"] == "us"


def test_a_format_of_a_script_is_told(write, capsys):
    path = write("7 reads by sshd\n9 reads by cron\n", "out.txt")
    pattern = "pattern=%@d reads by %s"
    assert main(["read", path, "--as", "dtrace", "--option", pattern, "--to", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[2:4] for line in lines[1:]] == [["sshd", "7"], ["cron", "9"]]


def test_numbers_and_switches_have_their_type(write):
    path = write("L_CNT = 93584\nL_TOTAL_NS = -1534546885\nL_AVG average_ns = 29496\n", "d.txt")
    given = ["--option", "unwrap=true", "--option", "sessions=4", "--option", "duration_s=1.5"]
    assert main(["read", path, "--as", "dtrace", *given]) == 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("unit", "a name and a value"),
        ("units=ns", "did you mean unit?"),
        ("labels=a", "there is no option of readers labels"),
        ("sessions=many", "the option sessions is a number"),
        ("unwrap=yes", "true or false"),
    ],
)
def test_what_is_no_option_is_refused(write, capsys, given, told):
    assert main(["read", write(HISTOGRAM, "lat.txt"), "--option", given]) == 2
    assert told in capsys.readouterr().err


def test_before_and_after_take_options_and_a_network_none(write, capsys):
    waits = write("run,event,times_waited,total_waited\na,x,1,2\nb,x,1,3\n")
    assert main(["fit", "before_after", waits, "--option", "unit=ms"]) == 0
    assert ": 2 ms to 3 ms" in capsys.readouterr().out
    assert main(["fit", "closed_network", waits, "--option", "unit=ms"]) == 2
