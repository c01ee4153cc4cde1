"""The setups of this instance under their names: those that a phone keeps, and those that games bring."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Game, Message, RuleError
from companion.game.names import has_words
from companion.games import all_games
from companion.scoring.kept_setup import KeptSetup, built_in, built_in_named, to_kept
from companion.storage.records import SetupRow, now
from companion.storage.rows.kept_setups import MOST_BYTES
from companion.storage.rows.memberships import PhoneRef
from companion.storage.store import Store


@dataclass(frozen=True)
class SetupChoice:
    """A setup to choose: its game, key and name, and whether the phone keeps it; else the game brings it."""

    game: Game
    key: str
    name: str
    is_own: bool


def setup_row(kept: KeptSetup) -> SetupRow:
    """Return a setup as it is stored, used now; raise `RuleError` if it is too large."""
    if len(json.dumps(kept.options)) > MOST_BYTES:
        raise RuleError(Message("this setup is too large to be kept"))
    return SetupRow(kept.game.key, kept.key, kept.name, kept.options, now())


def row_of_table(game: Game, options: Mapping[str, Any]) -> SetupRow | None:
    """Return the row under which the setup of a new table is kept; None if it has no name, or no form to fill."""
    if game.setup_form is None:
        return None
    try:
        return setup_row(to_kept(game, dict(options)))
    except RuleError:
        return None


class Setups:
    """Finds, keeps and deletes setups; a phone sees its own and those that games bring."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def own(self, phone: int | None) -> list[SetupChoice]:
        """The setups that a phone keeps of the games that are installed, the one used last first."""
        games = all_games()
        found = [] if phone is None else self.store.kept_setups.names_of(phone)
        return [
            SetupChoice(games[game], key, name, True)
            for game, key, name in found
            if game in games and games[game].setup_form
        ]

    def choices(
        self, phone: int | None, locales: Sequence[str], game: Game | None = None, words: str = ""
    ) -> list[SetupChoice]:
        """The setups whose names have all of these words, of one game or of all: the phone's own, then the others.

        Those that games bring come in the first of these locales that they have.
        """
        own = self.own(phone)
        taken = {(choice.game.key, choice.key) for choice in own}
        brought = [
            SetupChoice(each, kept.key, kept.name, False)
            for each in all_games().values()
            if each.setup_form
            for kept in built_in(each, locales).values()
            if (each.key, kept.key) not in taken
        ]
        return [choice for choice in (*own, *brought) if game in (None, choice.game) and has_words(choice.key, words)]

    def find(self, phone: int | None, game: Game, key: str) -> KeptSetup | None:
        """The setup of a game under a key, the phone's own first; None if there is none.

        Raises `RuleError` if the rules of the game refuse it, as they may have changed since it was kept.
        """
        if game.setup_form is None:
            return None
        row = None if phone is None else self.store.kept_setups.find(phone, game.key, key)
        return built_in_named(game, key) if row is None else to_kept(game, row.options)

    def keep(self, phone: PhoneRef, kept: KeptSetup) -> None:
        """Keep a setup for a phone in place of one with its key; raise `RuleError` if it is too large."""
        self.store.kept_setups.keep(phone, setup_row(kept))

    def delete(self, phone: int, game: str, key: str) -> None:
        """Delete a setup that a phone keeps, for good."""
        if self.store.kept_setups.delete(phone, game, key):
            self.store.scrub()
