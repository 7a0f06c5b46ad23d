"""Simulations with a known truth: what an interval or a verdict is worth.

Each topic is a module with ``rows(draws, seed)``. ``python -m calibration`` runs them all at full
length and writes the table of the book; the tests beside them run a few hundred draws.
"""
