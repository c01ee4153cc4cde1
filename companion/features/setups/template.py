"""Setup templates: named setups that fill the setup form. Each is a small file; some come with a game.

A file is a scoresheet without players and entries: `{"format": 1, "game": KEY, "options": {...}}`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine import Game, Message, RuleError, entry_keys, one_of
from companion.engine.names import is_invisible, normalize_name
from companion.engine.strict import text_fault
from companion.games import all_games
from companion.locales import FALLBACKS, simplified
from companion.scoring.scoresheet import SheetError, parse, read_setup

FOLDER = "setups"
"""The folder of a game's package with its built-in templates, one JSON file each."""
LONGEST_NAME = 80

_KEYS = ("format", "game", "options")
_A_SETUP, _SETUP = Message("a setup"), Message("the setup")
_FORMAT, _GAME, _OPTIONS = Message("format"), Message("game"), Message("options")


@dataclass(frozen=True)
class SetupTemplate:
    """A named setup of a game; `options` omits those that apply to one table only."""

    game: Game
    name: str
    options: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The normalized name; a phone has one template of a game per key."""
        return normalize_name(self.name)

    def as_json(self) -> dict[str, Any]:
        """Return the template as the plain JSON values of its file."""
        return {"format": 1, "game": self.game.key, "options": dict(self.options)}


def is_template(value: Any) -> bool:
    """Whether parsed JSON looks like the file of a template: options, but neither players nor entries."""
    return type(value) is dict and "options" in value and not value.keys() & {"players", "entries"}


def read_template(value: Any) -> SetupTemplate:
    """Read the file of a template from plain JSON values; raise `SheetError` if it is invalid."""
    try:
        entry_keys(value, _SETUP, _KEYS)
        one_of(value["format"], _FORMAT, (1,))
        games = {game.key: game for game in all_games().values() if game.setup_form}
        return to_template(games[one_of(value["game"], _GAME, tuple(games))], value["options"])
    except RuleError as error:
        raise SheetError(error.message) from None


def to_template(game: Game, options: Any) -> SetupTemplate:
    """Return a template with these options, which are validated for the game's largest number of players.

    Raises `RuleError` if they are invalid or have no name. The game must have a setup form.
    """
    form = game.setup_form
    assert form is not None
    entry_keys(options, _OPTIONS, (), [option.key for option in game.options])
    players = [str(seat) for seat in range(1, game.seats[-1] + 1)]
    valid_options = read_setup(game, players, form.to_keep(options)).options
    name = " ".join(valid_options[form.title_option].split())
    if is_invisible(name):
        raise RuleError("this setup has no name, so it cannot be kept")
    if fault := text_fault(name, LONGEST_NAME):
        raise RuleError(fault)
    return SetupTemplate(game, name, valid_options)


def fields_of(template: SetupTemplate) -> Mapping[str, str | list[str]]:
    """Return the values of the setup form's fields for a template."""
    form = template.game.setup_form
    return {} if form is None else form.fields(template.options)


def built_in(game: Game, locales: Sequence[str] = ()) -> Mapping[str, SetupTemplate]:
    """Return the built-in templates of a game, by key, sorted by key.

    A template may have several files, such as `wingspan.json` and `wingspan.zh_Hant.json`. The file of the first of
    `locales` that has one is used, else the file without a locale. For a language that is made from another,
    it is made from that one's. Raises `SheetError` if a file is invalid.
    """
    localized = [
        next((files[locale] for locale in locales if locale in files), files[""])
        for files in _in_folder(game.folder).values()
    ]
    return {template.key: template for template in sorted(localized, key=lambda template: template.key)}


def built_in_named(game: Game, key: str, locales: Sequence[str] = ()) -> SetupTemplate | None:
    """Return the built-in template with this key, in any language, first in one of `locales`; None if there is none."""
    templates = [template for files in _in_folder(game.folder).values() for template in files.values()]
    in_any_language = next((template for template in templates if template.key == key), None)
    return built_in(game, locales).get(key, in_any_language)


@cache
def _in_folder(folder: Path) -> Mapping[str, Mapping[str, SetupTemplate]]:
    """Return the templates in a game's folder, by the name of their file, then by locale, "" for no locale."""
    templates: dict[str, dict[str, SetupTemplate]] = {}
    for path in sorted((folder / FOLDER).glob("*.json")):
        name, _, locale = path.stem.partition(".")
        text = path.read_bytes()
        templates.setdefault(name, {})[locale] = read_template(parse(text, _A_SETUP))
        for made in (made for made, sources in FALLBACKS.items() if locale in sources):
            templates[name].setdefault(made, read_template(parse(simplified(text.decode(), made), _A_SETUP)))
    return templates
