"""The environment is created when it is missing or stale, by content, and all or nothing."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """The script that creates .venv, set to a project of its own and without a network."""
    spec = importlib.util.spec_from_file_location("environment", ROOT / ".ci" / "environment.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "requirements.lock").write_text("numpy==2\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    venv = tmp_path / ".venv"
    for name, value in {
        "ROOT": tmp_path,
        "VENV": venv,
        "PYTHON": venv / "bin" / "python",
        "STAMP": venv / "stamp",
        "LOCK": tmp_path / "requirements.lock",
    }.items():
        monkeypatch.setattr(module, name, value)
    module.commands = []

    def run(*command):
        module.commands.append([str(part) for part in command])
        if "venv" in command:
            (venv / "bin").mkdir(parents=True)
            (venv / "bin" / "python").symlink_to(sys.executable)

    monkeypatch.setattr(module, "run", run)
    return module


def test_it_installs_the_lock_with_hashes_then_the_project(environment):
    environment.main()
    venv, locked, project = environment.commands
    assert venv[1:3] == ["-m", "venv"]
    assert {"--require-hashes", "--no-deps", "-r"} <= set(locked)
    assert {"--no-build-isolation", "--no-deps", "--editable"} <= set(project)


def test_a_second_time_does_nothing(environment):
    environment.main()
    environment.commands.clear()
    environment.main()
    assert environment.commands == []


def test_a_touched_lock_is_not_a_changed_lock(environment):
    environment.main()
    os.utime(environment.LOCK, (0, 0))
    assert environment.fresh()


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_changed_content_makes_it_stale(environment, name):
    environment.main()
    path = environment.ROOT / name
    path.write_text(path.read_text() + "# more\n")
    assert not environment.fresh()


def test_an_interpreter_that_does_not_start_makes_it_stale(environment):
    environment.main()
    environment.PYTHON.unlink()
    environment.PYTHON.symlink_to(environment.ROOT / "gone")
    assert not environment.fresh()


def test_an_interrupted_creation_is_redone(environment, monkeypatch):
    environment.main()
    (environment.ROOT / "requirements.lock").write_text("numpy==3\n")
    working = environment.run

    def interrupted(*command):
        working(*command)
        if "-r" in command:
            raise KeyboardInterrupt

    monkeypatch.setattr(environment, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        environment.main()
    assert not environment.fresh()
    monkeypatch.setattr(environment, "run", working)
    environment.main()
    assert environment.fresh()


def test_a_failed_command_stops_with_its_exit_code_named(environment):
    spec = importlib.util.spec_from_file_location("fresh", ROOT / ".ci" / "environment.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(SystemExit, match="exit code 3"):
        module.run(sys.executable, "-c", "raise SystemExit(3)")


def find_python(**variables):
    return subprocess.run(
        ["sh", ROOT / ".ci" / "find-python"],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )


def test_the_python_that_is_asked_for_is_taken():
    found = find_python(PYTHON=sys.executable)
    assert found.stdout.strip() == sys.executable


def test_a_python_that_is_too_old_or_none_is_refused(tmp_path):
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    found = find_python(PYTHON=str(old))
    assert found.returncode == 1
    assert "is not a Python 3.11 or later" in found.stderr


def test_without_a_python_it_says_what_it_looked_for(tmp_path):
    shell = tmp_path / "sh"
    shell.symlink_to("/bin/sh")
    found = find_python(PATH=str(tmp_path), PYTHON="")
    assert found.returncode == 1
    assert "make PYTHON=" in found.stderr


def test_help_lists_every_target():
    targets = set(re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)[0].split())
    found = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True)
    assert set(re.findall(r"make (\w+)  ", found.stdout)) == targets
    assert {"book", "test", "lint", "check", "serve", "clean", "help"} <= targets


@pytest.mark.parametrize("script", ["find-python", "install-chromium", "run"])
def test_a_script_is_executable_and_stops_at_errors(script):
    path = ROOT / ".ci" / script
    assert os.access(path, os.X_OK)
    assert re.search(r"^set -eu", path.read_text(), re.MULTILINE)
