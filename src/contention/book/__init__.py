"""The book: its pages, how they are built and checked, and reports of single runs.

The modules are imported one by one, so that a command that needs one of them does not load the
tools of the others.
"""

__all__: list[str] = []
