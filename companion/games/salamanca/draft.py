"""Drafts and pieces of entries of Salamanca: lands, steps, cards by seat, sales, fees and taxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Json, Message, RuleError, Seat, entry_keys, integer, joined, joined_seats, raise_if
from companion.game.pages.form import Draft, EntryForm, Filled, consecutive_slots
from companion.game.pages.pieces import Pieces, PieceWords
from companion.games.salamanca import draft_steps, form_setup, form_without_board
from companion.games.salamanca.board import Board, read_space, read_tile
from companion.games.salamanca.cards import DRAW
from companion.games.salamanca.draft_steps import describe_part, describe_step, without_coins
from companion.games.salamanca.entries_without_board import read_estate
from companion.games.salamanca.form_without_board import CARDS, FEE, KIND_NAMES, SALE, TAX
from companion.games.salamanca.refusals import BUILDING_AT_START
from companion.games.salamanca.rules import FIRST_LANDS
from companion.games.salamanca.state import State
from companion.games.salamanca.tiles import BUILDING_VALUES, TILE_NAMES, read_hazard
from companion.games.salamanca.turn_actions import read_placing

SETUP, TURN = "setup", "turn"
_KIND, _SEAT, _NOBLE, _ESTATE, _ORDER = "kind", "seat", "noble", "estate", "order"
"""The kind is a piece, so that changing a sale to a fee on one phone and to taxes on another is a conflict."""


def _kind_of(entry: Mapping[str, Any]) -> str:
    return next(kind for kind in (SETUP, TURN, CARDS, TAX, FEE, SALE) if kind in entry)


def _by_seat(kind: str, values: Sequence[Any]) -> Json:
    return {f"{kind}.{seat}": value for seat, value in enumerate(values)}


def _setup_pieces(entry: Mapping[str, Any]) -> Json:
    return {form_setup.slot_of_land(place): land for place, land in enumerate(entry[SETUP], 1)}


def _sale_pieces(entry: Mapping[str, Any]) -> Json:
    sale = entry[SALE]
    estate = {key: sale[key] for key in sale if key != _NOBLE}
    return {_SEAT: entry[_SEAT], _NOBLE: sale[_NOBLE], _ESTATE: estate}


_PIECES_OF: Mapping[str, Callable[[Mapping[str, Any]], Json]] = MappingProxyType(
    {
        SETUP: _setup_pieces,
        TURN: lambda entry: {TURN: entry},  # each step depends on those before it
        CARDS: lambda entry: {**_by_seat(CARDS, entry[CARDS]), _ORDER: entry.get(_ORDER)},
        TAX: lambda entry: _by_seat(TAX, entry[TAX]),
        FEE: lambda entry: {_SEAT: entry[_SEAT], FEE: entry[FEE]},
        SALE: _sale_pieces,
    }
)


def _cards_entry(state: Any, pieces: Pieces) -> Json:
    entry = {CARDS: [pieces.get(f"{CARDS}.{seat}") for seat in range(state.setup.seats)]}
    return entry if pieces.get(_ORDER) is None else {**entry, _ORDER: pieces[_ORDER]}


def _entry_of(state: Any, pieces: Pieces) -> Any:
    kind = pieces[_KIND]
    if kind == SETUP:
        return {SETUP: form_setup.lands_of(pieces)}
    if kind == TURN:
        return pieces[TURN]
    if kind == CARDS:
        return _cards_entry(state, pieces)
    if kind == TAX:
        return {TAX: [pieces.get(f"{TAX}.{seat}") for seat in range(state.setup.seats)]}
    if kind == FEE:
        return {_SEAT: pieces.get(_SEAT), FEE: pieces.get(FEE)}
    return {_SEAT: pieces.get(_SEAT), SALE: {**(pieces.get(_ESTATE) or {}), _NOBLE: pieces.get(_NOBLE)}}


_LAND, _STEP = Message("a land of the setup"), Message("a step")

# The key that holds the space of each kind of step; a card is drawn from a seat and has none.
_SPACES = {"place": "at", "hazard": "at", "sell": "sell", "noble": "noble"}


def _read_land(board: Board, value: Any) -> None:
    entry_keys(value, _LAND, ("tile", "at"), ("value",))
    tile = read_tile(value)
    raise_if(BUILDING_AT_START.of(tile=TILE_NAMES[tile.kind]) if tile.is_building else None)
    read_space(board, value["at"])


def _read_step(state: State, board: Board, value: Any) -> None:
    """Check the format of a step; the rules are checked when it is played."""
    key = next((key for key in _SPACES if type(value) is dict and key in value), None)
    if key is None:
        entry_keys(value, _STEP, (DRAW,))
        integer(value[DRAW], Message("the seat to draw from"), 0, state.setup.seats - 1)
        return
    if key == "place":
        read_placing(value)
    else:
        entry_keys(value, _STEP, {key, _SPACES[key]})
    if key == "hazard":
        read_hazard(value[key])
    read_space(board, value[_SPACES[key]])


def _step_words(step: Mapping[str, Any]) -> Message:
    words = describe_step(step)
    return Message("{tile} worth {value}", tile=words, value=step["value"]) if "value" in step else words


def _words(name: str, value: Any) -> Message:
    if name == _KIND:
        return KIND_NAMES[value] if value in KIND_NAMES else Message("the board")
    if name == _NOBLE:
        return Message("no noble") if value is None else Message("with the noble of {seat}", seat=Seat(value))
    if value is None:
        return Message("nothing")
    if name == _SEAT:
        return Message("by {seat}", seat=Seat(value))
    if name == FEE:
        return Message("{building} occupied for {coins}", building=TILE_NAMES[value], coins=BUILDING_VALUES[value])
    if name == _ORDER:
        return Message("in the order {seats}", seats=joined_seats(value))
    return _step_words(value) if name.startswith("step-") else _land(name, value)


def _land(slot: str, land: Mapping[str, Any]) -> Message:
    words = describe_part(slot, land)
    return Message("{tile} worth {value}", tile=words, value=land["value"]) if "value" in land else words


def _cards(cards: Any) -> Message:
    numbers = list(cards) if isinstance(cards, list) else [cards]
    return Message("card {cards}", "cards {cards}", len(numbers), cards=joined([str(card) for card in numbers]))


def _taxes(paid: Mapping[str, int] | None) -> Message:
    squires, nobles = (paid or {}).get("squires", 0), (paid or {}).get("nobles", 0)
    return Message("taxed: squires {squires}, nobles {nobles}", squires=squires, nobles=nobles)


def _estate(estate: Mapping[str, Any]) -> list[Message]:
    """Return the phrases for an estate: the building, its lands and their coins."""
    name = TILE_NAMES[estate["building"]]
    building = Message("{building} in ruins", building=name) if estate["ruin"] else name
    phrases = [building, *[_sold_land(land) for land in estate["lands"]]]
    try:
        return [*phrases, Message("{count} coin", "{count} coins", read_estate(estate).value)]
    except RuleError as error:
        return [*phrases, without_coins(error.message)]


def _sold_land(land: Mapping[str, Any]) -> Message:
    tiles = joined([str(value) for value in land["tiles"]])
    if land["rats"]:
        return Message("{land} {tiles} with rats", land=TILE_NAMES[land["land"]], tiles=tiles)
    return Message("{land} {tiles}", land=TILE_NAMES[land["land"]], tiles=tiles)


class EntryDraft(EntryForm):
    """The drafts of the setup and of a turn, and the pieces of entries; a whole turn is one piece."""

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the lands or steps as a draft, and cards, sales, fees and taxes as form fields."""
        if SETUP in entry:
            return _setup_pieces(entry), {}
        if TURN in entry:
            return {draft_steps.slot_of_step(place): value for place, value in enumerate(entry[TURN], 1)}, {}
        return {}, form_without_board.fields_of(entry)

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the setup once it has all five lands; a turn has to be ended by the player."""
        return form_setup.whole(draft) if state.phase == "setup" else None

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft in order; raise `RuleError` if the form could not have produced it."""
        board = state.board
        if board is None:
            return {slot: draft[slot] for slot in consecutive_slots(draft, ())}
        is_setup = state.phase == "setup"
        slot_of, limit = form_setup.slot_of_land, FIRST_LANDS
        if not is_setup:
            slot_of, limit = draft_steps.slot_of_step, draft_steps.MAX_STEPS
        slots = consecutive_slots(draft, [slot_of(number) for number in range(1, limit + 1)])
        for slot in slots:
            if is_setup:
                _read_land(board, draft[slot])
            else:
                _read_step(state, board, draft[slot])
        parts = {slot: draft[slot] for slot in slots}
        if is_setup:
            form_setup.board_of(state, parts)
        return parts

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the pieces of an entry, with its kind."""
        kind = _kind_of(entry)
        return {_KIND: kind, **_PIECES_OF[kind](entry)}

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the entry with these pieces."""
        return _entry_of(state, pieces)

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a land, a turn, a card, an estate or a payment."""
        kind, _, seat = name.partition(".")
        if name == TURN and value is not None:
            steps = [_step_words(step) for step in value[TURN]]
            return PieceWords((value[_SEAT],), steps or [Message("nothing")])
        if seat:
            return PieceWords((int(seat),), (_cards(value) if kind == CARDS else _taxes(value),))
        if name == _ESTATE and value is not None:
            return PieceWords((), _estate(value))
        return PieceWords((), (_words(name, value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a land of the setup or a step of a turn."""
        return describe_part(slot, value)
