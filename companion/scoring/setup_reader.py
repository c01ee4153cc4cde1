"""Strict reading of the players and options of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.game import Game, Message, RuleError, Setup, entry_keys, items, shown
from companion.game.names import has_control_characters, has_surrogates, is_invisible, name_length, normalize_name

MAX_NAME_LENGTH = 40
NO_NAME = Message("Type a name first.")
TOO_LONG = Message("A name has at most {longest} characters.", longest=MAX_NAME_LENGTH)
CONTROL = Message("A name cannot have control characters.")
INVISIBLE = Message("A name needs a character that can be seen.")
_PLAYERS, _OPTIONS = Message("players"), Message("options")


def read_setup(game: Game, players: Any, options: Any) -> Setup:
    """Validate names and options for a game and fill in default options; raise `RuleError`."""
    names = tuple(read_name(name) for name in items(players, _PLAYERS))
    if len(names) not in game.seats:
        raise RuleError(
            Message(
                "{game} takes {low} to {high} players, not {count}",
                game=game.title,
                low=game.seats[0],
                high=game.seats[-1],
                count=len(names),
            )
        )
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RuleError(Message("two players are called {name}; names must differ", name=name))
    options_by_key = {option.key: option for option in game.options}
    entry_keys(options, _OPTIONS, (), options_by_key)
    values = {
        key: option.read(options[key], len(names)) if key in options else option.default_for(len(names))
        for key, option in options_by_key.items()
    }
    setup = Setup(names, values)
    if game.fits:
        game.fits(setup)
    return setup


def read_name(value: Any) -> str:
    """Return a valid player's name, or raise `RuleError`."""
    if type(value) is not str:
        raise RuleError(Message("a player's name must be a text, not {value}", value=shown(value)))
    if not 1 <= name_length(value) <= MAX_NAME_LENGTH:
        raise RuleError(
            Message(
                "a player's name has 1 to {longest} characters, not {count}",
                longest=MAX_NAME_LENGTH, count=name_length(value),
            )
        )  # fmt: skip
    if has_surrogates(value):
        raise RuleError(Message("a player's name must be valid text, not {value}", value=shown(value)))
    return value


def check_new_names(names: Iterable[str]) -> None:
    """Raise `RuleError` for a name that is invisible or has control characters.

    This applies to all new names, of players, groups and seasons, typed or imported. Stored names and scoresheets may
    have such names.
    """
    for name in names:
        if has_control_characters(name):
            raise RuleError(Message("a player's name cannot have control characters: {value}", value=shown(name)))
        if not name.isspace() and is_invisible(name):  # a seat of blanks in a scoresheet is nobody's
            raise RuleError(Message("a name needs a character that can be seen: {value}", value=shown(name)))


def name_fault(name: str) -> Message | None:
    """Return why a typed name, as `clean_name` returns it, cannot be that of a player, a group or a season."""
    if not normalize_name(name):
        return NO_NAME
    if name_length(name) > MAX_NAME_LENGTH:
        return TOO_LONG
    if has_control_characters(name):
        return CONTROL
    return INVISIBLE if is_invisible(name) else None
