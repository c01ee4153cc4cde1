"""The languages of the companion, and which of them a language code asks for."""

import json
from collections.abc import Mapping
from functools import cache

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
