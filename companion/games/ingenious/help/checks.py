"""The questions about an entry of Ingenious: the score of its tile, and who is ahead after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, Seat, Step
from companion.game.pages.help import QuestionLink, ranking_link
from companion.games.ingenious.entries import read_entry
from companion.games.ingenious.help.forms import ranking_fields
from companion.games.ingenious.help.placement_form import chosen_tile, placement_fields
from companion.games.ingenious.question_fields import MODES
from companion.games.ingenious.state import State


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a tile: its points, if there is a board, and the ranking after it; none for a swap."""
    parsed = read_entry(entry, before.setup.seats, before.board is not None)
    if parsed.placed is None and parsed.halves is None:
        return []
    questions = []
    if parsed.placed and before.board:
        board, title = before.board, Message("the tile of {seat}", seat=Seat(parsed.seat))
        symbols = before.setup.options["symbols"]
        questions.append(
            QuestionLink(
                "ingenious/placement",
                title,
                placement_fields(board.area, symbols, board.tiles, chosen_tile(parsed.placed)),
            )
        )
    return [*questions, places] if (places := ranking_question(after)) else questions


def ranking_question(state: State) -> QuestionLink | None:
    """Return the question "who comes first" with the current markers; None in the team and solo games."""
    if state.mode not in MODES:
        return None
    return ranking_link("ingenious", *ranking_fields(state.mode, state.tracks))
