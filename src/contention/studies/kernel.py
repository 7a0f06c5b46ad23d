"""The kernel that runs a notebook: this interpreter, quiet and quick to leave."""

from __future__ import annotations

import sys
from typing import Any

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager

__all__ = ["StudyKernelManager"]


class StudyKernelManager(AsyncKernelManager):
    """Starts the running interpreter as the kernel, whatever kernels are installed.

    Kernel and client talk over this machine's loopback, where encryption is not offered.
    A kernel that ignores the request to leave is stopped after 0.4 seconds.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shutdown_wait_time = 0.4
        if self.has_trait("transport_encryption"):
            self.transport_encryption = "auto"

    @property
    def kernel_spec(self) -> KernelSpec:
        """The specification: this interpreter with ipykernel."""
        return KernelSpec(
            argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
            display_name="Python 3",
            language="python",
        )
