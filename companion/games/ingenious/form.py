"""The entry form of Ingenious: a tile with the points of its halves or with their spaces on the board, or a swap."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine import Message, Seat, Setup, Step, joined
from companion.forms.form import Draft, EntryForm, Filled, FormError, Posted, Whole, number
from companion.forms.pieces import PieceWords
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.ingenious import form_state
from companion.games.ingenious.board import RADIUS
from companion.games.ingenious.drawing import Drawing, rows, rows_after, tracks_table
from companion.games.ingenious.form_state import Chosen
from companion.games.ingenious.rulebook import (
    COLOUR_NAMES,
    DOUBLE_LOWEST,
    HALF,
    LOWEST,
    OWN_SIDE,
    RULES,
    SWAP_BELOW_NINE,
)
from companion.games.ingenious.rules import State, can_be_full, is_first_turn, last_seat, swap_refusal, tiles_left
from companion.games.ingenious.tracks import DUEL_TOP, TOP, TOPS, lowest_colours, own_colours

END = {"end": True}
"""The entry that ends a game without a board, in which only the players know that the board is full."""


def _swapped(query: Posted, state: State, chosen: Chosen) -> int | None:
    """Return the seat whose swap is being corrected, None once a tile is tapped instead."""
    return number(query, "swapped", 0, state.setup.seats - 1) if chosen.is_empty else None


def _extra(before: State, after: State | None) -> int:
    """Return how many extra placements an entry earned; this is no secret."""
    return 0 if after is None else after.owed - max(0, before.owed - 1)


def _label(state: State, chosen: Chosen, fault: Message | None, after: State | None) -> Message:
    """Return the label of the main button: what comes next, or what is missing."""
    if fault:
        return Message("A tile cannot lie there")
    if after is None:
        return form_state.more_taps(form_state.count_missing(state.board, chosen))
    if after.finished:
        return Message("Save, and the game is over")
    if after.owed:
        return Message("Save, {seat} places again", seat=Seat(after.turn))
    if state.mode == "solo":
        return Message("Save the tile")
    if chosen.is_empty:
        return Message("No points, {seat} next", seat=Seat(after.turn))
    return Message("Save, {seat} next", seat=Seat(after.turn))


def may_not_swap(state: State, seat: int) -> bool:
    """Whether a seat may not swap now, whatever its markers are.

    In a duel a swap also depends on the markers, which may be hidden; they are ignored here.
    """
    fault = swap_refusal(state, seat)
    return fault is not None and fault.singular != SWAP_BELOW_NINE.singular


def _swap(state: State, viewer: Viewer) -> View | None:
    """Return who may swap tiles now, or why not; None before the first turn ends, or if a hidden seat may not.

    The lowest `colours` are empty if they are hidden.
    """
    seat = last_seat(state)
    if state.mode == "solo" or state.finished or (seat is None and not state.owed):
        return None
    seat = state.turn if seat is None else seat
    if not viewer.sees(seat):
        may_not = viewer.disclose(may_not_swap, state, seat)
        return None if may_not else View(seat=seat, turns=state.turns, fault=None, colours=())
    track = state.track(seat)
    colours = own_colours(track, DUEL_TOP) if state.mode == "duel" else lowest_colours(track)
    return View(seat=seat, turns=state.turns, fault=swap_refusal(state, seat), colours=colours)


def _halves(state: State, chosen: Chosen, viewer: Viewer) -> list[View]:
    """Return the two halves; on a board without points if the seat is hidden, so that nobody tries out what scores."""
    halves = form_state.half_rows(state.board, chosen, form_state.tile_fault(state, chosen))
    if not viewer.sees(state.turn) and state.board is not None:
        for half in halves:
            half.points = half.note = None
    return halves


def _board(state: State, chosen: Chosen, viewer: Viewer) -> Drawing | None:
    if state.board is None:
        return None
    board = form_state.draw_chosen(state.board, chosen, form_state.tile_fault(state, chosen))
    return board if viewer.sees(state.turn) else replace(board, rays=())


_SEAT, _MOVE = "{seat}", "{move}"
_ALONE_WORDS = (
    Message("Tile of {seat}", seat=_SEAT),
    Message("move {move}, {seat} places", move=_MOVE, seat=_SEAT),
    Message("Ingenious! {seat} again", seat=_SEAT),
    Message(
        "move {move}, {seat} places an extra tile",
        "move {move}, {seat} places {count} extra tiles",
        1,
        move=_MOVE,
        seat=_SEAT,
    ),
)
"""What a form asks and which move it is, without and with an extra tile, for form.js to fill in."""


def _alone(state: State) -> dict[str, Any]:
    """Return what a phone needs to know who places next as long as it has no connection: form.js plays on from it."""
    return {
        "mode": state.mode,
        "seats": state.setup.seats,
        "seat": state.turn,
        "owed": state.owed,
        "tracks": state.tracks,
        "tokens": state.tokens,
        "tops": TOPS[state.mode],
        "move": state.laid + state.swaps + 1,
    }


def _halves_of(entry: Mapping[str, Any]) -> list[Any]:
    """Return the halves of a tile in an order that does not depend on the order of the taps."""
    halves = zip(entry["tile"], entry["at"], strict=True) if "tile" in entry else entry["points"]
    return sorted([list(half) for half in halves])


def _half(state: Any, entry: Mapping[str, Any], half: Sequence[Any]) -> Message:
    colour, points_or_space = half
    if "tile" not in entry:
        return Message("{colour} {points}", colour=COLOUR_NAMES[colour], points=points_or_space)
    (q, r), radius = points_or_space, RADIUS[state.board.area]
    space = Message("row {row}, space {place}", row=r + radius + 1, place=q + radius + min(0, r) + 1)
    return Message("{colour} on {space}", colour=COLOUR_NAMES[colour], space=space)


def _moved(entry: Mapping[str, Any], steps: Sequence[Step]) -> dict[str, int]:
    """Return how far the marker of each colour on the tile moved."""
    moved = dict.fromkeys(entry["tile"] if "tile" in entry else [colour for colour, _ in entry["points"]], 0)
    for step in steps:
        if step.rule == HALF:
            moved[step.values["colour"]] += step.values["to"] - step.values["from"]
    return moved


def _without_points(entry: Mapping[str, Any]) -> Message | joined:
    nothing = Message("no points")
    if "tile" not in entry:
        return nothing
    first, second = [COLOUR_NAMES[colour] for colour in entry["tile"]]
    return joined([Message("{first}-{second}", first=first, second=second), nothing])


def _total(state: State, seat: int, steps: Sequence[Step]) -> Message:
    """Describe the seat's total after the entry: its lowest marker, in the duel the markers on its side."""
    total_step = next((s for s in steps if s.seat == seat and s.rule in (LOWEST, DOUBLE_LOWEST, OWN_SIDE)), None)
    is_duel = state.mode == "duel"
    if total_step is None:
        return Message("own side unchanged") if is_duel else Message("lowest unchanged")
    total = total_step.values["total"]
    return Message("own side now {total}", total=total) if is_duel else Message("lowest now {total}", total=total)


class Form(EntryForm):
    """The entry form of Ingenious. An entry is one piece: a tile with what it scored or where it lies, or a swap."""

    fields = form_state.FIELDS
    start_option = "start"

    def read(self, posted: Posted, state: State, draft: Draft) -> Whole:
        """Read a posted tile of the seat in the field `seat`, or a swap of the seat in the field `swap`."""
        if posted.get("full"):
            if not can_be_full(state):
                raise FormError("There is still room on the board: enter the next tile.")
            return Whole(END)
        chosen = form_state.read_chosen(state.board, posted, posted.getlist("tap"))
        swapping = number(posted, "swap", 0, state.setup.seats - 1)
        swapping = _swapped(posted, state, chosen) if swapping is None else swapping
        if swapping is not None:
            return Whole({"seat": swapping, "swap": True})
        fault = form_state.tile_fault(state, chosen)
        if fault:
            raise FormError(fault)
        entry = form_state.entry_of(state, chosen)
        if entry is None:
            raise FormError("A tile has two halves: tap a colour and a space for each.")
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        return Whole({**entry, "seat": state.turn if seat is None else seat})

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the form after the taps in `query`."""
        chosen = form_state.read_chosen(state.board, query, query.getlist("tap"))
        tile_preview, swapped = viewer.derive(form_state.preview, state, chosen), _swapped(query, state, chosen)
        is_ready, is_seen = tile_preview.after is not None or swapped is not None, viewer.sees(state.turn)
        steps, label, seat = tile_preview.steps if is_seen else (), Message("Save the tile"), Seat(state.turn)
        if is_seen or not is_ready:
            label = _label(state, chosen, tile_preview.fault, tile_preview.after)
        # Unless they are hidden, the tracks tell states after a correction apart.
        stage = (state.turn, state.turns, state.owed, state.swapped, state.tracks if viewer.sees_all else "")
        return View(
            title=Message("Ingenious! {seat} again", seat=seat) if state.owed else Message("Tile of {seat}", seat=seat),
            stage="-".join(map(str, stage)),
            seat=state.turn,
            owed=state.owed,
            base=chosen.fields() | ({} if swapped is None else {"swapped": str(swapped)}),
            query="".join(f"{name}={value}&" for name, value in chosen.fields().items() if value),
            chosen=chosen,
            halves=_halves(state, chosen, viewer),
            board=_board(state, chosen, viewer),
            most=TOP,
            is_first=state.board is not None and is_first_turn(state),
            fault=tile_preview.fault,
            sentences=[RULES[step.rule].sentence(step) for step in steps],
            extra=_extra(state, tile_preview.after) if is_seen else 0,
            is_ready=is_ready,
            save=label,
            labels_of_missing=[form_state.more_taps(count) for count in range(1, 5)],
            swap=_swap(state, viewer) if chosen.is_empty else None,
            tiles_left=tiles_left(state),
            can_be_full=can_be_full(state) and chosen.is_empty,
            alone=_alone(state) if viewer.sees_all else None,
            alone_words=_ALONE_WORDS,
            track_table=tracks_table(state.mode, rows(state, viewer, tile_preview.after)),
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the current tracks and board, and whose turn is next."""
        next_tile = Message("Enter the tile of {seat}", seat=Seat(state.turn)) if not state.finished else None
        if next_tile and state.owed:
            next_tile = Message("Extra tile of {seat}", seat=Seat(state.turn))
        return View(
            next=next_tile,
            ending=Message("The board is full: end the game") if can_be_full(state) else None,
            seat=state.turn,
            owed=state.owed,
            board=form_state.draw_board(state.board) if state.board else None,
            swap=_swap(state, viewer),
            tiles_left=tiles_left(state),
            track_table=tracks_table(state.mode, rows(state, viewer)),
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the tracks after an entry, the points that it added, and the board with the scored lines."""
        seat = entry["seat"]
        board = form_state.draw_after(before, after, entry) if "swap" not in entry and after.board else None
        return View(
            seat=seat,
            extra=_extra(before, after),
            owed=after.owed,
            turn=after.turn,
            board=board if board is None or viewer.sees(seat) else replace(board, rays=()),
            track_table=tracks_table(before.mode, rows_after(before, after, seat, viewer)),
        )

    def picture(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the same, with the board also after a swap, if the table has one."""
        shown = self.outcome(before, entry, after, steps, viewer)
        if after.board and not shown.board:
            shown.board = form_state.draw_board(after.board)
        return shown

    def seat_on_turn(self, state: State) -> int | None:
        """Return the seat that places the next tile."""
        return None if state.finished else state.turn

    def progress(self, state: State) -> Message:
        """Return the number of the next move, counted as in the titles of entries, and whose it is."""
        moves = state.laid + state.swaps
        if state.finished:
            return Message("{count} move made", "{count} moves made", moves)
        if state.owed:
            return Message(
                "move {move}, {seat} places an extra tile",
                "move {move}, {seat} places {count} extra tiles",
                state.owed,
                move=moves + 1,
                seat=Seat(state.turn),
            )
        return Message("move {move}, {seat} places", move=moves + 1, seat=Seat(state.turn))

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Move 3"."""
        return Message("Move {number}", number=number)

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return an empty draft, and the query parameters with the tile's spaces or points, or who swapped."""
        if "swap" in entry:
            return {}, {"swapped": str(entry["seat"])}
        if "tile" in entry:
            first, second = (colour[0] for colour in entry["tile"])
            (q, r), (other_q, other_r) = entry["at"]
            return {}, Chosen((first, second), ((q, r), (other_q, other_r))).fields()
        scored = [f"{colour[0]}{points}" for colour, points in entry.get("points", [])]
        marks = (*scored, None, None)
        return {}, Chosen((marks[0], marks[1])).fields()

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two entries are the same tile of the same seat."""
        if first is None or second is None or "swap" in first or "swap" in second:
            return bool(first == second)
        same_kind = ("tile" in first) == ("tile" in second) and first["seat"] == second["seat"]
        return same_kind and _halves_of(first) == _halves_of(second)

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Name the colours with their points or spaces."""
        if value is None or "seat" not in value:
            return PieceWords((), (Message("the end of the game") if value else Message("nothing"),))
        if "swap" in value:
            return PieceWords((value["seat"],), (Message("swaps all tiles"),))
        return PieceWords((value["seat"],), [_half(state, value, half) for half in _halves_of(value)])

    def entry_summary(self, before: State, entry: Any, steps: Sequence[Step]) -> Message:
        """Return what an entry did, such as "Ben: +2 red, +3 green; lowest unchanged"."""
        seat = Seat(entry["seat"])
        if "swap" in entry:
            return Message("{seat} swaps", seat=seat)
        moved = _moved(entry, steps)
        if not any(moved.values()):
            return Message("{label}: {text}", label=seat, text=_without_points(entry))
        gains = [
            Message("{points} {colour}", points=f"+{points}" if points else "0", colour=COLOUR_NAMES[colour])
            for colour, points in moved.items()
        ]
        total = _total(before, entry["seat"], steps)
        return Message("{seat}: {gains}; {total}", seat=seat, gains=joined(gains), total=total)


FORM = Form()
