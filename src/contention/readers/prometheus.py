"""Query results of Prometheus: the JSON of its API, and the text of ``promtool query``.

Table ``samples``: one row per sample, with the series and its labels, the time in seconds since
1970 and the value. A series whose name says bytes is also a memory series, with times since its
first sample; the option ``unit`` says so for a name that does not. ``NaN`` and infinities are
missing and flagged; a reset of a counter is seen across them; gaps are flagged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from contention.errors import ContentionError, ReadError
from contention.measurements import Flag
from contention.readers.benchmark_runs import Run, table_of_rows
from contention.readers.forms import ColumnForm, TableForm
from contention.readers.headings import BYTES_PER_UNIT
from contention.readers.json_documents import JsonText, begins_as_json
from contention.readers.prometheus_series import (
    Sample,
    Samples,
    labels_of,
    memory_of,
    number_of,
)
from contention.readers.reading import Options, Reader, Reading, Recognition
from contention.readers.source import SourceText

__all__ = ["READER"]

NAME = "prometheus"

EXAMPLE = """\
{"status": "success", "data": {"resultType": "matrix", "result": [
  {"metric": {"__name__": "process_resident_memory_bytes", "job": "db"},
   "values": [[1767225600, "1048576"], [1767225660, "1114112"], [1767225720, "1179648"]]}
]}}
"""

_COLUMNS = (
    ColumnForm("series", "name and labels"),
    ColumnForm("time_s", "time since 1970", "s"),
    ColumnForm("value", "value, in the unit that the name says"),
)
_HEAD = re.compile(r"\s*([a-zA-Z_:][\w:]{0,200})?(\{.{0,4000}\})? =>\s?(.{0,100})")
_SAMPLE = re.compile(r"\s*(\S{1,40}) @\[?(\d{1,12}(?:\.\d{1,9})?)\]?\s*")
_LABEL = re.compile(r'([a-zA-Z_]\w{0,100})="((?:[^"\\]|\\.){0,1000})"')


def _sniff(source: SourceText) -> Recognition:
    if begins_as_json(source):
        try:
            first, _ = JsonText(source).first_document()
        except ContentionError as error:
            return Recognition(NAME, 0.0, error.message)
        if _is_answer(first.value):
            return Recognition(NAME, 0.97, f"an answer of the API, status {first.value['status']}")
        return Recognition(NAME, 0.0, 'JSON, but no answer with "status" and "data"')
    samples = sum(bool(_SAMPLE.fullmatch(line)) for line in source.lines)
    heads = sum(bool(_HEAD.fullmatch(line)) for line in source.lines)
    filled = sum(bool(line.strip()) for line in source.lines)
    if (samples or heads) and (samples + heads) * 2 > filled:
        return Recognition(NAME, 0.9, f"{samples} samples such as '65 @[1767225600]'")
    return Recognition(NAME, 0.0, "no answer of the API and no samples such as '65 @[1767225600]'")


def _is_answer(value: object) -> bool:
    if not isinstance(value, dict) or value.get("status") not in ("success", "error"):
        return False
    data = value.get("data")
    return "errorType" in value or (isinstance(data, dict) and "resultType" in data)


def _from_json(source: SourceText, flags: list[Flag]) -> list[Samples]:
    documents = list(JsonText(source).documents())
    found: list[Samples] = []
    for document in documents:
        answer, line = document.value, document.line
        if not _is_answer(answer):
            raise ReadError(
                "this is no answer of the Prometheus API",
                path=source.path,
                line=line,
                found=str(answer)[:60],
                expected='an object with "status" and "data"',
            )
        if answer["status"] == "error":
            raise ReadError(
                "Prometheus answered with an error",
                path=source.path,
                line=line,
                found=f"{answer.get('errorType')}: {answer.get('error')}"[:200],
                hint="ask again with another query",
            )
        for kind in ("warnings", "infos"):
            for text in answer.get(kind) or ():
                flags.append(Flag(line, None, str(text)[:80], "Prometheus warned"))
        found += _series(answer["data"], line, flags)
    return found


def _series(data: Mapping[str, Any], line: int, flags: list[Flag]) -> list[Samples]:
    result = data.get("result")
    if data.get("resultType") in ("scalar", "string"):
        result = [{"metric": {}, "value": result}]
    if not isinstance(result, list):
        flags.append(Flag(line, None, str(result)[:60], "a result that is no list; left out"))
        return []
    found = []
    for member in result:
        metric = member.get("metric") if isinstance(member, dict) else None
        if not isinstance(metric, dict):
            flags.append(Flag(line, None, str(member)[:60], "no series; left out"))
            continue
        labels = {str(key): str(value) for key, value in metric.items() if key != "__name__"}
        one = Samples(str(metric.get("__name__", "")), labels, line)
        pairs = member.get("values", [member["value"]] if "value" in member else [])
        for pair in pairs if isinstance(pairs, list) else [pairs]:
            _add(one, pair, line)
        if member.get("histograms") or member.get("histogram"):
            one.flags.append(Flag(line, None, one.name, "native histograms are not read"))
        found.append(one)
    return found


def _add(one: Samples, pair: object, line: int) -> None:
    if (
        not isinstance(pair, list)
        or len(pair) != 2
        or isinstance(pair[0], bool)
        or not isinstance(pair[0], int | float)
        or not abs(pair[0]) < 1e12
    ):
        reason = "no pair of time and value; left out"
        one.flags.append(Flag(line, None, str(pair)[:60], reason))
        return
    text = str(pair[1])
    one.samples.append(Sample(line, float(pair[0]), text, number_of(text)))


def _from_text(source: SourceText, flags: list[Flag]) -> list[Samples]:
    found: list[Samples] = []
    for number, line in enumerate(source.lines, 1):
        head = _HEAD.fullmatch(line)
        text = head[3] if head else line
        sample = _SAMPLE.fullmatch(text)
        if head:
            labels = dict(_LABEL.findall(head[2] or ""))
            found.append(Samples(head[1] or "", labels, number))
        if sample:
            if not found:
                found.append(Samples("", {}, number))
            value = number_of(sample[1])
            found[-1].samples.append(Sample(number, float(sample[2]), sample[1], value))
        elif text.strip():
            flags.append(Flag(number, None, line.strip()[:60], "no sample; left out"))
    return found


def _read(source: SourceText, options: Options) -> Reading:
    flags: list[Flag] = []
    json = begins_as_json(source)
    series = _from_json(source, flags) if json else _from_text(source, flags)
    kept = [one for one in series if one.samples]
    if not kept:
        raise ReadError(
            "there is no sample in this capture",
            path=source.path,
            found=", ".join(one.full_name for one in series)[:80] or source.lines[0].strip()[:60],
            expected="an answer with values, or lines such as '65 @[1767225600]'",
            hint="; ".join(flag.reason for flag in flags[:3]) or None,
        )
    given = str(options.get("unit", ""))
    provenance = source.provenance(NAME)
    rows: list[Run] = []
    memory = []
    for one, label in zip(kept, labels_of(kept), strict=True):
        one.check()
        for sample in one.samples:
            row = Run(sample.line)
            row.put("series", one.full_name, one.full_name)
            row.put("time_s", f"{sample.time_s:.3f}", sample.time_s)
            row.put("value", sample.text, sample.value)
            rows.append(row)
        unit = one.unit(given)
        if unit in BYTES_PER_UNIT:
            made = memory_of(one, label, unit, provenance)
            memory += [made] if made is not None else []
    told = [flag for one in series for flag in one.flags]
    table = table_of_rows("samples", _COLUMNS, rows, provenance, flags=told)
    return Reading(
        NAME,
        (table,),
        memory=tuple(memory),
        issues=(*source.flags, *flags),
        path=source.path,
    )


READER = Reader(
    NAME,
    "query results of Prometheus: API and promtool",
    _sniff,
    _read,
    EXAMPLE,
    traits=(
        "matrix, vector and scalar answers, warnings; an answer that is an error is told",
        "NaN and infinities are missing and flagged; resets of counters are seen across them",
        "gaps of more than 2.5 steps, and times that do not rise, are flagged",
        "memory series are named by the labels in which they differ",
        "names with bytes, kilobytes or megabytes are memory series; else the option unit says so",
        "native histograms are flagged and left out",
    ),
    gives=(TableForm("samples", "one sample", _COLUMNS),),
    long_lines=True,
)
