"""What holds for every reader: recognition, encodings, cuts, any bytes at all."""

import contextlib
import pkgutil
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import contention.readers
from contention.errors import ContentionError, UnknownFormatError, UsageError
from contention.readers import (
    READERS,
    Reader,
    Reading,
    read,
    read_source,
    recognise,
    recognise_source,
)
from contention.readers.source import decode

EVERY = pytest.mark.parametrize("reader", READERS.values(), ids=lambda reader: reader.name)
TEXT = pytest.mark.parametrize(
    "reader",
    [reader for reader in READERS.values() if not reader.binary],
    ids=lambda reader: reader.name,
)


def content(reading: Reading) -> list[object]:
    return [
        (table.name, table.lines, [(c.name, c.text, c.values) for c in table.columns])
        for table in reading.tables
    ]


def test_every_module_with_a_reader_is_listed() -> None:
    found = set()
    for module in pkgutil.iter_modules(contention.readers.__path__):
        loaded = __import__(f"contention.readers.{module.name}", fromlist=["READER"])
        if isinstance(getattr(loaded, "READER", None), Reader):
            assert loaded.READER.name == module.name
            found.add(module.name)
    assert found == set(READERS)


@EVERY
def test_its_example_is_accepted_by_it_alone(reader: Reader) -> None:
    found = recognise_source(example(reader))
    accepting = [one.reader for one in found if one.accepts]
    special = [name for name in accepting if not READERS[name].general]
    assert (special or accepting) == [reader.name]


@EVERY
def test_its_example_is_read_without_a_flag(reader: Reader) -> None:
    reading = read_source(example(reader))
    assert reading.format == reader.name
    assert reading.flags == ()
    assert all(len(table) for table in reading.tables)
    assert all(table.provenance.format == reader.name for table in reading.tables)


@TEXT
@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_encoding_and_line_ends_do_not_change_the_tables(
    reader: Reader, end: str, encoding: str
) -> None:
    data = reader.example.replace("\n", end).encode(encoding)
    assert content(read_source(decode(data, "x"))) == content(read_source(source(reader.example)))


def source(text: str):  # type: ignore[no-untyped-def]
    return decode(text.encode(), "x")


def example(reader: Reader):  # type: ignore[no-untyped-def]
    return decode(reader.make_example(), "x") if reader.make_example else source(reader.example)


PIECES = [line for reader in READERS.values() for line in reader.example.splitlines()]
LINES = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        st.text(
            alphabet=st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=40
        ),
        st.builds(
            lambda line, at, what: (
                line[: at % (len(line) + 1)] + what + line[at % (len(line) + 1) :]
            ),
            st.sampled_from(PIECES),
            st.integers(0, 200),
            st.sampled_from(
                ["#", "####", " ", "\t", "|", '"', ",", ";", "-", "=", "NaN", "9" * 50]
            ),
        ),
    ),
    max_size=12,
)


@EVERY
@given(lines=LINES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_lines_end_in_a_reading_or_an_error_of_ours(reader: Reader, lines: list[str]) -> None:
    with contextlib.suppress(ContentionError):
        assert read_source(source("\n".join(lines)), reader.name).tables


@given(data=st.binary(max_size=400), name=st.sampled_from([None, *READERS]))
@settings(max_examples=150, deadline=None)
def test_any_bytes_end_in_a_reading_or_an_error_of_ours(data: bytes, name: str | None) -> None:
    with contextlib.suppress(ContentionError):
        assert read_source(decode(data, "x"), name).tables


@EVERY
@pytest.mark.parametrize(
    "text",
    [
        "A B\n- -\n" + "a " * 40_000 + "\n",
        "A B\n- -\n" + "\t" * 90_000 + "\n",
        "-- RUN 1 --\n" + "A = 1, " * 12_000 + "\n",
        "Top Events\nEvent Event Class Session Type % Activity\n" + ("a 1 " * 20 + "\n") * 200,
        "a,b\n" + "1," * 45_000 + "\n",
        "%rax: " * 15_000 + "\n",
        "- " * 45_000 + "\n" + "- " * 45_000 + "\n",
    ],
    ids=["words", "tabs", "pairs", "cuts", "cells", "registers", "dashes"],
)
def test_awkward_captures_are_done_with_quickly(reader: Reader, text: str) -> None:
    began = time.process_time()
    with contextlib.suppress(ContentionError):
        read_source(source(text), reader.name)
    assert time.process_time() - began < 5


def test_what_no_reader_knows_is_refused_with_every_reason(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "prose.txt"
    path.write_text("It was a dark night.\nNothing was measured.\n")
    with pytest.raises(UnknownFormatError, match="no reader recognises") as caught:
        read(path)
    assert all(f"{name}: " in str(caught.value) for name in READERS)
    assert len(recognise(path)) == len(READERS)


def test_what_two_readers_know_is_refused_naming_both() -> None:
    text = READERS["heap_dump"].example + READERS["sqlplus"].example
    with pytest.raises(UnknownFormatError, match="more than one reader accepts") as caught:
        read_source(source(text))
    assert "heap_dump" in str(caught.value)
    assert "sqlplus" in str(caught.value)
    assert read_source(source(text), "sqlplus").format == "sqlplus"


def test_an_unknown_reader_or_option_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="no reader xml"):
        read_source(source("a,b\n1,2\n"), "xml")
    with pytest.raises(UsageError, match="no option colour"):
        read_source(source("a,b\n1,2\n"), "csv", options={"colour": 1})
    with pytest.raises(UsageError, match="option measures"):
        read_source(source("a,b\n1,2\n"), "csv", options={"measures": "time"})


def test_an_absent_table_is_named_with_those_there_are() -> None:
    with pytest.raises(ContentionError, match="no table other") as caught:
        read_source(source("a,b\n1,2\n"), "csv").table("other")
    assert "data" in str(caught.value)
