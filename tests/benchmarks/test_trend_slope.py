"""One regression for each kind of noise gives the same slopes."""

import pytest

from benchmarks.trend_slope import cases


@pytest.mark.parametrize("case", cases(60), ids=lambda case: case.obvious_is)
def test_slopes_and_errors_agree(case):
    assert case.agree(case.ours(), case.obvious())
