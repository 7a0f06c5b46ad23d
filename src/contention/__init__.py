"""Where does this system saturate, what is it waiting for, is it leaking, how sure are we?"""

from contention.errors import ContentionError

__all__ = ["ContentionError", "__version__"]

__version__ = "0.1.0"
