"""Direct encounter, the tie-break of article 6 of FIDE's Tie-Break Regulations (Handbook, C.07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

WIN = 2
Scores = Mapping[int, Mapping[int, Fraction]]
"""What each player scored against each other one on average, in those they have met."""


def ordered(tied: Sequence[int], scores: Scores) -> list[list[int]]:
    """Return players who are level in the order of what they scored against each other; who stays level shares a list.

    Where all have met, they are ordered by these scores (6.2). Else the one who is ahead whatever the missing games
    would bring comes first, the same way the next one, and so on (6.3). Then the rule begins again with who is left.
    """
    if len(tied) < 2:
        return [list(tied)] if tied else []
    group = frozenset(tied)
    met = {one: [score for other, score in scores.get(one, {}).items() if other in group] for one in tied}
    low = {one: sum(against, Fraction(0)) for one, against in met.items()}
    missing = {one: len(tied) - 1 - len(against) for one, against in met.items()}
    if any(missing.values()):
        high = {one: low[one] + WIN * missing[one] for one in tied}
        first = _ahead(tied, low, high)
        rest = [one for one in tied if one not in first]
        return [[one] for one in first] + (ordered(rest, scores) if first else [rest])
    levels = [[one for one in tied if low[one] == score] for score in sorted({*low.values()}, reverse=True)]
    return levels if len(levels) == 1 else [part for level in levels for part in ordered(level, scores)]


def _ahead(tied: Sequence[int], low: Mapping[int, Fraction], high: Mapping[int, Fraction]) -> list[int]:
    """Return those who come before all after them whatever the missing games would bring, the first one first."""
    first: list[int] = []
    while rest := [one for one in tied if one not in first]:
        best = max(rest, key=lambda one: low[one])
        if any(high[other] >= low[best] for other in rest if other != best):
            break
        first.append(best)
    return first
