"""Entering the cards of a round of Salamanca: they give the order of the turns."""

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
    """The posted cards, one a seat, with two players two each; `first` says who of two with equal cards goes first."""
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
        raise FormError(Message("Equal cards: who goes first?"))
    return Whole({"cards": cards, "order": order_with(state.setup.seats, cards, first)})


def _tapped(posted: Posted, state: State) -> list[list[int]]:
    """The cards of each seat as far as they are tapped, high before low, each once."""
    cards = range(highest_card(state.setup.seats), 0, -1)
    return [[card for card in cards if str(card) in posted.getlist(f"c{seat}")] for seat in range(state.setup.seats)]


def _missing(hands: Sequence[Sequence[int]], seats: int) -> Message | None:
    """Who has not the right number of cards."""
    needed = 2 if seats == 2 else 1
    for seat, cards in enumerate(hands):
        if len(cards) != needed:
            return Message("{seat}: tap {count} card", "{seat}: tap {count} cards", needed, seat=Seat(seat))
    return None


def _equal(cards: Sequence[int]) -> list[int]:
    """The seats whose cards are equal, where two are."""
    return [seat for seat, card in enumerate(cards) if cards.count(card) == 2] if len(set(cards)) == 4 else []


def _fifth(state: State, equal: Sequence[int]) -> int | None:
    """Of two seats with equal cards the one that played last, whichever way round cards are played; None if unclear."""
    if state.leader is None:
        return None
    beside = {(state.leader + step) % state.setup.seats for step in (1, -1)}
    last = [seat for seat in equal if seat in beside]
    return last[0] if len(last) == 1 else None


def view(state: State, query: Posted) -> CardsView:
    """The values of the page: the keys of each seat, what is tapped, and the resulting order of turns."""
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
        two=seats == 2,
        equal=equal,
        chooser=_fifth(state, equal),
        first=first if first in equal else None,
        leader=state.leader,
        order=order,
        fault=fault,
        save=missing or fault or Message("Save the cards"),
        is_ready=order is not None,
    )


def _preview_order(query: Posted, state: State) -> tuple[Message | None, Message | None]:
    """The order that the cards give, or what is wrong with them."""
    try:
        parsed = read(query, state)
        entry = parsed.entry if isinstance(parsed, Whole) else {}
        slots = turn_order(state.setup.seats, entry["cards"], entry.get("order"))
    except (FormError, RuleError) as error:
        return None, error.message
    step = order_step(slots)
    return RULES[step.rule].sentence(step), None


def fields_of(entry: Mapping[str, Any]) -> Filled:
    """The fields that show the cards of an entry, and whose of two equal ones came first."""
    fields: dict[str, str | list[str]] = {
        f"c{seat}": [str(card) for card in (cards if type(cards) is list else [cards])]
        for seat, cards in enumerate(entry["cards"])
    }
    equal = [seat for seat in entry.get("order", ()) if entry["cards"].count(entry["cards"][seat]) > 1]
    return {**fields, "first": str(equal[0])} if equal else fields
