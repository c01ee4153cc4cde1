"""The engine of Luz: four deals with a bet and tricks for each seat, who opens each deal, and who takes a trick."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine import Message, Places, Seat, Setup, Standing, Step, rank, record
from companion.engine.strict import RuleError, entry_keys, flag, integer, items, one_of, shown
from companion.games.luz import rulebook


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
        return Step(rulebook.WITH_SAFETY if bet.safety else rulebook.EXACT, seat, reward(deal, bet.safety), values)
    values["off"] = off = abs(tricks - bet.beads)
    return Step(rulebook.MISSED, seat, -MISS * off, values)


def card_holder(setup: Setup, deal: int) -> int:
    """Return the seat with the start card in a deal: it moves one seat to the left each deal (Luz 1, 2)."""
    holder: int = (setup.options["start"] + deal - 1) % setup.seats
    return holder


def opener(state: State) -> int | None:
    """Return the seat that bids and leads first in the next deal; None after the end (Luz, Three players)."""
    if state.finished:
        return None
    deal = len(state.starts) + 1
    holder = card_holder(state.setup, deal)
    if state.setup.seats != 3 or deal != DEALS:
        return holder
    best = max(state.totals)
    leaders = [seat for seat, total in enumerate(state.totals) if total == best]
    return min(leaders, key=lambda seat: (seat - holder) % 3)


def read_deal(entry: Any, seats: int) -> tuple[list[Bet], list[int]]:
    """Read each seat's bet and number of tricks from an entry; raise `RuleError` if it is invalid (Luz 2, 3)."""
    result_key = "winners" if type(entry) is dict and "winners" in entry else "tricks"
    entry_keys(entry, Message("the deal"), ("bets", result_key))
    bets = [read_bet(bet, seat) for seat, bet in enumerate(items(entry["bets"], Message("bets"), seats))]
    if result_key == "winners":
        return bets, _count_winners(entry["winners"], seats)
    tricks = [
        integer(taken, Message("the tricks of {seat}", seat=Seat(seat)), 0, TRICKS)
        for seat, taken in enumerate(items(entry["tricks"], Message("tricks"), seats))
    ]
    if sum(tricks) != TRICKS:
        raise RuleError(rulebook.OTHER_SUM.of(sum=sum(tricks), tricks=TRICKS))
    return bets, tricks


def read_bet(value: Any, seat: int) -> Bet:
    """Read the bet of one seat; raise `RuleError` if it is invalid (Luz 2)."""
    entry_keys(value, Message("the bet of {seat}", seat=Seat(seat)), ("beads", "safety"))
    beads = integer(value["beads"], Message("the beads of {seat}", seat=Seat(seat)), 0, TRICKS)
    return Bet(beads, flag(value["safety"], Message("the safety bead of {seat}", seat=Seat(seat))))


def _count_winners(value: Any, seats: int) -> list[int]:
    winners = items(value, Message("winners"), TRICKS)
    for trick, winner in enumerate(winners, 1):
        integer(winner, Message("the winner of trick {number}", number=trick), 0, seats - 1)
    return [winners.count(seat) for seat in range(seats)]


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one deal: score every bet against the tricks taken (Luz 4); raise `RuleError` for an invalid entry."""
    bets, tricks = read_deal(entry, state.setup.seats)
    deal = len(state.starts) + 1
    steps = [score_bet(deal, bet, taken, seat) for seat, (bet, taken) in enumerate(zip(bets, tricks, strict=True))]
    deal_points = tuple([step.points or 0 for step in steps])
    if not state.setup.options["negative_totals"]:  # a ruling
        steps += [
            Step(rulebook.FLOOR, seat, -(total + points), {"total": total, "loss": -points})
            for seat, (total, points) in enumerate(zip(state.totals, deal_points, strict=True))
            if total + points < 0
        ]
    totals = list(state.totals)
    for step in steps:
        totals[step.seat or 0] += step.points or 0
    starts = (*state.starts, opener(state) or 0)
    return State(state.setup, tuple(totals), deal == DEALS, starts, deal_points), tuple(steps)


def standing(state: State) -> Standing:
    """Rank by total, then by points in the last deal, then clockwise from the start player (Luz, End)."""
    extra_values = {
        rulebook.TIE_LAST_DEAL: {"deal": len(state.starts)},
        rulebook.TIE_START_CARD: {"deal": _final_deal(state.setup)},
    }
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
    start_values = {**values.get(rulebook.TIE_START_CARD, {}), "start": holder}
    return rank(
        keys, (rulebook.TIE_LAST_DEAL, rulebook.TIE_START_CARD), {**values, rulebook.TIE_START_CARD: start_values}
    )


SUITS = ("Y", "R", "G", "B", "P")
HIGHEST: Mapping[int, int] = {3: 8, 4: 10, 5: 12}


class Trick(NamedTuple):
    """A trick, complete or not: its winner and the suit led, both None before the first card, and the steps."""

    winner: int | None
    led: str | None
    is_complete: bool
    steps: tuple[Step, ...]


def read_trick(value: Any, players: int) -> tuple[rulebook.Card, ...]:
    """Read the cards of a trick in the order played; raise `RuleError` if they are invalid (Luz 3; Luz, Setup)."""
    codes = items(value, Message("cards"))
    if len(codes) > players:
        raise RuleError(rulebook.TOO_MANY_CARDS.of(len(codes), players=players))
    deck = {
        f"{suit}{number}": rulebook.Card(suit, number) for suit in SUITS for number in range(1, HIGHEST[players] + 1)
    }
    cards: list[rulebook.Card] = []
    for code in codes:
        if type(code) is not str or code not in deck:
            raise RuleError(rulebook.NOT_IN_DECK.of(players=players, highest=HIGHEST[players], card=shown(code)))
        if deck[code] in cards:
            raise RuleError(rulebook.CARD_TWICE.of(card=rulebook.card_name(deck[code])))
        cards.append(deck[code])
    return tuple(cards)


def judge_trick(players: int, leader: int, cards: Sequence[rulebook.Card]) -> Trick:
    """Decide who takes a trick: the highest trump, else the highest card of the suit led (Luz 3, Which card wins?).

    >>> Card = rulebook.Card
    >>> judge_trick(4, 0, [Card("R", 4), Card("R", 3), Card("B", 3), Card("R", 2)])[:3]
    (0, 'R', True)
    >>> judge_trick(4, 3, [Card("R", 4), Card("Y", 1)])[:3]
    (0, 'R', False)
    """
    is_complete = len(cards) == players
    if not cards:
        return Trick(None, None, is_complete, ())
    led = cards[0].suit
    trumps = [card for card in cards if card.suit == rulebook.TRUMP]
    best = max(trumps or [card for card in cards if card.suit == led], key=lambda card: card.value)
    winner = (leader + cards.index(best)) % players
    steps = (
        Step(rulebook.LED, leader, values={"suit": led}),
        Step(rulebook.TRUMPED, values={"suit": led, "trumps": [card.value for card in trumps]}),
        Step(rulebook.BEST, winner, values={"suit": best.suit, "value": best.value, "complete": is_complete}),
    )
    return Trick(winner, led, is_complete, steps)


def read_backs(value: Any) -> tuple[str, ...]:
    """Read the suits on the backs of the cards in a hand, 1 to 10; raise `RuleError` if they are invalid."""
    hand = tuple(one_of(suit, Message("a suit"), SUITS) for suit in items(value, Message("hand")))
    integer(len(hand), Message("the number of cards in hand"), 1, TRICKS)
    return hand


def follow(led: str, hand: Collection[str]) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """Return the suits that a hand may play, and the steps: the suit led if the hand has it, else any (Luz 3).

    >>> follow("R", ["R", "B", "B"])[0], follow("G", ["B", "Y", "R"])[0]
    (('R',), ('Y', 'R', 'B'))
    """
    count = sum(suit == led for suit in hand)
    if count:
        return (led,), (Step(rulebook.FOLLOW, values={"suit": led, "count": count}),)
    allowed = tuple(suit for suit in SUITS if suit in hand)
    return allowed, (Step(rulebook.FREE, values={"suit": led, "allowed": list(allowed)}),)
