"""What is written about a play, as the acts of a table: who began, and its note, expansions and place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game.names import is_invisible, normalize_name, shorten
from companion.sessions.table.draws import FIRST
from companion.sessions.table.notes import EXPANSIONS, LONGEST_WORD, MOST_WORDS, NOTE, PLACE, TEXTS, distinct
from companion.transfer.past.play import Play


def acts_of(play: Play, players: Sequence[str]) -> list[tuple[str, Any]]:
    """Return kind and body of each act that a play's table has beside its entry; players are those of the seats."""
    acts: list[tuple[str, Any]] = []
    if play.written.start is not None:
        acts.append(("draw", {"what": FIRST, "seat": play.written.start}))
    if note := _note(play, players):
        acts.append(("note", note))
    return acts


def _note(play: Play, players: Sequence[str]) -> dict[str, Any]:
    roles = [f"{name}: {score.role}" for name, score in zip(players, play.scores, strict=True) if score.role]
    note = "\n".join(filter(None, [*roles, play.written.note]))
    longest = TEXTS[NOTE]
    words = distinct(_word(name, play.title) for name in play.written.expansions)
    note = note if len(note) <= longest else f"{note[: longest - 1].rstrip()}…"
    texts = {NOTE: note, PLACE: shorten(play.written.place, TEXTS[PLACE])}
    written: dict[str, Any] = {key: text for key, text in texts.items() if not is_invisible(text)}
    seen = [word for word in words if not is_invisible(word)][:MOST_WORDS]
    return {**written, EXPANSIONS: seen} if seen else written


def _word(name: str, title: str) -> str:
    """Return the name of an expansion; a long one without the title of its game, with which many begin.

    >>> _word("Azul: Crystal Mosaic", "Azul")
    'Azul: Crystal Mosaic'
    >>> _word("Arkham Horror: The Card Game – The Dunwich Legacy", "Arkham Horror: The Card Game")
    'The Dunwich Legacy'
    """
    if len(name) > LONGEST_WORD and normalize_name(name).startswith(normalize_name(title)):
        name = name[len(title) :].lstrip(" :–—-") or name
    return shorten(name, LONGEST_WORD)
