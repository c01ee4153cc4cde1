"""The entry form of Ingenious: a tile with the points of its halves or with their spaces on the board, or a swap."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine import Message, Seat, Setup, Step
from companion.forms.form import Draft, FormError, Part, Posted, Whole, number
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.ingenious import form_state
from companion.games.ingenious.drawing import Drawing, rows, rows_after, tracks_table
from companion.games.ingenious.form_state import Chosen, TileDraft
from companion.games.ingenious.rulebook import RULES, SWAP_BELOW_NINE
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


class Form(TileDraft):
    """The entry form of Ingenious."""

    fields = form_state.FIELDS
    start_option = "start"

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
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


FORM = Form()
