"""Incident files: heap summary, errors, stacks, registers."""

import pytest

from contention.errors import ReadError
from contention.readers import Reading, read_source
from contention.readers.source import decode

DUMP = """\
Unix process pid: 22948, image: oracle@example
*** SESSION ID:(191.4859) 2023-03-03T12:25:02.690695+01:00

ORA-00600: internal error code, arguments: [heap-size], [0x08F4BEDC8], [0], [524288176]

HEAP DUMP heap name="KGLH0^bd46458"  desc=0x8f436300
 dsx heap size=524659800
 extent sz=0xfe8 rec=0 flg=3 opc=0
Summary of 2425232 chunks using 524655000 bytes in 129354 extents
 a line that newer versions print
from EXTENT 0 to EXTENT 129353 between 0x6b4b9000 and 0x8f436298
  freeable       sz= 248128024  chunks= 607686 "first chunks   "
                                              sz range 408 (597970) to 432 (7140)
  freeable       sz= 184851000  chunks= 452647 "other: chunks  "
                                              sz range 408 (445507) to 432 (7119)
Total heap size    =524659800

----- dump of the library object
LibraryHandle:  Address=0x8f4bedc8 Hash=bd46458 LockMode=N Status=VALD
  ObjectName:  Name=SOME_QUEUE
    FullHashValue=7f06776610a79cd3e76b3b110bd46458 Namespace=QUEUE(10) Type=QUEUE(24)
    DataBlocks:
      Block:  #='0' name=KGLH0^bd46458 pins=0 Change=NONE
        one more line of a newer version
        FreedLocation=0 Alloc=512000.171875 Size=512002.304688

----- end of the library object
----- Current SQL Statement for this session (sql_id=bpy2c9r6bmkgp) -----
BEGIN something
----- PL/SQL Call Stack -----
  object      line  object of a database
  handle    number  name
0xa38a1068       926  package body SYS.PACKAGE.PROCEDURE
0x8ea8f5a0         1  anonymous block

========== FRAME [8] (warn()+1417 -> dbgeEnd()) ==========
========== FRAME [9] (alloc()+418 -> warn()) ==========
%rax: 0x000000000000006c %rbx: 0x0000000000000000
 %r9: 0x0000000000000010 %efl: 0x0000000000010246
  __strnlen()+15 (0x7f28a91dbf7f) mov %rdi,%r8
> __strnlen()+33 (0x7f28a91dbf91) pcmpeqb (%rdi),%xmm2
"""


def read(text: str) -> Reading:
    return read_source(decode(text.encode(), "x.trc"), "heap_dump")


def scalar(name: str, table: str = "heap") -> tuple[object, object]:
    found = read(DUMP).table(table)
    row = found.row(name=name)
    return found.column("value").values[row], found.column("value").text[row]


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("heap_size", 524659800, "524659800"),
        ("summary_chunks", 2425232, "2425232"),
        ("summary_bytes", 524655000, "524655000"),
        ("extents", 129354, "129354"),
        ("last_extent", 129353, "129353"),
        ("first_address", 0x6B4B9000, "0x6b4b9000"),
        ("total_heap_size", 524659800, "524659800"),
        ("handle_address", 0x8F4BEDC8, "0x8f4bedc8"),
        ("hash", 198468696, "bd46458"),
        ("full_hash_value", 0x7F06776610A79CD3E76B3B110BD46458, "7f06776610a79cd3e76b3b110bd46458"),
        ("object_name", "SOME_QUEUE", "SOME_QUEUE"),
        ("block_name", "KGLH0^bd46458", "KGLH0^bd46458"),
        ("alloc_kb", 512000.171875, "512000.171875"),
        ("size_kb", 512002.304688, "512002.304688"),
    ],
)
def test_scalars_are_exact_with_their_text(name: str, value: object, text: str) -> None:
    assert scalar(name) == (value, text)


def test_chunk_kinds_have_their_range_of_sizes() -> None:
    table = read(DUMP).table("freeable")
    assert table.column("comment").values == ("first chunks", "other: chunks")
    assert table.column("size").values == (248128024, 184851000)
    assert table.column("min_size").values == (408, 408)
    assert table.column("count_at_max").values == (7140, 7119)
    assert table.lines == (12, 14)


def test_the_head_of_the_file_is_read() -> None:
    assert scalar("pid", "incident") == (22948, "22948")
    assert scalar("session_id_time", "incident")[0] == "2023-03-03T12:25:02.690695+01:00"
    assert scalar("sql_id", "incident")[0] == "bpy2c9r6bmkgp"
    assert scalar("command", "incident")[0] == "BEGIN"


def test_stacks_registers_and_instructions_are_read() -> None:
    reading = read(DUMP)
    stack = reading.table("stack")
    assert stack.column("frame").values == (8, 9)
    assert stack.column("function").values == ("warn", "alloc")
    assert stack.column("offset").values == (1417, 418)
    assert stack.column("callee").values == ("dbgeEnd", "warn")
    plsql = reading.table("plsql_stack")
    assert plsql.column("line").values == (926, 1)
    assert plsql.column("handle").values == (0xA38A1068, 0x8EA8F5A0)
    registers = reading.table("registers")
    assert registers.column("value").values[registers.row(name="efl")] == 0x10246
    code = reading.table("disassembly")
    assert code.column("current").values == (0, 1)
    assert code.column("address").values == (0x7F28A91DBF7F, 0x7F28A91DBF91)
    assert code.column("instruction").values[0] == "mov %rdi,%r8"


def test_a_whole_dump_has_no_flag() -> None:
    assert read(DUMP).flags == ()


def test_a_dump_cut_before_its_total_is_flagged() -> None:
    reading = read(DUMP.partition("Total heap size")[0])
    assert any("may be cut" in flag.reason and flag.line == 6 for flag in reading.flags)


def test_a_chunk_kind_without_its_range_is_flagged() -> None:
    text = "\n".join(DUMP.splitlines()[:14]) + "\n"
    reading = read(text)
    assert reading.table("freeable").column("min_size").values == (408, None)
    assert any(flag.line == 14 for flag in reading.flags)


def test_a_broken_summary_line_is_flagged() -> None:
    reading = read(DUMP.replace("chunks= 607686", "chunks= many"))
    assert any("incomplete line" in flag.reason and flag.line == 12 for flag in reading.flags)


def test_two_dumps_are_told_apart() -> None:
    head = DUMP.partition("LibraryHandle")[0]
    table = read(head + head).table("heap")
    rows = [table.row(name="heap_size", block=block) for block in (1, 2)]
    assert [table.column("value").values[row] for row in rows] == [524659800] * 2


def test_a_broken_frame_is_flagged() -> None:
    reading = read(DUMP.replace("(alloc()+418 -> warn())", "(alloc()+"))
    assert any("incomplete line of a stack" in flag.reason for flag in reading.flags)


def test_a_file_without_any_of_it_is_an_error() -> None:
    with pytest.raises(ReadError, match="no heap dump, error message or call stack"):
        read("nothing of the kind\n")


def test_a_range_without_its_chunks_is_flagged() -> None:
    reading = read(DUMP.replace("Total heap size", "  sz range 1 (2) to 3 (4)\nTotal heap size"))
    assert any("without its line of chunks" in flag.reason for flag in reading.flags)
