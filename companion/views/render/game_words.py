"""On the pages of a game its own translation of a text comes before the companion's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import g
from flask_babel import get_locale

from companion.game import Game
from companion.game_files import games_with_words
from companion.views.render.template_helpers import language_context, words_in


def use_words_of(game: Game) -> None:
    """Let the rest of the request speak with the words of a game."""
    if game.key in games_with_words():
        g.words = words_in(str(get_locale()), game.key)


@contextmanager
def speaking_as(context: Mapping[str, Any]) -> Iterator[None]:
    """Speak with the words of the game that a page is about, if it is about one, and as before afterwards."""
    before = language_context()
    if (game := context.get("game")) is not None:
        use_words_of(game)
    try:
        yield
    finally:
        g.words = before
