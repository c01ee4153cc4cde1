"""The 48 dominoes of Kingdomino: a half is a terrain with its crowns, and how often each pair of halves exists."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.engine import Message

TERRAINS = {
    "wheat": Message("wheat"),
    "forest": Message("forest"),
    "lake": Message("lake"),
    "grass": Message("grassland"),
    "swamp": Message("swamp"),
    "mine": Message("mine"),
}
MOST_CROWNS = 3


class Half(NamedTuple):
    """One half of a domino."""

    terrain: str
    crowns: int

    @property
    def code(self) -> str:
        """Its code in a tap: "w1"."""
        return f"{self.terrain[0]}{self.crowns}"

    @property
    def name(self) -> Message:
        """Its name: "forest with 1 crown"."""
        terrain = TERRAINS[self.terrain]
        if not self.crowns:
            return terrain
        return Message("{terrain} with {count} crown", "{terrain} with {count} crowns", self.crowns, terrain=terrain)


Domino = tuple[Half, Half]

# One pair a line, with the number of copies: the terrain's first letter and its crowns.
_PAIRS = """
w0w0 2  f0f0 4  l0l0 3  g0g0 2  s0s0 1
w0f0 1  w0l0 1  w0g0 1  w0s0 1  f0l0 1  f0g0 1
w1f0 1  w1l0 1  w1g0 1  w1s0 1  w1m0 1
f1w0 4  f1l0 1  f1g0 1  l1w0 2  l1f0 4
g1w0 1  g1l0 1  s1w0 1  s1g0 1  m1w0 1
g2w0 1  g2l0 1  s2w0 1  s2g0 1  m2w0 1
m2s0 2  m3w0 1
"""
_LETTERS = {terrain[0]: terrain for terrain in TERRAINS}


def _half(code: str) -> Half:
    return Half(_LETTERS[code[0]], int(code[1]))


def sorted_pair(first: Half, second: Half) -> Domino:
    """Return the domino of two halves, the same whichever comes first."""
    return (first, second) if first <= second else (second, first)


def _counted() -> Counter[Domino]:
    words = _PAIRS.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return Counter({sorted_pair(_half(pair[:2]), _half(pair[2:])): int(copies) for pair, copies in pairs})


DOMINOES = _counted()
_EVERY_HALF = [Half(terrain, crowns) for crowns in range(MOST_CROWNS + 1) for terrain in TERRAINS]
HALVES = {half.code: half for half in _EVERY_HALF if any(half in pair for pair in DOMINOES)}
"""The halves that exist, by code: without crowns first."""
