"""One line of the calibration table."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["CalibrationRow"]


@dataclass(frozen=True)
class CalibrationRow:
    """The share of simulated data sets in which something happened, and what it must be.

    ``observed`` is that share among ``draws`` data sets; ``low`` and ``high`` are the limits that
    it must keep, which ``required`` says in words.
    """

    topic: str
    quantity: str
    setting: str
    required: str
    low: float
    high: float
    observed: float
    draws: int

    @property
    def standard_error(self) -> float:
        """Binomial standard error of the observed share."""
        return math.sqrt(self.observed * (1.0 - self.observed) / self.draws)

    @property
    def kept(self) -> bool:
        """Whether the observed share is within its limits."""
        return self.low <= self.observed <= self.high

    def kept_within(self, standard_errors: float) -> bool:
        """The same with the limits widened by the binomial error that few draws have at them."""

        def reach(limit: float) -> float:
            return standard_errors * math.sqrt(limit * (1.0 - limit) / self.draws)

        return self.low - reach(self.low) <= self.observed <= self.high + reach(self.high)
