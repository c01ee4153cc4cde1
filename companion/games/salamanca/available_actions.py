"""The actions available in a turn: the keys for the selected space or action, disabled ones with a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.game import Message, Seat
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.salamanca.cards import DRAW, SPECIAL_NAMES, special
from companion.games.salamanca.estate_breakdown import EstateBreakdown, break_down
from companion.games.salamanca.estates import Estate, estate_at
from companion.games.salamanca.form_state import Key, Selection, hazard_of, palette
from companion.games.salamanca.sales import sale_steps
from companion.games.salamanca.tiles import BUILDINGS, HAZARD_NAMES, LANDS, TILE_NAMES
from companion.games.salamanca.turn import Turn
from companion.games.salamanca.turn_refusals import (
    may_do,
    place_refusal,
    why_not_draw,
    why_not_hazard,
    why_not_noble,
    why_not_sell,
)

_OWN_ACTIONS = {"": Message("No special action"), DRAW: Message("Swap a card")}


@dataclass(frozen=True)
class Sale:
    """What the sale of an occupied building would pay to whom."""

    owner: int
    pays: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class AvailableActions:
    """The keys for the selection, a hint, the places to mark, and the estate of a selected building."""

    keys: tuple[Key, ...]
    hint: Message | None = None
    may: tuple[int, ...] = ()
    estate: Estate | None = None
    breakdown: EstateBreakdown | None = None
    sale: Sale | None = None


def available_actions(turn: Turn, selection: Selection, viewer: Viewer = EVERYTHING) -> AvailableActions:
    """The actions of the current seat for what is selected on the form, without coins that hidden seats get."""
    if selection.place is None:
        return _actions(turn, selection)
    tile = turn.board.cells[selection.place]
    if tile is None:
        fault = place_refusal(turn)
        return AvailableActions(() if fault else tuple(palette(turn.board, selection, (*LANDS, *BUILDINGS))), fault)
    hazards = _hazard_keys(turn, selection.place)
    if not tile.is_building:
        where = Message("{tile}, {space}", tile=TILE_NAMES[tile.kind], space=turn.board.where(selection.place))
        return AvailableActions(tuple(hazards), where)
    return _building(turn, selection.place, hazards, viewer)


def _building(turn: Turn, place: int, hazards: list[Key], viewer: Viewer) -> AvailableActions:
    estate, held = estate_at(turn.board, place), turn.at(place)
    sale = None
    if held:
        paid = [step for step in sale_steps(estate, held.owner, held.noble) if viewer.sees(step.seat or 0)]
        sale = Sale(held.owner, tuple([(step.seat or 0, step.points or 0) for step in paid]))
    worth = estate.value if viewer.sees(turn.seat) else None
    keys = [
        Key("sell", "1", Message("Sell"), "coin", fault=why_not_sell(turn, place), points=worth),
        Key("noble", "1", Message("Noble here"), "noble", fault=why_not_noble(turn, place)),
        *hazards,
    ]
    breakdown = None
    if held is None or viewer.sees(held.owner):
        breakdown = break_down(estate, turn.board, turn.state.setup.options["noble_limit"], held)
    return AvailableActions(tuple(keys), None, (), estate, breakdown, sale)


def _hazard_keys(turn: Turn, place: int) -> list[Key]:
    hazard = hazard_of(special(turn.card))
    if hazard is None:
        return []
    label = Message("{hazard} here", hazard=HAZARD_NAMES[hazard])
    return [Key("hazard", hazard, label, hazard, fault=why_not_hazard(turn, hazard, place))]


def _actions(turn: Turn, selection: Selection) -> AvailableActions:
    """The three actions of a turn; the chosen one says how it is done and marks where."""
    may = may_do(turn)
    own = may.own_action
    name = _OWN_ACTIONS.get(own or "") or SPECIAL_NAMES[own or ""]
    keys = [
        Key("tap", "a", Message("Tile, sale"), "plus", fault=may.place),
        Key("tap", "b", Message("Noble"), "noble", fault=may.noble),
        Key("tap", "c", name, _glyph(own), fault=may.special),
    ]
    keys = [_as_tap(key, selection) for key in keys]
    chosen = {"a": (_sales, may.place), "b": (_nobles, may.noble), "c": (_own_action, may.special)}.get(selection.at)
    if chosen is None or chosen[1]:
        return AvailableActions(tuple(keys), chosen and chosen[1])
    hint, marked, more = chosen[0](turn)
    return AvailableActions((*keys, *more), hint, marked)


def _as_tap(key: Key, selection: Selection) -> Key:
    return Key(key.name, key.value, key.label, key.glyph, fault=key.fault, is_on=selection.at == key.value, is_tap=True)


def _glyph(own: str | None) -> str:
    if own is None:
        return "x"
    return "people" if own == DRAW else own


Chosen = tuple[Message, tuple[int, ...], list[Key]]


def _sales(turn: Turn) -> Chosen:
    return Message("Tap a free space, then the tile; or a marked building to sell it."), _where(turn, why_not_sell), []


def _nobles(turn: Turn) -> Chosen:
    return Message("Tap a marked building; the noble goes there."), _where(turn, why_not_noble), []


def _own_action(turn: Turn) -> Chosen:
    hazard = hazard_of(special(turn.card))
    if hazard is None:
        others = [seat for seat in range(turn.state.setup.seats) if seat != turn.seat]
        keys = [
            Key(
                "draw",
                str(seat),
                Message("a card drawn from {seat}", seat=Seat(seat)),
                fault=why_not_draw(turn, seat),
                seat=seat,
            )
            for seat in others
        ]
        return Message("From whose hand is the card drawn?"), (), keys
    places = [place for place, tile in enumerate(turn.board.cells) if tile and not why_not_hazard(turn, hazard, place)]
    return Message("Tap a marked space ({hazard}).", hazard=HAZARD_NAMES[hazard]), tuple(places), []


def _where(turn: Turn, why_not: Callable[[Turn, int], Message | None]) -> tuple[int, ...]:
    return tuple([held.place for held in turn.held if why_not(turn, held.place) is None])
