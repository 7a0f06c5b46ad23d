"""The program: help, usage errors, exit codes, and errors told in one line."""

import os
import subprocess
import sys
import time

import pytest

from contention import __version__, errors
from contention.cli import main
from contention.cli.program import COMMANDS, make_parser

KINDS = [getattr(errors, name) for name in errors.__all__]


@pytest.fixture
def command_that(monkeypatch):
    """Make ``contention studies`` do something else."""

    def replace(action):
        monkeypatch.setattr(COMMANDS["studies"], "run", action)

    return replace


def raising(error):
    def action(options):
        raise error

    return action


def test_the_commands_are_those_of_the_manual():
    assert list(COMMANDS) == ["build", "run", "why", "claims", "read", "fit", "studies", "check"]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_prints_its_help(command, capsys):
    assert main([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: contention {command}")
    assert "::" not in text


def test_the_help_lists_commands_and_exit_codes(capsys):
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command} " in text
    for code in range(8):
        assert f"{code} " in text.partition("exit codes:")[2]


def test_the_version_is_printed(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"contention {__version__}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "a command is needed"),
        (["rum"], "did you mean run?"),
        (["read"], "required: FILE"),
        (["read", "a.csv", "--to", "cvs"], "did you mean csv?"),
        (["fit", "leak"], "required: FILE"),
        (["run"], "required: SLUG"),
        (["build", "--jobs", "many"], "invalid int value: 'many'"),
        (["why", "--fresh"], "unrecognized arguments: --fresh"),
        (["claims", "--js"], "unrecognized arguments: --js"),
    ],
)
def test_wrong_words_are_a_usage_error_that_helps(words, told, capsys):
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_error_is_told_in_one_line_with_its_own_exit_code(kind, command_that, capsys):
    command_that(raising(kind("it went wrong", path="a.csv", line=3)))
    assert main(["studies"]) == kind.exit_code
    assert capsys.readouterr() == ("", "contention studies: a.csv, line 3: it went wrong.\n")


def test_the_exit_codes_of_the_errors_are_those_that_help_lists():
    assert {kind.exit_code for kind in KINDS} == set(range(1, 8))


@pytest.mark.parametrize("words", [["--debug", "studies"], ["studies", "--debug"]])
def test_debug_shows_the_traceback(words, command_that):
    command_that(raising(errors.ReadError("it went wrong")))
    with pytest.raises(errors.ReadError):
        main(words)


def test_an_interrupt_is_130(command_that, capsys):
    command_that(raising(KeyboardInterrupt()))
    assert main(["studies"]) == 130
    assert capsys.readouterr().err == "contention studies: interrupted\n"


def test_an_error_of_the_program_itself_is_not_hidden(command_that):
    command_that(raising(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        main(["studies"])


def test_a_refusal_of_the_system_is_told_in_one_line(command_that, capsys):
    command_that(raising(PermissionError(13, "Permission denied", "out/results.json")))
    assert main(["studies"]) == 2
    assert capsys.readouterr().err == (
        "contention studies: out/results.json: the system refused: Permission denied\n"
    )
    with pytest.raises(PermissionError):
        main(["studies", "--debug"])


def test_control_characters_of_a_capture_do_not_reach_the_terminal(command_that, capsys):
    command_that(raising(errors.ReadError("unknown", found="\x1b[2J")))
    main(["studies"])
    assert capsys.readouterr().err == r"contention studies: unknown. Found: \x1b[2J." + "\n"


def test_a_reader_that_leaves_early_is_no_complaint():
    command = [sys.executable, "-m", "contention", "studies", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        writer.stdout.close()
        assert writer.stderr.read() == b""
    assert writer.returncode == 141


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["run", "--help"]])
def test_it_starts_at_once(words):
    def seconds():
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "contention", *words], capture_output=True)
        return time.perf_counter() - began

    assert min(seconds() for _ in range(5)) < 0.3


def test_starting_imports_neither_numbers_nor_plots():
    code = "import contention.cli.program, sys; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert not {"numpy", "pandas", "scipy", "matplotlib", "rich"} & set(found.stdout.split())


def test_a_file_name_that_is_not_unicode_is_printed_escaped(tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff.csv"
    done = subprocess.run(
        [sys.executable, "-m", "contention", "read", name], capture_output=True, text=True
    )
    assert done.returncode == 3
    assert r"\udcff.csv: there is no such file" in done.stderr


def test_the_parser_takes_no_abbreviations():
    with pytest.raises(SystemExit):
        make_parser().parse_args(["read", "a.csv", "--tab", "x"])
