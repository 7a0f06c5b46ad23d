"""Where a system saturates, what it waits for, whether it leaks, and how sure that is.

The public names are those of the subpackages: ``measurements``, ``laws``, ``readers``, ``models``,
``figures`` and ``studies``.
"""

from contention.errors import ContentionError

__all__ = ["ContentionError", "__version__"]

__version__ = "0.1.0"
