"""``python -m contention`` is the command ``contention``."""

import sys

from contention.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main())
