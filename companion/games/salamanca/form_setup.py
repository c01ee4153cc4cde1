"""The form for the five lands on the Salamanca board at the start: each is a part of the entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.game import Message
from companion.game.pages.form import Draft, FormError, Part, Posted, Whole
from companion.games.salamanca.available_actions import AvailableActions
from companion.games.salamanca.board import Board, lay, lay_refusal, read_space, read_tile
from companion.games.salamanca.draft_steps import read_tile_step
from companion.games.salamanca.drawing import draw
from companion.games.salamanca.form_state import (
    FREE,
    PLACING,
    Selection,
    kept_turn,
    palette,
    read_selection,
    reason_of,
    rotation_of,
    turn_link,
)
from companion.games.salamanca.rules import FIRST_LANDS
from companion.games.salamanca.state import State
from companion.games.salamanca.tiles import LANDS
from companion.games.salamanca.view import BoardView, StepsAlone

ALL_THERE = Message("All five lands lie there. Tap the one that is another land.")


def slot_of_land(number: int) -> str:
    """Return the draft slot of a land, counted from 1."""
    return f"land-{number}"


def lands_of(draft: Draft) -> list[Any]:
    """Return the lands entered so far, in order."""
    lands: list[Any] = []
    while slot_of_land(len(lands) + 1) in draft:
        lands.append(draft[slot_of_land(len(lands) + 1)])
    return lands


def board_of(state: State, draft: Draft) -> Board:
    """Return the board with the lands entered so far."""
    return _board_with(state, lands_of(draft))


def _board_with(state: State, lands: Sequence[Any]) -> Board:
    board = state.board
    assert board is not None
    for land in lands:
        board = lay(board, read_tile(land), read_space(board, land["at"]))
    return board


def read(posted: Posted, state: State, draft: Draft) -> Part | Whole:
    """Read a posted land; raise `RuleError` if it cannot be there.

    It replaces the one on its space. On any other space it is one more, whichever phones have placed lands meanwhile.
    """
    lands, complete = lands_of(draft), whole(draft)
    if complete is not None and posted.get("end"):
        return Whole(complete)
    selection = read_selection(posted, board_of(state, {}))
    land, place = read_tile_step(posted, selection, "tile"), _land_at(selection, lands) or len(lands) + 1
    if place > FIRST_LANDS:
        raise FormError(ALL_THERE)
    if land["tile"] not in LANDS:
        raise FormError(Message("Tap one of the lands; no building lies on the board at the start."))
    _board_with(state, [*lands[: place - 1], land, *lands[place:]])
    return Part(slot_of_land(place), land)


def whole(draft: Draft) -> Any | None:
    """Return the entry once all five lands are entered, else None."""
    lands = lands_of(draft)
    return {"setup": lands} if len(lands) == FIRST_LANDS else None


def _land_at(selection: Selection, lands: Sequence[Any]) -> int | None:
    """Return the number of the land on the selected space, None without one."""
    numbers = [number for number, land in enumerate(lands, 1) if selection.at == "{}.{}".format(*land["at"])]
    return next(iter(numbers), None)


def _land_refusal(board: Board, selection: Selection, has_room: int | None) -> Message | None:
    """Return why no land may be placed on the selected space, else None."""
    if selection.place is None:
        return None
    if not has_room:
        return ALL_THERE
    return lay_refusal(board, selection.place)


def _more_lands(count: int) -> Message:
    return Message("{count} more land", "{count} more lands", count)


def _lands_alone(board: Board, missing: int) -> StepsAlone:
    """Return the lands for any free space; the last of them completes the entry, so no label comes after it."""
    keys = [replace(key, at=(FREE,)) for key in palette(board, Selection(), LANDS)] if missing else []
    return StepsAlone({PLACING: keys}, {PLACING: PLACING}, [_more_lands(left) for left in range(missing - 1, 0, -1)])


def view(state: State, draft: Draft, query: Posted) -> BoardView:
    """Return the form for the five lands."""
    board, lands = board_of(state, draft), lands_of(draft)
    selection, missing = read_selection(query, board), FIRST_LANDS - len(lands)
    changed_land = _land_at(selection, lands) if not missing else None
    board_without = (
        board if changed_land is None else _board_with(state, [*lands[: changed_land - 1], *lands[changed_land:]])
    )
    refusal = _land_refusal(board_without, selection, missing or changed_land)
    keys = palette(board_without, selection, LANDS) if selection.place is not None and not refusal else []
    drawing = draw(
        board, turn=rotation_of(query), new=[board.place((at[0], at[1])) for at in (land["at"] for land in lands)]
    )
    return BoardView(
        title=Message("Five starting tiles (orange star)"),
        stage=f"setup-{len(lands)}",
        mode="setup",
        on=selection,
        board=drawing,
        offer=AvailableActions(tuple(keys), refusal or Message("Tap a space, then the land that lies there.")),
        alone=_lands_alone(board, missing),
        keys=keys,
        palette=5,
        why=reason_of(selection, keys),
        rows=[],
        fault=None,
        save=_more_lands(missing),
        is_ready=not missing,
        look=turn_link(drawing.turn),
        kept=kept_turn(query),
    )
