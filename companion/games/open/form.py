"""The entry form of an open score sheet: each side's numbers on its own phone, typed with keys on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Json, Message, Setup, Step
from companion.game.pages.form import Draft, FormError, Part, Parts, Posted, Whole, number
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.open.draft import (
    KEPT,
    SLOTS,
    SidesDraft,
    kind_of,
    missing_side,
    read_part,
    side_of,
    texts_of,
)
from companion.games.open.form_state import (
    POINTS,
    can_stop,
    cells_of,
    entry_label,
    form_view,
    outcome_of,
    sheet_view,
    title_of,
)
from companion.games.open.numbers import points_of, side_name
from companion.games.open.refusals import HALF_POINTS
from companion.games.open.rules import State, due
from companion.games.open.sheet import END_LINES, LINES, ROUND, WON
from companion.games.open.view import EndingView, LinesView, RunningSheet, SideView, read_sum


def _read_part(posted: Posted, state: State, draft: Draft) -> Parts:
    """Read the numbers of one side; they become the parts of all of its seats."""
    sheet, seat = state.sheet, number(posted, "seat", 0, state.setup.seats - 1)
    kind = kind_of(state, draft, wants_lines=posted.get("kind") == LINES)
    if posted.get("kind") in (ROUND, LINES) and posted.get("kind") != kind:
        raise FormError(Message("Another part of this table is being entered; load the page again."))
    side = side_of(sheet, seat) if seat is not None else missing_side(sheet, draft) or sheet.sides[0]
    saved = draft.get(SLOTS.of(side[0]))
    kept_places = posted.getlist(KEPT) if saved is not None and kind == LINES else []
    texts = [
        texts_of(saved)[place]
        if saved is not None and str(place) in kept_places and not posted.get(f"n{place}")
        else _text(posted, place, name, side, state)
        for place, name in enumerate(cells_of(sheet, kind))
    ]
    part = _part(kind, texts, state)
    read_part(part, side, sheet)
    return Parts({SLOTS.of(mate): part for mate in side})


def _text(posted: Posted, place: int, name: str | Message, side: Sequence[int], state: State) -> str:
    """Return the typed text of a cell, "0" for an empty line; raise `FormError` if it is not a number or a sum."""
    text = (posted.get(f"n{place}") or "").strip()
    if not text and name != POINTS:
        return "0"
    if read_sum(text, has_halves=state.sheet.has_halves) is None:
        if read_sum(text, has_halves=True) is not None:
            raise FormError(HALF_POINTS.of(what=points_of(side), value=text))
        cell_name = Message("{cell} of {side}", cell=name, side=side_name(side))
        raise FormError(Message("{what}: type a number, or a sum such as 12+5-3.", what=cell_name))
    return text


def _part(kind: str, texts: list[str], state: State) -> Json:
    if kind == ROUND:
        return {"round": texts[0]}
    lines = {"lines": texts[: len(state.sheet.typed_lines)]} if state.sheet.lines else {}
    return {**lines, **({"tie": texts[-1]} if state.sheet.asks_tie else {})}


class Form(SidesDraft):
    """The entry form of an open score sheet. The fields n0, n1, ... hold the numbers of a side as they were typed."""

    fields = ("seat", "end", "won", "change")

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Parts | Whole:
        """Read the numbers of a side, the outcome of a cooperative game, or the end of the game."""
        if posted.get("won") in ("0", "1"):
            return Whole({"won": posted.get("won") == "1"})
        if posted.get("stop") is not None and can_stop(state):
            return Whole({"end": True})
        if due(state) == WON:
            raise FormError(Message("Tap whether you won or lost together."))
        return _read_part(posted, state, draft)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> EndingView | SideView:
        """Return the cells of a side and the keys, or the question how a cooperative game ended."""
        return form_view(state, draft, query, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> RunningSheet:
        """Return the seats whose numbers are entered, and the progress to the limit."""
        return sheet_view(state, draft, viewer)

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> LinesView:
        """Return the lines of the closing entry as a table, and the totals after any entry."""
        return outcome_of(after, entry, steps, viewer)

    def progress(self, state: State) -> Message:
        """Return the running round, "Round 3 of 5", or what follows the rounds."""
        return entry_label(state)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return the title of the entry with this number, counted from 1."""
        return title_of(setup.options, number)

    def title_of_entry(self, before: State, entry: Any, number: int) -> Message:
        """Return the title: the round, the lines, or the outcome of a cooperative game."""
        if "won" in entry:
            return Message("Won together") if entry["won"] else Message("Lost together")
        return Message("Round {number}", number=before.rounds + 1) if "round" in entry else END_LINES

    def rematch(self, options: Mapping[str, Any], seats: int) -> Json:
        """Return the same options, with all players present from the start."""
        return {**options, "away": [], "late": []}
