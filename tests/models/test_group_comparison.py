"""Groups of sweeps: the joint fit, the test, the pairs."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import curve_fit

from contention.errors import MeasurementError, UsageError
from contention.measurements import Sweep
from contention.models import (
    ScalabilityCurve,
    compare_groups,
    fit_universal_scalability,
)
from contention.studies import open_study

N = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 48.0, 64.0])


def sweeps(curves, noise=0.02, seed=1, sessions=N):
    rng = np.random.default_rng(seed)
    return {
        f"g{i}": (sessions, c.throughput(sessions) * (1 + noise * rng.standard_normal(N.size)))
        for i, c in enumerate(curves)
    }


SAME = [ScalabilityCurve(g, 0.05, b) for g, b in ((100, 2e-4), (140, 4e-4), (60, 6e-4))]
OTHER = [SAME[0], ScalabilityCurve(140, 0.12, 4e-4), SAME[2]]


def dummy_coded(groups, common):
    """The same model as one regression with dummy columns, by scipy alone."""
    labels = list(groups)
    n = np.concatenate([groups[label][0] for label in labels])
    x = np.concatenate([groups[label][1] for label in labels])
    which = np.repeat(np.arange(len(labels)), N.size)
    size = float(np.max(x / n))
    sizes = [1 if name in common else len(labels) for name in ("g", "a", "b")]

    def curve(_, *theta):
        parts = np.split(np.array(theta), np.cumsum(sizes)[:-1])
        gamma, alpha, beta = (p[which] if p.size > 1 else p[0] for p in parts)
        return size * gamma * n / (1 + alpha / 10 * (n - 1) + beta / 1e3 * n * (n - 1))

    start = np.repeat([1.0, 0.5, 0.4], sizes)
    best, _ = curve_fit(curve, n, x, start, xtol=1e-13, ftol=1e-13, maxfev=20000)
    return float(np.sum((curve(None, *best) - x) ** 2)), sum(sizes)


@pytest.mark.parametrize(
    ("common", "dummies"), [(["contention"], "a"), (["contention", "coherency"], "ab")]
)
def test_the_f_test_is_that_of_a_dummy_coded_regression(common, dummies):
    groups = sweeps(SAME)
    found = compare_groups(groups, common)
    full, parameters = dummy_coded(groups, "")
    held, fewer = dummy_coded(groups, dummies)
    q, df = parameters - fewer, 27 - parameters
    f = (held - full) / q / (full / df)
    assert (found.df_numerator, found.df_denominator) == (q, df)
    assert found.f_statistic == pytest.approx(f, rel=1e-6)
    assert found.p_value == pytest.approx(stats.f.sf(f, q, df), rel=1e-6)


def test_three_platforms_of_a_study_against_a_dummy_coded_regression():
    sweeps = open_study("row_cache").sweeps[:3]
    found = compare_groups(sweeps)
    assert found.labels == ("solaris_plsql", "aix_plsql", "linux_plsql")
    groups = {s.label: (s.sessions, s.throughput_per_s) for s in sweeps}
    full, held = dummy_coded(groups, "")[0], dummy_coded(groups, "a")[0]
    assert found.f_statistic == pytest.approx((held - full) / 2 / (full / 18), rel=1e-6)
    assert not found.differs
    # Linux is the noisiest in absolute terms, and that is said.
    assert any("differ in their spread" in note for note in found.warnings)
    assert compare_groups(sweeps, ["coherency"], noise="proportional").differs


def test_the_separate_fits_are_those_of_each_sweep():
    groups = sweeps(SAME)
    found = compare_groups(groups)
    for label, (n, x) in groups.items():
        assert found.separate[label].params == fit_universal_scalability(n, x).params
    rest = sum(fit_universal_scalability(n, x).sum_of_squares for n, x in groups.values())
    assert found.sum_of_squares_separate == pytest.approx(rest)
    assert found.sum_of_squares_common >= rest


def test_with_one_parameter_and_separate_spreads_it_is_the_test_of_welch():
    # Where noise is small the curves are straight, and the estimates are all that matters.
    found = compare_groups(sweeps(OTHER, noise=1e-5), spread="separate")
    fits = list(found.separate.values())
    value = np.array([fit.contention for fit in fits])
    weight = 1 / np.array([fit.bse["contention"] for fit in fits]) ** 2
    share = weight / weight.sum()
    middle = share @ value
    doubt = float(np.sum((1 - share) ** 2 / 6))
    f = np.sum(weight * (value - middle) ** 2) / 2 / (1 + 2 * (3 - 2) / (3**2 - 1) * doubt)
    assert found.f_statistic == pytest.approx(f, rel=0.05)
    assert found.df_numerator == 2
    assert found.df_denominator == pytest.approx((3**2 - 1) / (3 * doubt), rel=0.05)


@pytest.mark.parametrize("spread", ["common", "separate"])
@pytest.mark.parametrize("noise", ["constant", "proportional"])
def test_an_obvious_difference_is_found_and_the_pair_named(spread, noise):
    found = compare_groups(sweeps(OTHER), noise=noise, spread=spread)
    assert found.differs
    assert "contention differs between the 3 groups" in found.verdict
    apart = {(p.first, p.second) for p in found.pairs if p.p_adjusted < 0.05}
    assert apart == {("g0", "g1"), ("g1", "g2")}
    frame = found.pairs_frame().set_index(["first", "second"])
    assert frame.loc[("g0", "g1"), "low"] > 0
    assert frame.loc[("g1", "g2"), "high"] < 0


@pytest.mark.parametrize("spread", ["common", "separate"])
def test_what_is_common_is_found_common(spread):
    found = compare_groups(sweeps(SAME), spread=spread)
    assert not found.differs
    assert "no evidence that contention differs" in found.verdict
    assert any("not significant is not equal" in note for note in found.warnings)
    low, high = found.conf_int()["contention"]
    assert low < 0.05 < high
    alone = [fit.conf_int()["contention"] for fit in found.separate.values()]
    assert high - low < min(end - start for start, end in alone)
    assert found.predict("g1", 1.0) == pytest.approx(found.common_curves[1].throughput_at_one)


@pytest.mark.parametrize("spread", ["common", "separate"])
def test_an_interval_holds_zero_when_its_pair_does_not_differ(spread):
    found = compare_groups(sweeps(OTHER, noise=0.04, seed=3), spread=spread)
    for pair in found.pairs:
        low, high = found.interval_of_difference(pair, 0.05)
        assert low <= pair.difference <= high
        # Separate spreads: the degrees of freedom are those at equality.
        assert (low <= 0.0 <= high) == (pair.p_value >= 0.05)


def test_probabilities_of_pairs_are_adjusted_as_holm_did():
    found = compare_groups(sweeps(OTHER), ["contention", "coherency"])
    plain = sorted(pair.p_value for pair in found.pairs)
    adjusted = sorted(pair.p_adjusted for pair in found.pairs)
    assert len(plain) == 6
    assert adjusted[0] == pytest.approx(6 * plain[0])
    assert all(a >= p for a, p in zip(adjusted, plain, strict=True))


def test_a_straight_difference_has_the_interval_of_two_means():
    # With contention and coherency near zero, throughput at one is a slope through the origin.
    rng = np.random.default_rng(8)
    lines = {k: (N, g * N + rng.standard_normal(9)) for k, g in (("a", 10.0), ("b", 10.5))}
    found = compare_groups(lines, ["throughput_at_one"])
    low, high = found.interval_of_difference(found.pairs[0])
    assert low < 0.5 < high
    assert found.pairs[0].df == 12


def test_unequal_spreads_and_bounds_are_warned_of():
    groups = {"quiet": sweeps(SAME, 0.001)["g0"], "loud": sweeps(SAME, 0.1, seed=4)["g1"]}
    assert any("separate" in note for note in compare_groups(groups).warnings)
    level = [ScalabilityCurve(100, 0.05, 0.0), ScalabilityCurve(120, 0.05, 0.0)]
    found = compare_groups(sweeps(level, seed=3), ["coherency"])
    bound = [k for k, fit in found.separate.items() if fit.coherency == 0.0]
    assert bound
    assert any(f"bound 0 in {', '.join(bound)}" in note for note in found.warnings)
    few = {k: (n[:5], x[:5]) for k, (n, x) in sweeps(SAME).items()}
    assert any("fewer than 3" in t for t in compare_groups(few, spread="separate").warnings)


def test_exact_sweeps_are_compared_without_noise():
    exact = sweeps(SAME, noise=0.0)
    assert not compare_groups(exact).differs
    other = compare_groups(sweeps(OTHER, noise=0.0), spread="separate")
    assert other.differs
    low, high = compare_groups(sweeps(OTHER, noise=0.0)).interval_of_difference(other.pairs[0])
    assert (low, high) == pytest.approx((0.07, 0.07), rel=1e-4)


def test_two_to_twenty_groups_are_taken():
    curves = [ScalabilityCurve(100 + 5 * k, 0.05, 2e-4) for k in range(20)]
    found = compare_groups(sweeps(curves))
    assert found.df_numerator == 19
    assert len(found.pairs) == 190
    assert found.p_value > 0.001
    assert max(c.contention for c in found.common_curves) == found.params["contention"]


def test_sweeps_and_columns_give_the_same_answer():
    columns = sweeps(SAME)
    tables = [Sweep(label, n, x) for label, (n, x) in columns.items()]
    assert compare_groups(tables).f_statistic == compare_groups(columns).f_statistic


def test_the_summary_has_groups_pairs_and_the_spread():
    found = compare_groups(sweeps(SAME), spread="separate")
    text = found.summary()
    assert "27 points, constant noise, separate spread" in text
    assert "contention_in_common" in text
    assert found.frame()["contention_in_common"].nunique() == 1
    assert found.frame()["coherency_in_common"].nunique() == 3


def test_what_cannot_be_compared_is_refused():
    groups = sweeps(SAME)
    with pytest.raises(UsageError, match="what may be common"):
        compare_groups(groups, ["sigma"])
    with pytest.raises(UsageError, match="what may be common"):
        compare_groups(groups, [])
    with pytest.raises(UsageError, match="spread"):
        compare_groups(groups, spread="own")
    with pytest.raises(MeasurementError, match="two to 20"):
        compare_groups({"one": groups["g0"]})
    twice = [Sweep("a", *groups["g0"]), Sweep("a", *groups["g1"])]
    with pytest.raises(MeasurementError, match="different labels"):
        compare_groups(twice)
    short = {"a": (N[:4], groups["g0"][1][:4]), "b": groups["g1"]}
    with pytest.raises(MeasurementError, match="group a: four points"):
        compare_groups(short)
    with pytest.raises(UsageError, match="no such group"):
        compare_groups(groups).predict("g9", 1)
    assert math.isfinite(compare_groups(groups).p_value)
