"""The views of Luz's pages: the forms of bets and tricks, the running deal, and a played deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView


@dataclass(frozen=True)
class BetField:
    """The fields of a seat's bet: the tapped values, and as `saved` the bet in the draft, "3" or "3s" with safety."""

    seat: int
    beads: int | None
    safety: bool
    saved: str | None


@dataclass(frozen=True)
class DealRow:
    """A seat in a deal. Its bet in words and beads, what it needs and its points are None or empty if hidden."""

    seat: int
    taken: int
    leads: bool = False
    description: Message | None = None
    pictures: Sequence[str] = ()
    needs: Message | None = None
    bet: Message | None = None
    points: int | None = None


Bidders = Sequence[tuple[int, Message | None]]
"""Each seat in bidding order with its bet, None if it is missing."""


@dataclass(frozen=True, kw_only=True)
class BetsView(EntryView):
    """The form for all bets, or for the bet of `own_seat`; `rewards` are the points without and with safety."""

    mode: str = "bets"
    deal: int
    own_seat: int | None
    rows: Sequence[BetField]
    bets: Bidders
    opening: int | None
    beads_elsewhere: int
    beads_in: int
    supply: int
    rewards: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class TricksView(EntryView):
    """The form for the winner of trick `current`, or in mode "totals" for the numbers of tricks `taken`."""

    mode: str
    deal: int
    winners: Sequence[int | None]
    count: int
    current: int | None
    rows: Sequence[DealRow]
    taken: Sequence[int | None] = ()
    forecast: Message | None


@dataclass(frozen=True, kw_only=True)
class DealSheet(SheetView):
    """The running deal: its `bidders` while bets are missing, then its `rows`."""

    deal: int
    bidders: Bidders | None = None
    trick: int | None = None
    rows: Sequence[DealRow] | None = None


@dataclass(frozen=True, kw_only=True)
class DealView(OutcomeView):
    """A deal after it was scored."""

    rows: Sequence[DealRow]
