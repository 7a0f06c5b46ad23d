import pytest

from benchmarks.scalability_refits import cases


@pytest.mark.parametrize("case", cases(30), ids=lambda case: case.obvious_is)
def test_both_programs_give_the_same_estimates(case):
    assert case.agree(case.ours(), case.obvious())
