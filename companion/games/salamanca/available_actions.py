"""The actions available in a turn: the keys for the selected space or action, disabled ones with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.game import Message, Seat
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.salamanca.cards import DRAW, SPECIAL_NAMES, special
from companion.games.salamanca.estate_breakdown import EstateBreakdown, break_down
from companion.games.salamanca.estates import Estate, estate_at
from companion.games.salamanca.form_state import (
    ACTIONS,
    FREE,
    NOBLE,
    NOTHING,
    PLACING,
    SPECIAL,
    Key,
    Selection,
    hazard_of,
    palette,
)
from companion.games.salamanca.sales import sale_steps
from companion.games.salamanca.tiles import BUILDINGS, HAZARD_NAMES, LANDS, TILE_NAMES
from companion.games.salamanca.turn import Turn
from companion.games.salamanca.turn_refusals import (
    building_sale_refusal,
    draw_refusal,
    hazard_at_refusal,
    may_do,
    noble_at_refusal,
    place_refusal,
)

_OWN_ACTIONS = {"": Message("No special action"), DRAW: Message("Swap a card")}
_SELL = Key("sell", "1", Message("Sell"), "coin")
_NOBLE_HERE = Key("noble", "1", Message("Noble here"), "noble")


@dataclass(frozen=True)
class Sale:
    """The sale of an occupied building: its owner, and as `pays` each seat that is paid with its coins."""

    owner: int
    pays: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class AvailableActions:
    """The keys for the selection, a hint, the places to mark, and the estate of a selected building, if any."""

    keys: tuple[Key, ...]
    hint: Message | None = None
    marked: tuple[int, ...] = ()
    estate: Estate | None = None
    breakdown: EstateBreakdown | None = None
    sale: Sale | None = None


def available_actions(turn: Turn, selection: Selection, viewer: Viewer = EVERYTHING) -> AvailableActions:
    """Return the actions of the seat on turn for the form's selection, without the coins of hidden seats."""
    if selection.place is None:
        return _actions(turn, selection)
    tile = turn.board.cells[selection.place]
    if tile is None:
        return actions_on_free(turn, selection)
    hazards = _hazard_keys(turn, selection.place)
    if not tile.is_building:
        hint = Message("{tile}, {space}", tile=TILE_NAMES[tile.kind], space=turn.board.where(selection.place))
        return AvailableActions(tuple(hazards), hint)
    return _building(turn, selection.place, hazards, viewer)


def actions_on_free(turn: Turn, selection: Selection) -> AvailableActions:
    """Return the tiles that the seat on turn may place on a free space, or why it may place none."""
    fault = place_refusal(turn)
    return AvailableActions(() if fault else tuple(palette(turn.board, selection, (*LANDS, *BUILDINGS))), fault)


def _building(turn: Turn, place: int, hazards: list[Key], viewer: Viewer) -> AvailableActions:
    estate, occupation = estate_at(turn.board, place), turn.at(place)
    sale = None
    if occupation:
        visible_steps = [
            step for step in sale_steps(estate, occupation.owner, occupation.noble) if viewer.sees(step.seat or 0)
        ]
        sale = Sale(occupation.owner, tuple([(step.seat or 0, step.points or 0) for step in visible_steps]))
    points = estate.value if viewer.sees(turn.seat) else None
    keys = [
        replace(_SELL, fault=building_sale_refusal(turn, place), points=points),
        replace(_NOBLE_HERE, fault=noble_at_refusal(turn, place)),
        *hazards,
    ]
    breakdown = None
    if occupation is None or viewer.sees(occupation.owner):
        breakdown = break_down(estate, turn.board, turn.state.setup.options["noble_limit"], occupation)
    return AvailableActions(tuple(keys), None, (), estate, breakdown, sale)


def _hazard_keys(turn: Turn, place: int) -> list[Key]:
    hazard = hazard_of(special(turn.card))
    return [] if hazard is None else [replace(_hazard_key(hazard), fault=hazard_at_refusal(turn, hazard, place))]


def _hazard_key(hazard: str) -> Key:
    return Key("hazard", hazard, Message("{hazard} here", hazard=HAZARD_NAMES[hazard]), hazard)


def _actions(turn: Turn, selection: Selection) -> AvailableActions:
    """Return the three actions of a turn; the chosen one has a hint and marks the places where it is allowed."""
    keys = _action_keys(turn, selection)
    of_action = {PLACING: _sales, NOBLE: _nobles, SPECIAL: _own_action}.get(selection.at)
    if of_action is None:
        return AvailableActions(keys)
    fault = keys[ACTIONS.index(selection.at)].fault
    if fault:
        return AvailableActions(keys, fault)
    hint, places, more_keys = of_action(turn)
    return AvailableActions((*keys, *more_keys), hint, places)


def _action_keys(turn: Turn, selection: Selection) -> tuple[Key, ...]:
    allowed = may_do(turn)
    own_action = allowed.own_action
    own_name = _OWN_ACTIONS.get(own_action or "") or SPECIAL_NAMES[own_action or ""]
    keys = (
        Key("tap", PLACING, Message("Tile, sale"), "plus", fault=allowed.place),
        Key("tap", NOBLE, Message("Noble"), "noble", fault=allowed.noble),
        Key("tap", SPECIAL, own_name, _glyph(own_action), fault=allowed.special),
    )
    return tuple([_as_tap(key, selection) for key in keys])


def keys_of_actions(turn: Turn) -> dict[str, list[Key]]:
    """Return all keys of each action with the selections that offer them, for a phone that cannot ask for them."""
    hazard = hazard_of(special(turn.card))
    _, hazard_places, draws = _own_action(turn)
    own_keys = [replace(key, at=(SPECIAL,)) for key in draws]
    if hazard:
        own_keys.append(_on_places(turn, _hazard_key(hazard), hazard_places))
    keys = {
        PLACING: [
            *[replace(key, at=(FREE,)) for key in actions_on_free(turn, Selection()).keys],
            _on_places(turn, _SELL, _allowed_places(turn, building_sale_refusal)),
        ],
        NOBLE: [_on_places(turn, _NOBLE_HERE, _allowed_places(turn, noble_at_refusal))],
        SPECIAL: own_keys,
    }
    return {
        key.value: [replace(key, at=(NOTHING, *ACTIONS)), *[one for one in keys[key.value] if one.at]]
        for key in _action_keys(turn, Selection())
        if not key.fault
    }


def actions_after(*, is_last: bool) -> dict[str, str]:
    """Return the actions that a turn may go on with after a step of each."""
    if not is_last:
        return {PLACING: PLACING}
    return {PLACING: PLACING + SPECIAL, NOBLE: SPECIAL, SPECIAL: PLACING + NOBLE}


def _on_places(turn: Turn, key: Key, places: Iterable[int]) -> Key:
    spaces = [turn.board.grid.spaces[place] for place in places]
    return replace(key, at=tuple([f"{row}.{column}" for row, column in spaces]))


def _as_tap(key: Key, selection: Selection) -> Key:
    return Key(key.name, key.value, key.label, key.glyph, fault=key.fault, is_on=selection.at == key.value, is_tap=True)


def _glyph(own: str | None) -> str:
    if own is None:
        return "x"
    return "people" if own == DRAW else own


Chosen = tuple[Message, tuple[int, ...], list[Key]]


def _sales(turn: Turn) -> Chosen:
    return (
        Message("Tap a free space, then the tile; or a marked building to sell it."),
        _allowed_places(turn, building_sale_refusal),
        [],
    )


def _nobles(turn: Turn) -> Chosen:
    return Message("Tap a marked building; the noble goes there."), _allowed_places(turn, noble_at_refusal), []


def _own_action(turn: Turn) -> Chosen:
    hazard = hazard_of(special(turn.card))
    if hazard is None:
        others = [seat for seat in range(turn.state.setup.seats) if seat != turn.seat]
        keys = [
            Key(
                "draw",
                str(seat),
                Message("a card drawn from {seat}", seat=Seat(seat)),
                fault=draw_refusal(turn, seat),
                seat=seat,
            )
            for seat in others
        ]
        return Message("From whose hand is the card drawn?"), (), keys
    places = [
        place for place, tile in enumerate(turn.board.cells) if tile and not hazard_at_refusal(turn, hazard, place)
    ]
    return Message("Tap a marked space ({hazard}).", hazard=HAZARD_NAMES[hazard]), tuple(places), []


def _allowed_places(turn: Turn, refusal_of: Callable[[Turn, int], Message | None]) -> tuple[int, ...]:
    return tuple([occupation.place for occupation in turn.occupations if refusal_of(turn, occupation.place) is None])
