"""The probe asks this machine's kernel, live; the option of the mount is read independently."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from contention.studies import mapping_probe, probe_executable_mappings
from contention.studies.mapping_probe import ask_kernel

ROOT = Path(__file__).parents[2]
IN_A_MOUNT = """
import sys
from contention.studies.mapping_probe import ask_kernel
print(ask_kernel(sys.argv[1]))
"""


def test_the_kernel_refuses_exactly_where_the_mount_forbids_execution():
    probe = probe_executable_mappings()
    if sys.platform != "linux":
        assert sys.platform in probe.reason
        assert probe.answers == ()
        return
    for one in probe.answers:
        forbids = bool(os.statvfs(one.mount_point).f_flag & os.ST_NOEXEC)
        assert (one.answer == "EPERM") == forbids == one.noexec
    assert bool(probe.reason) == all(one.answer == "allowed" for one in probe.answers)
    assert list(probe.frame().get("mounted at", [])) == [one.mount_point for one in probe.answers]


def test_it_answers_for_a_folder_and_leaves_nothing_there(tmp_path):
    forbids = bool(os.statvfs(tmp_path).f_flag & getattr(os, "ST_NOEXEC", 8))
    assert ask_kernel(str(tmp_path)) == ("EPERM" if forbids else "allowed")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_file_is_not_asked(tmp_path):
    assert ask_kernel(str(tmp_path / "absent")) is None


def test_a_mount_of_its_own_with_noexec_refuses_where_users_may_make_one(tmp_path):
    unshare = shutil.which("unshare") or "unshare-is-not-here"
    mount = f"mount -t tmpfs -o noexec none {tmp_path}"
    command = [unshare, "--user", "--map-root-user", "--mount", "sh", "-c"]
    try:
        allowed = subprocess.run([*command, mount], capture_output=True).returncode == 0
    except OSError:
        allowed = False
    if not allowed:
        assert ask_kernel(str(tmp_path)) in ("allowed", "EPERM")
        return
    script = f"{mount} && {sys.executable} -c '{IN_A_MOUNT}' {tmp_path}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    answer = subprocess.run([*command, script], capture_output=True, text=True, env=environment)
    assert answer.stdout.strip() == "EPERM", answer.stderr


@pytest.fixture
def mounts(tmp_path):
    """The function that takes lines to a list of mounts."""

    def write(*lines):
        path = tmp_path / "mounts"
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    return write


def test_it_asks_each_place_once_and_shared_memory_first(mounts, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(mapping_probe, "ask_kernel", lambda folder: asked.append(folder) or "EPERM")
    path = mounts(
        "a / ext4 rw 0 0", f"b {tmp_path} tmpfs rw,noexec 0 0", "c / ext4 rw 0 0",
        "d /dev/shm tmpfs rw 0 0", "e /proc proc rw 0 0", "f /absent tmpfs rw 0 0",
        "g /srv nfs4 rw 0 0",
    )  # fmt: skip
    probe = probe_executable_mappings(platform="linux", mounts=path)
    expected = [place for place in ("/dev/shm", "/", str(tmp_path)) if Path(place).is_dir()]
    assert asked == expected
    assert [one.noexec for one in probe.answers][-1] is True
    assert probe.reason == ""


def test_it_says_in_a_sentence_why_there_is_no_refusal(mounts, monkeypatch):
    monkeypatch.setattr(mapping_probe, "ask_kernel", lambda folder: "allowed")
    probe = probe_executable_mappings(platform="linux", mounts=mounts("a / ext4 rw 0 0"))
    assert "no refusal can be shown: none of the 1 file systems" in probe.reason
    monkeypatch.setattr(mapping_probe, "ask_kernel", lambda folder: None)
    probe = probe_executable_mappings(platform="linux", mounts=mounts("a / ext4 rw 0 0"))
    assert "no mounted file system" in probe.reason


def test_it_says_why_it_cannot_ask(tmp_path):
    assert "Linux" in probe_executable_mappings(platform="darwin").reason
    probe = probe_executable_mappings(platform="linux", mounts=tmp_path / "absent")
    assert "cannot be listed" in probe.reason
