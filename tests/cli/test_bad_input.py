"""Every kind of bad capture gets its message and its exit code, in each command that reads."""

import pytest

from contention.cli import main

HEADING = "sessions,throughput\n"
GOOD = HEADING + "1,1000\n2,1929\n4,3525\n8,6060\n16,8965\n32,10455\n48,10253\n64,9421\n"

# kind: capture, exit code of read, exit code of fit, what the message of fit says
BAD = {
    "empty file": ("", 3, 3, "the file is empty"),
    "blank lines": ("\n\n", 3, 3, "the file is empty"),
    "header only": (HEADING, 3, 3, "a heading and no row under it"),
    "one row": (HEADING + "1,1000\n", 0, 4, "needs at least 4 different session counts"),
    "text for a number": (
        GOOD.replace("3525", "fast"),
        0,
        0,
        "line 4, column throughput: text where a number belongs; the value is missing",
    ),
    "only text for numbers": (HEADING + "1,fast\n2,slow\n", 3, 3, "line 2, column throughput"),
    "sessions of 0": (HEADING + "0,100\n2,190\n", 4, 4, "sessions must be positive"),
    "negative sessions": (HEADING + "-1,100\n2,190\n", 4, 4, "sessions must be positive"),
    "throughput of 0": (HEADING + "1,0\n2,190\n", 4, 4, "throughput must be positive"),
    "NaN": (GOOD.replace("3525", "NaN"), 0, 0, "not a finite number; the value is missing"),
    "infinity": (GOOD.replace("3525", "inf"), 0, 0, "not a finite number; the value is missing"),
    "a binary file": (bytes(range(256)), 3, 3, "this is not a text file"),
    "a missing column": (GOOD.replace("throughput", "speed"), 0, 4, "holds no load sweep"),
    "an open quotation mark": (HEADING + '1,"100\n2,190\n', 3, 3, "never closed"),
}

# Unusual, but read for what it is: the answer equals that of the plain file.
READABLE = {
    "CRLF": GOOD.replace("\n", "\r\n").encode(),
    "CR": GOOD.replace("\n", "\r").encode(),
    "a byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "UTF-16": b"\xff\xfe" + GOOD.encode("utf-16-le"),
    "latin-1": b"# measured on the caf\xe9 machine\n" + GOOD.encode(),
    "no end of the last line": GOOD.rstrip("\n").encode(),
    "decimal comma": GOOD.replace(",", ";").replace("\n1;1000", "\n1;1000,0").encode(),
    "thousands separators": GOOD.replace("1,1000", '1,"1,000.0"')
    .replace("16,8965", '16,"8,965"')
    .encode(),
}


def fit(path, *more):
    return main(["fit", "universal_scalability", path, *more])


@pytest.mark.parametrize("kind", BAD)
def test_reading_it_has_the_exit_code(kind, write, capsys):
    content, code, _, _ = BAD[kind]
    assert main(["read", write(content)]) == code
    assert (capsys.readouterr().out == "") == (code != 0)


@pytest.mark.parametrize("kind", BAD)
def test_fitting_it_has_the_exit_code_and_the_message(kind, write, capsys):
    content, _, code, told = BAD[kind]
    path = write(content)
    assert fit(path) == code
    printed = capsys.readouterr()
    assert told in printed.err
    assert path in printed.err
    assert (printed.out == "") == (code != 0)


@pytest.mark.parametrize("command", [["read"], ["fit", "leak"]])
def test_a_folder_is_said_to_be_one(command, tmp_path, capsys):
    assert main([*command, str(tmp_path)]) == 3
    error = capsys.readouterr().err
    assert error.count("this is a folder") == 1
    assert error.count(str(tmp_path)) == 1


@pytest.mark.parametrize("command", [["read"], ["fit", "leak"]])
def test_a_missing_file_is_said_to_be_missing(command, capsys):
    assert main([*command, "no_such_file.csv"]) == 3
    assert "no_such_file.csv: there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["read"], ["fit", "universal_scalability"]])
def test_a_file_without_read_permission_is_said_to_be_one(command, unreadable, capsys):
    assert main([*command, unreadable]) == 3
    assert "you may not read this file" in capsys.readouterr().err


@pytest.mark.parametrize("kind", READABLE)
def test_an_unusual_file_gives_the_same_fit_as_the_plain_one(kind, write, capsys):
    assert fit(write(GOOD), "--json") == 0
    plain = capsys.readouterr().out
    assert fit(write(READABLE[kind]), "--json") == 0
    assert capsys.readouterr().out == plain


def test_repeated_session_counts_are_replicates(write, capsys):
    content = GOOD + GOOD.removeprefix(HEADING)
    assert fit(write(content)) == 0
    assert "16 points" in capsys.readouterr().out


def test_a_memory_log_is_no_sweep_and_a_sweep_no_memory_log(sweep, memory, capsys):
    assert fit(memory) == 4
    assert "holds no load sweep" in capsys.readouterr().err
    assert main(["fit", "leak", sweep]) == 4
    assert "holds no memory log" in capsys.readouterr().err
