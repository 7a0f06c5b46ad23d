"""What is in the repository stands alone: no local path, no generated file, no merge mark."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCAL = re.compile(
    r"\.\./" + r"shared|(?<![\w.])/" + r"(work|root)/|/" + r"home/\w+|C:\\" + r"Users"
)
GENERATED = re.compile(r"(^|/)(build|dist|__pycache__|\.ipynb_checkpoints|\.venv)/|\.pyc$")


def tracked_files():
    if not (ROOT / ".git").exists():
        return sorted(path for path in ROOT.glob("[!.]*/**/*") if path.is_file())
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def tracked():
    files = tracked_files()
    assert files
    return files


def texts(files):
    for path in files:
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            assert path.suffix in {".png", ".ico", ".woff2"}, f"{path} is not UTF-8 text"


def test_no_tracked_file_names_a_local_path(tracked):
    captures = [path for path in tracked if "raw" in path.parts]
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path, text in texts(set(tracked) - set(captures))
        for match in LOCAL.finditer(text)
    ]
    assert not found


def test_no_generated_file_is_tracked(tracked):
    names = [path.relative_to(ROOT).as_posix() for path in tracked]
    if (ROOT / ".git").exists():
        assert not [name for name in names if GENERATED.search(name)]


def test_no_file_holds_a_merge_mark_or_a_tab_for_indent(tracked):
    for path, text in texts(tracked):
        assert not re.search(r"^(<{7}|>{7}) ", text, re.MULTILINE), path
        if path.suffix == ".py":
            assert "\t" not in text, path


def test_no_tracked_file_is_large(tracked):
    large = {path.name: path.stat().st_size for path in tracked if path.stat().st_size > 500_000}
    assert not large
