"""The languages of the companion: which one a language code asks for, and the catalogues that games bring."""

import json
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from companion.games import all_games
from companion.paths import TRANSLATIONS

LOCALES = {"en": "English", "zh_Hant": "繁體中文", "zh_Hans": "简体中文"}
"""The languages by their locale, each with its own name."""
FALLBACKS = {"zh_Hans": ("zh_Hant",)}
"""The locales in which a language's readers also get a text that is missing in it."""
_SIMPLIFIED = {"hans", "cn", "sg", "my"}  # the script and the regions that write simplified characters


def known_locale(code: str) -> str | None:
    """The locale for a language code such as "zh-CN" or "en_GB"; None for a language that has no catalogue.

    >>> [known_locale(code) for code in ("zh-TW", "zh", "zh-CN", "zh_Hans_HK", "zh-Hant-CN", "en-GB", "fr")]
    ['zh_Hant', 'zh_Hant', 'zh_Hans', 'zh_Hans', 'zh_Hant', 'en', None]
    """
    language, *rest = code.replace("_", "-").lower().split("-")
    if language == "zh":
        return "zh_Hans" if _SIMPLIFIED & set(rest) and "hant" not in rest else "zh_Hant"
    return "en" if language == "en" else None


@cache
def _simple_characters() -> Mapping[int, str]:
    table = TRANSLATIONS / "zh_Hans" / "characters.json"
    return str.maketrans(json.loads(table.read_text("utf-8")) if table.exists() else {})


def simplified(text: str) -> str:
    """Return a text with each traditional Chinese character replaced by its simplified form."""
    return text.translate(_simple_characters())


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
