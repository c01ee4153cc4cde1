"""The engine of Luz: four deals with a bet and tricks for each seat, totals, and who opens each deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import (
    Message,
    Places,
    Refusal,
    RuleError,
    Seat,
    Setup,
    Standing,
    Step,
    entry_keys,
    flag,
    integer,
    items,
    rank,
    record,
)

TEN_TRICKS, DECK = "luz/ten-tricks", "luz/deck"

OTHER_SUM = Refusal(
    "the tricks add up to {sum}, not {tricks}",
    rule=TEN_TRICKS,
    title=Message("tricks of a deal that do not add up to ten"),
)
TOO_MANY_CARDS = Refusal(
    "a trick of {players} players has {players} cards, not {count}",
    rule=TEN_TRICKS,
    title=Message("more cards in a trick than players"),
)
NOT_IN_DECK = Refusal(
    "with {players} players a card is a suit (Y, R, G, B or P) and a number from 1 to {highest}, not {card}",
    rule=DECK,
    title=Message("a card that is not in the game with so many players"),
)
CARD_TWICE = Refusal("{card} stands twice in this trick", rule=DECK, title=Message("the same card twice in a trick"))

REFUSALS = (
    OTHER_SUM,
    TOO_MANY_CARDS,
    NOT_IN_DECK,
    CARD_TWICE,
)
"""All refusals, in the order of the guide."""


@record
class State:
    """A game of Luz after some deals.

    `starts` holds the seat that opened each deal, `latest` each seat's points in the last deal.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    starts: tuple[int, ...]
    latest: tuple[int, ...]


DEALS = 4
TRICKS = 10
MISS = 5
EXACT, WITH_SAFETY, MISSED, FLOOR = "luz/bet-exact", "luz/bet-safety", "luz/bet-missed", "luz/total-floor"
START_CARD, LEADER_OPENS = "luz/start-card", "luz/leader-opens"
HIGHEST_TOTAL = "luz/highest-total"
TIE_LAST_DEAL, TIE_START_CARD = "luz/tie-last-deal", "luz/tie-start-card"

# Names of values for error messages, created once: they are passed for every value but rarely shown.
_ENTRY, _BETS, _TRICKS, _WINNERS = Message("the deal"), Message("bets"), Message("tricks"), Message("winners")
_SEATS = [Seat(index) for index in range(5)]
_BET_OF = [Message("the bet of {seat}", seat=seat) for seat in _SEATS]
_BEADS_OF = [Message("the beads of {seat}", seat=seat) for seat in _SEATS]
_SAFETY_OF = [Message("the safety bead of {seat}", seat=seat) for seat in _SEATS]
_TRICKS_OF = [Message("the tricks of {seat}", seat=seat) for seat in _SEATS]
_WINNER_OF = [Message("the winner of trick {number}", number=number) for number in range(1, TRICKS + 1)]


@record
class Bet:
    """The number of yellow beads, and whether the blue safety bead was taken too."""

    beads: int
    safety: bool


def start(setup: Setup) -> State:
    """Return the state before deal 1."""
    nothing = (0,) * setup.seats
    return State(setup, nothing, False, (), nothing)


def reward(deal: int, safety: bool) -> int:
    """Return the points of a bet that is made in a deal; the safety bead halves them (Luz 4, the table).

    >>> [reward(deal, safety=False) for deal in (1, 2, 3, 4)], reward(4, safety=True)
    ([10, 20, 30, 40], 20)
    """
    return deal * (5 if safety else 10)


def is_made(bet: Bet, tricks: int) -> bool:
    """Whether a bet is made: exactly the beads, with the safety bead also one trick more (Luz 4).

    >>> [tricks for tricks in range(11) if is_made(Bet(3, safety=True), tricks)]
    [3, 4]
    """
    return tricks == bet.beads or (bet.safety and tricks == bet.beads + 1)


def score_bet(deal: int, bet: Bet, tricks: int, seat: int | None = None) -> Step:
    """Score one bet in a deal (Luz 4).

    A miss costs 5 for each trick away from the yellow beads, whether or not the safety bead was taken.

    >>> [score_bet(1, Bet(3, safety=True), tricks).points for tricks in (3, 6, 2)]
    [5, -15, -5]
    """
    values = {"deal": deal, "beads": bet.beads, "safety": bet.safety, "tricks": tricks}
    if is_made(bet, tricks):
        return Step(WITH_SAFETY if bet.safety else EXACT, seat, reward(deal, bet.safety), values)
    values["off"] = off = abs(tricks - bet.beads)
    return Step(MISSED, seat, -MISS * off, values)


def card_holder(setup: Setup, deal: int) -> int:
    """Return the seat with the start card in a deal: it moves one seat to the left each deal (Luz 1, 2)."""
    holder: int = (setup.options["start"] + deal - 1) % setup.seats
    return holder


def opening(state: State) -> Step | None:
    """Return the step that says who bids and leads first in the next deal; None after the end (Luz, Three players)."""
    if state.finished:
        return None
    deal = len(state.starts) + 1
    holder = card_holder(state.setup, deal)
    if state.setup.seats != 3 or deal != DEALS:
        return Step(START_CARD, holder, values={"deal": deal})
    best = max(state.totals)
    leaders = [seat for seat, total in enumerate(state.totals) if total == best]
    nearest = min(leaders, key=lambda seat: (seat - holder) % 3)
    return Step(LEADER_OPENS, nearest, values={"deal": deal, "total": best, "leaders": leaders})


def opener(state: State) -> int | None:
    """Return the seat that bids and leads first in the next deal; None after the end of the game."""
    step = opening(state)
    return step.seat if step else None


def read_deal(entry: Any, seats: int) -> tuple[list[Bet], list[int]]:
    """Read each seat's bet and number of tricks from an entry; raise `RuleError` if it is invalid (Luz 2, 3)."""
    result_key = "winners" if type(entry) is dict and "winners" in entry else "tricks"
    entry_keys(entry, _ENTRY, ("bets", result_key))
    bets = [read_bet(bet, seat) for seat, bet in enumerate(items(entry["bets"], _BETS, seats))]
    if result_key == "winners":
        return bets, _count_winners(entry["winners"], seats)
    tricks = [
        integer(taken, _TRICKS_OF[seat], 0, TRICKS) for seat, taken in enumerate(items(entry["tricks"], _TRICKS, seats))
    ]
    if sum(tricks) != TRICKS:
        raise RuleError(OTHER_SUM.of(sum=sum(tricks), tricks=TRICKS))
    return bets, tricks


def read_bet(value: Any, seat: int) -> Bet:
    """Read the bet of one seat; raise `RuleError` if it is invalid (Luz 2)."""
    entry_keys(value, _BET_OF[seat], ("beads", "safety"))
    return Bet(integer(value["beads"], _BEADS_OF[seat], 0, TRICKS), flag(value["safety"], _SAFETY_OF[seat]))


def _count_winners(value: Any, seats: int) -> list[int]:
    winners = items(value, _WINNERS, TRICKS)
    for winner, description in zip(winners, _WINNER_OF, strict=True):
        integer(winner, description, 0, seats - 1)
    return [winners.count(seat) for seat in range(seats)]


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one deal: score every bet against the tricks taken (Luz 4); raise `RuleError` for an invalid entry."""
    bets, tricks = read_deal(entry, state.setup.seats)
    deal = len(state.starts) + 1
    scored = [score_bet(deal, bet, taken, seat) for seat, (bet, taken) in enumerate(zip(bets, tricks, strict=True))]
    deal_points = tuple([step.points or 0 for step in scored])
    steps = scored if state.setup.options["negative_totals"] else scored + _floor(state.totals, deal_points)
    totals = list(state.totals)
    for step in steps:
        totals[step.seat or 0] += step.points or 0
    starts = (*state.starts, opener(state) or 0)
    return State(state.setup, tuple(totals), deal == DEALS, starts, deal_points), tuple(steps)


def _floor(totals: tuple[int, ...], deal_points: tuple[int, ...]) -> list[Step]:
    """Return steps that raise totals below 0 to 0 (a ruling)."""
    return [
        Step(FLOOR, seat, -(total + points), {"total": total, "loss": -points})
        for seat, (total, points) in enumerate(zip(totals, deal_points, strict=True))
        if total + points < 0
    ]


def standing(state: State) -> Standing:
    """Rank by total, then by points in the last deal, then clockwise from the start player (Luz, End)."""
    extra_values = {TIE_LAST_DEAL: {"deal": len(state.starts)}, TIE_START_CARD: {"deal": _final_deal(state.setup)}}
    places, reasons = ranking(state.totals, state.latest, final_holder(state.setup), extra_values)
    return Standing(state.totals, places, reasons, {"starts": list(state.starts), "next_start": opener(state)})


def _final_deal(setup: Setup) -> int:
    return DEALS if setup.options["final_start"] == "deal-4" else 1


def final_holder(setup: Setup) -> int:
    """Return the seat whose start card breaks the last tie (a ruling says in which deal)."""
    return card_holder(setup, _final_deal(setup))


def ranking(
    totals: Sequence[int],
    latest: Sequence[int],
    holder: int,
    extra_values: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[Places, tuple[Step, ...]]:
    """Rank by total, then points in the last deal, then clockwise from `holder`; return places and steps (Luz, End).

    `extra_values` gives further values for the steps of a rule.

    >>> ranking([45, 45, 45], [20, 20, 10], holder=1)[0]
    ((1,), (0,), (2,))
    """
    seats = len(totals)
    keys = [(totals[seat], latest[seat], -((seat - holder) % seats)) for seat in range(seats)]
    values = extra_values or {}
    start_values = {**values.get(TIE_START_CARD, {}), "start": holder}
    return rank(keys, (TIE_LAST_DEAL, TIE_START_CARD), {**values, TIE_START_CARD: start_values})
