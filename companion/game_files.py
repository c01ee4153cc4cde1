"""Files in the package of a game: its folder, glyphs and translations."""

import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

from companion.game import Game
from companion.games import all_games
from companion.locales import FALLBACKS

SCRIPT, STYLE, GLYPHS = "form.js", "style.css", "glyphs.svg"
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"')


@cache
def game_glyphs() -> Mapping[str, Game]:
    """Return the game of each glyph that comes from a game's own glyph file, by glyph id."""
    games: dict[str, Game] = {}
    for game in all_games().values():
        path = game.folder / GLYPHS
        if path.is_file():
            games.update(dict.fromkeys(glyphs_in(path), game))
    return MappingProxyType(games)


def glyphs_in(path: Path) -> list[str]:
    """Return the ids of the glyphs in a file."""
    return _SYMBOL.findall(path.read_text("utf-8"))


def game_translations(locale: str, key: str | None = None) -> list[GNUTranslations]:
    """Return the catalogues that games, or one of them, bring for a language such as "zh_Hant" or its fallback."""
    folders = [game.folder / "translations" for game in all_games().values() if key in (None, game.key)]
    paths = [
        folder / code / "LC_MESSAGES" / "messages.po"
        for code in (locale, *FALLBACKS.get(locale, ()))
        for folder in folders
    ]
    # New ones each time, as whoever asks chains them.
    return [_compiled(path) for path in paths if path.is_file()]


@cache
def games_with_words() -> frozenset[str]:
    """The keys of the games that have a catalogue of their own in any language."""
    return frozenset(game.key for game in all_games().values() if (game.folder / "translations").is_dir())


def _compiled(path: Path) -> GNUTranslations:
    from babel.messages.mofile import write_mo  # only plug-in games need them
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return GNUTranslations(compiled)
