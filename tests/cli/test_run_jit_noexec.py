"""``contention run jit_noexec`` on times, traces and mounts of one's own, and on this kernel."""

import json
import os
from pathlib import Path

import pytest

from contention.cli import main

pytestmark = [pytest.mark.usefixtures("in_this_project"), pytest.mark.notebooks]

TIMES = "entry,bytes,elapsed_s,condition\n" + "".join(
    f"{name},{size}000000,{size * rate:.2f},{condition}\n"
    for condition, rate in (("allowed", 0.11), ("refused", 1.32))
    for size, name in enumerate("abcdefg", start=1)
)
TRACE = """\
10:00:00 openat(AT_FDCWD, "/run/code_1", O_RDWR|O_CREAT, 0600) = 3 <0.000040>
10:00:00 mmap(NULL, 4096, PROT_READ|PROT_EXEC, MAP_SHARED, 3, 0) = -1 EPERM (Not permitted) <0.000010>
10:00:00 mmap(NULL, 4096, PROT_READ|PROT_EXEC, MAP_SHARED, 4, 0) = 0x7f0000000000 <0.000010>
10:00:00 mmap(NULL, 4096, PROT_READ, MAP_SHARED, 3, 0) = 0x7f0000001000 <0.000010>
"""  # noqa: E501 - as the tool prints it


def results():
    return json.loads(Path("contention-out/jit_noexec/results.json").read_text())


def test_times_give_slowdown_and_rates_and_say_what_is_missing(write, capsys):
    assert main(["run", "jit_noexec", "--data", write(TIMES)]) == 0
    assert "refused: 12 times as long as allowed" in capsys.readouterr().out
    found = results()
    slowdown = found["values"]["slowdown.by_condition.refused"]
    assert slowdown["value"] == pytest.approx(12, rel=0.01)
    assert slowdown["low"] < 12 < slowdown["high"]
    assert found["values"]["rate.mb_per_s.refused"]["value"] == pytest.approx(1 / 1.32, rel=0.01)
    assert any("a trace of system calls" in sentence for sentence in found["not_computed"])
    assert found["claims"] == []
    assert Path("contention-out/jit_noexec/report.html").is_file()


def test_repeated_runs_give_the_interval_of_repeats(write):
    rows = "fast,2.0\nfast,2.2\nfast,2.1\nslow,20\nslow,22\nslow,21\n"
    capture = write("condition,elapsed_s\n" + rows)
    assert main(["run", "jit_noexec", "--data", capture, "-p", "baseline=fast"]) == 0
    slowdown = results()["values"]["slowdown.by_condition.slow"]
    assert slowdown["value"] == pytest.approx(10)
    assert slowdown["n"] == 6
    assert "interval of repeats" in slowdown["note"]


def test_a_trace_tells_which_mappings_were_refused(write, capsys):
    assert main(["run", "jit_noexec", "--data", write(TRACE, "trace.txt")]) == 0
    printed = capsys.readouterr()
    assert "1 of 2 executable mappings were refused with EPERM" in printed.out
    assert "needs elapsed times" in printed.err
    values = results()["values"]
    assert values["trace.calls"]["value"] == 4
    assert values["trace.executable_mappings"]["value"] == 2


def test_mounts_are_listed(write, capsys):
    text = "tmpfs on /dev/shm type tmpfs (rw,noexec)\n/dev/sda1 on / type ext4 (rw)\n"
    assert main(["run", "jit_noexec", "--data", write(text, "mounts.txt")]) == 0
    assert "Mounted noexec: /dev/shm." in capsys.readouterr().out


def test_data_of_another_kind_is_refused_as_unfit(write, capsys):
    assert main(["run", "jit_noexec", "--data", write("sessions,throughput\n1,2\n2,3\n")]) == 4
    message = capsys.readouterr().err
    assert "finds nothing to analyse" in message
    assert message.splitlines()[-1].count("capture.csv") == 1
    assert "elapsed_s" in message
    assert "Traceback" not in message


def test_an_unknown_baseline_is_a_usage_error(write, capsys):
    assert main(["run", "jit_noexec", "--data", write(TIMES), "-p", "baseline=none"]) == 2
    assert "no condition none" in capsys.readouterr().err


def test_the_probe_asks_this_machine_and_says_what_it_answered(capsys):
    assert main(["run", "jit_noexec", "-p", "probe=true"]) == 0
    printed, found = capsys.readouterr(), results()
    asked = "This machine's kernel was asked" in printed.out
    assert asked == ("probe" in found["tables"])
    assert asked or found["not_computed"]
    if hasattr(os, "ST_NOEXEC") and asked:
        table = Path("contention-out/jit_noexec", found["tables"]["probe"]).read_text()
        for line in table.splitlines()[1:]:
            place, _, _, answer = line.rsplit(",", 3)
            forbids = bool(os.statvfs(place).f_flag & os.ST_NOEXEC)
            assert answer == ("EPERM" if forbids else "allowed")
