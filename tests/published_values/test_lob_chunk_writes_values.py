"""Figures that follow from the published tables of direct I/O.

The counts are those that the article prints; the expected conclusions were found by counting
piece by piece, with another program.
"""

import numpy as np
import pytest

from contention.models import (
    ChunkLayout,
    chunk_rewrites,
    fit_chunk_rewrites,
    plan_write_buffers,
)

BUFFERS = [2048, 4096, 8132, 8192, 16264, 16384, 24396, 32528, 32768]
READS = {
    32768: [252, 124, 48, 60, 16, 28, 16, 0, 20],
    16384: [126, 62, 16, 30, 0, 14, 6, 0, 10],
    8192: [63, 31, 0, 15, 0, 7, 0, 0, 5],
}
WRITES = {
    32768: [268, 140, 64, 76, 32, 44, 32, 16, 36],
    16384: [142, 78, 32, 46, 16, 30, 22, 16, 26],
    8192: [79, 47, 16, 31, 16, 23, 16, 16, 21],
}
LARGEST_WRITE = 32_528


def table(sizes=(32768, 16384, 8192)):
    return (
        np.repeat(sizes, len(BUFFERS)),
        BUFFERS * len(sizes),
        np.concatenate([READS[size] for size in sizes]),
        np.concatenate([WRITES[size] for size in sizes]),
    )


def exact_cells(lob_bytes, largest_write):
    """Cells that the model gives exactly, counted cell by cell."""
    total = 0
    for size, reads in READS.items():
        io = chunk_rewrites(ChunkLayout(size), BUFFERS, lob_bytes, largest_write)
        total += int((io.reads == reads).sum() + (io.writes == WRITES[size]).sum())
    return total


def test_all_cells_are_exact_with_the_largest_write_and_48_without():
    fit = fit_chunk_rewrites(*table())
    assert (fit.cells_exact, fit.cells_total) == (54, 54)
    assert (fit.lob.low, fit.lob.high) == (129_025, 130_112)
    assert fit.overheads_bytes == (60,)
    assert fit.largest_writes_bytes == (LARGEST_WRITE,)
    unlimited = fit_chunk_rewrites(*table(), largest_write_bytes=0)
    assert unlimited.cells_exact == 48
    assert {cell.buffer_bytes for cell in unlimited.cells if not cell.exact} == {32_768}
    for cell in unlimited.cells:
        if not cell.exact:
            assert cell.measured - cell.modelled == 2 * cell.chunk_bytes // 8192


@pytest.mark.parametrize("lob_bytes", [129_025, 129_500, 130_112])
def test_every_size_of_the_interval_gives_all_cells(lob_bytes):
    assert exact_cells(lob_bytes, LARGEST_WRITE) == 54
    assert exact_cells(lob_bytes, 0) == 48


@pytest.mark.parametrize("lob_bytes", [129_024, 130_113])
def test_a_byte_outside_the_interval_does_not(lob_bytes):
    assert exact_cells(lob_bytes, LARGEST_WRITE) < 54


@pytest.mark.parametrize("limit", [32_512, 32_527, 32_529, 32_767, 16_264])
def test_other_largest_writes_do_not_give_all_cells(limit):
    assert exact_cells(129_500, limit) < 54


@pytest.mark.parametrize(("size", "overhead"), [(8192, 60), (16384, 120), (32768, 240)])
def test_each_table_alone_has_the_article_s_overhead(size, overhead):
    fit = fit_chunk_rewrites(*table((size,)), largest_write_bytes=0)
    assert size // 8192 * fit.overhead_bytes == overhead
    assert len(fit.overheads_bytes) == 1


def test_a_multiple_of_the_payload_is_what_the_planner_calls_safe():
    for size, reads in READS.items():
        plan = plan_write_buffers(ChunkLayout(size), 129_025, 2048, 32_768, LARGEST_WRITE)
        safe = [buffer for buffer, count in zip(BUFFERS, reads, strict=True) if count == 0]
        assert set(safe) == set(plan.safe_bytes)
        assert plan.least_blocks == 16
        assert (plan.worst_bytes, plan.worst_blocks) == (2048, reads[0] + WRITES[size][0])
