"""Loading and decoding: what is text, what is refused, and with which message."""

import gzip
import hashlib
import io
import os
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from contention.errors import ReadError, TruncatedError
from contention.readers import read_source, source
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
        (b"PK\x03\x04abc", "ZIP"),
        (b"\x89PNG\r\n", "PNG"),
        (bytes(range(32)) * 40, "value zero"),
        (b"\0" * 9 + b"a,b\n", "value zero"),
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


def test_bytes_of_value_zero_in_a_text_are_left_out_and_counted() -> None:
    text = decode(b"WAIT #1\n\0\0\0WAIT #2\n", "t.trc")
    assert text.lines == ("WAIT #1", "WAIT #2")
    assert [(flag.line, flag.found) for flag in text.flags] == [(2, "3 bytes of value zero")]


def test_an_over_long_line_is_refused_with_its_number() -> None:
    text = decode(b"a\n" + b"x" * 100_001 + b"\n", "t")
    assert text.longest_line == 2
    with pytest.raises(ReadError, match="line 2: a line is longer than 100000 characters"):
        text.require_short_lines()
    with pytest.raises(ReadError, match="line 2: a line is longer than 100000 characters"):
        read_source(text)
    with pytest.raises(ReadError, match="line 2: a line is longer than 100000 characters"):
        read_source(text, "csv")


def test_a_gzip_archive_is_unpacked_and_its_digest_is_that_of_the_archive() -> None:
    data = gzip.compress(b"a,b\n1,2\n")
    text = decode(data, "t.csv.gz")
    assert text.lines == ("a,b", "1,2")
    assert text.sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("length", [2, 10, 20, 27])
def test_a_cut_gzip_archive_is_refused(length: int) -> None:
    with pytest.raises(TruncatedError, match="ends before its end mark"):
        decode(gzip.compress(b"a,b\n1,2\n")[:length], "t.csv.gz")


def test_gzip_archives_that_lie_or_swell_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = gzip.compress(b"a,b\n")
    with pytest.raises(ReadError, match="cannot be unpacked"):
        decode(packed[:10] + b"\xff" * 20, "t.gz")
    with pytest.raises(ReadError, match="several members"):
        decode(packed + packed, "t.gz")
    monkeypatch.setattr(source, "MAXIMUM_BYTES", 1000)
    with pytest.raises(ReadError, match="the archive holds more than"):
        decode(gzip.compress(b"a" * 5000), "t.gz")


def workbook() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return content.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"), [(workbook(), "spreadsheet"), (b"PAR1....PAR1", "parquet")]
)
def test_binary_kinds_keep_their_bytes_and_no_text_reader_takes_them(
    data: bytes, kind: str
) -> None:
    binary = decode(data, "t.bin")
    assert (binary.kind, binary.content, binary.lines) == (kind, data, ())
    assert binary.longest_line == 0
    with pytest.raises(ReadError, match="does not read a file of this kind") as caught:
        read_source(binary, "sqlplus")
    assert caught.value.found == kind


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
