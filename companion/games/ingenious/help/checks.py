"""The questions that an entry of Ingenious raises: what its tile scored, and who is ahead after it."""

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
    """For a tile its points, if there is a board, and the ranking after it; nothing for a swap: the hand is unknown."""
    move = read_entry(entry, before.setup.seats, before.board is not None)
    if move.placed is None and move.halves is None:
        return []
    checks = []
    if move.placed and before.board:
        board, title = before.board, Message("the tile of {seat}", seat=Seat(move.seat))
        symbols = before.setup.options["symbols"]
        checks.append(
            QuestionLink(
                "ingenious/placement",
                title,
                placement_fields(board.area, symbols, board.tiles, chosen_tile(move.placed)),
            )
        )
    return [*checks, places] if (places := ranking_question(after)) else checks


def ranking_question(state: State) -> QuestionLink | None:
    """Who comes first, by the markers as they stand; nothing for teams and alone, which have no such question."""
    if state.mode not in MODES:
        return None
    return ranking_link("ingenious", *ranking_fields(state.mode, state.tracks))
