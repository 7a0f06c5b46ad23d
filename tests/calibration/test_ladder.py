"""The fast version: 400 sweeps a row, limits widened by three binomial errors of so few."""

from calibration.ladder import rows


def test_the_ladder_keeps_what_it_promises():
    missed = [row for row in rows(400, seed=5) if not row.kept_within(3.0)]
    assert missed == []
