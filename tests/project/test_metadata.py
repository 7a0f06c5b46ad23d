"""What is written down twice is the same in both places."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

import contention

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text())
LOCK = (ROOT / "requirements.lock").read_text()
LOCKED = dict(re.findall(r"^([a-z0-9_.-]+)==([^ \\]+)", LOCK, re.MULTILINE))


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def name_of(requirement):
    return canonical(re.match(r"[A-Za-z0-9_.-]+", requirement).group())


def test_one_version_everywhere():
    changelog = (ROOT / "CHANGELOG.md").read_text()
    newest = re.search(r"^## (\S+) - ", changelog, re.MULTILINE).group(1)
    assert PYPROJECT["project"]["version"] == contention.__version__
    assert CITATION["version"] == contention.__version__
    assert newest == contention.__version__


def test_the_changelog_headings_are_versions_with_a_date_or_unreleased():
    for heading in re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        assert re.fullmatch(r"\d+\.\d+\.\d+ - (Unreleased|\d{4}-\d{2}-\d{2})", heading)


def test_the_citation_file_has_the_fields_that_its_standard_requires():
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["message"]
    assert CITATION["title"]
    assert CITATION["type"] == "software"
    assert CITATION["authors"] == [{"name": "The contention authors"}]
    assert set(CITATION["license"]) == set(PYPROJECT["project"]["license"].split(" AND "))


def test_the_citation_names_the_authors_of_the_package():
    assert PYPROJECT["project"]["authors"] == CITATION["authors"]


def test_the_conda_environment_is_python_pip_and_the_lock():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    python, pip, locked = environment["dependencies"]
    assert python == f"python{PYPROJECT['project']['requires-python']}"
    assert pip == "pip"
    assert locked == {"pip": ["-r requirements.lock"]}
    assert set(environment) == {"name", "channels", "dependencies"}


def test_every_locked_package_has_a_version_and_a_hash():
    blocks = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(blocks) == len(LOCKED) > 100
    for block in blocks:
        assert re.match(r"[a-z0-9_.-]+==\S+", block)
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block)


def test_the_lock_names_no_host_and_no_option():
    assert "://" not in LOCK
    assert set(re.findall(r"(?<!\S)--?[a-z-]+", LOCK)) == {"--hash"}


@pytest.mark.parametrize(
    "requirement",
    PYPROJECT["project"]["dependencies"]
    + PYPROJECT["project"]["optional-dependencies"]["book"]
    + PYPROJECT["build-system"]["requires"],
)
def test_the_lock_holds_every_declared_requirement_within_its_bounds(requirement):
    from packaging.requirements import Requirement

    declared = Requirement(requirement)
    assert declared.specifier.contains(LOCKED[canonical(declared.name)], prereleases=True)
    assert declared.specifier, "a requirement needs a lower bound"


def test_the_lock_answers_its_input():
    for line in (ROOT / "requirements.in").read_text().splitlines():
        text = line.partition("#")[0].partition(";")[0].strip()
        if text:
            version = LOCKED[name_of(text)]
            assert "==" not in text or text.partition("==")[2] == version


def test_every_declared_requirement_is_imported_or_used_by_its_name():
    used = "\n".join(path.read_text() for path in (ROOT / "src").rglob("*.py"))
    for requirement in PYPROJECT["project"]["dependencies"]:
        name = name_of(requirement).removesuffix("-py").replace("-", "_")
        assert re.search(rf"\b{name}\b", used), f"{name} is declared but not used"


def test_every_python_version_named_in_the_project_is_the_same():
    minimum = PYPROJECT["project"]["requires-python"].removeprefix(">=")
    assert PYPROJECT["tool"]["ruff"]["target-version"] == "py" + minimum.replace(".", "")
    major, minor = minimum.split(".")
    assert f"({major}, {minor})" in (ROOT / ".ci" / "find-python").read_text()
    assert f"--python-version {minimum} " in (ROOT / "Makefile").read_text()


def test_both_licences_are_stated():
    text = (ROOT / "LICENSE").read_text()
    assert "MIT License" in text
    assert "Attribution 4.0 International" in text
