"""The difference of means: an independent implementation, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from contention.errors import MeasurementError
from contention.models import mean_difference_interval

SAMPLES = st.lists(st.floats(0.1, 100).map(lambda x: round(x, 3)), min_size=2, max_size=8)


@given(before=SAMPLES, after=SAMPLES)
def test_it_is_the_interval_of_welch(before, after):
    if len(set(before)) > 1 and len(set(after)) > 1:
        test = stats.ttest_ind(after, before, equal_var=False)
        assert mean_difference_interval(before, after) == pytest.approx(
            tuple(test.confidence_interval(0.95)), rel=1e-6, abs=1e-6
        )


def test_without_scatter_there_is_only_the_difference():
    assert mean_difference_interval([1.0, 1.0], [3.0, 3.0]) == (2.0, 2.0)


def test_single_values_are_refused():
    with pytest.raises(MeasurementError, match="two finite values"):
        mean_difference_interval([1.0], [2.0, 3.0])
    with pytest.raises(MeasurementError, match="two finite values"):
        mean_difference_interval([1.0, float("nan")], [2.0, 3.0])
