"""Notes on the optional parts, hooks and files that a game does not have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from companion.game import Game, Message, joined
from companion.game.pages.form import EntryForm
from companion.game.pages.parts import GameParts

_OPTIONAL_FILES = ("sheet.html", "outcome.html", "replay.html", "final.html", "form.js", "style.css", "glyphs.svg")


def absent_hooks(game: Game) -> Iterator[Message]:
    """Return notes on the optional parts, form hooks and files that a game does not have."""
    parts = game.parts()
    missing_parts = [field.name for field in fields(GameParts) if not getattr(parts, field.name)]
    if missing_parts:
        yield Message("Optional parts that it has not: {names}.", names=joined(missing_parts))
    hooks = [name for name in vars(EntryForm) if not name.startswith("_") and callable(getattr(EntryForm, name))]
    defaults = [name for name in hooks if getattr(type(parts.form), name) is getattr(EntryForm, name)]
    if defaults:
        yield Message("Hooks of its form that keep their default: {names}.", names=joined(defaults))
    missing_files = [name for name in _OPTIONAL_FILES if not (game.folder / name).is_file()]
    if missing_files:
        yield Message("Optional files that it has not: {names}.", names=joined(missing_files))
