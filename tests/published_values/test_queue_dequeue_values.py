"""Figures that follow from the published counters and histograms of the dequeue."""

import numpy as np
import pytest

from contention.measurements import Histogram, LockUse
from contention.models import fit_power_law, histogram_tail, local_exponents, unwrap_total

N = np.array([1, 2, 4, 8, 16, 32, 64])
MESSAGES = np.array([11884, 11640, 9420, 6519, 3181, 1441, 667])
LATCH = LockUse(
    "latch",
    N,
    MESSAGES,
    [108318, 148303, 155862, 243571, 187259, 138192, 93584],
    [2497, 2562, 2834, 3969, 6699, 10954, 29496],
)
MUTEX = LockUse(
    "mutex",
    N,
    MESSAGES,
    [361105, 429493, 415825, 630757, 497035, 380492, 258710],
    [3438, 3629, 4306, 5337, 9033, 17947, 40750],
)
PRINTED_NS = {
    "latch": [22759, 32642, 46891, 148295, 394357, 1050489, 4138461],
    "mutex": [104466, 133903, 190079, 516391, 1411417, 4738855, 15805746],
}
LATCH_64 = [64970, 21078, 5382, 459, 680, 483, 302, 114, 26, 26, 11, 9, 17, 10, 4, 4, 4, 3, 2]
MUTEX_64 = [
    166007, 40643, 2751, 1731, 1890, 891, 405, 211, 158, 73, 31, 59, 47, 17, 18, 7, 5, 5, 2,
]  # fmt: skip


@pytest.mark.parametrize("use", [LATCH, MUTEX], ids=["latch", "mutex"])
def test_the_printed_costs_per_message_follow_from_counts_and_means(use):
    assert use.ns_per_message.round().tolist() == PRINTED_NS[use.label]


@pytest.mark.parametrize(
    ("use", "gets", "time", "later"),
    [(LATCH, 0.70, 1.27, 1.58), (MUTEX, 0.66, 1.25, 1.66)],
    ids=["latch", "mutex"],
)
def test_exponents_of_gets_and_of_time(use, gets, time, later):
    assert fit_power_law(N, use.gets_per_message).exponent == pytest.approx(gets, abs=5e-3)
    assert fit_power_law(N, use.ns_per_message).exponent == pytest.approx(time, abs=5e-3)
    from_8 = fit_power_law(N, use.ns_per_message, at_least=8)
    assert from_8.exponent == pytest.approx(later, abs=5e-3)
    assert from_8.n == 4


def test_no_single_power_describes_the_time():
    for use in (LATCH, MUTEX):
        fit = fit_power_law(N, use.ns_per_message)
        assert fit.curvature_pvalue < 0.01
        early, late = np.split(local_exponents(N, use.ns_per_message), [2])
        assert max(early) < 0.55
        assert min(late) > 1.4


def test_mutex_time_triples_from_16_to_32_sessions():
    ratio = MUTEX.ns_per_message[5] / MUTEX.ns_per_message[4]
    assert ratio == pytest.approx(3.36, abs=5e-3)


def test_throughput_is_greatest_at_8_sessions_and_far_from_proportion():
    assert int(LATCH.total_messages.max()) == 52_152
    assert N[LATCH.total_messages.argmax()] == 8
    assert LATCH.total_messages[3] / (8 * LATCH.total_messages[0]) == pytest.approx(0.549, abs=1e-3)


def test_both_totals_at_64_sessions_went_round():
    latch = unwrap_total(-1_534_546_885, 93_584, 29_496)
    mutex = unwrap_total(169_358_324, 214_951, 40_750)
    assert (latch.turns, latch.total) == ((1,), 2_760_420_411)
    assert (mutex.turns, mutex.total) == ((2,), 8_759_292_916)
    assert unwrap_total(441_736_077, 155_862, 2_834).turns == (0,)
    assert unwrap_total(1_461_574_177, 339_405, 4_306).turns == (0,)


@pytest.mark.parametrize(
    ("first", "counts", "total", "count_pct", "time_pct"),
    [
        (2**10, LATCH_64, 2_760_420_411, 0.068, 88),
        (2**11, MUTEX_64, 8_759_292_916, 0.12, 86),
    ],
    ids=["latch", "mutex"],
)
def test_one_get_in_a_thousand_holds_most_of_the_time(first, counts, total, count_pct, time_pct):
    lower = first * 2.0 ** np.arange(len(counts))
    one = Histogram("get", lower, 2 * lower, counts, "ns")
    tail = histogram_tail(one, 1e6, known_total=total)
    assert tail.mean == pytest.approx(total / sum(counts), rel=0.25)
    assert 100 * tail.count_share == pytest.approx(count_pct, abs=0.005)
    assert 100 * tail.time_share == pytest.approx(time_pct, abs=0.5)
    low, high = tail.time_share_bounds
    assert 0.8 < low < tail.time_share < high < 0.93


def test_six_mutex_gets_make_a_pass_alone_and_in_a_crowd():
    # Gets of the traced session, and those among them at location 90, one in each pass.
    for gets, passes in ((18, 3), (415_825, 69_302), (258_710, 43_117)):
        assert gets / passes == pytest.approx(6, abs=1e-3)


def test_a_parabola_fits_the_time_as_well():
    for use in (LATCH, MUTEX):
        values = use.ns_per_message
        residuals = values - np.polyval(np.polyfit(N, values, 2), N)
        assert 1 - np.var(residuals) / np.var(values) > 0.999
