"""What a comparison of groups of sweeps says."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import fdtrc

from contention.errors import UsageError
from contention.models.fit_summary import number_text
from contention.models.group_pair import GroupPair
from contention.models.intervals import Interval, check_alpha
from contention.models.joint_scalability import fit_jointly
from contention.models.profile_likelihood import Profile, profile_interval
from contention.models.scalability_curve import ScalabilityCurve
from contention.models.scalability_fit import ScalabilityFit
from contention.models.sweep_arrays import Array
from contention.models.universal_scalability import UniversalScalabilityFit

__all__ = ["GroupComparison"]


@dataclass(frozen=True, eq=False)
class GroupComparison:
    """Several sweeps, with some parameters tested for being common.

    Attributes
    ----------
    labels : tuple of str
        The groups, G of them.
    groups : tuple of ScalabilityFit
        Each fitted apart.
    common : tuple of str
        The parameters tested.
    noise, spread : str
        How the standard deviation was taken within a group, and between groups.
    level : float
        Of the test, and of the pairs together.
    f_statistic, df_numerator, df_denominator, p_value : float
        The test of all groups and parameters at once.
    sum_of_squares_separate, sum_of_squares_common : float
        Of all groups with separate, and with common parameters; scaled when spreads are separate.
    common_curves : tuple of ScalabilityCurve
        One per group, with the tested parameters in common.
    scales : tuple of float
        Factor on the residuals of each group.
    pairs : tuple of GroupPair
        Every pair in every tested parameter.
    """

    labels: tuple[str, ...]
    groups: tuple[ScalabilityFit, ...]
    common: tuple[str, ...]
    noise: str
    spread: str
    level: float
    f_statistic: float
    df_numerator: float
    df_denominator: float
    p_value: float
    sum_of_squares_separate: float
    sum_of_squares_common: float
    common_curves: tuple[ScalabilityCurve, ...]
    scales: tuple[float, ...]
    pairs: tuple[GroupPair, ...]

    @property
    def n(self) -> int:
        """Points in all groups."""
        return sum(int(group.sessions.size) for group in self.groups)

    @property
    def differs(self) -> bool:
        """Whether the test rejects that the parameters are common."""
        return self.p_value < self.level

    @property
    def params(self) -> dict[str, float]:
        """Common estimates of the tested parameters; they mean little when the groups differ."""
        return {name: getattr(self.common_curves[0], name) for name in self.common}

    @property
    def separate(self) -> dict[str, UniversalScalabilityFit]:
        """The groups fitted apart, by label."""
        return {
            label: UniversalScalabilityFit(group, self.noise)
            for label, group in zip(self.labels, self.groups, strict=True)
        }

    def predict(self, label: str, sessions: ArrayLike) -> Array:
        """Throughput of a group's curve with the tested parameters in common.

        Raises
        ------
        UsageError
            When there is no such group.
        """
        return self.common_curves[self._index(label)].throughput(sessions)

    def _index(self, label: str) -> int:
        if label not in self.labels:
            raise UsageError("there is no such group", found=label, expected=", ".join(self.labels))
        return self.labels.index(label)

    def conf_int(self, alpha: float = 0.05) -> dict[str, Interval]:
        """Profile-likelihood intervals of the common estimates.

        Parameters
        ----------
        alpha : float, default 0.05
            Share of such intervals that miss, if the parameters are common.

        Returns
        -------
        dict
            Name to (low, high).
        """
        taken = 3 * len(self.groups) - (len(self.groups) - 1) * len(self.common)

        def interval(name: str) -> Interval:
            def least(value: float) -> float:
                return fit_jointly(
                    self.groups, self.common, scales=self.scales, held={name: value}
                ).sum_of_squares

            profile = Profile(self.params[name], least, 0.0, math.inf, self._size(name))
            return profile_interval(profile, self.sum_of_squares_common, self.n - taken, alpha)

        return {name: interval(name) for name in self.common}

    def interval_of_difference(self, pair: GroupPair, alpha: float = 0.05) -> Interval:
        """Profile-likelihood interval of a difference, for this pair on its own.

        Parameters
        ----------
        pair : GroupPair
            One of ``pairs``.
        alpha : float, default 0.05
            Share of such intervals that miss. Divide it by the number of pairs to have all of
            them hold at once.

        Returns
        -------
        tuple of float
            Low and high, in the unit of the parameter.
        """
        check_alpha(alpha)
        at = [self._index(pair.first), self._index(pair.second)]
        two, scales = [self.groups[i] for i in at], [self.scales[i] for i in at]
        apart = sum(s * s * g.sum_of_squares for s, g in zip(scales, two, strict=True))
        # The threshold is that of the noise of all groups, or of unit variance.
        level = pair.df if self.spread == "separate" else self.sum_of_squares_separate

        def least(value: float) -> float:
            held = fit_jointly(
                two, [pair.parameter], scales=scales, differences={pair.parameter: value}
            )
            return level + max(held.sum_of_squares - apart, 0.0)

        size = self._size(pair.parameter)
        profile = Profile(pair.difference, least, -math.inf, math.inf, size)
        if level <= 1e-20 * sum(
            float(np.sum((s * g.weights * g.throughput) ** 2))
            for s, g in zip(self.scales, self.groups, strict=True)
        ):
            return (pair.difference, pair.difference)
        return profile_interval(profile, level, pair.df, alpha)

    def _size(self, name: str) -> float:
        last = max(float(group.sessions[-1]) for group in self.groups)
        most = max(float(group.throughput.max()) for group in self.groups)
        return {"throughput_at_one": most / last, "contention": 1.0 / last}.get(name, 1.0 / last**2)

    @property
    def verdict(self) -> str:
        """Whether the parameters are common, in one sentence."""
        names = " and ".join(name.replace("_", " ") for name in self.common)
        test = f"F = {self.f_statistic:.3g}, p = {self.p_value:.2g}"
        count = len(self.labels)
        several = "" if len(self.common) > 1 else "s"
        if self.differs:
            apart = sum(pair.p_adjusted < self.level for pair in self.pairs)
            return (
                f"{names} differ{several} between the {count} groups ({test}); {apart} of "
                f"{len(self.pairs)} pairs differ on their own"
            )
        values = ", ".join(number_text(value) for value in self.params.values())
        return (
            f"no evidence that {names} differ{several} between the {count} groups ({test}); "
            f"in common: {values}"
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Bounds, unequal spreads, few points, and what a test that is not significant says."""
        notes = []
        for name in self.common:
            bound = [
                label
                for label, group in zip(self.labels, self.groups, strict=True)
                if getattr(group.curve, name) == 0.0
            ]
            if bound:
                notes.append(
                    f"{name} is on its bound 0 in {', '.join(bound)}: the test rejects less often "
                    "than its level"
                )
        unequal = self._unequal_spread()
        if self.spread == "common" and unequal < 0.05:
            notes.append(
                f"the groups differ in their spread (p = {unequal:.2g}): compare with separate "
                "spreads"
            )
        few = [g.degrees_of_freedom for g in self.groups if g.degrees_of_freedom < 3]
        if self.spread == "separate" and few:
            notes.append(f"{len(few)} groups have fewer than 3 degrees of freedom for their spread")
        if not self.differs:
            notes.append("not significant is not equal: look at the intervals of the differences")
        return tuple(notes)

    def _unequal_spread(self) -> float:
        """Probability of so large a ratio of two variances, the largest among all pairs."""
        variances = [g.sum_of_squares / g.degrees_of_freedom for g in self.groups]
        if min(variances) == 0.0:
            return 1.0 if max(variances) == 0.0 else 0.0
        high, low = int(np.argmax(variances)), int(np.argmin(variances))
        freedom = self.groups[high].degrees_of_freedom, self.groups[low].degrees_of_freedom
        tail = float(fdtrc(*freedom, variances[high] / variances[low]))
        return min(1.0, tail * len(self.groups) * (len(self.groups) - 1))

    def frame(self) -> pd.DataFrame:
        """One row per group: points, spread, separate estimates and the common ones."""
        rows = []
        for label, group, curve in zip(self.labels, self.groups, self.common_curves, strict=True):
            row: dict[str, object] = {
                "group": label,
                "points": int(group.sessions.size),
                "spread": math.sqrt(group.sum_of_squares / group.degrees_of_freedom),
            }
            for name in group.fitted:
                row[name] = getattr(group.curve, name)
                row[f"{name}_in_common"] = getattr(curve, name)
            rows.append(row)
        return pd.DataFrame(rows)

    def pairs_frame(self, alpha: float | None = None) -> pd.DataFrame:
        """One row per pair and parameter: difference, its own interval, probabilities."""
        rows = []
        for pair in self.pairs:
            low, high = self.interval_of_difference(pair, self.level if alpha is None else alpha)
            rows.append(
                {
                    "parameter": pair.parameter,
                    "first": pair.first,
                    "second": pair.second,
                    "difference": pair.difference,
                    "low": low,
                    "high": high,
                    "p": pair.p_value,
                    "p_holm": pair.p_adjusted,
                }
            )
        return pd.DataFrame(rows)

    def summary(self) -> str:
        """Groups, pairs, verdict and warnings as text."""
        title = (
            f"Comparison of {len(self.labels)} groups, {self.n} points, {self.noise} noise, "
            f"{self.spread} spread"
        )
        lines = [title, self.frame().to_string(index=False), self.pairs_frame().to_string()]
        return "\n".join(
            [*lines, f"verdict: {self.verdict}", *(f"warning: {text}" for text in self.warnings)]
        )
