"""What the README says can be typed, and does what it says."""

import doctest
import re
from pathlib import Path

import pytest

from contention.cli import main
from contention.cli.program import COMMANDS
from contention.readers.pgbench import READER as PGBENCH
from contention.readers.trace10046 import READER as TRACE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands():
    lines = "".join(blocks("console")).splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the README's example files, away from this checkout."""
    (tmp_path / "mine.csv").write_text(blocks("csv")[0])
    for line in blocks("csv")[0].splitlines()[1:]:
        sessions, rate = line.split(",")
        text = PGBENCH.example.replace("clients: 8", f"clients: {sessions}")
        text = text.replace("tps = 1206.102000", f"tps = {rate}").replace("12050", f"{rate}0")
        (tmp_path / f"pgbench-{sessions}.txt").write_text(text)
    (tmp_path / "before.trc").write_text(TRACE.example)
    (tmp_path / "after.trc").write_text(TRACE.example.replace("e=420", "e=820"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_its_two_commands_are_targets_of_make():
    targets = [command.split()[1] for command in commands() if command.startswith("make ")]
    assert targets == ["book", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def words(command):
    """The words of a command behind the program's name, with patterns expanded as a shell does."""
    return [
        one
        for word in command.split()[1:]
        for one in (sorted(map(str, Path().glob(word))) if "*" in word else [word])
    ]


@pytest.mark.parametrize("command", [c for c in commands() if c.startswith("contention fit")])
def test_its_example_of_a_fit_runs(command, folder, capsys):
    assert main(words(command)) == 0
    assert "peak_sessions" in capsys.readouterr().out


@pytest.mark.notebooks
@pytest.mark.parametrize("command", [c for c in commands() if c.startswith("contention run")])
def test_its_example_of_a_run_writes_the_report(command, folder, capsys):
    assert main(words(command)) == 0
    assert (folder / capsys.readouterr().out.splitlines()[-1]).name == "report.html"


def test_no_other_command_is_shown_than_those_tested():
    assert {" ".join(c.split()[:2]) for c in commands()} == {
        "make book",
        "make test",
        "contention fit",
        "contention run",
    }


def test_its_python_example_prints_what_it_shows(folder):
    (code,) = blocks("python")
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    failures, tried = doctest.DocTestRunner().run(test)
    assert failures == 0
    assert tried == code.count(">>>")


def test_its_table_of_commands_is_complete():
    listed = re.findall(r"^\| `contention (\w+)` \|", README, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


def test_its_table_of_studies_names_studies_that_there_are():
    studies = {path.parent.name for path in (ROOT / "data").glob("*/study.toml")}
    listed = re.findall(r"^\| `([a-z_]+)` \| [A-Z]", README, re.MULTILINE)
    assert listed
    assert set(listed) <= studies


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"])
def test_every_file_that_a_text_links_to_exists(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert [link for link in links if not (ROOT / link).exists()] == []
