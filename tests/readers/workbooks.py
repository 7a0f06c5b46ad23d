"""Small workbooks made of XML, for the tests of spreadsheets."""

import io
import re
import zipfile
from html import escape

from contention.readers.spreadsheet import READER

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def _cell(value: object) -> str:
    if value is None:
        return "<c/>"
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f"<c><v>{value}</v></c>"
    if str(value).startswith("="):
        return f"<c><f>{str(value)[1:]}</f></c>"
    if str(value).startswith("#"):
        return f'<c t="e"><v>{value}</v></c>'
    return f'<c t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'


def xlsx(*sheets: list[list[object]], merged: str = "", hidden: int = 0) -> bytes:
    """A workbook whose sheets are called one, two, three."""
    with zipfile.ZipFile(io.BytesIO(READER.make_example())) as example:
        parts = {name: example.read(name).decode() for name in example.namelist()}
    numbered = list(zip(range(1, len(sheets) + 1), ("one", "two", "three"), strict=False))
    for number, _ in numbered:
        body = "".join(
            f'<row hidden="{int(at == hidden)}">{"".join(map(_cell, row))}</row>'
            for at, row in enumerate(sheets[number - 1], start=1)
        )
        spans = f'<mergeCells><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{body}</sheetData>{spans}</worksheet>'
        )
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in numbered)
    book, links = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
    parts[book] = re.sub(r"<sheet .*/>(?=</sheets>)", listed, parts[book])
    link = re.findall(r"<Relationship .*?/>", parts[links])[0]
    several = "".join(
        link.replace("rId1", f"rId{n}").replace("sheet1", f"sheet{n}") for n, _ in numbered
    )
    parts[links] = parts[links].replace(link, several)
    return zipped(parts)


def zipped(parts: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return content.getvalue()
