"""A running deal of Luz that comes from another companion: the bets, then the tricks one after the other."""

from __future__ import annotations

from companion.forms import Draft, known_slots, slots_in_a_row
from companion.game import Message, RuleError, integer, items, shown
from companion.games.luz.progress import ALL_BETS, bet_slot, bets_of, slot_of
from companion.games.luz.rules import TRICKS, State, read_bet


def carried(state: State, draft: Draft) -> Draft:
    """The draft in its order, or `RuleError` where the form could not have made it."""
    seats = state.setup.seats
    tricks = [slot_of(trick) for trick in range(1, TRICKS + 1)]
    known_slots(draft, [ALL_BETS, *map(bet_slot, range(seats)), *tricks])
    if ALL_BETS in draft:
        items(draft[ALL_BETS], Message("bets"), seats)
    bets = bets_of(draft, seats)
    for seat, bet in enumerate(bets):
        if bet is not None:
            read_bet(bet, seat)
    won = slots_in_a_row({slot: value for slot, value in draft.items() if slot in tricks}, tricks)
    if won and None in bets:
        raise RuleError(Message("a part is missing before {slot}", slot=shown(won[0])))
    for trick, slot in enumerate(won, 1):
        integer(draft[slot], Message("the winner of trick {number}", number=trick), 0, seats - 1)
    placed = {bet_slot(seat): bet for seat, bet in enumerate(bets) if bet is not None}
    return placed | {slot: draft[slot] for slot in won}
