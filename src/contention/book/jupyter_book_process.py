"""Jupyter Book in a process of its own that does not outlive the build that started it."""

from __future__ import annotations

import os
import sys
import threading
import time

__all__ = ["PARENT_VARIABLE", "main"]

PARENT_VARIABLE = "CONTENTION_BOOK_PARENT"
"""Environment variable with the process id of the build."""

_PERIOD_S = 0.2


def main() -> None:
    """Run the command line of Jupyter Book with this process's arguments."""
    parent = int(os.environ.get(PARENT_VARIABLE, "0"))
    if parent:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    from jupyter_book.cli.main import main as jupyter_book  # noqa: PLC0415 - slow to import

    sys.argv[0] = "jupyter-book"
    jupyter_book()


def _follow(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PERIOD_S)
    os._exit(1)


if __name__ == "__main__":
    main()
