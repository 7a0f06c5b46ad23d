"""A build that is killed at any moment harms no later one."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from contention.studies.building import build_studies
from contention.studies.locations import PROJECT_VARIABLE

KILLS = int(os.environ.get("CONTENTION_KILLS", "4"))
BUILD = (
    "import sys; from pathlib import Path\n"
    "from contention.studies.building import build_studies\n"
    "from contention.studies.locations import Project\n"
    "build_studies(Project(Path(sys.argv[1])))"
)


@pytest.fixture
def start(built):
    """Start a build in a process of its own."""
    environment = {k: v for k, v in os.environ.items() if k != PROJECT_VARIABLE}

    def run():
        return subprocess.Popen(
            [sys.executable, "-c", BUILD, str(built.root)],
            env=environment,
            stderr=subprocess.DEVNULL,
        )

    return run


@pytest.mark.notebooks
@pytest.mark.slow
@pytest.mark.timeout(60 + 60 * KILLS)
def test_the_build_after_a_kill_succeeds_and_equals_a_clean_one(built, start, tree, change_capture):
    logs = [
        "sessions,throughput\n1,100\n2,190\n4,300\n",
        "sessions,throughput\n1,100\n2,191\n4,300\n",
    ]
    expected = [tree(built.build)]
    change_capture(built, log=logs[1])
    began = time.monotonic()
    build_studies(built)
    usual_s = time.monotonic() - began
    expected.append(tree(built.build))
    moments = random.Random(7)
    interrupted = 0
    for kill in range(KILLS):
        now = kill % 2
        change_capture(built, log=logs[now])
        build = start()
        time.sleep(moments.uniform(0, 1.3 * usual_s))
        os.kill(build.pid, signal.SIGKILL)
        interrupted += build.wait() == -signal.SIGKILL
        outcomes = build_studies(built)
        assert [outcome.slug for outcome in outcomes] == ["other", "toy"]
        assert tree(built.build) == expected[now], f"after kill {kill + 1}"
    assert interrupted >= KILLS // 2
