"""The state of the form: the selected space or action, and the reason of a disabled key.

A selection is private to a phone and stored in the form's fields; completed steps become parts of the draft.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.game import Message, RuleError
from companion.game.pages.form import Posted, number
from companion.games.salamanca.board import Board
from companion.games.salamanca.tiles import (
    FERTILE,
    HAZARDS,
    HUES,
    LANDS,
    LIMITS,
    TILE_KEYS,
    TILE_NAMES,
    all_used,
    tile_of,
)

FIELDS = ("at", "v", "why", "tap")
ACTIONS = PLACING, NOBLE, SPECIAL = ("a", "b", "c")
NOTHING, FREE = "none", "free"
"""Beside spaces and actions, what a phone that finds the keys by itself selects by: nothing, or any free space."""


@dataclass(frozen=True)
class Selection:
    """What is selected on the form.

    `at` is a space such as "3.4", the letter of an action, or empty. `fertile` is the value of the fertile land to
    place there, 0 for an ordinary one. `why` is the code of the disabled key whose reason is shown.
    """

    at: str = ""
    place: int | None = None
    fertile: int = 0
    why: str = ""

    def fields(self) -> dict[str, str]:
        """Return the form fields that hold this state."""
        return {"at": self.at, "v": str(self.fertile or ""), "why": self.why}


def read_selection(query: Posted, board: Board) -> Selection:
    """Restore the selection from form fields and apply the taps; invalid values are ignored."""
    selection = _at(Selection(), query.get("at") or "", board)
    selection = replace(selection, fertile=number(query, "v", 2, 3) or 0, why=(query.get("why") or "")[:24])
    for tap in query.getlist("tap"):
        selection = _tapped(selection, tap, board)
    return selection


def _tapped(selection: Selection, tap: str, board: Board) -> Selection:
    if tap.startswith("why."):
        reason_code = tap.removeprefix("why.")[:24]
        return replace(selection, why="" if reason_code == selection.why else reason_code)
    if tap in ("v2", "v3"):
        value = int(tap[1])
        return replace(selection, fertile=0 if value == selection.fertile else value, why="")
    moved = _at(selection, tap, board)
    if moved is selection:
        return selection
    return Selection() if moved.at == selection.at else replace(moved, fertile=0, why="")


def _at(selection: Selection, text: str, board: Board) -> Selection:
    """Return the selection moved to a space or an action, unchanged if the text names neither."""
    if text in ACTIONS:
        return replace(selection, at=text, place=None)
    parts = text.split(".")
    if len(parts) == 2 and all(len(part) == 1 and part.isascii() and part.isdigit() for part in parts):
        try:
            return replace(selection, at=text, place=board.place((int(parts[0]), int(parts[1]))))
        except RuleError:
            return selection
    return selection


@dataclass(frozen=True)
class Key:
    """A key of the bar. With a `fault` it is disabled and shows the fault on a tap; `is_tap` changes the selection.

    `is_on` says whether a switch is on, None for a key that is no switch. `at` are the selections that offer the key,
    for a phone that has to find it by itself.
    """

    name: str
    value: str
    label: Message
    glyph: str = ""
    hue: str = ""
    fault: Message | None = None
    is_on: bool | None = None
    is_tap: bool = False
    points: int | None = None
    seat: int | None = None
    at: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The key's name and value, as the field `why` refers to it."""
        return f"{self.name}.{self.value}"


def palette(board: Board, selection: Selection, kinds: Iterable[str], fault: Message | None = None) -> list[Key]:
    """Return a key for each kind of tile, and two that make the next land fertile."""
    keys = []
    for kind in kinds:
        slot = FERTILE if selection.fertile and kind in LANDS else kind
        refusal = fault or _used_up_refusal(board, slot)
        keys.append(Key("tile", kind, TILE_NAMES[kind], kind, HUES[tile_of(kind).colour], refusal))
    refusal = fault or _used_up_refusal(board, FERTILE)
    for value in (2, 3):
        on = selection.fertile == value
        label = Message("fertile")
        keys.append(Key("tap", f"v{value}", label, fault=refusal, is_on=on, is_tap=True))
    return keys


def _used_up_refusal(board: Board, name: str) -> Message | None:
    return all_used(name) if board.used[TILE_KEYS.index(name)] == LIMITS[name] else None


def reason_of(selection: Selection, keys: Iterable[Key]) -> Message | None:
    """Return why the tapped key is disabled, None if no disabled key is tapped."""
    return next((key.fault for key in keys if key.fault and key.code == selection.why), None)


def rotation_of(query: Posted) -> int | None:
    """Return by how many quarters this phone has turned the board, None for the default."""
    return number(query, "turn", 0, 3)


class ViewLink(NamedTuple):
    """A link that changes how this phone shows the form."""

    href: str
    label: Message
    glyph: str


def turn_link(now: int) -> ViewLink:
    """Return the link that turns the board by another quarter."""
    return ViewLink(f"?turn={(now + 1) % 4}", Message("Turn the board"), "turn")


def kept_turn(query: Posted) -> dict[str, str]:
    """Return the form field with the current rotation."""
    turn = rotation_of(query)
    return {} if turn is None else {"turn": str(turn)}


def hazard_of(action: str | None) -> str | None:
    """Return the hazard that a card's action moves, None if it moves none."""
    return action if action in HAZARDS else None
