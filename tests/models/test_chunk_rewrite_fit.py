"""Fit of the chunk-rewrite model: what the counts allow, and nothing else."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contention.errors import FitError, MeasurementError, UsageError
from contention.models import ChunkLayout, chunk_rewrites, fit_chunk_rewrites
from contention.models.chunk_ranges import best_common_range, cell_ranges
from contention.models.chunk_table import chunk_table

BUFFERS = [2048, 4096, 8132, 8192, 16264, 16384, 24396, 32528, 32768]


def made(size, *, overhead=60, limit=0, chunks=(8192, 16384, 32768), buffers=BUFFERS):
    """A table that the model gives exactly."""
    rows = [
        (chunk, buffer, chunk_rewrites(ChunkLayout(chunk, 8192, overhead), buffer, size, limit))
        for chunk in chunks
        for buffer in buffers
    ]
    chunk, buffer, io = zip(*rows, strict=True)
    return chunk, buffer, [one.reads[0] for one in io], [one.writes[0] for one in io]


@pytest.mark.slow
@given(size=st.integers(60_000, 300_000), overhead=st.sampled_from([0, 60, 100]))
@settings(max_examples=15, deadline=None)
def test_the_size_that_made_a_table_is_in_its_interval(size, overhead) -> None:
    fit = fit_chunk_rewrites(*made(size, overhead=overhead), largest_write_bytes=0)
    assert fit.cells_exact == fit.cells_total == 54
    assert fit.lob.low <= size <= fit.lob.high or len(fit.overheads_bytes) > 1
    assert fit.overheads_bytes[0] <= overhead <= fit.overheads_bytes[-1]


@given(size=st.integers(66_000, 300_000), overhead=st.just(60))
@settings(max_examples=10, deadline=None)
def test_the_interval_holds_all_sizes_that_give_the_table_and_no_other(size, overhead) -> None:
    table = made(size, overhead=overhead)
    fit = fit_chunk_rewrites(*table, overhead_bytes=overhead, largest_write_bytes=0)
    low, high = fit.lob.low, fit.lob.high
    assert made(low, overhead=overhead) == made(high, overhead=overhead) == table
    assert made(low - 1, overhead=overhead) != table
    assert made(high + 1, overhead=overhead) != table


def test_a_limit_that_is_needed_is_found_and_one_that_is_not_needed_is_not() -> None:
    assert fit_chunk_rewrites(*made(130_000, limit=32_528)).largest_writes_bytes == (32_528,)
    assert fit_chunk_rewrites(*made(130_000)).largest_writes_bytes == (0,)


def test_predictions_are_the_table_where_all_cells_are_exact() -> None:
    chunk, buffer, reads, writes = made(130_000, limit=32_528)
    fit = fit_chunk_rewrites(chunk, buffer, reads, writes)
    assert fit.exact.all()
    predicted = fit.predict(np.column_stack([chunk, buffer]))
    assert predicted[:, 0].tolist() == reads
    assert predicted[:, 1].tolist() == writes
    assert "largest_write_bytes" in fit.summary()


def test_a_wrong_count_is_the_only_cell_that_is_not_exact() -> None:
    chunk, buffer, reads, writes = made(130_000)
    reads[4] += 1
    fit = fit_chunk_rewrites(chunk, buffer, reads, writes, largest_write_bytes=0)
    assert fit.verdict == "53 of 54 counts are exact"
    assert np.argwhere(~fit.exact).tolist() == [[4, 0]]
    (cell,) = [cell for cell in fit.cells if not cell.exact]
    assert (cell.chunk_bytes, cell.buffer_bytes, cell.counted) == (8192, 16264, "reads")
    assert (cell.measured, cell.modelled) == (1, 0)


def test_exact_cells_are_most_between_the_ends_of_the_interval() -> None:
    fit = fit_chunk_rewrites(*made(130_000), largest_write_bytes=0)
    sizes = [fit.lob.low - 1, fit.lob.low, fit.lob.high, fit.lob.high + 1]
    counts = fit.exact_cells(sizes)
    assert counts[1] == counts[2] == 54
    assert max(counts[0], counts[3]) < 54


def test_a_fraction_of_a_chunk_is_never_exact() -> None:
    chunk, buffer, reads, writes = made(130_000, chunks=(32768,))
    reads[0] += 2
    fit = fit_chunk_rewrites(chunk, buffer, reads, writes, largest_write_bytes=0)
    assert not fit.exact[0, 0]


def test_missing_counts_are_no_cells() -> None:
    chunk, buffer, reads, writes = made(130_000, chunks=(8192,))
    reads[0] = writes[1] = float("nan")
    fit = fit_chunk_rewrites(chunk, buffer, reads, writes, largest_write_bytes=0)
    assert fit.cells_exact == fit.cells_total == 16
    only = fit_chunk_rewrites(chunk, buffer, reads, [np.nan] * 9, overhead_bytes=60)
    assert only.cells_total == 8
    assert only.lob.low <= 130_000 <= only.lob.high


def test_a_known_size_is_kept() -> None:
    fit = fit_chunk_rewrites(*made(130_000), lob_bytes=130_000)
    assert (fit.lob.low, fit.lob.high) == (130_000, 130_000)
    assert fit.overheads_bytes == (60,)
    with_wrong_size = fit_chunk_rewrites(*made(130_000), lob_bytes=90_000)
    assert with_wrong_size.cells_exact < 54
    assert with_wrong_size.lob.low == 90_000


def test_too_few_buffers_leave_the_overhead_open_and_say_so() -> None:
    fit = fit_chunk_rewrites(*made(130_000, chunks=(8192,), buffers=[3000, 5000]))
    assert len(fit.overheads_bytes) > 1
    assert "not identified" in fit.warnings[0]
    low, high = fit.conf_int()["block_payload_bytes"]
    assert low <= 8132 <= high


def test_numbers_of_another_kind_are_said_not_to_fit() -> None:
    rng = np.random.default_rng(7)
    noise = rng.integers(1, 5000, size=(2, 27))
    chunk, buffer, _, _ = made(130_000)
    fit = fit_chunk_rewrites(chunk, buffer, *noise, largest_write_bytes=0)
    assert any("does not describe" in warning for warning in fit.warnings)


def test_no_exact_count_at_all_is_an_error() -> None:
    with pytest.raises(FitError, match="no count follows"):
        fit_chunk_rewrites([8192] * 2, [2048, 4096], [0.5, 1.5], [0.25, 0.75])


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        (([8192, 8192], [2048, 2048], [1, 1], [2, 2]), "one buffer size"),
        (([8000, 8192], [2048, 4096], [1, 1], [2, 2]), "whole number of blocks"),
        (([8192, 8192], [2048, -1], [1, 1], [2, 2]), "positive whole numbers"),
        (([8192, 8192], [2048, 10.5], [1, 1], [2, 2]), "positive whole numbers"),
        (([8192, 8192], [2048, 4096], [1, -1], [2, 2]), "not negative"),
        (([8192, 8192], [2048, 4096], [np.nan] * 2, [np.nan] * 2), "no count"),
    ],
)
def test_an_impossible_table_is_refused(columns, told) -> None:
    with pytest.raises(MeasurementError, match=told):
        fit_chunk_rewrites(*columns)


def test_columns_of_different_length_and_impossible_sizes_are_usage_errors() -> None:
    with pytest.raises(UsageError, match="differ in length"):
        fit_chunk_rewrites([8192], [2048, 4096], [1, 1], [2, 2])
    with pytest.raises(UsageError, match="positive"):
        chunk_table([8192] * 2, [1, 2], [1, 1], [2, 2], block_bytes=0)


def test_an_object_in_too_many_pieces_is_refused() -> None:
    with pytest.raises(MeasurementError, match="too many pieces"):
        cell_ranges([8132], [1], [0], [16], bound=10_000_000)


def test_of_two_stretches_with_as_many_cells_the_wider_is_taken() -> None:
    found = best_common_range(np.array([[[1, 10], [50, 90]]]), 100)
    assert (found.low, found.high, found.cells) == (50, 90, 1)
