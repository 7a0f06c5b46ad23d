"""A report of latencies speaks of the data that it has, and of nothing else."""

import math

import pytest

from contention.errors import UsageError
from contention.measurements import Histogram
from contention.models import choose_histogram, describe_latency, duration_text, latency_table

ENDS = [2.0**at for at in range(10)]
TWO_KINDS = Histogram("a", ENDS[:9], ENDS[1:], [30, 300, 30, 2, 1, 4, 60, 20, 1], "ms")
ONE_KIND = Histogram("b", [1.0, 1.1, 1.2], [1.1, 1.2, 1.3], [300, 900, 200], "ms")


def test_two_kinds_are_told_with_share_and_time():
    found = describe_latency(TWO_KINDS)
    assert found.slow.low == 32
    assert found.slow.count == 85
    # By the middles of the buckets: 4 x 48 + 60 x 96 + 20 x 192 + 384 over the sum of all.
    slow = 4 * 48 + 60 * 96 + 20 * 192 + 384
    rest = 30 * 1.5 + 300 * 3 + 30 * 6 + 2 * 12 + 24
    assert found.slow.time_share == pytest.approx(slow / (slow + rest))
    assert "From fast to slow: 81 %" in found.kind_sentences[1]
    assert any("finer buckets" in step for step in found.next_steps)
    assert any("from 32 ms on have in common" in step for step in found.next_steps)
    assert found.kinds_table()["requests"].tolist() == [363, 85]
    assert found.quantiles_table()["faster (%)"].tolist() == pytest.approx([50, 90, 95, 99, 99.9])
    assert len(found.conclusions) == 3


def test_one_kind_in_fine_buckets_needs_no_excuse():
    found = describe_latency(ONE_KIND)
    assert found.slow is None
    assert "no valley, and no threshold" in found.slow_sentences[0]
    assert "narrow" in found.content[1]
    assert "One in 1,000" in found.quantile_sentences[-1] or found.quantiles.unlimited
    assert any("compare this histogram" in s for s in found.next_steps) or found.quantiles.unlimited


def test_a_threshold_decides_what_is_slow():
    found = describe_latency(TWO_KINDS, threshold=128.0)
    assert found.slow.count == 21
    assert found.slow_sentences[0].startswith("Beyond the threshold, from 128 ms on")
    assert "that take 128 ms and more spend" in found.tail_sentences[0]
    beyond = describe_latency(ONE_KIND, threshold=50.0)
    assert beyond.slow.count == 0
    assert any("wholly beyond the threshold" in s for s in beyond.tail_sentences)


def test_open_buckets_hide_shares_of_time_and_say_so():
    found = describe_latency(
        Histogram("c", [0, 1, 2, 64], [1, 2, 4, math.inf], [9, 90, 9, 30], "ms")
    )
    assert math.isnan(found.slow.time_share)
    assert "of the time" not in found.slow_sentences[0]
    assert "begins at zero" not in found.content[1]
    assert any("open bucket hides" in s for s in found.tail_sentences)
    zero = describe_latency(Histogram("d", [0, 1], [1, 2], [9, 1], "ms"))
    assert "begins at zero" in zero.content[1]


def test_a_table_says_why_a_histogram_cannot_be_described():
    table = latency_table([TWO_KINDS, Histogram("below", [-2, 1], [0, 2], [4, 1], "ms")])
    assert table["note"].tolist()[0] == ""
    assert "zero or more" in table["note"].tolist()[1]
    assert "note" not in latency_table([TWO_KINDS])


def test_a_histogram_is_chosen_by_label_or_by_its_buckets():
    assert choose_histogram([ONE_KIND, TWO_KINDS]) is TWO_KINDS
    assert choose_histogram([ONE_KIND, TWO_KINDS], "b") is ONE_KIND
    with pytest.raises(UsageError, match="a, b"):
        choose_histogram([TWO_KINDS, ONE_KIND], "c")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1.0, "ns", "1 ns"),
        (1500.0, "ns", "1.5 µs"),
        (2.5e6, "us", "2.5 s"),
        (5e6, "ms", "5,000 s"),
        (3.0, "", "3"),
        (3.0, "ticks", "3 ticks"),
        (-math.inf, "ms", "-infinity"),
    ],
)
def test_a_time_is_given_in_a_unit_to_read(value, unit, text):
    assert duration_text(value, unit) == text
