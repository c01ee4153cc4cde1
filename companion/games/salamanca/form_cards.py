"""The form for the cards of a round of Salamanca, which determine the order of the turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, RuleError, Seat
from companion.game.pages.form import Filled, FormError, Part, Posted, Whole, number
from companion.games.salamanca.cards import highest_card, order_step, order_with, turn_order
from companion.games.salamanca.rulebook import RULES
from companion.games.salamanca.state import State
from companion.games.salamanca.view import CardsView


def read(posted: Posted, state: State) -> Part | Whole:
    """Read the posted cards of each seat; the field `first` says which of two seats with equal cards acts first.

    Raises `FormError` if cards are missing or the field is.
    """
    hands = _tapped(posted, state)
    missing = _missing(hands, state.setup.seats)
    if missing:
        raise FormError(missing)
    if state.setup.seats == 2:
        return Whole({"cards": hands})
    cards = [seat_cards[0] for seat_cards in hands]
    equal = _equal(cards)
    if not equal:
        return Whole({"cards": cards})
    first = number(posted, "first", 0, state.setup.seats - 1)
    if first not in equal:
        raise FormError(_asked(equal))
    return Whole({"cards": cards, "order": order_with(state.setup.seats, cards, first)})


def _tapped(posted: Posted, state: State) -> list[list[int]]:
    """Return the tapped cards of each seat, highest first."""
    cards = range(highest_card(state.setup.seats), 0, -1)
    return [[card for card in cards if str(card) in posted.getlist(f"c{seat}")] for seat in range(state.setup.seats)]


def _missing(hands: Sequence[Sequence[int]], seats: int) -> Message | None:
    """Return a sentence about the first seat with a wrong number of cards, None if all are right."""
    wrong = (_needs(seats)[seat] for seat, cards in enumerate(hands) if len(cards) != _cards_each(seats))
    return next(wrong, None)


def _cards_each(seats: int) -> int:
    return 2 if seats == 2 else 1


def _needs(seats: int) -> list[Message]:
    """Return for each seat how many cards of it have to be tapped."""
    count = _cards_each(seats)
    return [
        Message("{seat}: tap {count} card", "{seat}: tap {count} cards", count, seat=Seat(seat))
        for seat in range(seats)
    ]


def _equal(cards: Sequence[int]) -> list[int]:
    """Return the two seats with equal cards; empty if there is no such pair."""
    return [seat for seat, card in enumerate(cards) if cards.count(card) == 2] if len(set(cards)) == 4 else []


def _asked(equal: Sequence[int]) -> Message:
    """Return what has to be done about cards without an order: choose who goes first, or other cards."""
    return Message("Equal cards: who goes first?") if equal else Message("Choose other cards")


def _fifth(state: State, equal: Sequence[int]) -> int | None:
    """Return which of two seats with equal cards played last, in either direction of play; None if unclear."""
    if state.leader is None:
        return None
    neighbours = {(state.leader + step) % state.setup.seats for step in (1, -1)}
    candidates = [seat for seat in equal if seat in neighbours]
    return candidates[0] if len(candidates) == 1 else None


def view(state: State, query: Posted) -> CardsView:
    """Return the form: the keys of each seat, the tapped cards, and the resulting order of turns."""
    seats = state.setup.seats
    hands = _tapped(query, state)
    missing = _missing(hands, seats)
    equal = [] if seats == 2 or missing else _equal([cards[0] for cards in hands])
    first = number(query, "first", 0, seats - 1)
    order, fault = (None, None) if missing else _preview_order(query, state)
    return CardsView(
        title=Message("Cards of round {round}", round=state.round),
        stage=f"cards-{state.round}-{state.begun}",
        mode="cards",
        cards=range(1, highest_card(seats) + 1),
        hands=hands,
        needs=_needs(seats),
        has_two_cards=seats == 2,
        equal=equal,
        chooser=_fifth(state, equal),
        first=first if first in equal else None,
        leader=state.leader,
        order=order,
        fault=fault,
        save=missing or (_asked(equal) if fault else Message("Save the cards")),
        unseen=Message("Save the cards"),
        is_ready=order is not None,
    )


def _preview_order(query: Posted, state: State) -> tuple[Message | None, Message | None]:
    """Return the sentence about the order of the turns, or the fault of the cards."""
    try:
        parsed = read(query, state)
        entry = parsed.entry if isinstance(parsed, Whole) else {}
        slots = turn_order(state.setup.seats, entry["cards"], entry.get("order"))
    except (FormError, RuleError) as error:
        return None, error.message
    step = order_step(slots)
    return RULES[step.rule].sentence(step), None


def fields_of(entry: Mapping[str, Any]) -> Filled:
    """Return the query parameters for the cards of an entry, and which of two equal cards acted first."""
    fields: dict[str, str | list[str]] = {
        f"c{seat}": [str(card) for card in (cards if type(cards) is list else [cards])]
        for seat, cards in enumerate(entry["cards"])
    }
    equal = [seat for seat in entry.get("order", ()) if entry["cards"].count(entry["cards"][seat]) > 1]
    return {**fields, "first": str(equal[0])} if equal else fields
