"""Prometheus: samples as they are, memory in bytes, and every doubt told."""

from pathlib import Path

import numpy as np
import pytest

from contention.errors import ReadError
from contention.readers import READERS, Reading, read_source
from contention.readers.source import decode

INPUTS = Path(__file__).parent / "inputs" / "prometheus"


def reading(name: str, **options: object) -> Reading:
    return read_source(decode((INPUTS / name).read_bytes(), name), options=options)


def reasons(found: Reading) -> list[str]:
    return [flag.reason for flag in found.flags]


def test_special_values_are_missing_and_flagged_never_zero() -> None:  # B24, tricky input 20
    found = reading("matrix_special_values.json")
    values = found.table("samples").column("value").values
    assert values[:6] == (100, None, None, 120, 125, 126)
    assert reasons(found).count("no finite number; the value is missing") == 3


def test_a_reset_of_a_counter_is_seen_across_a_missing_sample() -> None:  # B24
    assert "a counter that was 147 before: it was reset" in reasons(
        reading("matrix_special_values.json")
    )


def test_a_gap_is_flagged_with_its_length() -> None:  # tricky input 20
    (gap,) = [one for one in reasons(reading("matrix_special_values.json")) if "a gap" in one]
    assert gap == "a gap: 450 s behind the sample at 1767225780.000"


def test_memory_is_in_bytes_with_gaps_kept_and_repeated_times_left_out() -> None:
    first, second = reading("matrix_special_values.json").memory
    assert first.label == 'heap_kilobytes{pod="a"}'
    assert first.step_unit == "s"
    assert first.step.tolist() == [0, 60, 120, 180, 630]
    np.testing.assert_array_equal(first.bytes, [102_400, np.nan, np.nan, 122_880, 128_000])
    assert second.step.tolist() == [0, 120]
    assert any("negative" in flag.reason for flag in second.flags)


def test_warnings_empty_series_and_native_histograms_are_told() -> None:
    told = reasons(reading("matrix_special_values.json"))
    assert "Prometheus warned" in told
    assert "native histograms are not read" in told
    assert "no series; left out" in told
    assert "not later than the sample before" in told


def test_several_answers_of_one_file_are_read() -> None:
    found = reading("vector_and_scalar.json")
    table = found.table("samples")
    assert table.column("value").values == (1_500_000.0, None, 2)
    assert table.column("series").values == ('rss_bytes{pod="a"}', 'rss_bytes{pod="b"}', "{}")
    assert table.lines == (1, 1, 4)
    assert [series.bytes.tolist() for series in found.memory] == [[1_500_000.0]]


def test_the_text_of_promtool_gives_the_same() -> None:
    found = reading("promtool_range.txt")
    first, second = found.memory
    assert first.label == 'process_resident_memory_bytes{instance="one:9100"}'
    assert first.step.tolist() == [0, 15.5, 30]
    np.testing.assert_array_equal(first.bytes, [65536, 69632, np.nan])
    assert second.bytes.tolist() == [131072, 131072]
    instant = reading("promtool_instant.txt").table("samples")
    assert instant.column("value").values == (1, 0)
    assert instant.lines == (1, 2)


def test_the_unit_of_another_name_is_an_option() -> None:
    content = READERS["prometheus"].example.replace("process_resident_memory_bytes", "held")
    source = decode(content.encode(), "x")
    assert not read_source(source).memory
    (series,) = read_source(source, options={"unit": "kb"}).memory
    assert series.bytes[0] == 1048576 * 1024


def test_lines_that_are_no_samples_are_left_out_and_flagged() -> None:
    found = read_source(decode(b"1 @[1767225600]\n2 @[1767225660]\nwhat?\n", "x"), "prometheus")
    assert found.table("samples").column("value").values == (1, 2)
    assert [(flag.line, flag.reason) for flag in found.flags] == [(3, "no sample; left out")]


def test_pairs_that_are_none_are_left_out_and_flagged() -> None:
    content = READERS["prometheus"].example.replace('[1767225660, "1114112"]', '["x", 1], 7')
    found = read_source(decode(content.encode(), "x"))
    assert found.table("samples").column("value").values == (1048576, 1179648)
    assert reasons(found).count("no pair of time and value; left out") == 2


def test_an_error_of_the_server_is_told_in_its_words() -> None:
    data = (INPUTS.parents[1] / "refused" / "prometheus" / "error.json").read_bytes()
    with pytest.raises(ReadError, match="answered with an error") as caught:
        read_source(decode(data, "error.json"))
    assert caught.value.found == "bad_data: invalid parameter query"


def test_a_leak_is_fitted_from_an_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from contention.cli import main

    pairs = ", ".join(f'[{1767225600 + 60 * n}, "{10**6 + 4096 * n}"]' for n in range(40))
    path = tmp_path / "rss.json"
    path.write_text(
        '{"status": "success", "data": {"resultType": "matrix", "result": [{"metric": '
        f'{{"__name__": "rss_bytes"}}, "values": [{pairs}]}}]}}}}\n'
    )
    assert main(["fit", "leak", str(path)]) == 0
    assert "leak" in capsys.readouterr().out
