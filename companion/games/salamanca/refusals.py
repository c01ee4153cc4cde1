"""Why a seat may not do something in its turn of Salamanca; None where it may."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.game import Message, Seat
from companion.games.salamanca.board import lay_refusal, put_refusal
from companion.games.salamanca.cards import DRAW, SPECIAL_NAMES, special
from companion.games.salamanca.estates import Estate, estate_at, no_building, noble_allowed
from companion.games.salamanca.sales import can_pay, may_be_sold, occupying_fee
from companion.games.salamanca.state import Held, Planted
from companion.games.salamanca.tiles import TILE_NAMES
from companion.games.salamanca.turn import Turn

_NOT_BOTH = Message("a turn cannot both place or sell and move the noble; one of the two")
_LAST_ONLY = Message("only the last to act in a round may use a card's own action beside another")
_ONCE_SPECIAL = Message("a card's own action is done once in a turn, and it is done")
_ONCE_NOBLE = Message("the noble moves once in a turn, and it has moved")
_PLACES_TOO = Message("a turn that sells also places: place what lay on the display, or sell nothing")
_FROM_OTHERS = Message("a card is drawn from another player")


class May(NamedTuple):
    """What a seat may do next in its turn: None where it may, else why not.

    `own_action` is what its card can do of its own: a hazard, "draw" or nothing. `end` says why the turn cannot end.
    """

    place: Message | None
    sell: Message | None
    noble: Message | None
    special: Message | None
    end: Message | None
    own_action: str | None


def may_do(turn: Turn) -> May:
    """What the seat whose turn it is may do next."""
    return May(
        place=place_refusal(turn),
        sell=place_refusal(turn) or _none_to_sell(turn),
        noble=noble_refusal(turn) or _none_for_noble(turn),
        special=special_refusal(turn),
        end=end_refusal(turn),
        own_action=special(turn.card),
    )


def place_refusal(turn: Turn) -> Message | None:
    """Why the turn may not place or sell (Salamanca, Phase 3)."""
    if turn.moved_noble:
        return _NOT_BOTH
    return _LAST_ONLY if turn.did_special and not turn.is_last else None


def noble_refusal(turn: Turn) -> Message | None:
    """Why the turn may not move the noble (Salamanca, Phase 3)."""
    if turn.placed or turn.sold:
        return _NOT_BOTH
    if turn.moved_noble:
        return _ONCE_NOBLE
    return _LAST_ONLY if turn.did_special and not turn.is_last else None


def special_refusal(turn: Turn) -> Message | None:
    """Why the turn may not use its card's own action (Salamanca, Action C)."""
    if special(turn.card) is None:
        return Message("the card {card} has no action of its own", card=turn.card)
    if turn.did_special:
        return _ONCE_SPECIAL
    return _LAST_ONLY if (turn.placed or turn.sold or turn.moved_noble) and not turn.is_last else None


def end_refusal(turn: Turn) -> Message | None:
    """Why the turn may not end as it stands (Salamanca, Action A)."""
    return _PLACES_TOO if turn.sold and not turn.placed else None


def why_not_place(turn: Turn, place: int) -> Message | None:
    """Why the turn may not place a tile there."""
    return place_refusal(turn) or lay_refusal(turn.board, place)


def fee_for(turn: Turn, building: str) -> int:
    """What it costs to occupy a new building now: nothing with a squire that was idle when the turn began."""
    return occupying_fee(building, is_idle=turn.spare > 0)


def why_not_occupy(turn: Turn, building: str) -> Message | None:
    """Why the turn may not occupy a new building (Salamanca, Action A)."""
    fee = fee_for(turn, building)
    if not turn.idle:
        return Message(
            "{seat} has no idle squire; sell a building first, and the new one ({building}) costs {fee}",
            seat=Seat(turn.seat), building=TILE_NAMES[building], fee=fee,
        )  # fmt: skip
    coins = turn.totals[turn.seat]
    return None if can_pay(fee, coins) else unpaid_refusal(turn.seat, building, fee, coins)


def unpaid_refusal(seat: int, building: str, fee: int, coins: int) -> Message:
    """The fault of a fee that a seat cannot pay."""
    return Message(
        "{seat} cannot pay {fee} for occupying this building ({building}) with a squire just freed: "
        "{coins} is all there is",
        seat=Seat(seat), fee=fee, building=TILE_NAMES[building], coins=coins,
    )  # fmt: skip


def why_not_sell(turn: Turn, place: int) -> Message | None:
    """Why the turn may not sell the building there."""
    return place_refusal(turn) or _owner_refusal(turn, place) or sale_refusal(turn, place, estate_at(turn.board, place))


def _owner_refusal(turn: Turn, place: int) -> Message | None:
    fault = no_building(turn.board, place)
    held = turn.at(place)
    if fault or (held and held.owner == turn.seat):
        return fault
    told: dict[str, Any] = {"building": _name(turn, place), "space": turn.board.where(place), "seat": Seat(turn.seat)}
    if held is None:
        return Message("nobody occupies the building on {space} ({building}), so it cannot be sold", **told)
    return Message("{owner} occupies the building on {space} ({building}), not {seat}", **told, owner=Seat(held.owner))


def sale_refusal(turn: Turn, place: int, estate: Estate) -> Message | None:
    """Why an own estate may not be sold in this round (Salamanca, Action A, Two players)."""
    was_occupied, planted = place in turn.occupied, new_fertile(turn, estate)
    if may_be_sold(was_occupied=was_occupied, has_new_fertile=planted is not None):
        return None
    if planted is None or was_occupied:
        return Message(
            "{seat} occupied the building on {space} ({building}) in this round; it can be sold from the next one on",
            seat=Seat(turn.seat), space=turn.board.where(place), building=_name(turn, place),
        )  # fmt: skip
    return Message(
        "the estate of {space} ({building}) counts the fertile tile on {fertile} that {seat} placed in this "
        "round; it can be sold from the next one on",
        seat=Seat(turn.seat), space=turn.board.where(place), building=_name(turn, place),
        fertile=turn.board.where(planted.place),
    )  # fmt: skip


def new_fertile(turn: Turn, estate: Estate) -> Planted | None:
    """A fertile tile of the estate that the seat placed in this round, if there is one."""
    spaces = turn.board.grid.spaces
    own = (planted for planted in turn.planted if planted.seat == turn.seat)
    return next((planted for planted in own if spaces[planted.place] in estate.leaves), None)


def why_not_noble(turn: Turn, place: int) -> Message | None:
    """Why the turn may not put the noble there."""
    fault = noble_refusal(turn) or no_building(turn.board, place)
    return fault or _guest_refusal(turn, place) or limit_refusal(turn, place, estate_at(turn.board, place))


def _guest_refusal(turn: Turn, place: int) -> Message | None:
    told: dict[str, Any] = {"building": _name(turn, place), "space": turn.board.where(place), "seat": Seat(turn.seat)}
    held: Held | None = turn.at(place)
    if held is None:
        return Message("nobody occupies the building on {space} ({building}), so no noble may stand there", **told)
    if held.owner == turn.seat:
        return Message("the building on {space} ({building}) is {seat}'s own; a noble stands with others", **told)
    if held.noble is not None:
        return Message(
            "the noble of {noble} stands on {space} ({building}); a building holds one",
            **told,
            noble=Seat(held.noble),
        )
    return None


def limit_refusal(turn: Turn, place: int, estate: Estate) -> Message | None:
    """Why an estate is worth too much for a noble (Salamanca, Action B)."""
    limit = turn.state.setup.options["noble_limit"]
    if noble_allowed(estate.value, limit):
        return None
    told: dict[str, Any] = {"building": _name(turn, place), "space": turn.board.where(place), "value": estate.value}
    if limit == "from-7":
        return Message(
            "the estate of {space} ({building}) is worth {value}; at this table a noble needs 6 or less", **told
        )
    return Message("the estate of {space} ({building}) is worth {value}; a noble needs 7 or less", **told)


def why_not_hazard(turn: Turn, hazard: str, place: int) -> Message | None:
    """Why the turn may not move a hazard there."""
    return own_action_refusal(turn, hazard) or put_refusal(turn.board, hazard, place)


def own_action_refusal(turn: Turn, wanted: str) -> Message | None:
    """Why the turn may not move this hazard at all, or not draw."""
    fault = special_refusal(turn)
    action = special(turn.card)
    if fault or action is None or action == wanted:
        return fault
    return Message(
        "the card {card} is for {action}, not for {wanted}",
        card=turn.card, action=SPECIAL_NAMES[action], wanted=SPECIAL_NAMES[wanted],
    )  # fmt: skip


def why_not_draw(turn: Turn, other: int) -> Message | None:
    """Why the turn may not draw a card from somebody."""
    return own_action_refusal(turn, DRAW) or (_FROM_OTHERS if other == turn.seat else None)


def _none_to_sell(turn: Turn) -> Message | None:
    own = [one.place for one in turn.held if one.owner == turn.seat]
    if not own:
        return Message("{seat} occupies no building", seat=Seat(turn.seat))
    faults = [sale_refusal(turn, place, estate_at(turn.board, place)) for place in own]
    return None if None in faults else faults[0]


def _none_for_noble(turn: Turn) -> Message | None:
    if any(why_not_noble(turn, one.place) is None for one in turn.held):
        return None
    return Message("no building of another player is open to the noble of {seat} now", seat=Seat(turn.seat))


def _name(turn: Turn, place: int) -> Message:
    tile = turn.board.cells[place]
    assert tile is not None
    return TILE_NAMES[tile.kind]
