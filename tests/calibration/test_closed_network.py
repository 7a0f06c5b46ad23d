"""The fast version: 40 draws a row or more, limits widened by three binomial errors of so few."""

from calibration.closed_network import rows


def test_the_intervals_of_closed_networks_keep_what_they_promise():
    missed = [row for row in rows(40, seed=11) if not row.kept_within(3.0)]
    assert missed == []
