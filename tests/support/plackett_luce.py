"""Plackett-Luce as Weng and Lin tell it (JMLR 12, 2011, algorithm 4), slowly: to compare ratings with."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU, KAPPA = SIGMA / 2, 25.0 / 300, 0.0001
Skill = tuple[float, float]
"""Mean and standard deviation."""


def rated(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[Skill]]:
    """The skills after one game; `ranks` has a rank for each side, a lower one is better, equal ones are ties."""
    sides = [[(mu, sqrt(sigma**2 + TAU**2)) for mu, sigma in side] for side in sides]
    means = [sum(mu for mu, _ in side) for side in sides]
    variances = [sum(sigma**2 for _, sigma in side) for side in sides]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp(mean / c) for mean in means]
    beaten = [sum(s for s, other in zip(strengths, ranks, strict=True) if other >= rank) for rank in ranks]
    made = []
    for i, side in enumerate(sides):
        before = [q for q in range(len(sides)) if ranks[q] <= ranks[i]]
        shares = {q: strengths[i] / beaten[q] for q in before}
        gain = sum(((q == i) - shares[q]) / ranks.count(ranks[q]) for q in before)
        loss = sum(shares[q] * (1 - shares[q]) / ranks.count(ranks[q]) for q in before)
        omega = variances[i] / c * gain
        delta = sqrt(variances[i]) / c * variances[i] / c**2 * loss
        made.append(
            [
                (mu + sigma**2 / variances[i] * omega, sigma * sqrt(max(1 - sigma**2 / variances[i] * delta, KAPPA)))
                for mu, sigma in side
            ]
        )
    return made
