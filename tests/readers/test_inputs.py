"""What holds for every composed input: recognition, declared columns, cuts, encodings, damage."""

import fnmatch
import random
from collections import Counter

import pytest

from contention.errors import ContentionError
from contention.measurements import Table
from contention.readers import READERS, Reading, TableForm, read_source
from contention.readers.source import decode
from fuzz.campaign import cases
from fuzz.inputs import COMPOSED, FOLDER, INPUTS, REFUSALS, REFUSED, Input

TEXTS = [one for one in COMPOSED if one.text]
EVERY = pytest.mark.parametrize("one", INPUTS, ids=lambda one: one.name)


def whole(one: Input) -> Reading:
    return read_source(decode(one.data, one.name), one.reader.name)


def content(reading: Reading) -> list[object]:
    return [
        (table.name, table.lines, [(c.name, c.text, c.values) for c in table.columns])
        for table in reading.tables
    ]


def marks(reading: Reading) -> set[tuple[object, ...]]:
    return {(flag.line, flag.column, flag.reason) for flag in reading.flags}


def test_folders_of_inputs_are_named_after_readers() -> None:
    folders = {path.name for top in (FOLDER, REFUSED) for path in top.glob("*")}
    assert folders <= set(READERS)


@pytest.mark.parametrize("one", COMPOSED, ids=lambda one: one.name)
def test_an_input_is_read_by_its_reader_without_being_told(one: Input) -> None:
    reading = read_source(decode(one.data, one.name))
    assert reading.format == one.reader.name
    assert reading.recognition is not None
    assert reading.recognition.accepts
    assert all(len(table) for table in reading.tables)


@pytest.mark.parametrize("one", REFUSALS, ids=lambda one: one.name)
def test_an_input_to_refuse_is_refused_with_words_that_help(one: Input) -> None:
    with pytest.raises(ContentionError) as caught:
        whole(one)
    assert caught.value.path == one.name
    assert caught.value.found or caught.value.hint or caught.value.expected


def form_of(table: Table, forms: tuple[TableForm, ...]) -> TableForm | None:
    return next((form for form in forms if fnmatch.fnmatchcase(table.name, form.name)), None)


@EVERY
def test_every_table_and_column_is_declared_with_its_unit(one: Input) -> None:
    for table in whole(one).tables:
        form = form_of(table, one.reader.gives)
        assert form is not None, f"{table.name} is not declared"
        declared = {column.name: column.unit for column in form.columns}
        for column in table.columns:
            if column.name in declared:
                assert column.unit in (declared[column.name], ""), column.name
            else:
                assert form.more, f"{table.name}.{column.name} is not declared"


def parts_two_captures(one: Input, full: Reading, part: Reading, length: int) -> bool:
    """Whether the cut falls between two whole captures that were joined into one file."""
    try:
        rest = read_source(decode(one.data[length:], one.name), one.reader.name)
    except ContentionError:
        return False
    joined = Counter[str]()
    for table in (*part.tables, *rest.tables):
        joined[table.name] += len(table)
    return joined == {table.name: len(table) for table in full.tables}


def check_cut(one: Input, full: Reading, length: int) -> None:
    """A capture cut there is refused, flagged, or known to be all there is."""
    try:
        part = read_source(decode(one.data[:length], one.name), one.reader.name)
    except ContentionError:
        return
    if marks(part) - marks(full):
        return
    if one.reader.ends:
        whole_parts = content(part) == content(full) or parts_two_captures(one, full, part, length)
        assert whole_parts, f"cut at {length} is silent"
        return
    assert one.data[:length].endswith((b"\n", b"\r")), f"cut at {length} is silent"
    tables = {table.name: table for table in full.tables}
    for table in part.tables:
        full_table = tables[table.name]
        assert len(table) <= len(full_table)
        for column in table.columns:
            assert full_table.column(column.name).text[: len(table)] == column.text


def some_cuts(one: Input) -> list[int]:
    """Every byte of a short capture; of a longer one some line ends and other places."""
    every = list(range(len(one.data)))
    if len(every) <= 700:
        return every
    ends = [at + 1 for at in every[:-1] if one.data[at] == 10] if one.text else []
    chosen = random.Random(one.name)
    return chosen.sample(ends, min(len(ends), 60)) + chosen.sample(every, 25)


@EVERY
def test_cuts_at_line_ends_and_some_bytes_are_never_silent(one: Input) -> None:
    full = whole(one)
    for length in some_cuts(one):
        check_cut(one, full, length)


@pytest.mark.slow
@EVERY
def test_cuts_at_every_byte_are_never_silent(one: Input) -> None:
    full = whole(one)
    step = 1 + len(one.data) // 6_000
    for length in range(0, len(one.data), step):
        check_cut(one, full, length)


@pytest.mark.parametrize("one", TEXTS, ids=lambda one: one.name)
@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encoding_and_line_ends_do_not_change_the_tables(
    one: Input, end: str, encoding: str
) -> None:
    text = one.data.decode(decode(one.data, one.name).encoding)
    changed = text if "\r" in text else text.replace("\n", end)
    reading = read_source(decode(changed.encode(encoding), one.name), one.reader.name)
    assert content(reading) == content(whole(one))


@pytest.mark.parametrize("reader", READERS)
def test_damaged_captures_end_in_a_reading_or_an_error_of_ours(reader: str) -> None:
    assert len(list(cases(reader, range(100)))) == 100
