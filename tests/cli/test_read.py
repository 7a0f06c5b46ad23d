"""``contention read``: the tables of a capture for people, and whole for machines."""

import io
import json
import sys

import pyarrow.parquet as pq

from contention.cli import main, read

SESSION = """\
12:21:00 SQL > select pool, name, bytes from v$sgastat;

POOL         NAME             BYTES
------------ ----------- ----------
shared pool  free memory  857211040
shared pool  KGLH0         77214832

12:21:31 SQL > select count(*) from dual;

  COUNT(*)
----------
         1
"""


def test_it_says_what_it_recognised_and_prints_the_tables(sweep, capsys):
    assert main(["read", sweep]) == 0
    printed = capsys.readouterr()
    sure = "csv (90 % sure: 2 named columns separated by comma)"
    assert printed.err == f"{sweep}: read as {sure}; tables: data, sweeps\n"
    assert printed.out.startswith("data\nsessions  throughput\n       1        1000\n")
    assert "\nsweeps\nseries  sessions  throughput_per_s\n" in printed.out


def test_the_format_can_be_named(sweep, capsys):
    assert main(["read", sweep, "--as", "csv"]) == 0
    assert ": read as csv, as asked; tables" in capsys.readouterr().err
    assert main(["read", sweep, "--as", "cvs"]) == 2
    assert "there is no format cvs" in capsys.readouterr().err.splitlines()[-1]


def test_a_format_that_it_is_not_is_an_error_of_reading(sweep, capsys):
    assert main(["read", sweep, "--as", "heap_dump"]) == 3
    assert sweep in capsys.readouterr().err


def test_a_capture_that_no_reader_knows_names_each_reader(write, capsys):
    assert main(["read", write("Dear Sir,\nno figures today.\n")]) == 3
    error = capsys.readouterr().err
    assert "no reader recognises this capture" in error
    assert "heap_dump" in error


def test_the_standard_input_is_a_dash(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"step,bytes\n1,10\n2,x\n")))
    assert main(["read", "-", "--to", "csv"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "step,bytes,source,line,flags",
        "1,10,standard input,2,",
        "2,,standard input,3,bytes: text where a number belongs; the value is missing",
    ]
    assert "standard input: line 3, column bytes: text where a number belongs" in printed.err


def test_csv_keeps_integers_exact_and_missing_values_empty(write, capsys):
    capture = write("run,total,state\n1,12345678901234567890,up\n2,n/a,down\n")
    assert main(["read", capture, "--to", "csv"]) == 0
    rows = [line.split(",")[:3] for line in capsys.readouterr().out.splitlines()]
    assert rows[1:] == [["1", "12345678901234567890", "up"], ["2", "", "down"]]


def test_columns_of_the_origin_do_not_hide_columns_of_the_capture(write, capsys):
    capture = write("line,source,gets\n7,a,1\n8,b,2\n")
    assert main(["read", capture, "--to", "csv"]) == 0
    heading, first, _ = capsys.readouterr().out.splitlines()
    assert heading == "line,source,gets,capture_source,capture_line,flags"
    assert first == f"7,a,1,{capture},2,"


def test_issues_are_a_table_even_when_there_are_none(sweep, write, capsys):
    assert main(["read", sweep, "--table", "issues", "--to", "csv"]) == 0
    assert capsys.readouterr().out == "table,line,column,found,reason\n"
    capture = write("sessions,throughput\n1,100\n2,fast\n4,350.5")
    assert main(["read", capture, "--table", "issues", "--to", "csv"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert rows[0].startswith(',4,,"4,350.5","the last line has no line end')
    assert rows[1].startswith("data,3,throughput,fast,text where a number belongs")


def test_a_redacted_capture_is_written_to_share(write, tmp_path, capsys):
    capture = write("machine,sessions,throughput\nprodbox7,1,100\nprodbox7,2,190\n")
    target = tmp_path / "shared.csv"
    assert main(["read", capture, "--redact", "--out", str(target)]) == 0
    assert target.read_text() == ("machine,sessions,throughput\nhost1xxx,1,100\nhost1xxx,2,190\n")
    told = capsys.readouterr().err
    assert "names of hosts replaced: 1, of users: 0; values masked: 0; look through" in told


def test_a_table_of_a_redacted_capture_is_shown_and_not_the_capture(write, capsys):
    capture = write("machine,gets\nprodbox7,100\n")
    assert main(["read", capture, "--redact", "--table", "data"]) == 0
    assert capsys.readouterr().out == "machine   gets\nhost1xxx   100\n"


def test_tables_of_a_redacted_capture_name_neither_host_nor_folder(write, tmp_path, capsys):
    capture = write("machine,gets\nprodbox7,100\n")
    assert main(["read", capture, "--redact", "--to", "csv"]) == 0
    out = capsys.readouterr().out
    assert "prodbox7" not in out
    assert str(tmp_path) not in out
    assert out.splitlines()[1].startswith("host1xxx,100,")


def test_csv_of_a_table_that_is_asked_for(sweep, capsys):
    assert main(["read", sweep, "--to", "csv", "--table", "sweeps"]) == 0
    assert capsys.readouterr().out.startswith("series,sessions,throughput_per_s\ndata,1,1000\n")


def test_measurements_of_a_trace_and_of_locks_are_tables_too(write, capsys):
    heading = "  value  ------------- Distribution ------------- count\n"
    trace = write(f"wait_ns\n{heading}   < 8 |@ 3\n    8 |@ 2\n   16 | 0\n", "trace.txt")
    assert main(["read", trace, "--to", "csv", "--table", "histograms"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows == ["histogram,lower,upper,count,unit", "wait_ns,,8,3,ns", "wait_ns,8,16,2,ns"]
    locks = write("sessions,messages,gets,avg_ns\n1,10,30,500\n")
    assert main(["read", locks, "--to", "csv", "--table", "locks"]) == 0
    assert capsys.readouterr().out.endswith("lock,1,10,30,500,3,1500\n")


def test_csv_of_several_tables_asks_which(write, capsys):
    capture = write(SESSION, "session.txt")
    assert main(["read", capture, "--to", "csv"]) == 2
    error = capsys.readouterr().err
    assert "choose one with --table NAME" in error
    assert "table_1" in error
    assert main(["read", capture, "--to", "csv", "--table", "table_2"]) == 0
    assert capsys.readouterr().out.startswith("count,block,source,line,flags\n1,1,")


def test_a_table_that_is_not_there_is_a_usage_error(sweep, capsys):
    assert main(["read", sweep, "--table", "sweep"]) == 2
    assert "did you mean sweeps?" in capsys.readouterr().err


def test_json_holds_tables_and_flags(write, capsys):
    capture = write("sessions,throughput\n1,100\n2,fast\n4,350.5\n")
    assert main(["read", capture, "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["path"] == capture
    assert content["format"] == "csv"
    assert content["recognised"]["confidence"] == 0.9
    rows = content["tables"]["data"]
    assert [(row["sessions"], row["throughput"]) for row in rows] == [
        (1, 100),
        (2, None),
        (4, 350.5),
    ]
    assert [(row["source"], row["line"]) for row in rows] == [(capture, n) for n in (2, 3, 4)]
    assert [row["flags"] is None for row in rows] == [True, False, True]
    assert [issue["line"] for issue in content["issues"]] == [3]
    assert content["issues"][0]["found"] == "fast"


def test_memory_has_the_unit_of_its_axis(write, capsys):
    assert main(["read", write("time_s,rss_kb\n0,10\n60,12\n"), "--json"]) == 0
    memory = json.loads(capsys.readouterr().out)["tables"]["memory"]
    assert memory[1] == {"series": "data", "time_s": 60, "bytes": 12288}


def test_a_long_table_is_cut_for_people_only(write, capsys):
    rows = "".join(f"{n},{n}\n" for n in range(1, 101))
    capture = write("run,count\n" + rows)
    assert main(["read", capture]) == 0
    assert capsys.readouterr().out.endswith("... and 60 more rows; --to csv writes all\n")
    assert main(["read", capture, "--to", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 101


def test_many_flags_are_counted_not_listed(write, capsys):
    rows = "".join(f"{n},{n if n % 2 else 'x'}\n" for n in range(1, 80))
    assert main(["read", write("run,count\n" + rows)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 + read.SHOWN_FLAGS + 1
    assert lines[-1].endswith("and 19 more; --json lists all")


def test_the_result_can_go_to_a_file(sweep, tmp_path, capsys):
    target = tmp_path / "tidy.csv"
    assert main(["read", sweep, "--to", "csv", "--out", str(target)]) == 0
    assert capsys.readouterr().out == ""
    assert target.read_text().startswith(
        f"sessions,throughput,source,line,flags\n1,1000,{sweep},2,"
    )


def test_a_file_that_cannot_be_written_is_a_usage_error(sweep, tmp_path, capsys):
    assert main(["read", sweep, "--to", "csv", "--out", str(tmp_path)]) == 2
    assert "the result cannot be written there" in capsys.readouterr().err


def test_parquet_keeps_units_types_and_origin_and_is_read_again(write, tmp_path, capsys):
    capture = write("sessions,throughput,latency_ms,state\n1,100,2.5,up\n2,190,n/a,down\n")
    target = tmp_path / "tidy.parquet"
    assert main(["read", capture, "--to", "parquet", "--table", "data", "--out", str(target)]) == 0
    table = pq.read_table(target)
    assert table.to_pydict()["latency_ms"] == [2.5, None]
    assert table.schema.field("latency_ms").metadata == {b"unit": b"ms"}
    assert [str(field.type) for field in table.schema][:4] == ["int64", "int64", "double", "string"]
    assert table.to_pydict()["line"] == [2, 3]
    capsys.readouterr()
    assert main(["read", str(target), "--to", "csv", "--table", "sweeps"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows == [
        "series,sessions,throughput_per_s,response_time_s",
        "data,1,100,0.0025",
        "data,2,190,",
    ]


def test_parquet_of_numbers_beyond_64_bits_and_of_nothing_is_text_and_empty(write, tmp_path):
    capture = write("run,total\n1,12345678901234567890\n2,5\n")
    target = tmp_path / "tidy.parquet"
    assert main(["read", capture, "--to", "parquet", "--out", str(target)]) == 0
    assert pq.read_table(target).to_pydict()["total"] == ["12345678901234567890", "5"]
    assert (
        main(["read", capture, "--to", "parquet", "--table", "issues", "--out", str(target)]) == 0
    )
    assert pq.read_table(target).num_rows == 0


def waits_of_two_events():
    line = "WAIT #1: nam='{}' ela= {} file#=3 block#=1 blocks=1 obj#=0 tim={}\n"
    return (
        line.format("log file sync", 85, 1_000_000)
        + line.format("log file sync", 15, 2_000_000)
        + line.format("latch free", 3, 21_000_000)
    )


def test_a_trace_is_profiled_by_event(write, capsys):
    path = write(waits_of_two_events())
    assert main(["read", path, "--by", "event", "--table", "waits", "--to", "csv"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[1].startswith("log file sync,no,2,0.0001,5e-05,8.5e-05,")
    assert rows[2].startswith("latch free,no,1,3e-06,3e-06,3e-06,")


def test_a_trace_is_profiled_by_slices_of_a_length(write, capsys):
    path = write(waits_of_two_events())
    assert main(["read", path, "--slice-s", "2", "--table", "time", "--to", "csv"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["0.0", "2.0", "20.0"]


def test_another_capture_cannot_be_profiled(sweep, capsys):
    assert main(["read", sweep, "--by", "event"]) != 0
    assert "profile raw traces" in capsys.readouterr().err
