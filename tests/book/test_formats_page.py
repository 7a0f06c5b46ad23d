"""The generated pages on formats: complete, and made by running the readers."""

import pytest

from contention.book.formats_page import format_page, formats_page
from contention.readers import OPTIONS, READERS, Reader


def test_the_list_links_to_every_format_with_its_title() -> None:
    page = formats_page(READERS)
    for name, reader in READERS.items():
        assert f'href="formats/{name}.html"' in page
        assert reader.title.replace("&", "&amp;") in page
    assert all(f'<th scope="row">{name}</th>' in page for name in OPTIONS)


@pytest.mark.parametrize("reader", READERS.values(), ids=lambda reader: reader.name)
def test_a_page_has_the_example_and_what_it_gives(reader: Reader) -> None:
    page = format_page(reader)
    assert reader.example.rstrip() in page
    assert "This gives:" in page
    assert page.count("<caption>Table ") >= 1


def test_a_single_row_of_many_columns_stands_upright() -> None:
    page = format_page(READERS["pgbench"])
    assert "<caption>Table runs, its only row</caption>" in page
    assert '<th scope="row">response_time_s</th><td>0.006615</td>' in page


@pytest.mark.parametrize("reader", READERS.values(), ids=lambda reader: reader.name)
def test_a_page_lists_traits_and_columns_with_a_meaning(reader: Reader) -> None:
    assert reader.traits
    assert reader.gives
    assert all(0 < len(trait) <= 100 for trait in reader.traits)
    page = format_page(reader)
    for form in reader.gives:
        assert form.columns or form.more
        for column in form.columns:
            assert column.meaning
            assert f'<th scope="row">{column.name}</th>' in page
