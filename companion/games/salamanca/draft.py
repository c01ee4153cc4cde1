"""Drafts of the setup and of a turn: convert them from and to entries, and validate drafts from outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, entry_keys, integer, raise_if
from companion.game.pages.form import Draft, Filled, consecutive_slots
from companion.games.salamanca import draft_steps, form_setup
from companion.games.salamanca.board import Board, read_space, read_tile
from companion.games.salamanca.cards import DRAW
from companion.games.salamanca.form_sale_state import LandInput, SaleInput
from companion.games.salamanca.form_without_board import CARDS, FEE, TAX
from companion.games.salamanca.refusals import BUILDING_AT_START
from companion.games.salamanca.rules import FIRST_LANDS
from companion.games.salamanca.state import State
from companion.games.salamanca.tiles import TILE_NAMES, read_hazard
from companion.games.salamanca.turn_actions import read_placing


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """Return the lands or steps as a draft, and cards, sales, fees and taxes as form fields."""
    if "setup" in entry:
        return {form_setup.slot_of_land(place): value for place, value in enumerate(entry["setup"], 1)}, {}
    if "turn" in entry:
        return {draft_steps.slot_of_step(place): value for place, value in enumerate(entry["turn"], 1)}, {}
    if "cards" in entry:
        return {}, {"do": CARDS, **_cards(entry)}
    if "fee" in entry:
        return {}, {"do": FEE, "seat": str(entry["seat"]), "building": entry["fee"]}
    if "tax" in entry:
        return {}, {"do": TAX, **_taxes(entry["tax"])}
    return {}, _sale(entry["seat"], entry["sale"])


def entry_from_draft(state: State, draft: Draft) -> Any | None:
    """Return the setup once it has all five lands; a turn is never complete by itself."""
    return form_setup.whole(draft) if state.phase == "setup" else None


def _cards(entry: Mapping[str, Any]) -> dict[str, str | list[str]]:
    fields: dict[str, str | list[str]] = {
        f"c{seat}": [str(card) for card in (cards if type(cards) is list else [cards])]
        for seat, cards in enumerate(entry["cards"])
    }
    equal = [seat for seat in entry.get("order", ()) if entry["cards"].count(entry["cards"][seat]) > 1]
    return {**fields, "first": str(equal[0])} if equal else fields


def _taxes(taxes: Any) -> dict[str, str | list[str]]:
    fields: dict[str, str | list[str]] = {f"q{seat}": str(one["squires"]) for seat, one in enumerate(taxes)}
    return fields | {f"n{seat}": "1" for seat, one in enumerate(taxes) if one["nobles"]}


def _sale(seat: int, sale: Mapping[str, Any]) -> dict[str, str | list[str]]:
    lands = tuple([LandInput(one["land"], tuple(one["tiles"]), one["rats"]) for one in sale["lands"]])
    return {**SaleInput(seat, sale["building"], sale["ruin"], sale["noble"], lands).fields()}


_LAND, _STEP = Message("a land of the setup"), Message("a step")


# The key that holds the space of each kind of step; a card is drawn from a seat and has none.
_SPACES = {"place": "at", "hazard": "at", "sell": "sell", "noble": "noble"}


def validate_draft(state: State, draft: Draft) -> Draft:
    """Return the draft in order; raise `RuleError` if the form could not have produced it."""
    board = state.board
    if board is None:
        return {slot: draft[slot] for slot in consecutive_slots(draft, ())}
    is_setup = state.phase == "setup"
    slot_of, most = form_setup.slot_of_land, FIRST_LANDS
    if not is_setup:
        slot_of, most = draft_steps.slot_of_step, draft_steps.MAX_STEPS
    slots = consecutive_slots(draft, [slot_of(number) for number in range(1, most + 1)])
    for slot in slots:
        if is_setup:
            _read_land(board, draft[slot])
        else:
            _read_step(state, board, draft[slot])
    parts = {slot: draft[slot] for slot in slots}
    if is_setup:
        form_setup.board_of(state, parts)
    return parts


def _read_land(board: Board, value: Any) -> None:
    entry_keys(value, _LAND, ("tile", "at"), ("value",))
    tile = read_tile(value)
    raise_if(BUILDING_AT_START.of(tile=TILE_NAMES[tile.kind]) if tile.is_building else None)
    read_space(board, value["at"])


def _read_step(state: State, board: Board, value: Any) -> None:
    """Check the format of a step; whether the rules allow it is checked when it is played."""
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
