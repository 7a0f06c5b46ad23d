"""The compiled part of streamed 10046 traces: blocks of bytes in, sums by group out.

The modules here also run in the interpreter, on a ``bytearray``.
"""

__all__: list[str] = []
