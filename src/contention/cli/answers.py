"""The answer of a fit, in one shape for all models: what ``contention fit`` prints."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from contention.models.fit_summary import Fit

__all__ = ["Answer", "Estimate", "answer_of_fit"]

_PER_SECOND = {"throughput": "1/s"}


@dataclass(frozen=True)
class Estimate:
    """A number with its interval; None where there is no such end, NaN becomes None.

    Examples
    --------
    >>> Estimate(2.0, None, 1.5, float("inf"), "sessions").as_dict(se=False)
    {'value': 2.0, 'low': 1.5, 'high': None, 'unit': 'sessions'}
    """

    value: float
    se: float | None
    low: float | None
    high: float | None
    unit: str

    def as_dict(self, *, se: bool) -> dict[str, float | str | None]:
        """The estimate as JSON has it; with or without the standard error."""
        content = {
            name: number if isinstance(number, str) else _finite(number)
            for name, number in asdict(self).items()
        }
        return content if se else {name: v for name, v in content.items() if name != "se"}


@dataclass(frozen=True)
class Answer:
    """What a model says of a series.

    Attributes
    ----------
    model : str
    n : int
        Points used.
    params, derived : mapping of str to Estimate
    verdict : str
    warnings : tuple of str
    """

    model: str
    n: int
    params: Mapping[str, Estimate]
    derived: Mapping[str, Estimate]
    verdict: str
    warnings: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """The answer as JSON has it."""
        return {
            "model": self.model,
            "n": self.n,
            "params": {name: item.as_dict(se=True) for name, item in self.params.items()},
            "derived": {name: item.as_dict(se=False) for name, item in self.derived.items()},
            "verdict": self.verdict,
            "warnings": list(self.warnings),
        }


def answer_of_fit(model: str, fit: Fit) -> Answer:
    """The answer of any fit.

    Examples
    --------
    >>> from contention.models import fit_linear_scaling
    >>> answer = answer_of_fit("linear_scaling", fit_linear_scaling([1, 2, 3], [10, 20, 30]))
    >>> answer.params["throughput_at_one"].value, answer.params["throughput_at_one"].unit
    (10.0, '1/s')
    """
    ends = fit.conf_int()

    def estimate(name: str, value: float) -> Estimate:
        low, high = ends.get(name, (None, None))
        unit = fit.units.get(name, "")
        return Estimate(value, fit.bse.get(name), low, high, _PER_SECOND.get(unit, unit))

    return Answer(
        model,
        fit.n,
        {name: estimate(name, value) for name, value in fit.params.items()},
        {name: estimate(name, value) for name, value in fit.derived.items()},
        fit.verdict,
        tuple(fit.warnings),
    )


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
