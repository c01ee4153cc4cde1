"""The games of a group as lines, latest first, some on a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import abort, request

from companion.game.pages.form import number as whole_number
from companion.games import get_game
from companion.history.group_games import GroupGame
from companion.history.stats import is_tied_win, kind_of
from companion.views.history.statistics import game_title

_ON_A_PAGE = 50
_MOST_PAGES = 10**4

ReplayAt = Callable[[GroupGame], str | None]
"""Gives the address of a game's replay; None where this reader may not see it."""


def game_line(game: GroupGame, names: Mapping[str, str], replay_at: ReplayAt) -> dict[str, Any]:
    """A game as a line: the group's players by place; others have no name here."""
    seats = sorted(range(len(game.places)), key=lambda seat: game.places[seat])
    totals = game.totals if game.is_scored else (None,) * len(seats)
    return {
        "title": game_title(game.game, kind_of(game)),
        "glyph": get_game(game.game).glyph,
        "ended": game.ended,
        "together": _together(game),
        "is_tied": is_tied_win(game),
        "seats": [(names.get(game.keys[seat]), game.places[seat] or 1, totals[seat]) for seat in seats],
        "replay": replay_at(game),
    }


def _together(game: GroupGame) -> bool | None:
    """Return whether all won or all lost a game that they played together; None for any other game."""
    if min(game.places) > 1:
        return False
    return True if len(game.places) > 1 and max(game.places) == 0 else None


def game_lines(games: Sequence[GroupGame], names: Mapping[str, str], replay_at: ReplayAt) -> dict[str, Any]:
    """Return the lines of the page that the address asks for, and its neighbours; abort with 404 if there is none."""
    page = whole_number(request.args, "page", 1, _MOST_PAGES) or 1
    first = (page - 1) * _ON_A_PAGE
    shown = games[::-1][first : first + _ON_A_PAGE]
    if page > 1 and not shown:
        abort(404)
    return {
        "lines": [game_line(game, names, replay_at) for game in shown],
        "count": len(games),
        "earlier": page + 1 if len(games) > first + _ON_A_PAGE else None,
        "later": page - 1 if page > 1 else None,
    }
