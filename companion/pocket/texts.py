"""The sentences of the page around the companion, in its languages."""

from __future__ import annotations

from collections.abc import Mapping

from babel.support import Translations

from companion import paths
from companion.engine import Message
from companion.locales import FALLBACKS, LOCALES

_TEXTS = {
    "fetching": Message("The companion is being fetched. That happens once; then it needs no network."),
    "starting": Message("The companion is starting."),
    "elsewhere": Message("The companion is open in another tab."),
    "here": Message("Go on here"),
    "fault": Message("The companion could not be started. Close other tabs with it, and load this page again."),
}


def texts_of_shell() -> Mapping[str, Mapping[str, str]]:
    """Return the sentences by the language and by their key in the script."""
    return {locale.replace("_", "-"): _in(locale) for locale in LOCALES}


def _in(locale: str) -> Mapping[str, str]:
    words = Translations.load(paths.TRANSLATIONS, [locale, *FALLBACKS.get(locale, ())])
    return {key: text.text(words) for key, text in _TEXTS.items()}
