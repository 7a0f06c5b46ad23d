"""Both programs of each case give the same answer."""

import pytest

from benchmarks.mean_value_analysis import cases


@pytest.mark.parametrize("case", cases(sessions=300), ids=lambda case: case.obvious_is)
def test_the_obvious_program_agrees(case):
    assert case.agree(case.ours(), case.obvious())
