"""Create .venv from requirements.lock if it is missing or stale; standard library only.

Stale is decided by content: the stamp in .venv holds a digest of the lock, pyproject.toml, the
interpreter's version and the project's path. The stamp is written last, so that an interrupted
creation is redone. A lock on requirements.lock keeps two creations apart.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "stamp"
LOCK = ROOT / "requirements.lock"


def digest() -> str:
    """Digest of everything that decides what belongs in .venv."""
    total = hashlib.sha256()
    for part in (
        LOCK.read_bytes(),
        (ROOT / "pyproject.toml").read_bytes(),
        sys.version.encode(),
        os.fsencode(ROOT),
    ):
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()


def fresh() -> bool:
    """Whether .venv is complete, of this content, and its interpreter still starts."""
    try:
        if STAMP.read_text() != digest():
            return False
        return subprocess.run([PYTHON, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def run(*command: object) -> None:
    """Run a command; stop with its exit code if it fails."""
    code = subprocess.run([str(part) for part in command], cwd=ROOT).returncode
    if code:
        sys.exit(f"Creating .venv failed (exit code {code}): {' '.join(map(str, command))}")


def create() -> None:
    """Create .venv anew."""
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            f"{sys.executable} has no ensurepip, so it cannot create a virtual environment.\n"
            "On Debian and Ubuntu: apt-get install python3-venv. Or name another Python: "
            "make PYTHON=/path/to/python3"
        )
    print("Creating .venv from requirements.lock; this takes a minute or two.", file=sys.stderr)
    STAMP.unlink(missing_ok=True)
    if VENV.is_symlink():
        VENV.unlink()
    shutil.rmtree(VENV, ignore_errors=True)
    run(sys.executable, "-m", "venv", VENV)
    pip = (PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "-qq", "--no-deps")
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", LOCK)
    run(*pip, "--no-build-isolation", "--editable", ROOT)
    partial = STAMP.with_suffix(".partial")
    partial.write_text(digest())
    partial.replace(STAMP)


def main() -> None:
    """Create .venv unless it is fresh."""
    with LOCK.open("rb") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if not fresh():
            create()


if __name__ == "__main__":
    main()
