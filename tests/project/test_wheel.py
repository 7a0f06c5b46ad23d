"""The built wheel runs both studies in an empty environment, in an empty folder."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.wheel

SWEEP = """\
sessions,throughput
1,1000
2,1929
4,3525
8,6060
12,7836
16,8965
24,10321
32,10455
48,10253
64,9421
"""
MEMORY = """\
step,bytes
1,1048576
2,1462272
3,1875968
4,2289664
5,2703360
"""


def build(source, kind, target):
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = target.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def contention(wheel, tmp_path_factory):
    """The command, installed from the wheel beside the locked packages but not this checkout."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", wheel], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "locked.pth").write_text(sysconfig.get_path("purelib") + "\n")
    found = subprocess.run(
        [python, "-c", "import contention; print(contention.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    assert Path(found.stdout).is_relative_to(site)
    return folder / "bin" / "contention"


def run(command, *words, cwd):
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return subprocess.run(
        [command, *words], cwd=cwd, env={**kept, "HOME": str(cwd)}, capture_output=True, text=True
    )


@pytest.mark.notebooks
@pytest.mark.parametrize(
    ("slug", "name", "content"),
    [("row_cache", "mine.csv", SWEEP), ("subscriber_leak", "memory.csv", MEMORY)],
    ids=["row_cache", "subscriber_leak"],
)
def test_the_installed_package_runs_a_study_on_ones_own_data(
    contention, tmp_path, slug, name, content
):
    (tmp_path / name).write_text(content)
    done = run(contention, "run", slug, "--data", name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = tmp_path / done.stdout.splitlines()[-1]
    assert report.name == "report.html"
    assert "<html" in report.read_text(encoding="utf-8")[:1000]
    assert (report.parent / "results.json").is_file()


def test_the_installed_package_lists_the_studies_and_builds_no_book(contention, tmp_path):
    listed = run(contention, "studies", cwd=tmp_path)
    assert "row_cache" in listed.stdout
    assert "subscriber_leak" in listed.stdout
    refused = run(contention, "build", cwd=tmp_path)
    assert refused.returncode == 2
    assert "in a checkout only" in refused.stderr


def test_the_wheel_carries_every_study_file_and_notebook(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"contention/published/{path.relative_to(ROOT).as_posix()}"
        for pattern in ("data/*/study.toml", "data/*/raw/*", "data/*/published/*")
        for path in ROOT.glob(pattern)
    } | {f"contention/published/notebooks/{p.name}" for p in ROOT.glob("notebooks/*.ipynb")}
    assert wanted <= names
    assert "contention/py.typed" in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_a_wheel_made_of_the_source_archive_is_the_same(wheel, tmp_path):
    archive = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(archive) as unpacked:
        unpacked.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    for name in ("Makefile", "requirements.lock", "tests", "book", ".ci/environment.py"):
        assert (source / name).exists(), name
    again = build(source, "wheel", tmp_path / "again")
    assert contents(again) == contents(wheel)


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in sorted(archive.namelist())}
