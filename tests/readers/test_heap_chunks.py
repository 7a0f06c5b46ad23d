"""Lists of chunks: each chunk once, whatever is glued to its class."""

from pathlib import Path

from contention.readers import read_source
from contention.readers.source import decode

INPUT = Path(__file__).parent / "inputs" / "heap_dump" / "chunks_with_glued_status.trc"


def test_a_status_glued_to_the_class_is_a_column_of_its_own() -> None:
    chunks = read_source(decode(INPUT.read_bytes(), "x.trc")).table("chunks")
    assert chunks.column("kind").values == ("recr", "freeable", "free", "freeable")
    assert chunks.column("status").values == ("PR001", "U", None, None)
    assert chunks.column("size").values == (4096, 1024, 512, 65584)
    assert chunks.column("comment").values == (
        "KGLH0^1a2b3c4d", "KGLS^1a2b3c4d", None, "kxs-heap-w",
    )  # fmt: skip
    assert chunks.column("heap_name").values[-1] == "pga heap"


def test_a_descriptor_may_stand_on_a_line_of_its_own() -> None:
    content = INPUT.read_text()
    chunks = read_source(decode(content.encode(), "x.trc")).table("chunks")
    assert chunks.column("ds").values == (None, 0x10F000B00, None, None)
    heap, last = content.rsplit("  Chunk        7f00011030", 1)
    apart = f"{heap}     ds 7f00000aa0\n  Chunk        7f00011030{last}"
    chunks = read_source(decode(apart.encode(), "x.trc")).table("chunks")
    assert chunks.column("ds").values[-1] == 0x7F00000AA0


def test_a_chunk_that_is_listed_twice_counts_once() -> None:
    flags = read_source(decode(INPUT.read_bytes(), "x.trc")).table("chunks").flags
    assert [(flag.line, flag.reason) for flag in flags] == [
        (5, "listed on line 2 already; counted once"),
        (8, "a chunk that cannot be read; left out"),
        (9, "inconsistent: 65584 bytes on line 7; left out"),
    ]
