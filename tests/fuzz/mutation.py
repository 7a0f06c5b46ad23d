"""Damage to a capture, as it happens and as nobody expects it; the same for the same seed."""

from collections.abc import Callable, Sequence
from random import Random

TOKENS = [
    *(b"#", b"####", b" ", b"\t", b"|", b'"', b"'", b",", b";", b"-", b"=", b":", b"[", b"]"),
    *(b"{", b"}", b"(", b")", b"<", b">", b"&", b"\\", b"\0", b"\r", b"\n", b"\r\n", b"\x0c"),
    *(b"\xff", b"\xc3", b"\xe2\x82", b"\xef\xbb\xbf", "−".encode(), "\u2028".encode()),
    *(b"NaN", b"nan", b"-nan", b"inf", b"-Infinity", b"null", b"true", b"[]", b"{}", b"<td>"),
    *("²".encode(), "٣".encode(), b"9" * 5000),
    *(b"0", b"-1", b"1e999", b"1.2E+10", b"9" * 50, b"-9223372036854775808", b"4294967295"),
    *(b"1,234", b"1.234,5", b".6", b"12.3us", b"27.9K", b"0x", b"END OF STMT", b"  total  "),
]


def _at(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _insert(data: bytes, random: Random) -> bytes:
    at = _at(data, random)
    return data[:at] + random.choice(TOKENS) + data[at:]


def _overwrite(data: bytes, random: Random) -> bytes:
    at, token = _at(data, random), random.choice(TOKENS)
    return data[:at] + token + data[at + len(token) :]


def _flip(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _remove(data: bytes, random: Random) -> bytes:
    at = _at(data, random)
    return data[:at] + data[at + random.randrange(1, 40) :]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: _at(data, random)]


def _behead(data: bytes, random: Random) -> bytes:
    return data[_at(data, random) :]


def _lines(change: Callable[[list[bytes], Random], None]) -> Callable[[bytes, Random], bytes]:
    def changed(data: bytes, random: Random) -> bytes:
        lines = data.split(b"\n")
        change(lines, random)
        return b"\n".join(lines)

    return changed


def _repeat_line(lines: list[bytes], random: Random) -> None:
    line = random.choice(lines)
    at = random.randrange(len(lines) + 1)
    lines[at:at] = [line] * random.choice([1, 1, 2, 30])


def _remove_line(lines: list[bytes], random: Random) -> None:
    del lines[random.randrange(len(lines))]


def _swap_lines(lines: list[bytes], random: Random) -> None:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _stretch_line(lines: list[bytes], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at] *= random.choice([2, 3, 50])


def _join_lines(lines: list[bytes], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at : at + 2] = [b"".join(lines[at : at + 2])]


def _collapse_blanks(lines: list[bytes], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at] = b" ".join(lines[at].split())


_CHANGES = [
    *(_insert, _insert, _overwrite, _flip, _flip, _remove, _cut, _behead),
    *map(
        _lines,
        (_repeat_line, _remove_line, _swap_lines, _stretch_line, _join_lines, _collapse_blanks),
    ),
]


def mutate(captures: Sequence[bytes], seed: int) -> bytes:
    """One of the captures with one to six changes, now and then spliced with another."""
    random = Random(seed)
    data = random.choice(captures)
    if random.random() < 0.1:
        other = random.choice(captures)
        data = data[: _at(data, random)] + other[_at(other, random) :]
    for _ in range(random.choice([1, 1, 2, 3, 6])):
        if data:
            data = random.choice(_CHANGES)(data, random)
    return data[:200_000]
