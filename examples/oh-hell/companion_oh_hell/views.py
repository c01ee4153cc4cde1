"""The views that the templates of Oh Hell show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import Message
from companion.engine.pages.viewer import View


@dataclass(frozen=True, kw_only=True)
class DealView(View):
    """What both forms show: the cards of a hand, the dealer, and the bids so far."""

    stage: str
    cards: int
    dealer: int
    bids: Sequence[int | None]


@dataclass(frozen=True, kw_only=True)
class BidView(DealView):
    """The form of one seat's bid: the chosen bid, and the one that this seat may not bid."""

    asks: str = "bid"
    seat: int
    bid: int | None
    forbidden: int | None


@dataclass(frozen=True, kw_only=True)
class TricksView(DealView):
    """The form of the tricks of all seats."""

    asks: str = "tricks"
    tricks: Sequence[int | None]


@dataclass(frozen=True, kw_only=True)
class DealSheet(View):
    """The running deal on the page of the table; without cards the game is over."""

    next: Message | None = None
    cards: int = 0
    dealer: int = 0
    bids: Sequence[int | None] = ()


@dataclass(frozen=True, kw_only=True)
class Row:
    """The deal of a seat: its bid in beads, ticked for each trick taken, with a cross for each too many."""

    bid: int
    tricks: int
    points: int
    beads: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class DealOutcome(View):
    """A deal that was played; None stands for a seat that is hidden from this phone."""

    rows: Sequence[Row | None]


def beads(bid: int, tricks: int) -> list[str]:
    """Return the class of each bead, one for each trick that was bid or taken."""
    return ["in"] * min(bid, tricks) + [""] * (bid - tricks) + ["over"] * (tricks - bid)
