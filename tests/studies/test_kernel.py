"""The kernel of a run is this interpreter, whatever kernels are installed."""

import sys

from contention.studies.kernel import StudyKernelManager


def test_the_kernel_is_this_interpreter():
    manager = StudyKernelManager(kernel_name="some kernel that nobody installed")
    assert manager.kernel_spec.argv[:3] == [sys.executable, "-m", "ipykernel_launcher"]
    assert manager.kernel_spec.language == "python"


def test_a_kernel_that_lingers_is_not_waited_for_long():
    assert StudyKernelManager().shutdown_wait_time < 1
