"""Histograms of bpftrace, BCC and HdrHistogram: every bucket with the right ends."""

import math
from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.measurements import Histogram
from contention.readers import READERS, Reading, read_source, recognise_source
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs"


def reading(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str, reader: str, **options: object) -> Reading:
    return read_source(decode(content.encode(), "x"), reader, options=options)


def buckets(histogram: Histogram) -> list[tuple[float, float, float]]:
    return list(
        zip(
            histogram.lower.tolist(),
            histogram.upper.tolist(),
            histogram.count.tolist(),
            strict=True,
        )
    )


def by_label(found: Reading) -> dict[str, list[tuple[float, float, float]]]:
    return {histogram.label: buckets(histogram) for histogram in found.histograms}


def test_rows_of_bpftrace_are_half_open_and_k_is_1024() -> None:  # tricky input 11, B19
    found = reading("bpftrace/all_kinds_of_rows.txt")
    assert by_label(found) == {
        "@usecs": [
            (-math.inf, 0, 1),
            (0, 1, 0),
            (1, 2, 4),
            (512, 1024, 10),
            (1024, 1280, 2),
            (2**20, 2**21, 1),
        ],
        "@size_bytes[dd, 42]": [(0, 1000, 3), (1000, 2000, 9), (2000, math.inf, 1)],
    }
    assert [histogram.unit for histogram in found.histograms] == ["us", "bytes"]


def test_maps_and_statistics_of_bpftrace_are_tables() -> None:
    found = reading("bpftrace/all_kinds_of_rows.txt")
    maps = found.table("maps")
    assert maps.column("map").values == ("@reads", "@name", "@")
    assert maps.column("keys").values == ("dd, 42", "7", None)
    assert maps.column("value").values == (13, "bash", 5)
    stats = found.table("stats")
    assert [stats.column(name).values for name in ("count", "average", "total")] == [
        (2,), (6,), (12,),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["time_series.txt", "time_series.json"])
def test_time_series_of_bpftrace_are_a_table(name: str) -> None:
    found = reading(f"bpftrace/{name}")
    series = found.table("series")
    assert series.column("map").values[:4] == ("@depth", "@depth", "@depth", "@queue")
    assert series.column("keys").values[:4] == ("one", "one", "one", None)
    assert series.column("time").values[:4] == (
        "10:15:14.100",
        "10:15:14.200",
        "10:15:14.300",
        "23:59:59.900",
    )
    assert series.column("value").values[:4] == (4, -7, None, 0)
    reasons = ["an empty time series"] if name.endswith("json") else []
    assert [flag.reason for flag in found.flags] == reasons


def test_a_key_that_is_called_count_is_a_key() -> None:
    maps = reading("bpftrace/time_series.json").table("maps")
    assert (maps.column("keys").values, maps.column("value").values) == (("count",), (5,))


def test_a_histogram_that_is_printed_again_is_numbered_and_its_growth_told() -> None:  # B22
    first, more = "@us:\n[2, 4)   4 |@@@|\n\n", "@us:\n[2, 4)   5 |@@|\n[4, 8)   1 |@|\n\n"
    most = "@us:\n[2, 4)   5 |@@|\n[4, 8)   3 |@|\n\n"
    growing = text(first + more + most, "bpftrace")
    assert [one.label for one in growing.histograms] == ["@us 1", "@us 2", "@us 3"]
    assert [flag.line for flag in growing.flags if "sums since" in flag.reason] == [8]
    assert not text(first + most + more, "bpftrace").flags
    assert not text(first + more, "bpftrace").flags


def test_old_builds_of_bpftrace_hold_both_ends() -> None:
    assert by_label(reading("bpftrace/old_builds.txt")) == {
        "@ns": [(0, 2, 5), (2, 4, 10)],
        "@h": [(-math.inf, 0, 2), (0, 10, 4)],
    }


def test_json_of_bpftrace_holds_both_ends() -> None:  # tricky input 11, B19
    found = reading("bpftrace/records_of_json.ndjson")
    assert by_label(found) == {
        "@us[dd]": [(-math.inf, 0, 1), (2, 4, 4), (4, 8, 2)],
        "@l": [(0, 10, 2), (10, math.inf, 1)],
    }
    assert found.table("maps").column("value").values == (7, 1, 8)
    assert found.table("stats").column("total").values == (12,)
    assert [(flag.line, flag.reason) for flag in found.flags] == [
        (3, "an empty histogram"),
        (9, "events were lost: the counts are too low"),
    ]


def test_text_and_json_of_bpftrace_give_the_same_histogram() -> None:
    as_text = text("@us:\n[2, 4)   4 |@@@|\n[4, 8)   2 |@@|\n\n", "bpftrace")
    data = '[{"min": 2, "max": 3, "count": 4}, {"min": 4, "max": 7, "count": 2}]'
    as_json = text('{"type": "hist", "data": {"@us": ' + data + "}}\n", "bpftrace")
    assert by_label(as_text) == by_label(as_json)


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        ("@us:\n[2, 4)   4 |@@@|\nLost 7 events\n\n", 3, "events were lost"),
        ("@us:\n[2, 4)   4 |@@@|\n[4, 8   2 |@@|\n\n", 3, "cannot be read; left out"),
        ("@us:\n[2, 4)   4 |@@@|\n", 2, "may be cut"),
        ("@us:\n[2, 4)   4 |@@@|\n@n: 3\n", 2, "may be cut"),
        ("@us:\n[4, 8)   4 |@@@|\n[2, 4)   2 |@@|\n\n", 3, "do not increase"),
        ("@us:\n[2, 4)  -4 |@@@|\n[4, 8)   2 |@@|\n\n", 2, "a negative count"),
        ("@ts:\n10:00:01  hist here\n@n: 3\n", 1, "a layout that is not known"),
        ("@ts:\n10:00:01.100 |   o   | 4\n@n: 3\n", 2, "the series may be cut"),
        ("@ts:\n10:00:01.100 |   o   | 4\n10:00:0  | x\n@n: 3\n", 3, "a row that cannot be read"),
        ("@ts:\n@n: 3\n", 1, "a layout that is not known"),
        (
            '{"type": "tseries", "data": {"@s": [7]}}\n{"type": "map", "data": {"@": 1}}\n',
            1,
            "an interval that cannot be read",
        ),
        ('{"type": "map", "data": {"@": 1}}\n[1]\n', 2, "no record of bpftrace"),
        ('{"type": "map", "data": {"@": 1}}\n{"type": {}, "data": 1}\n', 2, "no record of"),
        (
            '{"type": "hist", "data": {"@u": [{"min": 1, "count": 2}, '
            '{"min": "x", "count": 1}]}}\n',
            1,
            "a bucket that cannot be read",
        ),
        (
            '{"type": "hist", "data": {"@u": [7]}}\n{"type": "map", "data": {"@": 1}}\n',
            1,
            "a bucket that cannot be read",
        ),
        (
            '{"type": "hist", "data": {"@u": [{"min": 5, "max": 2, "count": 1}, '
            '{"min": 1, "max": 2, "count": 1}]}}\n',
            1,
            "a bucket that cannot be read",
        ),
    ],
)
def test_what_bpftrace_output_cannot_tell_is_flagged(content: str, line: int, reason: str) -> None:
    flags = text(content, "bpftrace").flags
    assert [flag.line for flag in flags if reason in flag.reason] == [line]


def test_a_unit_that_the_name_does_not_say_is_an_option() -> None:
    found = text("@lat:\n[2, 4)   4 |@@@|\n\n", "bpftrace", unit="ms")
    assert found.histograms[0].unit == "ms"


def test_ranges_of_bcc_hold_both_ends() -> None:
    found = reading("bcc/several_disks.txt")
    assert by_label(found) == {
        "disk = 'sda'": [(0, 2, 3), (2, 4, 0), (4, 8, 20)],
        "disk = 'sdb'": [(8, 16, 5)],
        "msecs": [(0, 2, 1)],
    }
    assert [histogram.unit for histogram in found.histograms] == ["us", "us", "ms"]
    assert not found.flags


def test_linear_rows_of_bcc_are_single_values_and_totals_are_checked() -> None:
    found = reading("bcc/linear_with_totals.txt")
    assert by_label(found)["value"] == [(0, 1, 7), (1, 2, 2)]
    # 2 of 1,024 to 2,047 and 4 of 2,048 to 4,095: from 10,240 to 20,480.
    assert [flag.reason for flag in found.flags] == [
        "no line of totals, which others have: the histogram may be cut"
    ]
    content = (INPUTS / "bcc/linear_with_totals.txt").read_text()
    wrong = text(content.replace("total: 15000", "total: 20481"), "bcc")
    assert any("the rows allow 10240 to 20480" in flag.reason for flag in wrong.flags)
    short = text(content.replace("count: 6", "count: 7"), "bcc")
    assert any("the rows hold 6 of 7 events" in flag.reason for flag in short.flags)


def test_damaged_rows_of_bcc_are_flagged() -> None:
    example = READERS["bcc"].example
    found = text(example.replace("4 -> 7          : 20 ", "4 -> 7          : ## "), "bcc")
    assert any("cannot be read" in flag.reason for flag in found.flags)
    found = text(example.replace("4 -> 7 ", "1 -> 7 "), "bcc")
    assert any("do not increase" in flag.reason for flag in found.flags)
    repeated = text(example + example, "bcc")
    assert [one.label for one in repeated.histograms] == ["disk = 'sda' 1", "disk = 'sda' 2"]
    empty = text(example + "     usecs               : count     distribution\n", "bcc")
    assert [flag.line for flag in empty.flags if "heading without rows" in flag.reason] == [10]
    assert text("avg = 1 usecs, total: 3 usecs, count: 2\n" + example, "bcc").histograms


def test_percentiles_become_buckets_of_counts() -> None:
    found = reading("hdr_histogram/last_row_inf_commas.csv")
    # 1 value of 0.250, 5 up to 1.000, 3 up to 4.000 and 1 up to 9.500, in steps of 0.001.
    assert by_label(found)["data"] == [
        (0.25, 0.251, 1),
        (0.251, 1.001, 5),
        (1.001, 4.001, 3),
        (4.001, 9.501, 1),
    ]
    assert not found.flags
    text_form = text(READERS["hdr_histogram"].example, "hdr_histogram")
    assert text_form.table("summary").column("mean").values == (2.48,)
    assert not text_form.flags


def test_the_first_rows_of_one_value_are_one_bucket() -> None:
    content = READERS["hdr_histogram"].example.replace(
        "0.500 0.000000000000", "1.000 0.000000000000"
    )
    assert by_label(text(content, "hdr_histogram"))["data"][0] == (1.0, 1.001, 50)


@pytest.mark.parametrize(
    ("was", "now", "column", "reason"),
    [
        (
            "Total count    =          100",
            "Total count    =          101",
            "total_count",
            "says 100",
        ),
        ("Max     =        8.000", "Max     =        9.000", "max", "ends at 8"),
        ("Mean    =        2.480", "Mean    =        9.480", "mean", "larger than the maximum"),
        ("Mean    =        2.480", "Mean    =          NaN", "mean", "text where a number"),
        # 4 of 0.5, 46 up to 1, 25 up to 2 and 25 up to 8: from 0.5 + 0.25 + 0.5 to 3 in the mean.
        ("Mean    =        2.480", "Mean    =        3.080", "mean", "the rows allow"),
        (
            "StdDeviation   =        2.750",
            "StdDeviation   =        4.002",
            "stddev",
            "half the max",
        ),
        ("0.500000000000         50", "0.500000000000        5x", None, "cannot be read"),
        ("0.500000000000         50", "0.500000000000          2", None, "fall: the row"),
    ],
)
def test_what_the_percentiles_contradict_is_flagged(
    was: str, now: str, column: str | None, reason: str
) -> None:
    content = READERS["hdr_histogram"].example
    assert was in content
    flags = text(content.replace(was, now), "hdr_histogram").flags
    assert [flag.column for flag in flags if reason in flag.reason] == [column]


@pytest.mark.parametrize("reader", ["bpftrace", "bcc", "hdr_histogram"])
def test_text_without_a_histogram_is_refused(reader: str) -> None:
    with pytest.raises(ReadError, match="there is no"):
        text("nothing of the kind\n", reader)


def test_a_histogram_of_a_tool_can_be_fitted(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:  # type: ignore[type-arg]
    from contention.cli import main

    path = tmp_path / "us.txt"
    path.write_text(
        "@us:\n[256, 512)  12 |@|\n[512, 1K)   48 |@@@|\n[1K, 2K)  30 |@@|\n[2K, 4K)  3 |@|\n\n"
    )
    assert main(["fit", "latency", str(path)]) == 0
    assert "us" in capsys.readouterr().out


def test_bpftrace_is_recognised_without_a_name_and_not_in_broken_json() -> None:
    rows = "[2, 4)   4 |@@@|\n[4, 8)   2 |@@|\n\n"
    bare = read_source(decode(rows.encode(), "x"))
    assert (bare.format, bare.histograms[0].label) == ("bpftrace", "data")
    for content, reason in (('{"type" 1}\n', "not"), ('{"a": 1}\n', 'no record with "type"')):
        told = next(
            one
            for one in recognise_source(decode(content.encode(), "x"))
            if one.reader == "bpftrace"
        )
        assert not told.accepts
        assert reason in told.reason
