"""Bounds of a four-station network against the tables of Casale, Muntz and Serazzi 2008."""

import pytest

from contention.models import (
    AsymptoticBounds,
    balanced_job_bounds,
    geometric_bounds,
    proportional_bounds,
    solve_closed_network,
)

DEMANDS = [0.1, 0.1, 0.09, 0.08]

# Sessions, think time; exact throughput; asymptotic, balanced and geometric bounds, each lower
# and upper; and the upper geometric bound that the Octave package queueing 1.2.8 prints.
TABLE = """
 2 0  4.31738623  2.702703  5.405405  4.255319  4.324324  4.304   4.3174  4.381291
 5 0  6.71477153  2.702703 10.000000  6.493506  6.756757  6.6859  6.7524  7.227345
10 0  8.20617074  2.702703 10.000000  7.874016  8.316008  8.1521  8.269   8.729010
20 0  9.16820439  2.702703 10.000000  8.810573  9.400705  9.0947  9.2431  9.463824
80 0  9.85300011  2.702703 10.000000  9.673519 10.000000  9.8233  9.8765  9.876517
 2 1  1.43350424  1.149425  1.459854  1.415900  1.433711  1.4319  1.5195  1.521882
 5 1  3.36360820  1.754386  3.649635  3.068145  3.401529  3.3432  3.5582  3.571993
10 1  5.87191422  2.127660  7.299270  4.811137  6.270238  5.7569  6.141   6.260034
20 1  8.37503223  2.380952 10.000000  6.570713 10.000000  8.0856  8.6467  9.061357
80 1  9.82780028  2.614379 10.000000  8.877220 10.000000  9.7147  9.8594  9.859403
"""
ROWS = [[float(cell) for cell in line.split()] for line in TABLE.strip().splitlines()]
PROPORTIONAL = [
    (2, 4.3174, 4.3174),
    (5, 6.66, 6.7297),
    (10, 8.0219, 8.27),
    (20, 8.8672, 9.3387),
    (80, 9.6736, 10.0),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]:g} sessions, Z {row[1]:g}")
def test_all_bounds_and_the_exact_value(row):
    n, z, exact, aba_lower, aba_upper, bsb_lower, bsb_upper, gb_lower, gb_upper, _ = row
    wide = AsymptoticBounds(sum(DEMANDS), max(DEMANDS), z)
    balanced = balanced_job_bounds(DEMANDS, think_time_s=z)
    geometric = geometric_bounds(DEMANDS, think_time_s=z)
    solved = solve_closed_network(DEMANDS, int(n), think_time_s=z).throughput_per_s[-1]
    assert solved == pytest.approx(exact, abs=5e-9)
    assert wide.throughput_lower(n) == pytest.approx(aba_lower, abs=5e-7)
    assert wide.throughput(n) == pytest.approx(aba_upper, abs=5e-7)
    assert balanced.throughput_lower(n) == pytest.approx(bsb_lower, abs=5e-7)
    assert balanced.throughput(n) == pytest.approx(bsb_upper, abs=5e-7)
    assert geometric.throughput_lower(n) == pytest.approx(gb_lower, abs=5.1e-5)
    assert geometric.throughput(n) == pytest.approx(gb_upper, abs=5.1e-5)


@pytest.mark.parametrize("row", [row for row in ROWS if row[0] < 80])
def test_another_program_prints_a_looser_upper_bound_than_the_paper(row):
    n, z, *_, published, octave = row
    ours = float(geometric_bounds(DEMANDS, think_time_s=z).throughput(n))
    assert ours < octave - 1e-3
    assert abs(ours - published) < abs(octave - published) / 10


@pytest.mark.parametrize(("n", "lower", "upper"), PROPORTIONAL)
def test_proportional_bounds_without_think_time(n, lower, upper):
    bounds = proportional_bounds(DEMANDS)
    assert bounds.throughput_lower(n) == pytest.approx(lower, abs=5.1e-5)
    assert bounds.throughput(n) == pytest.approx(upper, abs=5.1e-5)
