"""The fields of a group, its name and players ticked or typed one a line; and its games as lines, some on a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import abort, request

from companion.game import Message
from companion.game.names import clean_name, normalize_name, shortened
from companion.game.pages.form import Posted
from companion.game.pages.form import number as whole_number
from companion.games import get_game
from companion.history.group_games import GroupGame
from companion.history.groups import MOST_PLAYERS
from companion.history.stats import is_tied_win, kind_of
from companion.scoring.scoresheet import INVISIBLE, MAX_NAME_LENGTH, NO_NAME, TOO_LONG, name_fault
from companion.views.history.statistics import game_title
from companion.views.render.template_helpers import by_name

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


_LONGEST_TYPED = 8000
_FEWEST = 2


@dataclass
class GroupForm:
    """What was posted: `players` by key are those ticked, `typed` is the text with others; `faults` are by field."""

    name: str
    players: dict[str, str]
    typed: str = ""
    faults: dict[str, Message] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All players, each once."""
        typed = {normalize_name(name): name for name in typed_names(self.typed)}
        return [name for key, name in {**typed, **self.players}.items() if key]


def read_group(posted: Posted, known: Collection[str]) -> GroupForm:
    """Read the form of a group and check it; `known` are the keys of the players that it offered to tick."""
    form = GroupForm(
        clean_name(posted.get("name") or ""),
        ticked_names(posted, known),
        (posted.get("names") or "")[:_LONGEST_TYPED],
    )
    if fault := name_fault(form.name):
        form.faults["name"] = fault
    if fault := _players_fault(form.names):
        form.faults["names"] = fault
    return form


def ticked_names(posted: Posted, known: Collection[str]) -> dict[str, str]:
    """Return the names that are ticked, by key; those that are known already stay as they are kept."""
    names = [name.strip() if normalize_name(name) in known else clean_name(name) for name in posted.getlist("player")]
    return {key: name for name in names if (key := normalize_name(name))}


def typed_names(text: str) -> list[str]:
    """Return the names of a text with one per line."""
    return [name for line in text.splitlines() if (name := clean_name(line))]


def fault_of_names(names: Iterable[str]) -> Message | None:
    """Return why one of these cannot be the name of a player; None if each can."""
    for name in names:
        fault = name_fault(name)
        if fault is TOO_LONG:
            return Message(
                "{name} is too long: a name has at most {longest} characters, one player per line.",
                name=f"{shortened(name, 12)}…",
                longest=MAX_NAME_LENGTH,
            )
        if fault is not None:
            return INVISIBLE if fault is NO_NAME else fault
    return None


def _players_fault(names: list[str]) -> Message | None:
    if (fault := fault_of_names(names)) is not None:
        return fault
    if len(names) < _FEWEST:
        return Message("A group has two players or more: tick them, or type their names here, one per line.")
    if len(names) > MOST_PLAYERS:
        return Message("A group has at most {most} players; these are {count}.", most=MOST_PLAYERS, count=len(names))
    return None


def offered_players(members: Mapping[str, str], others: Mapping[str, str]) -> dict[str, str]:
    """Return the names to tick: those of the group, then others that the phone has met."""
    ordered = dict(sorted(members.items(), key=lambda member: by_name(member[1])))
    return ordered | {key: name for key, name in others.items() if key not in members}
