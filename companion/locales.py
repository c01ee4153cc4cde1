"""The languages of the companion, and which of them a language code asks for."""

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
