"""Delimited text: sweeps and other tables."""

import pytest

from contention.errors import MeasurementError, MissingColumnError, ReadError, UsageError
from contention.readers import Reading, read_source
from contention.readers.source import decode


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "mine.csv"), "csv", options=options)


def test_sessions_and_throughput_are_enough() -> None:
    (sweep,) = read("sessions,throughput\n4,906.25\n1,240.5\n").sweeps
    assert sweep.label == "data"
    assert sweep.sessions.tolist() == [1, 4]
    assert sweep.throughput_per_s.tolist() == [240.5, 906.25]
    assert sweep.provenance.source == "mine.csv"
    assert sweep.provenance.format == "csv"


@pytest.mark.parametrize("name", ["threads", "clients", "users", "concurrency", "n", "Sessions"])
@pytest.mark.parametrize("rate", ["tps", "qps", "throughput_per_s", "Throughput/s"])
def test_synonyms_are_recognised(name: str, rate: str) -> None:
    assert len(read(f"{name},{rate}\n1,10\n2,18\n").sweeps) == 1


@pytest.mark.parametrize(
    ("heading", "cell", "seconds"),
    [
        ("duration_s", "60", 60),
        ("duration", "60", 60),
        ("duration_min", "10", 600),
        ("Duration (ms)", "500", 0.5),
    ],
)
def test_executions_over_a_duration_are_throughput(heading: str, cell: str, seconds: float) -> None:
    (sweep,) = read(f"sessions,executions,{heading}\n2,3000,{cell}\n").sweeps
    assert sweep.throughput_per_s.tolist() == [3000 / seconds]
    assert sweep.duration_s is not None
    assert sweep.duration_s.tolist() == [seconds]


@pytest.mark.parametrize(
    ("heading", "cell", "seconds"),
    [
        ("response_time_s", "0.5", 0.5),
        ("latency_ms", "12.5", 0.0125),
        ("latency_us", "80", 80e-6),
        ("us_per_exec", "80", 80e-6),
        ("latency", "80us", 80e-6),
        ("Avg latency (ms)", "2", 0.002),
    ],
)
def test_response_times_are_seconds(heading: str, cell: str, seconds: float) -> None:
    (sweep,) = read(f"sessions,tps,{heading}\n2,30,{cell}\n").sweeps
    assert sweep.response_time_s is not None
    assert sweep.response_time_s.tolist() == pytest.approx([seconds], rel=1e-12)


def test_a_response_time_without_a_unit_is_an_error_that_says_what_to_name_it() -> None:
    with pytest.raises(ReadError, match="unit of this time") as caught:
        read("sessions,tps,latency\n1,10,3\n")
    assert "latency_ms" in str(caught.value)
    assert caught.value.path == "mine.csv"


def test_cpu_and_wait_times_are_read_and_blanks_are_nan() -> None:
    (sweep,) = read("sessions,tps,cpu_time_s,wait_time_s\n1,10,3,\n2,20,6,1.5\n").sweeps
    assert sweep.cpu_time_s is not None
    assert sweep.wait_time_s is not None
    assert sweep.cpu_time_s.tolist() == [3, 6]
    assert str(sweep.wait_time_s.tolist()) == "[nan, 1.5]"


@pytest.mark.parametrize("name", ["platform", "label", "system", "series", "group"])
def test_a_label_column_gives_one_sweep_per_label(name: str) -> None:
    sweeps = read(f"{name},sessions,tps\nBig Box,1,10\nsmall,1,5\nBig Box,2,19\n").sweeps
    assert [(one.label, len(one)) for one in sweeps] == [("big_box", 2), ("small", 1)]


def test_labels_that_look_alike_are_not_merged() -> None:
    sweeps = read("label,sessions,tps\nA-b,1,10\nA b,1,5\n").sweeps
    assert [one.label for one in sweeps] == ["a_b", "a_b_2"]


def test_unknown_columns_stay_in_the_table() -> None:
    table = read("sessions,tps,colour\n1,10,red\n").table("data")
    assert table.column("colour").values == ("red",)


def test_repeated_session_counts_are_replicates() -> None:
    (sweep,) = read("sessions,tps\n1,10\n1,11\n2,20\n").sweeps
    assert sweep.sessions.tolist() == [1, 1, 2]
    assert sweep.distinct_sessions == 2


def test_a_rival_column_is_named_as_not_used() -> None:
    reading = read("sessions,threads,tps\n1,8,10\n")
    assert [flag.column for flag in reading.issues] == ["threads"]


@pytest.mark.parametrize("mark", [";", "\t"])
def test_decimal_commas_are_read_where_the_delimiter_is_another(mark: str) -> None:
    text = "sessions,tps,latency_ms\n1,@1.234@5,0@5\n2,2.000@25,1@125\n"
    text = text.replace(",@", ",").replace(",", mark).replace("@", ",")
    (sweep,) = read(text).sweeps
    assert sweep.throughput_per_s.tolist() == [1234.5, 2000.25]


def test_quoted_thousands_are_read() -> None:
    (sweep,) = read('sessions,executions,duration_s\n1,"8,096,318",600\n3,"1,234",600\n').sweeps
    assert sweep.throughput_per_s.tolist() == [8096318 / 600, 1234 / 600]


def test_an_ambiguous_comma_is_an_error_that_the_option_resolves() -> None:
    text = "sessions;tps\n1;1,234\n2;2,345\n"
    with pytest.raises(ReadError, match="no row with both sessions and throughput") as caught:
        read(text)
    assert caught.value.line == 2
    assert read(text, decimal=",").sweeps[0].throughput_per_s.tolist() == [1.234, 2.345]
    assert read(text, decimal=".").sweeps[0].throughput_per_s.tolist() == [1234, 2345]
    with pytest.raises(UsageError, match="option decimal"):
        read(text, decimal="x")


def test_a_decimal_comma_between_commas_is_an_error_that_names_the_semicolon() -> None:
    with pytest.raises(ReadError, match="no row has as many cells") as caught:
        read("sessions,throughput\n1,240,5\n2,400,25\n")
    assert caught.value.line == 2
    assert "semicolon" in str(caught.value)


def test_a_text_where_a_number_belongs_leaves_the_row_out_and_is_flagged() -> None:
    reading = read("sessions,tps\n1,10\n2,fast\n3,25\n")
    (sweep,) = reading.sweeps
    assert sweep.sessions.tolist() == [1, 3]
    assert {flag.line for flag in sweep.flags} == {3}
    assert reading.table("data").column("tps").values == (10, None, 25)
    assert "fast" in {flag.found for flag in reading.flags}


def test_no_usable_row_is_an_error_that_names_the_line() -> None:
    with pytest.raises(ReadError) as caught:
        read("sessions,tps\n1,fast\n2,slow\n")
    assert (caught.value.line, caught.value.column, caught.value.found) == (2, "tps", "'fast'")


@pytest.mark.parametrize("cell", ["NaN", "inf", "", "####"])
def test_what_is_no_finite_number_leaves_the_row_out(cell: str) -> None:
    (sweep,) = read(f"sessions,tps\n1,10\n2,{cell}\n").sweeps
    assert sweep.sessions.tolist() == [1]
    assert next(flag.line for flag in sweep.flags) == 3


@pytest.mark.parametrize(
    ("row", "column"), [("0,10", "sessions"), ("-2,10", "sessions"), ("2,0", "throughput")]
)
def test_zero_and_negative_are_errors_with_file_and_line(row: str, column: str) -> None:
    with pytest.raises(MeasurementError, match="must be positive") as caught:
        read(f"sessions,tps\n1,10\n{row}\n")
    assert (caught.value.path, caught.value.line) == ("mine.csv", 3)
    assert caught.value.column == column


def test_a_zero_duration_is_an_error_with_its_line() -> None:
    with pytest.raises(MeasurementError, match="duration must be positive") as caught:
        read("sessions,executions,duration_s\n1,10,60\n2,20,0\n")
    assert caught.value.line == 3


def test_one_row_is_a_sweep() -> None:
    assert len(read("sessions,tps\n1,10\n").sweeps[0]) == 1


def test_a_heading_alone_is_an_error() -> None:
    with pytest.raises(ReadError, match="a heading and no row") as caught:
        read("sessions,tps\n")
    assert caught.value.line == 1


def test_numbers_without_a_heading_are_an_error() -> None:
    with pytest.raises(ReadError, match="holds numbers, not the names"):
        read("1,10\n2,20\n")


def test_one_column_is_an_error() -> None:
    with pytest.raises(ReadError, match="does not name columns separated"):
        read("sessions\n1\n")


def test_two_needed_columns_of_one_name_are_an_error() -> None:
    with pytest.raises(ReadError, match="two columns have this name") as caught:
        read("sessions,tps,TPS\n1,10,11\n")
    assert caught.value.column == "TPS"


def test_two_other_columns_of_one_name_are_flagged() -> None:
    reading = read("sessions,tps,note,note\n1,10,a,b\n")
    assert reading.table("data").names == ("sessions", "tps", "note", "note_2")
    assert "second column" in reading.flags[0].reason


def test_short_rows_keep_what_they_have_and_long_rows_are_left_out() -> None:
    reading = read("sessions,tps,note\n1,10,a\n2,20\n3,30,b,c\n4,40,d\n")
    assert reading.sweeps[0].sessions.tolist() == [1, 2, 4]
    assert reading.table("data").column("note").values == ("a", None, "d")
    assert [flag.line for flag in reading.flags] == [3, 4]


def test_a_cut_row_is_flagged() -> None:
    reading = read("sessions,tps\n1,10\n2,20\n3,3")
    assert any(flag.line == 4 and "no line end" in flag.reason for flag in reading.flags)


def test_an_open_quotation_mark_is_an_error_with_its_line() -> None:
    with pytest.raises(ReadError, match="never closed") as caught:
        read('sessions,tps\n1,10\n2,"20\n3,30\n')
    assert caught.value.line == 3


def test_comments_and_a_heading_behind_a_hash_are_understood() -> None:
    assert len(read("# made by hand\n\nsessions,tps\n1,10\n# late\n2,20\n").sweeps[0]) == 2
    assert len(read("# sessions,tps\n1,10\n2,20\n").sweeps[0]) == 2
    assert len(read("sep=;\nsessions;tps\n1;10\n").sweeps[0]) == 1


def test_a_missing_column_is_named_when_a_sweep_is_required() -> None:
    with pytest.raises(MissingColumnError, match="no load sweep") as caught:
        read("sessions,colour\n1,red\n", measures="sweep")
    assert "sessions, colour" in str(caught.value)
    assert "throughput" in str(caught.value)
    with pytest.raises(MissingColumnError, match="no load sweep"):
        read("tps,colour\n1,red\n").require_sweeps()


def test_executions_without_duration_say_what_is_missing() -> None:
    reading = read("sessions,executions\n1,100\n")
    assert reading.sweeps == ()
    with pytest.raises(MissingColumnError, match="duration_s"):
        reading.require_sweeps()
    assert len(read("sessions,executions\n1,100\n", duration_s=60).sweeps) == 1


@pytest.mark.parametrize("bad", [0, -1, True, "60", float("nan")])
def test_the_duration_option_must_be_seconds(bad: object) -> None:
    with pytest.raises(UsageError, match="positive number of seconds"):
        read("sessions,executions\n1,100\n", duration_s=bad)


def test_another_table_is_read_as_it_is() -> None:
    reading = read("parameter,value\n_latches,32768\n_buckets,1048576\n")
    assert reading.table("data").column("value").values == (32768, 1048576)
    assert reading.sweeps == reading.memory == reading.issues == ()


def test_bars_delimit_units_stand_in_brackets_and_titles_are_passed_over() -> None:
    text = "Run of Monday\n\nsessions|throughput [ops/s]|Latency (ms)\n1|95.5|10.4\n2|180|11\n"
    found = read_source(decode(text.encode(), "x.csv"))
    assert found.format == "csv"
    (sweep,) = found.sweeps
    assert sweep.throughput_per_s.tolist() == [95.5, 180.0]
    assert sweep.response_time_s.tolist() == pytest.approx([0.0104, 0.011])
    assert [(flag.line, flag.found) for flag in found.flags] == [(1, "Run of Monday")]
