"""Rewrites of LOB chunks: counted piece by piece, in closed form, and against printed tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contention.errors import UsageError
from contention.models import ChunkLayout, chunk_rewrites, plan_write_buffers
from contention.models.chunk_rewrite import starts_inside

SIZE = st.integers(1, 60)


def written_piece_by_piece(payload: int, buffer: int, size: int, limit: int) -> tuple[int, int]:
    """Chunks read and written by an object that is written byte range by byte range."""
    reads = writes = position = 0
    while position < size:
        end = min(position + buffer, size)
        while position < end:
            stop = min(position + (limit or size), end)
            touched = {byte // payload for byte in range(position, stop)}
            reads += position % payload != 0
            writes += len(touched)
            position = stop
    return reads, writes


@given(payload=SIZE, buffer=SIZE, size=st.integers(1, 200), limit=st.integers(0, 60))
def test_the_closed_form_counts_what_a_simulation_does(payload, buffer, size, limit) -> None:
    reads, writes = written_piece_by_piece(payload, buffer, size, limit)
    assert starts_inside(payload, buffer, size, limit) == reads
    io = chunk_rewrites(ChunkLayout(payload, payload, 0), buffer, size, limit)
    assert (io.reads[0], io.writes[0]) == (reads, writes)


@given(payload=SIZE, buffer=SIZE, size=st.integers(1, 5000))
def test_without_a_limit_every_gth_start_is_aligned(payload, buffer, size) -> None:
    writes = -(-size // buffer)
    aligned = -(-writes * int(np.gcd(buffer, payload)) // payload)
    assert starts_inside(payload, buffer, size) == writes - aligned


@given(multiple=st.integers(1, 9), size=st.integers(1, 2000), payload=SIZE)
def test_a_multiple_of_the_payload_never_rewrites(multiple, size, payload) -> None:
    assert starts_inside(payload, multiple * payload, size) == 0


@given(payload=SIZE, buffer=SIZE, size=st.integers(1, 300), limit=st.integers(0, 60))
def test_a_longer_object_never_costs_less(payload, buffer, size, limit) -> None:
    layout = ChunkLayout(payload, payload, 0)
    shorter, longer = (chunk_rewrites(layout, buffer, s, limit) for s in (size, size + 1))
    assert longer.reads[0] >= shorter.reads[0]
    assert longer.writes[0] >= shorter.writes[0]


@pytest.mark.parametrize(("chunk", "payload"), [(8192, 8132), (16384, 16264), (32768, 32528)])
def test_the_payloads_are_those_of_the_article(chunk, payload) -> None:
    assert ChunkLayout(chunk).payload_bytes == payload


def test_a_limit_splits_a_large_buffer() -> None:
    layout = ChunkLayout(8192)
    assert chunk_rewrites(layout, 32_768, 130_000).reads.tolist() == [3]
    assert chunk_rewrites(layout, 32_768, 130_000, 32_528).reads.tolist() == [5]


@pytest.mark.parametrize(
    ("chunk", "block", "overhead"), [(8000, 8192, 60), (0, 8192, 60), (8192, 8192, 8192)]
)
def test_an_impossible_layout_is_refused(chunk, block, overhead) -> None:
    with pytest.raises(UsageError):
        ChunkLayout(chunk, block, overhead)


@pytest.mark.parametrize(("buffer", "size"), [(0, 10), (10, 0)])
def test_sizes_must_be_positive(buffer, size) -> None:
    with pytest.raises(UsageError, match="positive"):
        chunk_rewrites(ChunkLayout(8192), buffer, size)
    with pytest.raises(UsageError, match="positive"):
        starts_inside(8132, 0, 5)


class TestPlan:
    def test_safe_sizes_are_the_multiples_and_a_buffer_for_the_whole_object(self) -> None:
        plan = plan_write_buffers(ChunkLayout(8192), 20_000, 8_000, 21_000)
        whole = tuple(range(20_000, 21_001))
        assert plan.safe_bytes == (8132, 16264, *whole)

    def test_with_a_limit_a_buffer_for_the_whole_object_is_split(self) -> None:
        plan = plan_write_buffers(ChunkLayout(8192), 100_000, 32_000, 70_000, 32_528)
        assert plan.safe_bytes == tuple(8132 * n for n in range(4, 9))

    def test_the_worst_size_is_the_smallest_and_costs_a_rewrite_per_write(self) -> None:
        plan = plan_write_buffers(ChunkLayout(32768), 130_000, 2048, 32_768)
        assert (plan.worst_bytes, plan.worst_blocks, plan.least_blocks) == (2048, 520, 16)
        assert plan.worst_ratio == pytest.approx(32.5)
        assert plan.cost_ratio(24_396) == pytest.approx(3)

    @pytest.mark.parametrize(("low", "high"), [(0, 9), (9, 8), (1, 1_000_001)])
    def test_an_impossible_range_is_refused(self, low, high) -> None:
        with pytest.raises(UsageError, match="range of buffer sizes"):
            plan_write_buffers(ChunkLayout(8192), 100, low, high)
