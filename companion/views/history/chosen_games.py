"""Which of many games a page tells about: those that were played most, or those that somebody searches for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request

from companion.game import Message
from companion.game.names import has_words, normalize_name
from companion.views.render.template_helpers import say

MOST = 10
"""How many games a page tells about at once."""
_LONGEST = 80

Table = TypeVar("Table")
"""What the games of one title add up to."""


@dataclass(frozen=True)
class ChosenGames(Generic[Table]):
    """The games that a page tells about, and the titles of the others with how often each was played.

    `words` are those that were typed, empty where nobody searches; `count` is how many games there are in all.
    """

    shown: list[Table]
    others: list[tuple[str, int]]
    words: str
    count: int


def chosen_games(tables: Iterable[Table], told: Callable[[Table], tuple[Message, int]]) -> ChosenGames[Table]:
    """Return which of the tables, which come most played first, to show.

    `told` gives the title of one and how often it was played. Where there are many, a game that was played once is
    shown only to whoever searches for it; what is called just as was typed comes first.
    """
    words = request.args.get("find", "").strip()[:_LONGEST]
    titled = [(table, say(title), played) for table in tables for title, played in [told(table)]]
    found, most = titled, MOST
    if words:
        fitting = [one for one in titled if has_words(normalize_name(one[1]), words)]
        found = sorted(fitting, key=lambda one: normalize_name(one[1]) != normalize_name(words))
    elif len(titled) > MOST:
        most = min(MOST, sum(played > 1 for _, _, played in titled))
    others = [(title, played) for _, title, played in found[most:]]
    return ChosenGames([table for table, _, _ in found[:most]], others, words, len(titled))
