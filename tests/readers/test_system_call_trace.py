"""Traces of system calls: arguments, results, errors, calls that are resumed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import ContentionError, ReadError
from contention.readers import Reading, read_source, recognise_source
from contention.readers.source import decode
from contention.readers.system_call_arguments import argument_value, cut_arguments

TRACE = """\
  07:36:23 open("/dev/shm/A_1", O_RDWR|O_CREAT, 0770) = 7 <0.000456>
  07:36:23 lseek(7, 0, SEEK_END)          = 16777216 <0.000023>
  07:36:23 mmap(NULL, 16777216, PROT_READ|PROT_EXEC, MAP_SHARED, 7, 0) = -1 EPERM (Operation not permitted) <0.000022>
"""  # noqa: E501 - as the tool prints it


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.log"), "system_call_trace")


def column(text: str, name: str) -> tuple[object, ...]:
    return read(text).table("calls").column(name).values


def test_name_arguments_result_error_and_time_are_read() -> None:
    assert column(TRACE, "call") == ("open", "lseek", "mmap")
    assert column(TRACE, "argument_1") == ("/dev/shm/A_1", 7, "NULL")
    assert column(TRACE, "argument_2") == ("O_RDWR|O_CREAT", 0, 16777216)
    assert column(TRACE, "argument_3") == ("0770", "SEEK_END", "PROT_READ|PROT_EXEC")
    assert column(TRACE, "result") == (7, 16777216, -1)
    assert column(TRACE, "errno") == (None, None, "EPERM")
    assert column(TRACE, "error") == (None, None, "Operation not permitted")
    assert column(TRACE, "elapsed_s") == (0.000456, 0.000023, 0.000022)
    assert column(TRACE, "time") == (27383, 27383, 27383)
    assert read(TRACE).flags == ()


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("close(3) = 0", "result", 0),
        ("[pid 4711] close(3) = 0", "pid", 4711),
        ("4711 close(3) = 0", "pid", 4711),
        ("1670863088.250000 close(3) = 0", "time", 1670863088.25),
        ("07:36:23.250000 close(3) = 0 <0.5>", "time", 27383.25),
        ("mmap(NULL, 8, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7f00", "result", 0x7F00),
        ('openat(AT_FDCWD</tmp>, "/x", O_RDONLY) = 5</x>', "result", 5),
        ("poll([{fd=4, events=POLLIN}], 1, 0) = 0 (Timeout)", "argument_2", 1),
        ("exit_group(0) = ?", "result", None),
        ("4711:   mmap(0x00000000, 8, PROT_EXEC, MAP_SHARED, 3, 0) Err#1 EPERM", "errno", "EPERM"),
        ("4711/2: close(3)                = 0", "pid", 4711),
        ('write(6, "a) = 3, \\"b\\"", 11) = 11', "argument_2", 'a) = 3, \\"b\\"'),
    ],
)
def test_variants_of_strace_and_truss_are_read(line: str, name: str, value: object) -> None:
    reading = read(line + "\n")
    assert reading.table("calls").column(name).values == (value,)
    assert reading.flags == ()


def test_an_interrupted_call_is_joined_with_its_end() -> None:
    text = (
        "7 read(0,  <unfinished ...>\n8 read(1,  <unfinished ...>\n"
        '8 <... read resumed> "y", 9) = 1 <0.2>\n7 <... read resumed> "x", 5) = -1 EINTR (Int)\n'
        "9 wait4(-1,  <unfinished ...>\n9 <... wait4 resumed>) = 12\n"
    )
    assert column(text, "pid") == (7, 8, 9)
    assert column(text, "argument_3") == (5, 9, None)
    assert column(text, "result") == (-1, 1, 12)
    assert column(text, "errno") == ("EINTR", None, None)
    assert read(text).flags == ()


def test_a_call_that_is_not_resumed_keeps_its_row_and_is_flagged() -> None:
    reading = read(TRACE + "7 futex(0x1, FUTEX_WAIT, 2 <unfinished ...>\n")
    assert reading.table("calls").column("result").values[-1] is None
    assert [(flag.line, "not resumed" in flag.reason) for flag in reading.flags] == [(4, True)]


def test_an_end_without_a_start_is_flagged() -> None:
    reading = read("7 <... read resumed> 5) = 5\n")
    assert reading.table("calls").column("result").values == (5,)
    assert "start of this call is not in the trace" in reading.flags[0].reason


def test_an_end_that_cannot_be_read_is_flagged_and_leaves_the_call_open() -> None:
    reading = read('7 read(0,  <unfinished ...>\n7 <... read resumed> "x", 5) = many\n')
    assert reading.table("calls").column("result").values == (None,)
    assert [flag.line for flag in reading.flags] == [2, 1]


def test_calls_among_many_other_lines_are_not_taken_for_a_trace() -> None:
    prose = "a line of prose\n" * 9
    found = recognise_source(decode((TRACE + prose).encode(), "x"))
    assert not any(one.accepts for one in found if one.reader == "system_call_trace")


def test_signals_and_exits_are_passed_over() -> None:
    noise = (
        "--- SIGCHLD {si_signo=SIGCHLD} ---\n+++ exited with 0 +++\nstrace: Process 9 attached\n"
    )
    assert read(TRACE + noise).flags == ()
    assert len(read(TRACE + noise).table("calls")) == 3


@pytest.mark.parametrize("line", ["close(3", "close(3) =", "close(3) = -1 EPER (", "some prose"])
def test_a_line_that_is_no_whole_call_is_flagged(line: str) -> None:
    reading = read(TRACE + line + "\n")
    assert len(reading.flags) == 1 or reading.table("calls").column("result").values[-1] == -1
    assert len(reading.table("calls")) + len(reading.flags) >= 4


def test_every_cut_of_the_trace_is_flagged_or_ends_at_a_line() -> None:
    for length in range(1, len(TRACE)):
        try:
            reading = read(TRACE[:length])
        except ContentionError:
            continue
        assert reading.flags or TRACE[:length].endswith("\n"), TRACE[:length]


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("\n", "\r\n"), lambda t: t.replace("  ", " ")]
)
def test_line_ends_and_collapsed_blanks_do_not_matter(change) -> None:  # type: ignore[no-untyped-def]
    assert column(change(TRACE), "result") == column(TRACE, "result")
    assert column(change(TRACE), "arguments") == column(TRACE, "arguments")


def test_a_file_without_calls_is_an_error() -> None:
    with pytest.raises(ReadError, match="no system call"):
        read("sessions,throughput\n1,2\n")


@given(
    st.lists(
        st.one_of(
            st.integers(0, 10**12).map(str),
            st.sampled_from(["NULL", '"a, b"', "{x=1, y=[2, 3]}", "PROT_READ|PROT_EXEC"]),
        ),
        max_size=6,
    )
)
@settings(max_examples=60)
def test_cutting_undoes_joining(parts: list[str]) -> None:
    assert list(cut_arguments(", ".join(parts))) == parts


def test_numbers_keep_their_text() -> None:
    assert argument_value("-1") == ("-1", -1)
    assert argument_value("") == (None, None)
    assert argument_value('""') == (None, None)
