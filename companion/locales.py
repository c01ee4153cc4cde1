"""The languages of the companion, each a folder of `companion/translations`, and the catalogues that games bring.

`language.json` in the folder of a language has its `name` for itself and the `codes` that ask for it; where it has them
also `dates` that are written otherwise than Babel's, the `order` of its characters as the name of an encoding, and the
language that it is `made_from`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from companion.games import all_games
from companion.paths import TRANSLATIONS

SOURCE = "en"
"""The language that the texts in the code are in; what has no translation stays in it."""


@dataclass(frozen=True)
class Language:
    """What the companion knows about a language besides its texts."""

    name: str
    codes: Sequence[str]
    dates: Mapping[str, str] = field(default_factory=dict)
    letters: str = ""  # which a terminal has to know besides those of the name
    order: str = "utf-32-be"
    made_from: str = ""
    phrases: str = ""  # OpenCC's conversions of texts and of characters, which the build needs
    characters: str = ""


_found = [
    (file.parent.name, Language(**json.loads(file.read_text("utf-8")))) for file in TRANSLATIONS.glob("*/language.json")
]
LANGUAGES: Mapping[str, Language] = dict(
    sorted(_found, key=lambda one: (one[0] != SOURCE, bool(one[1].made_from), one[1].name))
)
"""The languages by their locale: first that of the code, last those that are made from another."""
LOCALES = {locale: language.name for locale, language in LANGUAGES.items()}
"""The name that each language has for itself, by locale."""
FALLBACKS = {locale: (language.made_from,) for locale, language in LANGUAGES.items() if language.made_from}
"""The locales in which a language's readers also get a text that is missing in it."""
_BY_CODE = {code: locale for locale, language in LANGUAGES.items() for code in language.codes}


def known_locale(code: str) -> str | None:
    """The locale for a language code such as "zh-CN" or "en_GB"; None for a language that has no catalogue.

    >>> [known_locale(code) for code in ("zh-TW", "zh", "zh-CN", "zh_Hans_HK", "zh-Hant-CN", "en-GB", "de-AT", "xx")]
    ['zh_Hant', 'zh_Hant', 'zh_Hans', 'zh_Hans', 'zh_Hant', 'en', 'de', None]
    """
    language, *rest = code.replace("_", "-").lower().split("-")
    exact = (_BY_CODE.get(f"{language}-{part}") for part in rest)
    return next(filter(None, exact), _BY_CODE.get(language))


def read_locales(locale: str) -> tuple[str, ...]:
    """Return the locales whose texts readers of a language get, the first that has one."""
    return locale, *FALLBACKS.get(locale, ())


@cache
def _simple_characters(locale: str) -> Mapping[int, str]:
    table = TRANSLATIONS / locale / "characters.json"
    return str.maketrans(json.loads(table.read_text("utf-8")) if table.exists() else {})


def simplified(text: str, locale: str = "") -> str:
    """Return a text with each character replaced as in a language that is made from another, by default in all."""
    for made in (locale,) if locale else FALLBACKS:
        text = text.translate(_simple_characters(made))
    return text


def game_translations(locale: str, key: str | None = None) -> list[GNUTranslations]:
    """Return the catalogues that games, or one of them, bring for a language such as "zh_Hant" or its fallback."""
    folders = [game.folder / "translations" for game in all_games().values() if key in (None, game.key)]
    paths = [folder / code / "LC_MESSAGES" / "messages.po" for code in read_locales(locale) for folder in folders]
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
