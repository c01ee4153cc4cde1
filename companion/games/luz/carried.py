"""A running deal of Luz that comes from another companion: the bets, then the tricks one after the other."""

from __future__ import annotations

from companion.forms import Draft, slots_in_a_row
from companion.game import Message, integer, items
from companion.games.luz.progress import BETS, slot_of
from companion.games.luz.rules import TRICKS, State, read_bet


def carried(state: State, draft: Draft) -> Draft:
    """The draft in its order, or `RuleError` where the form could not have made it."""
    seats = state.setup.seats
    slots = slots_in_a_row(draft, [BETS, *[slot_of(trick) for trick in range(1, TRICKS + 1)]])
    for trick, slot in enumerate(slots):
        if slot == BETS:
            for seat, bet in enumerate(items(draft[slot], Message("bets"), seats)):
                read_bet(bet, seat)
        else:
            integer(draft[slot], Message("the winner of trick {number}", number=trick), 0, seats - 1)
    return {slot: draft[slot] for slot in slots}
