"""Sweeps with round numbers, and the bytes that a figure becomes."""

import io

import matplotlib as mpl
import numpy as np
import pytest

from contention.measurements import Sweep


def make_sweep(label, factor=1.0, **columns):
    """Eight points of a system that slows down: X = 1000 N / (1 + 0.1 (N - 1))."""
    sessions = np.array([1.0, 2, 3, 6, 12, 18, 24, 48])
    throughput = factor * 1000 * sessions / (1 + 0.1 * (sessions - 1))
    return Sweep(label, sessions, throughput, response_time_s=sessions / throughput, **columns)


@pytest.fixture
def sweeps():
    return (make_sweep("solaris_plsql"), make_sweep("aix_java", 0.5))


@pytest.fixture
def svg():
    """The function that takes axes to the bytes of their figure."""

    def save(axes):
        buffer = io.BytesIO()
        with mpl.rc_context({"svg.hashsalt": "tests"}):
            axes.get_figure().savefig(buffer, format="svg", metadata={"Date": None})
        return buffer.getvalue()

    return save


@pytest.fixture
def texts():
    """The function that takes axes to every text on them."""

    def read(axes):
        return [text.get_text() for text in axes.texts]

    return read
