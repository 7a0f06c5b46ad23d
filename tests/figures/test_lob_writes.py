"""Figures of writing large objects: what is drawn is what was counted."""

import numpy as np
import pytest

from contention.figures import (
    describe_buffer_costs,
    describe_exact_cells,
    describe_logical_reads,
    draw_buffer_costs,
    draw_exact_cells,
    draw_logical_reads,
    new_axes,
)
from contention.models import fit_chunk_rewrites

BUFFERS = [2048, 4096, 8132, 8192]
LOGICAL = [3004, 1260, 444, np.nan]


@pytest.fixture
def fit():
    return fit_chunk_rewrites([8192] * 4, BUFFERS, [63, 31, 0, 15], [79, 47, 16, 31])


def test_points_are_the_counts_and_the_line_passes_through_them(fit):
    line, points = draw_buffer_costs(fit, new_axes()).get_lines()
    assert points.get_xdata().tolist() == BUFFERS
    assert points.get_ydata().tolist() == [142, 78, 16, 46]
    drawn = dict(zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert drawn[8132] == 16
    assert drawn[8131] > 16 < drawn[8133]


def test_the_plateau_is_drawn_where_all_counts_are_exact(fit):
    axes = draw_exact_cells([("all", fit)], new_axes())
    line = axes.get_lines()[0]
    best = line.get_xdata()[line.get_ydata() == 8]
    assert 129_025 <= best.min() <= best.max() <= 130_112
    assert line.get_ydata().max() == 8


def test_logical_reads_are_per_kb_and_filled_where_nothing_is_rewritten(fit):
    line, open_marks, filled = draw_logical_reads(fit, LOGICAL, 1024, new_axes()).get_lines()
    assert line.get_ydata().tolist() == [3004, 1260, 444]
    assert open_marks.get_ydata().tolist() == [3004, 1260]
    assert filled.get_ydata().tolist() == [444]


def test_words_give_the_ends(fit):
    assert "from 16 blocks with 8,132 bytes to 142 with 2,048" in describe_buffer_costs(fit)
    assert "8 of 8 between 129,025 and 130,112 bytes" in describe_exact_cells([("all", fit)])
    words = describe_logical_reads(fit, LOGICAL, 1024)
    assert "from 444.0 with 8,132 bytes to 3004.0 with 2,048" in words


def test_a_chunk_size_without_counts_is_left_out_of_the_words():
    nan = float("nan")
    fit = fit_chunk_rewrites(
        [8192, 8192, 16384, 16384],
        [2048, 8132, 2048, 8132],
        [63, 0, nan, nan],
        [79, 16, nan, nan],
    )
    assert "16,384-byte" not in describe_buffer_costs(fit)
    assert "16,384-byte" not in describe_logical_reads(fit, [9, 9, nan, nan], 1024)
    draw_logical_reads(fit, [9, 9, nan, nan], 1024, new_axes())
