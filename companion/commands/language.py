"""The language of the command line, from the locale variables; the catalogue is that of the pages."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from gettext import NullTranslations, translation

from companion.game import Catalogue
from companion.game_files import game_translations
from companion.games import GameError
from companion.locales import FALLBACKS, known_locale
from companion.paths import TRANSLATIONS

_ASKED = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as everywhere on a terminal
_PROBE = "中"


def catalogue() -> Catalogue:
    """The catalogue of the terminal's language, with the texts of games by others."""
    translations, language = _own_translations()
    if language is not None:
        with suppress(GameError):  # reported later, in this language too
            for of_game in game_translations(language):
                translations.add_fallback(of_game)
    return translations


def _own_translations() -> tuple[NullTranslations, str | None]:
    """Chinese texts, and in which language, if the terminal's locale is and it can show them; else English, None."""
    requested = next((value for name in _ASKED if (value := os.environ.get(name))), "")
    language = known_locale(requested.partition(".")[0].partition("@")[0])
    if language is None or language == "en" or not _can_be_shown():
        return NullTranslations(), None
    return translation("messages", TRANSLATIONS, [language, *FALLBACKS.get(language, ())], fallback=True), language


def _can_be_shown() -> bool:
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                _PROBE.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
