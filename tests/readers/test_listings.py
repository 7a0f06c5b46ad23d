"""Listings of directories and archives, mounted file systems, refused native code."""

import pytest

from contention.errors import ContentionError, ReadError
from contention.readers import Reading, read_source, recognise_source
from contention.readers.source import decode

LS = """\
total 32768
-rwxrwx--- 1 oracle dba 16777216 Dec 13 07:36 A_0_2084322508
lrwxrwxrwx 1 oracle dba       12 Dec  3  2021 new -> A_0_2084322508
"""
UNZIP = """\
Archive:  /tmp/a.jar
  Length      Date    Time    Name
---------  ---------- -----   ----
      144  12-05-2019 08:27   META-INF/MANIFEST.MF
        0  12-05-2019 08:26   META-INF/
110947240  2019-12-05 08:23   two words.txt
---------                     -------
110947384                     3 files
"""
REFUSED = """\
sjoezshm_map_obj mmap failed for /A_0: Permission denied
size  = 16777216, prot_mode  = 7, map_flag = 1
*** 2021-11-03T09:15:00.000000+01:00 (BENCH(3))
joez_shm_open_object failed: size = 16777216, extnam = /A_0  flags = 0x34 
joez: Failed loading machine code: Unable to allocate code space

"""  # noqa: W291 - the trace ends this line with a blank
TEXTS = {"directory_listing": LS, "archive_listing": UNZIP, "native_code_trace": REFUSED}


def read(text: str, format_: str) -> Reading:
    return read_source(decode(text.encode(), "x"), format_)


def test_a_directory_listing_gives_sizes_dates_and_links() -> None:
    files = read(LS, "directory_listing").table("files")
    assert files.column("size").values == (16777216, 12)
    assert files.column("mtime").values == ("Dec 13 07:36", "Dec 3 2021")
    assert files.column("name").values == ("A_0_2084322508", "new")
    assert files.column("target").values == (None, "A_0_2084322508")
    assert read(LS, "directory_listing").table("totals").column("total_kb").values == (32768,)


@pytest.mark.parametrize("size", ["16M", "1.5K", "8, 1"])
def test_a_rounded_size_or_a_device_has_no_size_and_is_flagged(size: str) -> None:
    reading = read(LS.replace("16777216 Dec", f"{size} Dec"), "directory_listing")
    assert reading.table("files").column("size").values[0] is None
    assert [flag.column for flag in reading.flags] == ["size"]


def test_a_broken_line_of_a_directory_is_flagged() -> None:
    reading = read(LS + "-rw-r--r-- 1 oracle dba\n", "directory_listing")
    assert [flag.line for flag in reading.flags] == [4]


def test_several_directories_are_one_table() -> None:
    reading = read(f"/dev/shm:\n{LS}\n/tmp:\n{LS}", "directory_listing")
    assert len(reading.table("files")) == 4
    assert reading.table("totals").column("total_kb").values == (32768, 32768)
    assert reading.flags == ()


def test_an_archive_s_entries_add_up_to_its_last_line() -> None:
    reading = read(UNZIP, "archive_listing")
    assert reading.table("files").column("length").values == (144, 0, 110947240)
    assert reading.table("files").column("name").values[2] == "two words.txt"
    assert reading.table("totals").column("files").values == (3,)
    assert reading.flags == ()


def test_an_archive_that_does_not_add_up_is_flagged() -> None:
    reading = read(UNZIP.replace("      144  ", "      145  "), "archive_listing")
    assert any("not all of them" in flag.reason for flag in reading.flags)


def test_an_archive_without_its_last_line_is_flagged() -> None:
    for lines in range(4, 8):
        reading = read("\n".join(UNZIP.splitlines()[:lines]) + "\n", "archive_listing")
        assert any("may be cut" in flag.reason for flag in reading.flags)


def test_two_archives_are_checked_each_by_its_own_last_line() -> None:
    reading = read(UNZIP + UNZIP, "archive_listing")
    assert len(reading.table("totals")) == 2
    assert reading.flags == ()


@pytest.mark.parametrize(
    ("line", "point", "noexec"),
    [
        ("tmpfs on /dev/shm type tmpfs (rw,nosuid,nodev,noexec)", "/dev/shm", 1),
        ("tmpfs /dev/shm tmpfs nosuid,nodev 0 0", "/dev/shm", 0),
        ("/dev/sdb1 /mnt/my\\040disk ext4 rw,noexec,relatime 0 0", "/mnt/my disk", 1),
        ("/dev/sdb1 on /mnt/my disk type ext4 (rw)", "/mnt/my disk", 0),
    ],
)
def test_mounts_say_whether_they_forbid_execution(line: str, point: str, noexec: int) -> None:
    text = f"# a comment\n\n{line}\n"
    assert [r.reader for r in recognise_source(decode(text.encode(), "x")) if r.accepts] == [
        "mount_table"
    ]
    table = read(text, "mount_table").table("mounts")
    assert table.column("mount_point").values == (point,)
    assert table.column("noexec").values == (noexec,)


def test_a_line_that_is_no_mount_is_flagged() -> None:
    text = "tmpfs on /a type tmpfs (rw)\ntmpfs on /b type tmp\n"
    assert [flag.line for flag in read(text, "mount_table").flags] == [2]


def test_a_refusal_has_its_size_its_rights_and_its_reason() -> None:
    table = read(REFUSED + REFUSED.replace("A_0", "A_1"), "native_code_trace").table("refusals")
    assert table.column("object").values == ("/A_0", "/A_1")
    assert table.column("size").values == (16777216, 16777216)
    assert table.column("prot_mode").values == (7, 7)
    assert table.column("open_flags").values == (0x34, 0x34)
    assert table.column("reason").values == ("Unable to allocate code space",) * 2


@pytest.mark.parametrize("missing", [0, 1, 3, 4])
def test_a_refusal_without_one_of_its_lines_is_flagged(missing: int) -> None:
    lines = REFUSED.splitlines()
    del lines[missing]
    reading = read("\n".join(lines) + "\n", "native_code_trace")
    assert any("incomplete: no" in flag.reason for flag in reading.flags)


@pytest.mark.parametrize("format_", TEXTS)
def test_a_cut_is_flagged_or_refused_or_ends_at_a_line(format_: str) -> None:
    text = TEXTS[format_]
    for length in range(1, len(text)):
        try:
            reading = read(text[:length], format_)
        except ContentionError:
            continue
        assert reading.flags or text[:length].endswith("\n")


@pytest.mark.parametrize("format_", [*TEXTS, "mount_table", "archive_read_log"])
def test_another_tool_s_file_is_an_error(format_: str) -> None:
    with pytest.raises(ReadError):
        read("sessions,throughput\n1,2\n", format_)


@pytest.mark.parametrize("format_", TEXTS)
def test_line_ends_and_collapsed_blanks_do_not_matter(format_: str) -> None:
    whole = [table.frame().to_dict() for table in read(TEXTS[format_], format_).tables]
    collapsed = "\r\n".join(" ".join(line.split()) for line in TEXTS[format_].splitlines())
    again = [table.frame().to_dict() for table in read(collapsed + "\r\n", format_).tables]
    assert again == whole
