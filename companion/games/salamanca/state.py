"""A game of Salamanca between two entries, its number cards, and the copy of it that the steps of a turn change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from companion.engine import Message, RuleError, Seat, Setup, Step, entry_keys, integer, items, joined, record
from companion.games.salamanca.board import NONE_USED, Board, Supply
from companion.games.salamanca.rulebook import EQUAL, FIVE_FIRST, HAZARD_NAMES, MORE_EQUAL, ORDER, OTHER_ORDER

DRAW = "draw"
SPECIALS: Mapping[int, str] = {1: "poison", 2: "rats", 3: "locusts", 4: "ruin", 6: DRAW}
"""The special action of each card that has one (Salamanca, Action C)."""
SPECIAL_NAMES: Mapping[str, Message] = {**HAZARD_NAMES, DRAW: Message("swapping a card")}
OPENER = 5

_ENTRY, _CARDS, _ORDER = Message("the entry"), Message("the cards"), Message("the order")
_SEATS = [Seat(index) for index in range(5)]
_CARD_OF = [Message("the card of {seat}", seat=seat) for seat in _SEATS]
_CARDS_OF = [Message("the cards of {seat}", seat=seat) for seat in _SEATS]
_IN_ORDER = Message("a seat in the order")


class Slot(NamedTuple):
    """A turn of the round: its seat and its card."""

    seat: int
    card: int


def highest_card(players: int) -> int:
    """Return the highest card of a game (Salamanca, Setup).

    >>> highest_card(4), highest_card(5)
    (8, 10)
    """
    return 10 if players == 5 else 8


def read_cards(entry: Any, players: int) -> tuple[Slot, ...]:
    """Return the turns for the cards of an entry, in order; raise `RuleError` if cards or order are invalid."""
    entry_keys(entry, _ENTRY, ("cards",), () if players == 2 else ("order",))
    return turn_order(players, entry["cards"], entry.get("order"), has_order="order" in entry)


def turn_order(players: int, cards: Any, order: Any = None, has_order: bool | None = None) -> tuple[Slot, ...]:
    """Return the turns of a round; raise `RuleError` if cards or order are invalid (Salamanca, Phase 3, Two players).

    `cards` has one card per seat, with two players two per seat; `order` has the seats in order, needed for equal
    cards. High cards act before low ones, but a 5 that is the lowest card acts first.

    >>> [slot.seat for slot in turn_order(3, [5, 8, 7])]
    [0, 1, 2]
    >>> [slot.seat for slot in turn_order(2, [[6, 3], [8, 2]])]
    [1, 0, 0, 1]
    """
    slots = _read_slots(cards, players)
    _check_equals([slot.card for slot in slots], players)
    named: list[int] | None = None
    if order is not None or has_order:
        named = _read_order(order, players)
        slots.sort(key=lambda slot: named.index(slot.seat))
    slots.sort(key=itemgetter(1), reverse=True)  # leaves equal cards in the order of their seats
    if slots[-1].card == OPENER:
        first = next(slot for slot in slots if slot.card == OPENER)
        slots = [first, *[slot for slot in slots if slot is not first]]
    if named is not None and [slot.seat for slot in slots] != named:
        raise RuleError(OTHER_ORDER.of(order=joined([Seat(slot.seat) for slot in slots])))
    return tuple(slots)


def _read_slots(cards: Any, players: int) -> list[Slot]:
    highest = highest_card(players)
    seat_cards = list(enumerate(items(cards, _CARDS, players)))
    if players == 2:
        seat_cards = [
            (seat, card) for seat, cards_of_seat in seat_cards for card in items(cards_of_seat, _CARDS_OF[seat], 2)
        ]
    return [Slot(seat, integer(card, _CARD_OF[seat], 1, highest)) for seat, card in seat_cards]


def _check_equals(cards: Sequence[int], players: int) -> None:
    equal = len(cards) - len(set(cards))
    if players == 5 and equal > 1:
        raise RuleError(MORE_EQUAL)
    if players < 5 and equal:
        card = next(card for card in cards if cards.count(card) > 1)
        raise RuleError(EQUAL.of(card=card))


def _read_order(order: Any, players: int) -> list[int]:
    seats = [integer(seat, _IN_ORDER, 0, players - 1) for seat in items(order, _ORDER, players)]
    for seat in range(players):
        if seat not in seats:
            raise RuleError("the order must name everybody once; {seat} is missing", seat=Seat(seat))
    return seats


def order_with(players: int, cards: Sequence[int], first: int) -> list[int]:
    """Return the seats in order if `first` acts first of the two seats with equal cards; raise `RuleError`.

    >>> order_with(5, [5, 9, 7, 5, 10], first=3)
    [3, 4, 1, 2, 0]
    """
    seats = [slot.seat for slot in turn_order(players, list(cards))]
    other = next(seat for seat, card in enumerate(cards) if card == cards[first] and seat != first)
    if seats.index(first) < seats.index(other):
        return seats
    swapped = {first: other, other: first}
    return [swapped.get(seat, seat) for seat in seats]


def order_step(slots: Sequence[Slot]) -> Step:
    """Return the step with the order of the turns, by the rule that gives it."""
    cards = [slot.card for slot in slots]
    rule = FIVE_FIRST if min(cards) == OPENER else ORDER
    return Step(rule, values={"order": [slot.seat for slot in slots], "cards": cards})


ROUNDS: Mapping[int, int] = {2: 15, 3: 20, 4: 15, 5: 12}
SQUIRES = 3


class Occupation(NamedTuple):
    """An occupied building: its place, the seat of the squire, and the seat of the noble, None without one."""

    place: int
    owner: int
    noble: int | None


class Planted(NamedTuple):
    """A fertile tile that a seat placed in the running round."""

    seat: int
    place: int


@record
class Tally:
    """The tiles that a table without a board has used: by sales, and by fees for new buildings."""

    sold: Supply = NONE_USED
    paid: Supply = NONE_USED


@record
class State:
    """A game of Salamanca after some entries.

    `slots` are the turns of this round, empty until its cards are entered; `acted` of them are over. `occupations` are
    the occupied buildings. `occupied` are the places occupied and `planted` the fertile tiles placed in this round;
    `leader` leads the next cards, None if unknown. At a table without a board `board` is None, and `begun` says whether
    anything was entered in this round.
    """

    setup: Setup
    totals: tuple[int, ...]
    board: Board | None
    finished: bool = False
    round: int = 1
    slots: tuple[Slot, ...] = ()
    acted: int = 0
    occupations: tuple[Occupation, ...] = ()
    occupied: tuple[int, ...] = ()
    planted: tuple[Planted, ...] = ()
    leader: int | None = None
    tally: Tally = Tally()
    begun: bool = False

    @property
    def rounds(self) -> int:
        """The number of rounds of the game (Salamanca, Setup)."""
        return ROUNDS[self.setup.seats]

    @property
    def phase(self) -> str:
        """What comes next: "setup", "cards" or "turn" with a board, "open" without one, "over" at the end."""
        if self.finished:
            return "over"
        if self.board is None:
            return "open"
        if self.board.used == NONE_USED:
            return "setup"
        return "turn" if self.slots else "cards"

    @property
    def slot(self) -> Slot | None:
        """The next turn, None if no turn comes next."""
        return self.slots[self.acted] if self.phase == "turn" else None


def idle(occupations: tuple[Occupation, ...], seat: int) -> int:
    """Return the number of a seat's idle squires: those that occupy no building.

    >>> idle((Occupation(3, 0, None), Occupation(5, 1, 0)), 0)
    2
    """
    return SQUIRES - [owner for _, owner, _ in occupations].count(seat)


def at(occupations: tuple[Occupation, ...], place: int) -> Occupation | None:
    """Return the occupation of the building on a place, None if nobody occupies it."""
    return next((occupation for occupation in occupations if occupation.place == place), None)


@dataclass(slots=True)
class Turn:
    """A turn after some of its steps; `state` is the state before the turn and never changes.

    `spare` is the number of squires that were idle when the turn began and still are: they occupy for nothing.
    """

    state: State
    seat: int
    card: int
    is_last: bool
    board: Board
    totals: list[int]
    occupations: tuple[Occupation, ...]
    occupied: tuple[int, ...]
    planted: tuple[Planted, ...]
    spare: int
    steps: list[Step]
    placed: bool = False
    sold: bool = False
    moved_noble: bool = False
    did_special: bool = False

    def pay(self, step: Step) -> None:
        """Append a step and move its coins."""
        self.steps.append(step)
        self.totals[step.seat or 0] += step.points or 0


def begin_turn(state: State) -> Turn:
    """Return the next turn before its first step; `state.slot` must not be None."""
    board = state.board
    assert board is not None
    seat, card = state.slots[state.acted]
    return Turn(
        state=state,
        seat=seat,
        card=card,
        is_last=state.acted + 1 == len(state.slots),
        board=board,
        totals=list(state.totals),
        occupations=state.occupations,
        occupied=state.occupied,
        planted=state.planted,
        spare=idle(state.occupations, seat),
        steps=[],
    )
