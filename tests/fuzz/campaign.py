"""Many damaged captures for one reader: each ends in a reading or in an error of ours."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from contention.errors import ContentionError
from contention.readers import read_source
from contention.readers.source import decode
from fuzz.inputs import INPUTS, inputs_of
from fuzz.mutation import mutate

SECONDS = 5.0


@dataclass(frozen=True)
class Case:
    """What came of one damaged capture."""

    seed: int
    outcome: str
    seconds: float


class UnfitError(AssertionError):
    """A reader that ended otherwise than it may; the message holds how to see it again."""


def cases(reader: str, seeds: range) -> Iterator[Case]:
    """Each seed's capture through the reader; UnfitError when it fails or takes too long."""
    own = [one.data for one in inputs_of(reader)]
    every = [one.data for one in INPUTS]
    for seed in seeds:
        yield one_case(reader, mutate(every if seed % 10 == 9 else own, seed), seed)


def one_case(reader: str, data: bytes, seed: int) -> Case:
    """Read the capture with the reader."""
    began = time.process_time()
    again = f"PYTHONPATH=tests python -m fuzz {reader} --first {seed} --cases 1"
    try:
        reading = read_source(decode(data, "damaged"), reader)
        outcome = "flagged" if reading.flags else "read"
        if not reading.tables:
            raise UnfitError(f"{reader}: a reading without a table; {again}")
    except ContentionError as error:
        outcome = type(error).__name__
    except Exception as error:
        raise UnfitError(f"{reader}: {type(error).__name__}: {error}; {again}") from error
    seconds = time.process_time() - began
    if seconds > SECONDS:
        raise UnfitError(f"{reader}: {seconds:.1f} s for {len(data)} bytes; {again}")
    return Case(seed, outcome, seconds)


def summary(found: list[Case]) -> str:
    """Outcomes and the longest time, in a line."""
    counts = Counter(case.outcome for case in found)
    outcomes = ", ".join(f"{outcome} {count}" for outcome, count in sorted(counts.items()))
    return f"{len(found)} captures: {outcomes}; longest {max(c.seconds for c in found):.2f} s"
