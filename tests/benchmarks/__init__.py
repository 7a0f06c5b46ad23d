"""Speed, side by side with the program that one would write first.

Each topic is a module with ``cases()``. ``python -m benchmarks`` times them; the tests beside them
see only that both programs give the same answer.
"""
