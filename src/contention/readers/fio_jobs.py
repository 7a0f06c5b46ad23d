"""The jobs of fio, from its JSON and from its terse lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from contention.measurements import Flag
from contention.readers.buckets import Bucket

__all__ = ["DIRECTIONS", "Direction", "Job", "bucket_of_bin", "job_of_json", "jobs_of_terse"]

DIRECTIONS = ("read", "write", "trim")

_SYNCHRONOUS = {"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "null"}
_PERCENTILES = 20
_TERSE_FIELDS = {"3": 41, "4": 41, "5": 47}


@dataclass
class Direction:
    """What one job did in one direction; None where it is not printed."""

    kind: str
    ios: int | None = None
    iops: float | None = None
    bandwidth_bytes_per_s: float | None = None
    runtime_s: float | None = None
    latency_min_s: float | None = None
    latency_mean_s: float | None = None
    latency_max_s: float | None = None
    percentiles: dict[float, float] = field(default_factory=dict)
    bins: list[Bucket] = field(default_factory=list)


@dataclass
class Job:
    """One entry of the report: a job, or several of them where fio reports groups."""

    line: int
    name: str
    group: int
    error: int
    options: Mapping[str, str]
    directions: list[Direction]
    flags: list[Flag] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """Requests that the job keeps in flight; 1 for engines that wait for each."""
        depth = self.options.get("iodepth", "1")
        waits = self.options.get("ioengine") in _SYNCHRONOUS
        return 1 if waits or not depth.isdecimal() or len(depth) > 9 else int(depth)

    @property
    def jobs(self) -> int:
        """How many jobs were asked for under this name."""
        number = self.options.get("numjobs", "1")
        return int(number) if number.isdecimal() and len(number) < 10 else 1


def bucket_of_bin(value: int, count: int, line: int) -> Bucket:
    """The bucket whose middle fio prints as a bin of JSON+, in nanoseconds.

    Values below 128 have a bin of their own; above, 64 bins divide each power of two.

    Examples
    --------
    >>> bucket_of_bin(100, 3, 1).upper, bucket_of_bin(2800, 1, 1).lower
    (101, 2784)
    """
    if value < 128:
        return Bucket(line, value, value + 1, count)
    width = 1 << (value.bit_length() - 7)
    lower = value - width // 2
    return Bucket(line, lower, lower + width, count)


def _number(value: object) -> float | None:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if plain and value - value == 0 else None  # type: ignore[operator, arg-type]


def job_of_json(entry: Mapping[str, Any], shared: Mapping[str, Any], line: int) -> Job:
    """A job from its entry in the JSON and the global options.

    Examples
    --------
    >>> entry = {"jobname": "a", "read": {"iops": 10, "total_ios": 20, "runtime": 2000}}
    >>> job_of_json(entry, {"iodepth": "4", "ioengine": "libaio"}, 1).depth
    4
    """
    own = entry.get("job options")
    options = {**shared, **(own if isinstance(own, Mapping) else {})}
    job = Job(
        line,
        str(entry.get("jobname", "")),
        int(_number(entry.get("groupid")) or 0),
        int(_number(entry.get("error")) or 0),
        {str(key): str(value) for key, value in options.items()},
        [],
    )
    for kind in DIRECTIONS:
        part = entry.get(kind)
        if isinstance(part, Mapping) and (_number(part.get("total_ios")) or part.get("iops")):
            job.directions.append(_direction(kind, part, job))
    return job


def _direction(kind: str, part: Mapping[str, Any], job: Job) -> Direction:
    made = Direction(kind, iops=_number(part.get("iops")))
    ios, runtime = _number(part.get("total_ios")), _number(part.get("runtime"))
    made.ios = None if ios is None else int(ios)
    made.runtime_s = None if runtime is None else runtime / 1000
    bandwidth = _number(part.get("bw_bytes"))
    kib = _number(part.get("bw"))
    made.bandwidth_bytes_per_s = bandwidth if bandwidth is not None else (kib or 0) * 1024 or None
    _latencies(made, part)
    mean = _number(part.get("iops_mean"))
    if made.iops and mean and not 0.5 < mean / made.iops < 2:
        reason = f"not used: it is far from iops, {made.iops:.6g}, and may count log entries"
        job.flags.append(Flag(job.line, "iops_mean", f"{mean:g}", reason))
    return made


def _latencies(made: Direction, part: Mapping[str, Any]) -> None:
    for unit, per_second in (("_ns", 1e9), ("", 1e6)):
        total, completion = part.get(f"lat{unit}"), part.get(f"clat{unit}")
        whole = total if isinstance(total, Mapping) else completion
        if isinstance(whole, Mapping) and made.latency_mean_s is None:
            for name in ("min", "mean", "max"):
                value = _number(whole.get(name))
                setattr(made, f"latency_{name}_s", None if value is None else value / per_second)
        for one in (total, completion):
            if not isinstance(one, Mapping):
                continue
            found = one.get("percentile")
            for key, value in found.items() if isinstance(found, Mapping) else ():
                if (number := _number(value)) is not None and _is_percent(key):
                    made.percentiles.setdefault(float(key), number / per_second)
            bins = one.get("bins")
            if unit == "_ns" and isinstance(bins, Mapping) and not made.bins:
                made.bins = [
                    bucket_of_bin(int(key), int(value), 0)
                    for key, value in bins.items()
                    if str(key).isdecimal() and len(str(key)) < 20 and type(value) is int
                ]


def _is_percent(key: object) -> bool:
    try:
        return 0 <= float(str(key)) <= 100
    except ValueError:
        return False


def jobs_of_terse(line: str, number: int) -> Job | None:
    """The job of a terse line of version 3, 4 or 5; None for another line.

    Times are in microseconds, the bandwidth in KiB per second.
    """
    cells = line.strip().split(";")
    width = _TERSE_FIELDS.get(cells[0])
    if width is None or len(cells) < 5 + 2 * width or not cells[1].startswith("fio-"):
        return None
    if not all(cell.isdecimal() and len(cell) < 10 for cell in cells[3:5]):
        return None
    job = Job(number, cells[2], int(cells[3]), int(cells[4]), {}, [])
    for at, kind in enumerate(DIRECTIONS[:2]):
        part = cells[5 + at * width : 5 + (at + 1) * width]
        try:
            made = _terse_direction(kind, part)
        except ValueError:
            reason = "a part of the line that cannot be read; left out"
            job.flags.append(Flag(number, kind, ";".join(part[:4]), reason))
            continue
        if made.iops:
            job.directions.append(made)
    return job


def _terse_direction(kind: str, part: list[str]) -> Direction:
    numbers = [float(text) for text in part[:12]]
    made = Direction(kind, iops=numbers[2], runtime_s=numbers[3] / 1000)
    made.bandwidth_bytes_per_s = numbers[1] * 1024
    for text in part[12 : 12 + _PERCENTILES]:
        percent, _, value = text.partition("%=")
        if float(value) or float(percent):
            made.percentiles[float(percent)] = float(value) / 1e6
    low, high, mean = (float(text) for text in part[32:35])
    made.latency_min_s, made.latency_max_s, made.latency_mean_s = low / 1e6, high / 1e6, mean / 1e6
    return made
