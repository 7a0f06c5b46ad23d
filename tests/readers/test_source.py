"""Loading and decoding: what is text, what is refused, and with which message."""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import source
from contention.readers.source import decode, load


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_mark_do_not_change_the_lines(end: str, mark: bytes) -> None:
    text = decode(mark + f"a,b{end}1,2{end}".encode(), "t")
    assert text.lines == ("a,b", "1,2")
    assert text.flags == ()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_marked_encodings_are_decoded(encoding: str) -> None:
    assert decode("é,b\n1,2\n".encode(encoding), "t").lines == ("é,b", "1,2")


def test_latin_1_is_read_and_flagged_with_its_line() -> None:
    text = decode("n\nSão Paulo\n".encode("latin-1"), "t")
    assert text.lines == ("n", "São Paulo")
    assert text.encoding == "cp1252"
    assert [flag.line for flag in text.flags] == [2]


def test_a_byte_without_a_character_in_windows_1252_falls_back_to_latin_1() -> None:
    assert decode(b"caf\xe9 \x81\n", "t").encoding == "latin-1"


def test_only_line_ends_split_lines() -> None:
    assert decode("a\u2028b\x0bc\n".encode(), "t").lines == ("a\u2028b\x0bc",)


def test_form_feeds_are_removed() -> None:
    assert decode(b"\x0cLatch Activity\n", "t").lines == ("Latch Activity",)


def test_a_last_line_without_an_end_is_flagged() -> None:
    (flag,) = decode(b"a\n1,2", "t").flags
    assert flag.line == 2
    assert "no line end" in flag.reason


def test_the_digest_is_that_of_the_bytes() -> None:
    data = b"\xef\xbb\xbfa\r\n"
    assert decode(data, "t").sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("data", [b"", b"\n\n  \n", b"\xef\xbb\xbf"])
def test_nothing_is_called_empty(data: bytes) -> None:
    with pytest.raises(ReadError, match="the file is empty"):
        decode(data, "t")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x1f\x8b\x08\x00", "gzip"),
        (b"PK\x03\x04abc", "ZIP"),
        (b"\x89PNG\r\n", "PNG"),
        (b"a,b\n1,\x002\n", "value zero"),
        (bytes(range(1, 32)) * 40, "control characters"),
    ],
)
def test_binary_files_are_refused_by_kind(data: bytes, kind: str) -> None:
    with pytest.raises(ReadError, match="not a text file") as caught:
        decode(data, "t.bin")
    assert kind in str(caught.value)


def test_a_mark_that_lies_about_the_encoding_is_an_error() -> None:
    with pytest.raises(ReadError, match="says that it is utf-16-le, and is not"):
        decode(b"\xff\xfea", "t")


def test_an_over_long_line_is_refused_with_its_number() -> None:
    with pytest.raises(ReadError, match="line 2: a line is longer than 100000 characters"):
        decode(b"a\n" + b"x" * 100_001 + b"\n", "t")


def test_an_over_large_capture_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(source, "MAXIMUM_BYTES", 10)
    path = tmp_path / "big.txt"
    path.write_bytes(b"x" * 11)
    with pytest.raises(ReadError, match="larger than"):
        load(path)


def test_too_many_lines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAXIMUM_LINES", 3)
    with pytest.raises(ReadError, match="more than 3 lines"):
        decode(b"1\n2\n3\n4\n", "t")


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="there is no such file") as caught:
        load(tmp_path / "absent.csv")
    assert caught.value.path == str(tmp_path / "absent.csv")


def test_a_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="this is a folder"):
        load(tmp_path)


def test_a_name_that_no_file_can_have_is_a_read_error() -> None:
    with pytest.raises(ReadError, match="cannot be read"):
        load("a\0b")


def test_no_permission_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "secret.csv"
    path.write_text("a,b\n1,2\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ReadError, match="you may not read this file"):
        load(path)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Act as a user to whom permissions apply, also when the tests run as the superuser."""
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(65534)
    try:
        yield
    finally:
        if superuser:
            os.seteuid(0)


def test_a_file_without_read_permission_says_so() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "secret.csv"
        path.write_text("a,b\n1,2\n")
        path.chmod(0)
        with (
            without_privileges(),
            pytest.raises(ReadError, match="you may not read this file"),
        ):
            load(path)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"a\n")
    with path.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        text = load("-")
    assert text.lines == ("a",)
    assert text.path == "standard input"
