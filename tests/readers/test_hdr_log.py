"""Logs of HdrHistogram: cells of every encoding, worked out by hand from their definition."""

import base64
import struct
import zlib
from pathlib import Path

import pytest

from contention.errors import ReadError
from contention.readers import READERS, Reading, read_source
from contention.readers.hdr_encoding import decoded
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "hdr_log"
HEAD = "#[Histogram log format version 1.3]\n"
V2, V2_PACKED = 0x1C849313, 0x1C849314


def composed(name: str) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name))


def text(content: str, **options: object) -> Reading:
    return read_source(decode(content.encode(), "x.hlog"), "hdr_log", options=options)


def cells(reading: Reading, label: str) -> list[tuple[float, float, float]]:
    one = next(one for one in reading.histograms if one.label == label)
    return list(zip(one.lower, one.upper, one.count, strict=True))


def packed(plain: bytes, cookie: int = V2_PACKED) -> str:
    body = zlib.compress(plain)
    return base64.b64encode(struct.pack(">Ii", cookie, len(body)) + body).decode()


def plain(body: bytes, *, digits: int = 2, lowest: int = 1, ratio: float = 1.0) -> bytes:
    return struct.pack(">Iiiiqqd", V2, len(body), 0, digits, lowest, 3_600_000, ratio) + body


def test_encodings_0_1_and_2_and_tags_are_read_and_added_up() -> None:
    reading = composed("versions_0_1_2_with_tags.hlog")
    # With 2 digits there are 256 sub-buckets: 900,000 = 219 * 2^12 + ..., 2,500,000 = 152 * 2^14
    # + ..., 12,000,000 = 183 * 2^16 + ...
    assert cells(reading, "data") == [
        (219 * 2**12, 220 * 2**12, 40 + 10 + 10),
        (152 * 2**14, 153 * 2**14, 2),
        (183 * 2**16, 184 * 2**16, 1 + 1),
    ]
    assert cells(reading, "write") == [(5, 6, 3), (300, 302, 7)]
    table = reading.table("intervals")
    assert table.column("encoding").values == (2, 1, 0, 2, 2)
    assert table.column("count").values == (42, 11, 11, 10, 0)
    assert table.column("tag").values == (None, None, None, "write", "idle")
    assert table.column("started_at_s").values[:2] == (1780000000.375, 1780000001.377)
    assert table.column("length_s").unit == "s"
    assert table.column("mean").values[3] == pytest.approx((3 * 5.5 + 7 * 301) / 10)
    assert table.column("max").values[4] is None
    assert reading.flags == ()


def test_fractions_have_the_ratio_of_their_scheme() -> None:
    reading = composed("fractions_since_a_base_time.hlog")
    # Cells 100, 50 and 300 at a ratio of 0.5; cell 300 is 172 * 2.
    assert cells(reading, "data") == [(25, 25.5, 4), (50, 50.5, 4), (172, 173, 2)]
    assert reading.table("intervals").column("started_at_s").values == (1780000005, 1780000006)
    assert reading.flags == ()


def test_a_damaged_interval_is_missing_and_others_are_kept() -> None:
    reading = composed("one_damaged_interval.hlog")
    assert reading.table("intervals").column("count").values == (42, None, 42, 1)
    assert [(flag.line, flag.column) for flag in reading.table("intervals").flags] == [
        (5, "count"),
        (6, "printed_max"),
    ]
    assert "different precision" in reading.flags[0].reason
    assert [one.label for one in reading.histograms] == [
        "data 2 digits from 1",
        "data 3 digits from 1",
    ]
    # Times that are since 1970 already are kept.
    assert reading.table("intervals").column("started_at_s").values[0] == 1780000001


def test_the_unit_is_an_option() -> None:
    assert text(READERS["hdr_log"].example, unit="ns").histograms[0].unit == "ns"
    assert text(READERS["hdr_log"].example).histograms[0].unit == ""


def test_lines_that_are_no_interval_are_flagged() -> None:
    row = READERS["hdr_log"].example.splitlines()[3]
    reading = text(f"{HEAD}{row}\n0.1,0.2,nonsense\n")
    assert [(flag.line, flag.reason) for flag in reading.flags] == [
        (3, "a line that cannot be read; left out")
    ]
    assert "started_at_s" not in reading.table("intervals").names
    with pytest.raises(ReadError, match="no interval"):
        text(HEAD)


def test_numbers_of_up_to_nine_bytes_are_read() -> None:
    # Zigzag of 2^61 is 2^62: eight bytes of seven zero bits, then 2^62 >> 56 = 64.
    large = bytes([0x80] * 8 + [0x40])
    one = decoded(packed(plain(bytes([0x03]) + large)))
    assert (one.lower.tolist(), one.count.tolist()) == ([2.0], [2**61])
    assert decoded(packed(plain(b""))).count.size == 0


def test_the_least_value_sets_the_width_of_cells() -> None:
    one = decoded(packed(plain(bytes([0x05, 0x02]), lowest=1000)))
    # 1000 is told apart to 512; three zeros, then a count of 1.
    assert (one.lower.tolist(), one.upper.tolist()) == ([1536.0], [2048.0])


@pytest.mark.parametrize(
    ("packet", "reason"),
    [
        ("!!!!", "not whole base64"),
        ("HIST", "cut or damaged"),
        (packed(plain(b"\x02"), cookie=0x12345678), "no compressed histogram"),
        (packed(plain(b"\x02"))[:-4], "is cut"),
        (packed(struct.pack(">I", 0x12345678) + bytes(60)), "this is no histogram"),
        (packed(plain(b"\x02", digits=6)), "head of a histogram is damaged"),
        (packed(plain(b"\x02", lowest=0)), "head of a histogram is damaged"),
        (packed(plain(b"\x02", ratio=float("nan"))), "head of a histogram is damaged"),
        (packed(plain(b"\x02")[:-1]), "is cut"),
        (packed(plain(b"\x82")), "counts of a histogram are cut"),
        (packed(plain(bytes([0x81] * 9 + [0x01]))), "counts of a histogram are cut"),
        (packed(plain(bytes([0xFF] * 5 + [0x7F]))), "too many cells"),
        (packed(plain(bytes([0xFF, 0xFF, 0x7F, 0x02]), lowest=2**61)), "beyond 64 bits"),
        (packed(bytes(33 * 2**20)), "larger than 32 MiB"),
    ],
)
def test_histograms_that_are_cut_or_damaged_are_refused(packet: str, reason: str) -> None:
    with pytest.raises(ReadError, match=reason):
        decoded(packet)


@pytest.mark.parametrize(
    ("body", "word", "reason"),
    [(b"\xff" * 8, 8, "negative count"), (b"\0" * 7, 4, "are cut"), (b"\0" * 6, 6, "are cut")],
)
def test_plain_counts_that_cannot_be_are_refused(body: bytes, word: int, reason: str) -> None:
    head = struct.pack(">Iiqqq", 0x1C849308 | word << 4, 2, 1, 3_600_000, 1)
    with pytest.raises(ReadError, match=reason):
        decoded(packed(head + body, cookie=0x1C849309 | word << 4))


def test_more_than_fits_into_memory_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("contention.readers.hdr_log._MOST_BYTES", 10)
    reading = text(READERS["hdr_log"].example)
    assert len(reading.table("intervals")) == 1
    assert "left out: the histograms before it" in reading.flags[0].reason
