"""The tables that an incident file or a heap dump gives."""

from __future__ import annotations

from contention.readers.forms import ColumnForm, TableForm
from contention.readers.heap_chunks import CHUNK_FORM

__all__ = ["DUMP_FORMS"]

_BLOCK = ColumnForm("block", "number of the group that the row belongs to, from 1")
_NAME = ColumnForm("name", "what the value is")
_VALUE = ColumnForm("value", "the value; hexadecimal numbers as exact integers")

DUMP_FORMS = (
    TableForm("heap", "one figure of a heap dump", (_NAME, _VALUE, _BLOCK)),
    TableForm(
        "freeable",
        "all chunks of one comment",
        (
            ColumnForm("kind", "class of the chunks"),
            ColumnForm("comment", "comment of the allocation"),
            ColumnForm("size", "bytes in all of them", "bytes"),
            ColumnForm("chunks", "number of chunks"),
            ColumnForm("min_size", "smallest size", "bytes"),
            ColumnForm("count_at_min", "chunks of that size"),
            ColumnForm("max_size", "largest size", "bytes"),
            ColumnForm("count_at_max", "chunks of that size"),
            _BLOCK,
        ),
    ),
    CHUNK_FORM,
    TableForm("incident", "one fact about the session", (_NAME, _VALUE)),
    TableForm(
        "errors",
        "one error message",
        (
            _BLOCK,
            ColumnForm("code", "code, such as ORA-00600"),
            ColumnForm("text", "text of the message"),
            ColumnForm("object", "the unit that a message of a stack names"),
            ColumnForm("line", "the source line that it names"),
            *(ColumnForm(f"argument_{at}", f"argument {at} in brackets") for at in range(1, 5)),
        ),
    ),
    TableForm(
        "failed_allocation",
        "the allocation that could not be had",
        (
            ColumnForm("code", "code of the error"),
            ColumnForm("bytes", "bytes that were asked for"),
            ColumnForm("heap", "name of the heap"),
            ColumnForm("comment", "comment of the allocation"),
        ),
    ),
    TableForm(
        "memory_uses",
        "one of the largest uses of a process's memory",
        (
            ColumnForm("percent", "share of the memory, rounded"),
            ColumnForm("amount", "amount, rounded to its unit"),
            ColumnForm("unit", "unit of the amount"),
            ColumnForm("chunks", "number of chunks"),
            ColumnForm("comment", "comment of the allocation"),
            ColumnForm("heap", "name of the heap"),
            ColumnForm("ds", "its descriptor"),
            ColumnForm("dsprt", "descriptor of the heap around it"),
        ),
    ),
    TableForm("allocator", "one number of the process's allocator", (_NAME, _VALUE)),
    TableForm("allocator_addresses", "one address of the allocator", (_NAME, _VALUE)),
    TableForm(
        "plsql_stack",
        "one unit of the PL/SQL stack",
        (
            _BLOCK,
            ColumnForm("handle", "handle of the unit"),
            ColumnForm("line", "line that is running"),
            ColumnForm("object", "name of the unit"),
        ),
    ),
    TableForm(
        "stack",
        "one frame of the C stack",
        (
            ColumnForm("frame", "number of the frame"),
            ColumnForm("function", "name of the function"),
            ColumnForm("offset", "offset of the call in it"),
            ColumnForm("callee", "function that is called"),
        ),
    ),
    TableForm(
        "java_stack",
        "one frame of a Java stack",
        (
            _BLOCK,
            ColumnForm("depth", "depth of the frame"),
            ColumnForm("method", "class and method"),
            ColumnForm("unit", "source file"),
            ColumnForm("line", "line in it"),
        ),
    ),
    TableForm("registers", "one register", (_NAME, _VALUE)),
    TableForm(
        "disassembly",
        "one instruction",
        (
            ColumnForm("current", "whether it is the one that failed"),
            ColumnForm("function", "name of the function"),
            ColumnForm("offset", "offset in it"),
            ColumnForm("address", "address of the instruction"),
            ColumnForm("instruction", "the instruction, as printed"),
        ),
    ),
)
