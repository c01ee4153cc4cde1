"""Plackett-Luce by Weng and Lin (JMLR 12, 2011, algorithm 4), slowly; a tie is the mean of all orders without it."""

from itertools import permutations
from math import exp, sqrt

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU, KAPPA = SIGMA / 2, 25.0 / 300, 0.0001


def rated(sides, ranks):
    """The skills after one game; `ranks` has a rank for each side, a lower one is better, equal ones are ties."""
    sides = [[(mu, sqrt(sigma**2 + TAU**2)) for mu, sigma in side] for side in sides]
    means = [sum(mu for mu, _ in side) for side in sides]
    variances = [sum(sigma**2 for _, sigma in side) for side in sides]
    c = sqrt(sum(variance + BETA**2 for variance in variances))
    found = [_gains_and_losses([exp(mean / c) for mean in means], order) for order in _orders(ranks)]
    made = []
    for i, side in enumerate(sides):
        gain, loss = (sum(order[i][part] for order in found) / len(found) for part in (0, 1))
        omega = variances[i] / c * gain
        delta = sqrt(variances[i]) / c * variances[i] / c**2 * loss
        made.append(
            [
                (mu + sigma**2 / variances[i] * omega, sigma * sqrt(max(1 - sigma**2 / variances[i] * delta, KAPPA)))
                for mu, sigma in side
            ]
        )
    return made


def _orders(ranks):
    """All orders of the sides that agree with the ranks, as a place for each side without a tie."""
    if len(set(ranks)) == len(ranks):
        return iter([tuple(ranks)])
    tied = max(ranks, key=ranks.count)
    at = [side for side, rank in enumerate(ranks) if rank == tied]
    spread = [rank + len(at) * (rank > tied) for rank in ranks]
    return (
        whole
        for order in permutations(range(tied, tied + len(at)))
        for whole in _orders([order[at.index(side)] if side in at else rank for side, rank in enumerate(spread)])
    )


def _gains_and_losses(strengths, places):
    """What the places without a tie bring each side in strength, and take off its uncertainty."""
    made = []
    for i, strength in enumerate(strengths):
        before = [q for q, place in enumerate(places) if place <= places[i]]
        shares = [
            strength / sum(s for s, place in zip(strengths, places, strict=True) if place >= places[q]) for q in before
        ]
        made.append((1 - sum(shares), sum(share * (1 - share) for share in shares)))
    return made
