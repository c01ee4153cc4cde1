"""The engine of Salamanca: the setup, each round's cards and turns; without a board sales, fees and taxes."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from companion.engine import Json, Message, Seat, Setup, Standing, Step, joined, rank
from companion.engine.strict import RuleError, entry_keys, flag, integer, items, one_of, raise_if
from companion.games.salamanca import rulebook
from companion.games.salamanca.board import NONE_USED, Board, Supply, empty_board, lay, read_space, read_tile, take
from companion.games.salamanca.estates import (
    SQUIRES,
    Counted,
    Estate,
    Land,
    count_land,
    estate_at,
    fee_step,
    idle,
    sale_steps,
    tax_step,
    taxes,
)
from companion.games.salamanca.rulebook import LEADS
from companion.games.salamanca.tiles import BUILDING_VALUES, BUILDINGS, LANDS_OF, TILE_NAMES, tile_of
from companion.games.salamanca.turns import Slot, State, begin_turn, do_step, end_refusal, unpaid_refusal

_SIDES = 4


def sell(state: State, entry: Any) -> tuple[list[Step], Json]:
    """Return the steps of a sale and what it changes in the state; raise `RuleError` (Salamanca, Action A)."""
    entry_keys(entry, Message("the entry"), ("seat", "sale"))
    seats = state.setup.seats
    seat = integer(entry["seat"], Message("seat"), 0, seats - 1)
    sale = entry["sale"]
    entry_keys(sale, Message("the sale"), ("building", "ruin", "noble", "lands"))
    estate = read_estate(sale)
    noble = None if sale["noble"] is None else integer(sale["noble"], Message("the seat of the noble"), 0, seats - 1)
    if noble == seat:
        raise RuleError(rulebook.NOBLE_AT_HOME)
    return sale_steps(estate, seat, noble), {"sold": _sold(state.sold, estate)}


def read_estate(sale: Any) -> Estate:
    """Return the estate of a sale whose keys are already checked; raise `RuleError` if a value is invalid."""
    building = one_of(sale["building"], Message("the building"), BUILDINGS)
    has_ruin = flag(sale["ruin"], Message("ruin"))
    raw = items(sale["lands"], Message("the lands"))
    if len(raw) > _SIDES:
        raise RuleError(rulebook.FIFTH_LAND.of(number=len(raw)))
    lands = tuple([_read_land(building, land) for land in raw])
    if sum([land.has_rats for land in lands]) > 1:
        raise RuleError(rulebook.RATS_TWICE)
    building_value = 0 if has_ruin else BUILDING_VALUES[building]
    return Estate(building, None, building_value, lands, sum([land.value for land in lands]), ())


def _read_land(building: str, land: Any) -> Land:
    entry_keys(land, Message("a land"), ("land", "tiles", "rats"))
    kind = one_of(land["land"], Message("the kind of a land"), TILE_NAMES)
    if kind not in LANDS_OF[building]:
        raise RuleError(rulebook.OTHER_COLOUR.of(land=TILE_NAMES[kind], building=TILE_NAMES[building]))
    values = [
        integer(value, Message("the value of a tile"), 1, 3)
        for value in items(land["tiles"], Message("the tiles of a land"))
    ]
    has_rats = flag(land["rats"], Message("rats"))
    return Land(kind, tuple([Counted(None, value) for value in values]), (), has_rats, count_land(values, has_rats))


def _sold(sold: Supply, estate: Estate) -> Supply:
    """Return the tiles used by sales: buildings are sold once, fertile tiles count once, other lands stay."""
    sold, ordinary = take(sold, tile_of(estate.building)), NONE_USED
    for kind, value in [(land.kind, tile.value) for land in estate.lands for tile in land.tiles]:
        if value > 1:
            sold = take(sold, tile_of(kind, value))
        else:
            ordinary = take(ordinary, tile_of(kind))
    return sold


def pay_fee(state: State, entry: Any) -> tuple[list[Step], Json]:
    """Return the step of a fee for a squire just freed and what it changes in the state; raise `RuleError`."""
    entry_keys(entry, Message("the entry"), ("seat", "fee"))
    seat = integer(entry["seat"], Message("seat"), 0, state.setup.seats - 1)
    building = one_of(entry["fee"], Message("fee"), BUILDINGS)
    fee = BUILDING_VALUES[building]
    if fee > state.totals[seat]:
        raise RuleError(unpaid_refusal(seat, building, fee, state.totals[seat]))
    return [fee_step(seat, building)], {"paid": take(state.paid, tile_of(building))}


def pay_tax(state: State, entry: Any) -> list[Step]:
    """Return the steps of the taxes for squires and nobles on estates worth 7 or more; raise `RuleError` (Phase 5)."""
    entry_keys(entry, Message("the entry"), ("tax",))
    steps = []
    for seat, payment in enumerate(items(entry["tax"], Message("tax"), state.setup.seats)):
        entry_keys(payment, Message("the tax of a seat"), ("squires", "nobles"))
        squires = integer(payment["squires"], Message("squires"), 0, SQUIRES)
        nobles = integer(payment["nobles"], Message("nobles"), 0, 1)
        taxed = [(False, squires), (True, nobles)]
        steps += [tax_step(seat, is_noble=noble, values={"count": count}) for noble, count in taxed if count]
    return steps


def play_boardless(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one entry of a table without a board: cards, a sale, a fee or the taxes that end a round."""
    fields = entry if type(entry) is dict else {}
    if "cards" in fields:
        if state.begun or state.slots:
            raise RuleError("cards come first in a round and once; round {round} has begun", round=state.round)
        slots = read_cards(entry, state.setup.seats)
        return replace(state, slots=slots, begun=True), (order_step(slots),)
    if "tax" in fields:
        steps = pay_tax(state, entry)
        after, leads = _close_round(state, totals=_paid(state, steps))
        return after, (*steps, *leads)
    if not fields.keys() & {"sale", "fee"} and fields.keys() & {"setup", "turn"}:
        raise RuleError("this table tells no board: an entry is a sale, a fee, cards or a tax")
    is_fee = "fee" in fields and "sale" not in fields
    steps, used = (pay_fee if is_fee else sell)(state, entry)  # whatever else it is, `sell` refuses it
    return replace(state, totals=_paid(state, steps), begun=True, **used), tuple(steps)


def _close_round(state: State, **told: Any) -> tuple[State, list[Step]]:
    """Return the state after a round that ends with what is `told`, and the step of who leads the next (a ruling)."""
    if state.round == state.rounds:
        return replace(state, finished=True, acted=len(state.slots), **told), []
    leader = state.slots[-1].seat if state.slots and state.setup.seats > 2 else None
    following = state.round + 1
    begun: Json = {"slots": (), "acted": 0, "occupied": (), "planted": (), "begun": False}
    after = replace(state, round=following, leader=leader, **begun, **told)
    return after, [] if leader is None else [Step(LEADS, leader, values={"round": following})]


def _paid(state: State, steps: Sequence[Step]) -> tuple[int, ...]:
    totals = list(state.totals)
    for step in steps:
        totals[step.seat or 0] += step.points or 0
    return tuple(totals)


OPENER = 5


def highest_card(players: int) -> int:
    """Return the highest card of a game (Salamanca, Setup).

    >>> highest_card(4), highest_card(5)
    (8, 10)
    """
    return 10 if players == 5 else 8


def read_cards(entry: Any, players: int) -> tuple[Slot, ...]:
    """Return the turns for the cards of an entry, in order; raise `RuleError` if cards or order are invalid."""
    entry_keys(entry, Message("the entry"), ("cards",), () if players == 2 else ("order",))
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
        raise RuleError(rulebook.OTHER_ORDER.of(order=joined([Seat(slot.seat) for slot in slots])))
    return tuple(slots)


def _read_slots(cards: Any, players: int) -> list[Slot]:
    highest = highest_card(players)
    seat_cards = list(enumerate(items(cards, Message("the cards"), players)))
    if players == 2:
        seat_cards = [
            (seat, card)
            for seat, hand in seat_cards
            for card in items(hand, Message("the cards of {seat}", seat=Seat(seat)), 2)
        ]
    return [
        Slot(seat, integer(card, Message("the card of {seat}", seat=Seat(seat)), 1, highest))
        for seat, card in seat_cards
    ]


def _check_equals(cards: Sequence[int], players: int) -> None:
    equal = len(cards) - len(set(cards))
    if players == 5 and equal > 1:
        raise RuleError(rulebook.MORE_EQUAL)
    if players < 5 and equal:
        card = next(card for card in cards if cards.count(card) > 1)
        raise RuleError(rulebook.EQUAL.of(card=card))


def _read_order(order: Any, players: int) -> list[int]:
    seats = [
        integer(seat, Message("a seat in the order"), 0, players - 1)
        for seat in items(order, Message("the order"), players)
    ]
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
    rule = rulebook.FIVE_FIRST if min(cards) == OPENER else rulebook.ORDER
    return Step(rule, values={"order": [slot.seat for slot in slots], "cards": cards})


FIRST_LANDS = 5


def start(setup: Setup) -> State:
    """Return the state before the first entry."""
    options = setup.options
    board = empty_board(options["rows"], options["columns"]) if options["board"] else None
    return State(setup, (options["money"],) * setup.seats, board)


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one entry: with a board the setup, a round's cards or a turn, else a sale, a fee, cards or taxes.

    Raises `RuleError` for an entry that is invalid or breaks a rule.
    """
    if state.board is None:
        return play_boardless(state, entry)
    phase = state.phase
    if phase == "turn":
        return _play_turn(state, entry)
    if phase == "cards":
        return _play_cards(state, entry)
    return _set_up(state, state.board, entry), ()


def _set_up(state: State, board: Board, entry: Any) -> State:
    if type(entry) is dict and ("cards" in entry or "turn" in entry):
        raise RuleError("the setup comes first: the five lands that lie on the board at the start")
    entry_keys(entry, Message("the entry"), ("setup",))
    return replace(state, board=with_lands(board, items(entry["setup"], Message("the setup"), FIRST_LANDS)))


def with_lands(board: Board, lands: Iterable[Any]) -> Board:
    """Return the board with lands of the setup; raise `RuleError` if one is invalid or no land."""
    for land in lands:
        entry_keys(land, Message("a land of the setup"), ("tile", "at"), ("value",))
        tile = read_tile(land)
        raise_if(rulebook.BUILDING_AT_START.of(tile=TILE_NAMES[tile.kind]) if tile.is_building else None)
        board = lay(board, tile, read_space(board, land["at"]))
    return board


def _play_cards(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    if type(entry) is dict and "turn" in entry:
        raise RuleError("the cards of round {round} come first", round=state.round)
    if type(entry) is dict and "setup" in entry:
        raise RuleError("the setup is told already; the cards of round {round} come next", round=state.round)
    slots = read_cards(entry, state.setup.seats)
    return replace(state, slots=slots), (order_step(slots),)


def _play_turn(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    turn = begin_turn(state)
    if type(entry) is dict and ("cards" in entry or "setup" in entry):
        raise RuleError("the cards of round {round} are told; the turn of {seat} comes next", round=state.round,
                    seat=Seat(turn.seat))  # fmt: skip
    entry_keys(entry, Message("the entry"), ("seat", "turn"))
    if integer(entry["seat"], Message("seat"), 0, state.setup.seats - 1) != turn.seat:
        raise RuleError(rulebook.OTHER_TURN.of(next=Seat(turn.seat), seat=Seat(entry["seat"])))
    for raw in items(entry["turn"], Message("the turn")):
        do_step(turn, raw)
    raise_if(end_refusal(turn))
    for step in taxes(turn.board, turn.occupations) if turn.is_last else ():
        turn.pay(step)  # Salamanca, Phase 5
    told: Json = {"totals": tuple(turn.totals), "board": turn.board, "occupations": turn.occupations}
    if turn.is_last:
        after, leads = _close_round(state, **told)
        return after, (*turn.steps, *leads)
    acted = state.acted + 1
    return replace(state, **told, acted=acted, occupied=turn.occupied, planted=turn.planted), tuple(turn.steps)


def standing(state: State) -> Standing:
    """Rank by coins; equal coins share the place (Salamanca, End of the game; a ruling)."""
    places, reasons = rank([(total,) for total in state.totals], (rulebook.SHARED,))
    slot = state.slot
    details: Json = {
        "round": state.round,
        "rounds": state.rounds,
        "turn": slot.seat if slot else None,
        "squires": [idle(state.occupations, seat) for seat in range(state.setup.seats)],
        "estates": estates(state),
    }
    return Standing(state.totals, places, reasons, details)


def estates(state: State) -> list[Json]:
    """Return the occupied estates by row and column, with their current values."""
    board, rows = state.board, list[Json]()
    if board is None:
        return rows
    for place, owner, noble in sorted(state.occupations):
        estate = estate_at(board, place)
        rows.append(
            {"at": list(estate.at or ()), "building": estate.building, "owner": owner, "noble": noble,
             "value": estate.value, "building_value": estate.building_value, "land_value": estate.land_value,
             "taxed": estate.taxed}
        )  # fmt: skip
    return rows
