"""The actions of a turn: keys for the selected space or action, disabled ones with a reason, and the posted step."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Json, Message, Seat, if_allowed
from companion.forms.form import FormError, Posted, number
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.salamanca.board import Board, all_used, space_in
from companion.games.salamanca.drawing import break_down
from companion.games.salamanca.estates import Estate, at, estate_at, sale_steps
from companion.games.salamanca.tiles import (
    BUILDINGS,
    FERTILE,
    HAZARD_NAMES,
    HAZARDS,
    HUES,
    KINDS,
    LANDS,
    LIMITS,
    TILE_KEYS,
    TILE_NAMES,
)
from companion.games.salamanca.turns import (
    DRAW,
    SPECIAL_NAMES,
    SPECIALS,
    State,
    Turn,
    begin_turn,
    draw_refusal,
    hazard_at_refusal,
    noble_at_refusal,
    nowhere_for_noble,
    place_refusal,
    sale_refusal,
    special_refusal,
)

SELECTION_FIELDS = ("at", "v", "why", "tap")
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
    space = space_in(text)
    place = if_allowed(board.place, space) if space else None
    return selection if place is None and text not in ACTIONS else replace(selection, at=text, place=place)


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


def palette(board: Board, selection: Selection, kinds: Iterable[str]) -> list[Key]:
    """Return a key for each kind of tile, and two that make the next land fertile."""
    keys = []
    for kind in kinds:
        refusal = _used_up_refusal(board, FERTILE if selection.fertile and kind in LANDS else kind)
        keys.append(Key("tile", kind, TILE_NAMES[kind], kind, HUES[kind], refusal))
    refusal, label = _used_up_refusal(board, FERTILE), Message("fertile")
    for value in (2, 3):
        keys.append(Key("tap", f"v{value}", label, fault=refusal, is_on=selection.fertile == value, is_tap=True))
    return keys


def _used_up_refusal(board: Board, name: str) -> Message | None:
    return all_used(name) if board.used[TILE_KEYS.index(name)] == LIMITS[name] else None


HAZARD_OF = {card: action for card, action in SPECIALS.items() if action in HAZARDS}
"""The hazard that each card moves, if it moves one."""
_OWN_ACTIONS = {"": Message("No special action"), DRAW: Message("Swap a card")}
_SELL = Key("sell", "1", Message("Sell"), "coin")
_NOBLE_HERE = Key("noble", "1", Message("Noble here"), "noble")


@dataclass(frozen=True)
class AvailableActions:
    """The keys for the selection, a hint, the places to mark, and the estate of a selected building, if any.

    `sale` is that of an occupied building: its owner, and as `pays` each seat that is paid with its coins.
    """

    keys: tuple[Key, ...]
    hint: Message | None = None
    marked: tuple[int, ...] = ()
    estate: Estate | None = None
    breakdown: View | None = None
    sale: View | None = None


def available_actions(turn: Turn, selection: Selection, viewer: Viewer = EVERYTHING) -> AvailableActions:
    """Return the actions of the seat on turn for the form's selection, without the coins of hidden seats."""
    if selection.place is None:
        return _actions(turn, selection)
    tile = turn.board.cells[selection.place]
    if tile is None:
        return actions_on_free(turn, selection)
    hazard = HAZARD_OF.get(turn.card)
    hazards = [replace(_hazard_key(hazard), fault=hazard_at_refusal(turn, hazard, selection.place))] if hazard else []
    if not tile.is_building:
        hint = Message("{first}, {second}", first=TILE_NAMES[tile.kind], second=turn.board.where(selection.place))
        return AvailableActions(tuple(hazards), hint)
    return _building(turn, selection.place, hazards, viewer)


def actions_on_free(turn: Turn, selection: Selection) -> AvailableActions:
    """Return the tiles that the seat on turn may place on a free space, or why it may place none."""
    fault = place_refusal(turn)
    return AvailableActions(() if fault else tuple(palette(turn.board, selection, (*LANDS, *BUILDINGS))), fault)


def _building(turn: Turn, place: int, hazards: list[Key], viewer: Viewer) -> AvailableActions:
    estate, occupation = estate_at(turn.board, place), at(turn.occupations, place)
    sale = None
    if occupation:
        paid = [(step.seat or 0, step.points or 0) for step in sale_steps(estate, *occupation[1:])]
        sale = View(owner=occupation.owner, pays=[(seat, coins) for seat, coins in paid if viewer.sees(seat)])
    points = estate.value if viewer.sees(turn.seat) else None
    keys = [
        replace(_SELL, fault=sale_refusal(turn, place), points=points),
        replace(_NOBLE_HERE, fault=noble_at_refusal(turn, place)),
        *hazards,
    ]
    breakdown = None
    if occupation is None or viewer.sees(occupation.owner):
        breakdown = break_down(estate, turn.board, turn.state.setup.options["noble_limit"], occupation)
    return AvailableActions(tuple(keys), None, (), estate, breakdown, sale)


def _hazard_key(hazard: str) -> Key:
    return Key("hazard", hazard, Message("{hazard} here", hazard=HAZARD_NAMES[hazard]), hazard)


@dataclass(frozen=True)
class Action:
    """One of the three actions of a turn: its key, a hint, the places where it is allowed, the keys that it offers."""

    key: Key
    hint: Message
    places: tuple[int, ...]
    offered: Sequence[Key]


def _actions(turn: Turn, selection: Selection) -> AvailableActions:
    """Return the three actions of a turn; the chosen one has a hint and marks the places where it is allowed."""
    actions = _three_actions(turn)
    keys = [replace(action.key, is_on=selection.at == name) for name, action in actions.items()]
    chosen = actions.get(selection.at)
    if chosen is None or chosen.key.fault:
        return AvailableActions(tuple(keys), chosen.key.fault if chosen else None)
    keys += [replace(key, at=()) for key in chosen.offered if selection.at in key.at]
    return AvailableActions(tuple(keys), chosen.hint, chosen.places)


def keys_of_actions(turn: Turn) -> dict[str, list[Key]]:
    """Return all keys of each action with the selections that offer them, for a phone that cannot ask for them."""
    return {
        name: [replace(action.key, at=(NOTHING, *ACTIONS)), *[key for key in action.offered if key.at]]
        for name, action in _three_actions(turn).items()
        if not action.key.fault
    }


def _three_actions(turn: Turn) -> dict[str, Action]:
    free = [replace(key, at=(FREE,)) for key in actions_on_free(turn, Selection()).keys]
    sales, hosts = _allowed_places(turn, sale_refusal), _allowed_places(turn, noble_at_refusal)
    return {
        PLACING: Action(
            _action_key(PLACING, Message("Tile, sale"), "plus", place_refusal(turn)),
            Message("Tap a free space, then the tile; or a marked building to sell it."),
            sales,
            [*free, _on_places(turn, _SELL, sales)],
        ),
        NOBLE: Action(
            _action_key(NOBLE, Message("Noble"), "noble", nowhere_for_noble(turn)),
            Message("Tap a marked building; the noble goes there."),
            hosts,
            [_on_places(turn, _NOBLE_HERE, hosts)],
        ),
        SPECIAL: _own_action(turn),
    }


def _own_action(turn: Turn) -> Action:
    """Return the card's own action: a hazard for a marked space, a card from a seat, or none."""
    own = SPECIALS.get(turn.card) or ""
    name, glyph = _OWN_ACTIONS.get(own) or SPECIAL_NAMES[own], {"": "x", DRAW: "people"}.get(own, own)
    key = _action_key(SPECIAL, name, glyph, special_refusal(turn))
    if hazard := HAZARD_OF.get(turn.card):
        tiled = [place for place, tile in enumerate(turn.board.cells) if tile]
        places = tuple([place for place in tiled if not hazard_at_refusal(turn, hazard, place)])
        hint = Message("Tap a marked space ({hazard}).", hazard=HAZARD_NAMES[hazard])
        return Action(key, hint, places, [_on_places(turn, _hazard_key(hazard), places)])
    draws = [
        Key("draw", str(seat), Message("a card drawn from {seat}", seat=Seat(seat)),
            fault=draw_refusal(turn, seat), seat=seat, at=(SPECIAL,))
        for seat in range(turn.state.setup.seats)
        if seat != turn.seat
    ]  # fmt: skip
    return Action(key, Message("From whose hand is the card drawn?"), (), draws)


def _action_key(name: str, label: Message, glyph: str, fault: Message | None) -> Key:
    return Key("tap", name, label, glyph, fault=fault, is_on=False, is_tap=True)


def actions_after(*, is_last: bool) -> dict[str, str]:
    """Return the actions that a turn may go on with after a step of each."""
    if not is_last:
        return {PLACING: PLACING}
    return {PLACING: PLACING + SPECIAL, NOBLE: SPECIAL, SPECIAL: PLACING + NOBLE}


def _on_places(turn: Turn, key: Key, places: Iterable[int]) -> Key:
    spaces = [turn.board.grid.spaces[place] for place in places]
    return replace(key, at=tuple([f"{row}.{column}" for row, column in spaces]))


def _allowed_places(turn: Turn, refusal_of: Callable[[Turn, int], Message | None]) -> tuple[int, ...]:
    return tuple([occupation.place for occupation in turn.occupations if refusal_of(turn, occupation.place) is None])


MAX_STEPS = 60
"""More steps than any turn can have: tiles and buildings would be used up long before."""


def read_step(posted: Posted, state: State, steps: Sequence[Any]) -> tuple[int, Any]:
    """Return the number of the posted step and the step; it may replace one that is already entered."""
    amended = _amended(posted, steps)
    if amended:
        return amended
    place = number(posted, "step", 1, min(len(steps) + 1, MAX_STEPS))
    if place is None:
        raise FormError("The form does not say which step this is; load the page again.")
    selection = read_selection(posted, begin_turn(state).board)
    return place, _posted_step(posted, selection, state.setup.seats)


def _amended(posted: Posted, steps: Sequence[Any]) -> tuple[int, Any] | None:
    """Return a placed building with its occupation switched by the field `amend`: "2.on" or "2.off"; else None."""
    step_number, _, switch = (posted.get("amend") or "").partition(".")
    for place, step in enumerate(steps, 1):
        if step_number == str(place) and switch in ("on", "off") and step.get("place") in BUILDINGS:
            return place, {**step, "occupy": switch == "on"}
    return None


def _posted_step(posted: Posted, selection: Selection, seats: int) -> Json:
    drawn_from = number(posted, "draw", 0, seats - 1)
    if drawn_from is not None:
        return {"draw": drawn_from}
    if posted.get("tile"):
        return read_tile_step(posted, selection, "place")
    for key in ("sell", "noble"):
        if posted.get(key):
            return {key: _space(selection)}
    if posted.get("hazard"):
        return {"hazard": posted.get("hazard"), "at": _space(selection)}
    raise FormError("Tap a space first, then what happens there.")


def read_tile_step(posted: Posted, selection: Selection, key: str) -> Json:
    """Return the step for the tapped tile on the selected space; a land is fertile if a value is selected."""
    kind = posted.get("tile")
    if kind not in KINDS:
        raise FormError("Tap one of the tiles.")
    step: Json = {key: kind, "at": _space(selection)}
    return {**step, "value": selection.fertile} if selection.fertile and kind in LANDS else step


def _space(selection: Selection) -> list[int]:
    if selection.place is None:
        raise FormError("Tap a space first, then what happens there.")
    row, column = selection.at.split(".")
    return [int(row), int(column)]
