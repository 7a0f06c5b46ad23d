"""The process of Jupyter Book ends with the build that started it."""

from __future__ import annotations

import subprocess
import sys
import time

PROGRAM = """
import os, subprocess, sys
from contention.book.jupyter_book_process import PARENT_VARIABLE
child = subprocess.Popen(
    [sys.executable, "-c",
     "import os, threading, time; from contention.book import jupyter_book_process as p;"
     "threading.Thread(target=p._follow, args=(int(os.environ[p.PARENT_VARIABLE]),)).start();"
     "print('ready', flush=True); time.sleep(60)"],
    env={**os.environ, PARENT_VARIABLE: str(os.getpid())}, stdout=subprocess.PIPE, text=True)
child.stdout.readline()
print(child.pid, flush=True)
os._exit(9)
"""


def is_running(process: int) -> bool:
    shown = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return bool(shown.stdout.strip()) and not shown.stdout.startswith("Z")


def test_it_does_not_outlive_its_parent() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    child = int(done.stdout)
    deadline = time.monotonic() + 10
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(child)
