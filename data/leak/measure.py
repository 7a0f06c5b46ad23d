"""A service with a known leak, and its memory after every batch of 100 requests.

    python measure.py traced leaking 420 200 > leaking.csv
    python measure.py traced baseline 300 > baseline.csv

A request looks in a cache, which fills while the process is young. It leaves garbage that only a
collection frees, opens sessions that end after a while, and, in the leaking service, retains one
object of 512 bytes for good. The last argument is the batch after which the process is replaced
by a new one. ``traced`` counts the bytes that Python has allocated, ``resident`` asks the kernel.
"""

import collections
import gc
import os
import random
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

REQUESTS = 100
PERIOD_S = 0.9
KEYS = 1000
CACHED = 6_000
GARBAGE = 900
RETAINED = 512 - sys.getsizeof(b"")
SESSION = 20_000


def serve(counter, service, first, last, start):
    """Serve the batches from first to last in this process; print a line after each."""
    rng = random.Random(100 * first + len(service))  # noqa: S311
    gc.disable()
    if counter == "traced":
        tracemalloc.start()
    cache, sessions, kept = {}, {}, collections.deque()
    collect_at = first + rng.randint(10, 25)
    for batch in range(first, last + 1):
        begin = time.monotonic()
        for _ in range(REQUESTS):
            cache.setdefault(rng.randrange(KEYS), bytes(CACHED))
            cycle = [bytearray(GARBAGE)]
            cycle.append(cycle)
            if service == "leaking":
                kept.append(bytes(RETAINED))
            if rng.random() < 0.05:
                ends = batch + rng.expovariate(1 / 8)
                sessions[ends, rng.random()] = bytearray(int(rng.uniform(0.5, 1.5) * SESSION))
        for key in [key for key in sessions if key[0] < batch]:
            del sessions[key]
        if batch >= collect_at:
            gc.collect()
            collect_at = batch + rng.randint(15, 30)
        sys.stdout.write(f"{batch},{start},{bytes_held(counter)}\n")
        sys.stdout.flush()
        time.sleep(max(0.0, PERIOD_S - (time.monotonic() - begin)))


def bytes_held(counter):
    """Bytes that this process holds, as the counter has it."""
    if counter == "traced":
        return tracemalloc.get_traced_memory()[0]
    with Path("/proc/self/statm").open() as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def main(counter, service, batches, *replaced_after):
    """One process after the other."""
    ends = [*map(int, replaced_after), int(batches)]
    sys.stdout.write("step,process,bytes\n")
    sys.stdout.flush()
    first = 1
    for start, last in enumerate(ends, 1):
        part = [counter, service, "--part", str(first), str(last), str(start)]
        subprocess.run([sys.executable, __file__, *part], check=True)  # noqa: S603
        first = last + 1


if __name__ == "__main__":
    if "--part" in sys.argv:
        counter, service, _, *numbers = sys.argv[1:]
        serve(counter, service, *map(int, numbers))
    else:
        main(*sys.argv[1:])
