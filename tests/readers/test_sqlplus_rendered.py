"""One result, printed under every setting of the client, is one table."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from contention.readers import Reading, read_source
from contention.readers.source import decode
from readers.spools import Shown, Spool, localised, render

WORDS = ("free memory", "KGLH0", "SQLA", "library cache: mutex X", "7, 10", "a-b", "row 3")
TEXTS = st.sampled_from(WORDS)
WHOLE = st.integers(-9_999_999, 99_999_999).map(str)
DECIMAL = st.integers(-99_999, 99_999).map(lambda n: oracle(n / 1000))
RESULTS = st.lists(
    st.tuples(
        TEXTS,
        st.one_of(st.none(), TEXTS),
        WHOLE,
        st.one_of(st.none(), WHOLE),
        st.one_of(st.none(), DECIMAL),
        st.one_of(st.none(), TEXTS),
    ),
    min_size=1,
    max_size=30,
)
COLUMNS = (
    Shown("NAME", 24),
    Shown("KIND", 22),
    Shown("GETS", 10, number=True),
    Shown("MISSES", 12, number=True),
    Shown("SECONDS", 10, number=True),
    Shown("WHERE_FROM", 22),
)
SPOOLS = st.builds(
    Spool,
    pagesize=st.sampled_from([14, 24, 50000]),
    linesize=st.sampled_from([60, 80, 132, 200]),
    newpage=st.sampled_from([1, 2]),
    colsep=st.sampled_from([" ", "  ", "|", " | ", ";", ",", "~"]),
    tab=st.booleans(),
    trimspool=st.booleans(),
    feedback=st.booleans(),
    recsep=st.booleans(),
    prompt=st.booleans(),
)


def oracle(number: float) -> str:
    """As the client prints it: no zero before the decimal mark."""
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def read(text: str, **options: object) -> Reading:
    return read_source(decode(text.encode(), "s.lst"), "sqlplus", options=options)


def values(text: str | None, column: Shown) -> object:
    if text is None or not column.number:
        return text
    return float(text) if "." in text else int(text)


@given(rows=RESULTS, how=SPOOLS)
@settings(max_examples=300, deadline=None)
def test_a_result_comes_back_under_any_settings(rows, how: Spool) -> None:  # type: ignore[no-untyped-def]
    reading = read(render(COLUMNS, rows, how))
    table = reading.table("table_1")
    assert table.names == ("name", "kind", "gets", "misses", "seconds", "where_from", "block")
    for at, column in enumerate(COLUMNS):
        printed = [values(row[at], column) for row in rows]
        assert list(table.columns[at].values) == printed, column.heading
    assert set(table.column("block").values) == {1}
    assert reading.flags == ()


@given(
    rows=RESULTS,
    marks=st.sampled_from([("", "."), (",", "."), (".", ","), ("'", "."), ("\u00a0", ",")]),
    tab=st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_a_result_is_the_same_in_every_territory(rows, marks, tab: bool) -> None:  # type: ignore[no-untyped-def]
    decisive = ("SQLA", None, "1234567", "7654321", ".25", None)
    plain = [decisive, *rows]
    printed = [
        tuple(
            localised(text, *marks) if text is not None and column.number else text
            for text, column in zip(row, COLUMNS, strict=True)
        )
        for row in plain
    ]
    how = Spool(pagesize=50000, linesize=200, tab=tab, prompt=True)
    wide = [replace(column, width=column.width + 4) for column in COLUMNS]
    table = read(render(wide, printed, how)).table("table_1")
    for at, column in enumerate(COLUMNS):
        assert list(table.columns[at].values) == [values(row[at], column) for row in plain]
