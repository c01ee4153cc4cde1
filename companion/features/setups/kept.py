"""The setup templates of an instance: the phones' own and the games' built-in ones."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import Game, RuleError
from companion.engine.names import has_words
from companion.features.setups.rows import (
    MOST_BYTES,
    TemplateRow,
    delete_template,
    find_template,
    keep_template,
    names_of,
)
from companion.features.setups.template import SetupTemplate, built_in, built_in_named, to_template
from companion.games import all_games
from companion.storage.records import Transaction, now
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.table.service import Tables


@dataclass(frozen=True)
class TemplateChoice:
    """A template to choose: its game, key and name, and whether it is the phone's own or built-in."""

    game: Game
    key: str
    name: str
    is_own: bool


def template_row(template: SetupTemplate) -> TemplateRow:
    """Return the row of a template that is used now. Raises `RuleError` if it is too large."""
    if len(json.dumps(template.options)) > MOST_BYTES:
        raise RuleError("this setup is too large to be kept")
    return TemplateRow(template.game.key, template.key, template.name, template.options, now())


def opened(game: Game, options: Mapping[str, Any]) -> Callable[[Transaction, int], None] | None:
    """Return a function that stores the setup of a new table for a phone; None if it cannot be a template."""
    if game.setup_form is None:
        return None
    try:
        row = template_row(to_template(game, dict(options)))
    except RuleError:
        return None
    return lambda db, phone: keep_template(db, phone, row)


class TemplateService:
    """Finds, stores and deletes setup templates; a phone sees its own and the built-in ones."""

    def __init__(self, service: Tables) -> None:
        self._read, self._write = service.read, service.write

    def own_choices(self, phone: int | None) -> list[TemplateChoice]:
        """A phone's templates of installed games, the last used one first."""
        games = all_games()
        stored = [] if phone is None else self._read(names_of, phone)
        return [
            TemplateChoice(games[game], key, name, True)
            for game, key, name in stored
            if game in games and games[game].setup_form
        ]

    def choices(
        self, phone: int | None, locales: Sequence[str], game: Game | None = None, words: str = ""
    ) -> list[TemplateChoice]:
        """Templates whose names contain all of these words, of one game or of all: the phone's own, then built-in ones.

        A built-in template is in the first of these locales that it has.
        """
        own_choices = self.own_choices(phone)
        taken = {(choice.game.key, choice.key) for choice in own_choices}
        built_in_choices = [
            TemplateChoice(each, template.key, template.name, False)
            for each in all_games().values()
            if each.setup_form
            for template in built_in(each, locales).values()
            if (each.key, template.key) not in taken
        ]
        return [
            choice
            for choice in (*own_choices, *built_in_choices)
            if game in (None, choice.game) and has_words(choice.key, words)
        ]

    def find(self, phone: int | None, game: Game, key: str, locales: Sequence[str] = ()) -> SetupTemplate | None:
        """The template of a game under a key, the phone's own first, then one of these locales; None if there is none.

        Raises `RuleError` if the rules of the game refuse it, as they may have changed since it was kept.
        """
        if game.setup_form is None:
            return None
        row = None if phone is None else self._read(find_template, phone, game.key, key)
        return built_in_named(game, key, locales) if row is None else to_template(game, row.options)

    def keep(self, phone: PhoneRef, template: SetupTemplate) -> None:
        """Store a template for a phone, in place of one with its key. Raises `RuleError` if it is too large."""
        row = template_row(template)
        self._write(lambda db: keep_template(db, phone_number(db, phone, row.at), row), f"setups {phone!r}")

    def delete(self, phone: int, game: str, key: str) -> None:
        """Delete a phone's template for good."""
        self._write(lambda db: delete_template(db, phone, game, key), f"setups {phone}")
