"""A raw 10046 trace of any size, composed of one piece that is written over and over."""

from __future__ import annotations

import random
from pathlib import Path

__all__ = ["piece", "write_trace"]

_WAITS = (
    ("db file sequential read", "file#={} block#={} blocks=1", 0.45),
    ("SQL*Net message to client", "driver id=1413697536 #bytes=1 p3=0", 0.18),
    ("SQL*Net message from client", "driver id=1413697536 #bytes=1 p3=0", 0.18),
    ("latch: cache buffers chains", "address={} number=228 tries=0", 0.08),
    ("log file sync", "buffer#={} sync scn={} p3=0", 0.05),
    ("cursor: pin S wait on X", "idn={} value={} where=21474836480", 0.04),
    ("enq: TX - row lock contention", "name|mode=1415053318 usn<<16 | slot={} sequence={}", 0.02),
)
_TEXTS = (
    "select owner, object_name from stock where item = :1 and depot = :2",
    "update stock set amount = amount - :1\nwhere item = :2\nWAIT #1: nam='x' ela= 5 p1=1",
    "insert into orders (id, item, note)\nvalues (:1, :2, '=====================')",
    "select count(*)\nfrom orders o join stock s on s.item = o.item where o.placed > :1",
)


class _Composer:
    """Lines of a trace in which a clock runs."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.lines: list[str] = []
        self.tim = 664_028_000_000
        self.cursor = [140_472_196_000_000 + 8 * self.draw.randrange(10**5) for _ in range(40)]

    def clock(self, elapsed: int) -> int:
        self.tim += elapsed + self.draw.randrange(3, 60)
        return self.tim

    def wait(self, cursor: int) -> None:
        names, shapes, weights = zip(*_WAITS, strict=True)
        at = self.draw.choices(range(len(names)), weights)[0]
        took = int(self.draw.lognormvariate(6.0, 1.6))
        numbers = (self.draw.randrange(10**4), self.draw.randrange(10**6))
        self.lines.append(
            f"WAIT #{cursor}: nam='{names[at]}' ela= {took} {shapes[at].format(*numbers)} "
            f"obj#={self.draw.randrange(-1, 90000)} tim={self.clock(took)}"
        )

    def call(self, kind: str, cursor: int, depth: int) -> None:
        took = int(self.draw.lognormvariate(5.0, 1.2))
        self.lines.append(
            f"{kind} #{cursor}:c={took // 2},e={took},p={self.draw.randrange(4)},"
            f"cr={self.draw.randrange(60)},cu={self.draw.randrange(5)},mis=0,"
            f"r={self.draw.randrange(16)},dep={depth},og=1,plh=1388734953,tim={self.clock(took)}"
        )

    def parsing(self, cursor: int, depth: int) -> None:
        text = self.draw.choice(_TEXTS)
        word = "".join(self.draw.choices("0123456789abcdfghjkmnpqrstuvwxyz", k=2))
        self.lines.append("=" * 21)
        self.lines.append(
            f"PARSING IN CURSOR #{cursor} len={len(text)} dep={depth} uid=84 oct=3 lid=84 "
            f"tim={self.clock(9)} hv=2723145788 ad='6677d490' sqlid='50vxqdkj4zu{word}'"
        )
        self.lines += [*text.split("\n"), "END OF STMT"]
        self.call("PARSE", cursor, depth)

    def binds(self, cursor: int) -> None:
        self.lines += [
            f"BINDS #{cursor}:",
            "",
            " Bind#0",
            "  oacdty=02 mxl=22(22) mxlc=00 mal=00 scl=00 pre=00",
            f"  kxsbbbfp=7fc23b65c748  bln=22  avl=02  flg=05\n  value={self.draw.randrange(999)}",
        ]

    def turn(self) -> None:
        """A statement that is executed and fetched from, and now and then a recursive one."""
        cursor, depth = self.draw.choice(self.cursor), int(self.draw.random() < 0.25)
        if self.draw.random() < 0.06:
            self.parsing(cursor, depth)
        if self.draw.random() < 0.05:
            self.binds(cursor)
        for kind in ("EXEC", *["FETCH"] * self.draw.randrange(3)):
            for _ in range(self.draw.randrange(1, 7)):
                self.wait(cursor)
            self.call(kind, cursor, depth)
        if self.draw.random() < 0.03:
            self.lines.append(
                f"STAT #{cursor} id=1 cnt=1 pid=0 pos=1 obj=22 op='TABLE ACCESS FULL STOCK "
                "(cr=2 pr=0 pw=0 str=1 time=60 us cost=1 size=160 card=1)'"
            )
        if self.draw.random() < 0.1:
            self.lines.append(f"CLOSE #{cursor}:c=0,e=3,dep={depth},type=1,tim={self.clock(3)}")


def piece(turns: int = 20_000, seed: int = 1) -> bytes:
    """Some megabytes of a trace: waits, calls, statements, bind values, row sources."""
    composer = _Composer(seed)
    for _ in range(turns):
        composer.turn()
    return ("\n".join(composer.lines) + "\n").encode()


def write_trace(path: Path, size: int, *, turns: int = 20_000) -> int:
    """Write pieces until the file is at least that large; return how many it took."""
    one = piece(turns)
    count = -(-size // len(one))
    with path.open("wb") as file:
        for _ in range(count):
            file.write(one)
    return count
