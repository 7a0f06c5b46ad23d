"""Output of DTrace scripts: values under labels of the script's own, and histograms."""

from pathlib import Path

import pytest

from contention.errors import ContentionError, ReadError, UsageError
from contention.readers import Reading, read_source, recognise_source
from contention.readers.source import decode

RAW = Path(__file__).parents[2] / "data" / "queue_dequeue" / "raw"
HEADING = "           value  ------------- Distribution ------------- count    \n"
SIGNED = (
    "  temperature\n"
    + HEADING
    + """\
              -8 |                                         0
              -4 |@@@@@@@@@@@@                             3
              -2 |                                         0
              -1 |@@@@                                     1
               0 |@@@@@@@@@@@@                             3
               1 |@@@@                                     1
               2 |                                         0
"""
)
LINEAR = (
    "age =\n"
    + HEADING
    + """\
             < 0 |@@@@                                     1
               0 |@@@@@@@@                                 2
             100 |                                         0
             200 |@@@@@@@@                                 2
          >= 300 |@@@@                                     1
"""
)
WRAPPED = """\
M_GET_CNT  = 214951
M_TOTAL_NS = 169358324
M_AVG              average_ns =        40750
"""


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "x.txt"), "dtrace", options=options)


def reasons(reading: Reading) -> str:
    return " | ".join(flag.reason for flag in reading.flags)


@pytest.fixture(scope="module")
def capture() -> str:
    return (RAW / "dtrace_64.txt").read_text()


def test_labels_keys_and_values_are_kept_with_their_section(capture: str) -> None:
    reading = read(capture)
    values = reading.table("values")
    row = values.row(label="L_CNTFRE")
    assert values.column("key").values[row] == "kslfre"
    assert values.column("value").values[row] == 93584
    assert values.column("section").values[row] == "Latch Child Stats"
    tuples = reading.table("tuples")
    assert tuples.column("value").values[tuples.row(key_2=85)] == 42475
    assert reading.table("times").column("seconds").values == (40715, 40793)


def test_histograms_have_half_open_buckets_and_the_unit_of_their_label(capture: str) -> None:
    latch, mutex = read(capture).histograms
    assert latch.label == "L_QUANT quantize_ns"
    assert (latch.lower[0], latch.upper[0], latch.count[0]) == (1024, 2048, 64970)
    assert (latch.lower[-1], latch.upper[-1], latch.count[-1]) == (2**28, 2**29, 2)
    assert (latch.unit, latch.total, mutex.total) == ("ns", 93584, 214951)


def test_negative_buckets_of_powers_hold_the_end_nearest_to_zero() -> None:
    (histogram,) = read(SIGNED).histograms
    assert histogram.label == "temperature"
    ends = list(zip(histogram.lower, histogram.upper, histogram.count, strict=True))
    assert ends == [(-7, -3, 3), (-3, -1, 0), (-1, 0, 1), (0, 1, 3), (1, 2, 1)]


def test_linear_buckets_may_be_open_at_both_ends() -> None:
    reading = read(LINEAR)
    (histogram,) = reading.histograms
    assert histogram.lower.tolist() == [float("-inf"), 0, 100, 200, 300]
    assert histogram.upper.tolist() == [0, 100, 200, 300, float("inf")]
    assert reading.table("age").column("row").text[0] == "< 0"
    assert reading.flags == ()


def test_linear_buckets_below_zero_print_their_lower_end() -> None:
    rows = [(-20, 0), (-15, 2), (-10, 1), (-5, 0)]
    text = "x\n" + HEADING + "".join(f"  {row} |@ {count}\n" for row, count in rows)
    (histogram,) = read(text).histograms
    assert (histogram.lower.tolist(), histogram.upper.tolist()) == ([-15, -10], [-10, -5])


@pytest.mark.parametrize("bar", ["@@@@@|      ", "|@@@@@", "      |     "])
def test_a_signed_count_is_kept_and_makes_no_histogram(bar: str) -> None:
    reading = read(f"x\n{HEADING}  0 | 0\n  1 {bar} -123\n  2 | 0\n")
    assert reading.table("x").column("count").values == (0, -123, 0)
    assert reading.histograms == ()
    assert "whole number, zero or more" in reasons(reading)


def test_a_wrapped_total_is_flagged_and_kept() -> None:
    reading = read(WRAPPED)
    values = reading.table("values")
    assert values.column("value").values[1] == 169_358_324
    (flag,) = reading.flags
    assert (flag.line, flag.column, flag.found) == (2, "value", "169358324")
    assert "8759292916, which went round 32 bits 2 times" in flag.reason


def test_a_wrapped_total_is_repaired_on_request_and_its_text_is_kept() -> None:
    reading = read(WRAPPED, unwrap=True)
    column = reading.table("values").column("value")
    assert (column.values[1], column.text[1]) == (8_759_292_916, "169358324")
    assert "unwrapped here" in reasons(reading)
    with pytest.raises(UsageError, match="unwrap is true or false"):
        read(WRAPPED, unwrap="yes")


def test_a_total_that_nothing_explains_is_flagged_and_never_replaced() -> None:
    reading = read(WRAPPED.replace("169358324", "5"), unwrap=True)
    assert reading.table("values").column("value").values[1] == 5
    assert "no 32-bit totals fit" in reasons(reading)


def test_totals_of_different_words_or_sections_are_not_held_together() -> None:
    assert read(WRAPPED.replace("M_AVG", "L_AVG")).flags == ()
    assert read(WRAPPED.replace("M_AVG", "--- next ---\nM_AVG")).flags == ()


def test_the_unit_may_be_given_where_the_label_names_none() -> None:
    assert read(LINEAR).histograms[0].unit == ""
    assert read(LINEAR, unit="us").histograms[0].unit == "us"
    with pytest.raises(UsageError, match="unit is not known"):
        read(LINEAR, unit="parsec")


def test_the_default_layout_has_keys_and_no_label() -> None:
    text = f"  kslfre                     12\n  kgl get                     3\n\n7\n\n{LINEAR}"
    values = read(text).table("values")
    assert values.column("key").values == ("kslfre", "kgl get", None)
    assert values.column("value").values == (12, 3, 7)
    assert set(values.column("label").values) == {None}


@pytest.mark.parametrize(
    "line",
    [
        "dtrace: 12 drops on CPU 3",
        "dtrace: 5 dynamic variable drops with non-empty dirty list",
        "dtrace: 9 aggregation drops on CPU 0",
    ],
)
def test_dropped_events_are_told(line: str) -> None:
    assert "events were lost" in reasons(read(f"{line}\n{LINEAR}"))


def test_noise_of_the_tool_is_passed_over_and_what_is_unknown_is_told() -> None:
    noise = "dtrace: description 'pid' matched 4 probes\nCPU     ID         FUNCTION:NAME\n"
    assert read(f"{noise}  0      2            :END age =\n{LINEAR[6:]}").flags == ()
    assert "not understood" in reasons(read(f"what is this?\n{LINEAR}"))


def test_linear_buckets_without_an_end_make_no_histogram() -> None:
    reading = read(f"x\n{HEADING}  10 |@ 3\n  30 |@ 2\n")
    assert reading.histograms == ()
    assert reading.table("x").column("upper").values == (30, None)
    assert "may be cut" in reasons(reading)


def test_several_histograms_of_one_name_are_told_apart() -> None:
    reading = read(f"{LINEAR}\n{LINEAR}")
    assert [table.name for table in reading.tables] == ["age", "age_2"]
    assert len(reading.histograms) == 2


def test_a_histogram_that_counted_nothing_is_no_measurement() -> None:
    reading = read(f"x\n{HEADING}  -1 | 0\n  0 | 0\n  1 | 0\n")
    assert reading.histograms == ()
    assert "nothing was counted" in reasons(reading)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"x\n{HEADING}  1 |@ 12\n  2 |@\n  12\n  4 | 0\n", "cannot be read"),
        (f"x\n{HEADING}  1 |@ ####\n  2 | 0\n", "the value is missing"),
        (f"x\n{HEADING}  4 |@ 12\n  2 | 3\n  8 | 0\n", "do not increase"),
        (f"x\n{HEADING}  4 |@ 12\n", "may be cut"),
        (f"{LINEAR}\nx\n{HEADING}", "without rows"),
        ("A_B = 1\nC_D = 12.5\n", "not a whole number"),
    ],
)
def test_what_cannot_be_read_is_flagged(text: str, told: str) -> None:
    assert told in reasons(read(text))


def test_counts_that_do_not_add_up_to_the_count_beside_them_are_flagged(capture: str) -> None:
    part = capture.replace("          524288 |                                         26\n", "")
    flags = [flag for flag in read(part).flags if "some are missing" in flag.reason]
    assert "the rows hold 93558 events, not the 93584 of L_GET_CNT" in flags[0].reason


@pytest.mark.parametrize("name", ["dtrace_4.txt", "dtrace_64.txt"])
def test_no_cut_of_a_real_capture_loses_part_of_a_histogram_in_silence(name: str) -> None:
    lines = (RAW / name).read_text().splitlines(keepends=True)
    whole = {table.name: len(table) for table in read("".join(lines)).tables}
    for length in range(1, len(lines)):
        try:
            part = read("".join(lines[:length]))
        except ContentionError:
            continue
        told = reasons(part)
        for table in part.tables:
            if "quant" in table.name and len(table) < whole[table.name]:
                assert "may be cut" in told or "some are missing" in told, length


def test_collapsed_blanks_and_other_line_ends_change_nothing(capture: str) -> None:
    expected = [h.count.tolist() for h in read(capture).histograms]
    collapsed = "\n".join(" ".join(line.split()) for line in capture.splitlines()) + "\n"
    for text in (collapsed, capture.replace("\n", "\r\n"), capture.replace("    ", "\t")):
        assert [h.count.tolist() for h in read(text).histograms] == expected


def test_a_capture_without_anything_of_dtrace_is_refused() -> None:
    with pytest.raises(ReadError, match="no aggregation, histogram or numbered event"):
        read("nothing here\nat all\n")


@pytest.mark.parametrize("name", ["latch_stats.txt", "subscribers.csv"])
def test_other_formats_are_not_recognised(name: str) -> None:
    source = decode((RAW / name).read_bytes(), name)
    assert not [r for r in recognise_source(source) if r.accepts and r.reader == "dtrace"]
