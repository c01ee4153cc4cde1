"""Player names: comparison regardless of spelling, and division into visible characters."""

from __future__ import annotations

import unicodedata


def normalize_name(name: str) -> str:
    """Return the form of a name that is equal for all its spellings: casefolded, NFC, single spaces.

    NUL, which not every database can store, becomes U+FFFD.

    >>> normalize_name("  Mei  Ling "), normalize_name("ZOE\u0308") == normalize_name("zoë")
    ('mei ling', True)
    """
    # Decompose before and compose after: casefolding a composed letter can leave it decomposed.
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", name.replace("\0", "\ufffd")).casefold())
    return " ".join(unicodedata.normalize("NFC", folded).split())


def has_words(normalized: str, words: str) -> bool:
    """Return whether a normalized name contains each word of a typed text, in any order.

    >>> has_words("mei ling", "LING mei"), has_words("mei ling", "lina"), has_words("mei ling", "")
    (True, False, True)
    """
    return all(word in normalized for word in normalize_name(words).split())


def has_control_characters(name: str) -> bool:
    """Return whether a name has characters that only control a device, such as NUL, tab or escape.

    >>> [has_control_characters(name) for name in ("Zoë 王 👩\u200d👧", "A\x1bnn", "A\x9bnn")]
    [False, True, True]
    """
    return any(unicodedata.category(character) == "Cc" for character in name)


def has_surrogates(text: str) -> bool:
    """Return whether a text has surrogates (halves of characters); JSON can contain them, no encoding can store them.

    >>> [has_surrogates(text) for text in ("Zoë 👧", "A" + chr(0xD800))]
    [False, True]
    """
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def shorten(text: str, longest: int) -> str:
    """Return a text cut to a length, in its middle, as titles that begin alike often differ at their ends.

    >>> shorten("Exit: The Hunt Through Amsterdam", 20), shorten("Exit", 20)
    ('Exit: The Hun…terdam', 'Exit')
    """
    if len(text) <= longest:
        return text
    end = longest // 3
    return f"{text[: longest - end - 1].rstrip()}…{text[-end:].lstrip()}"


_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank."""


def is_invisible(name: str) -> bool:
    """Return whether a name has no visible character: only spaces, marks and formatting characters.

    >>> [is_invisible(name) for name in ("\u200b", "\u202e \u3164", "", "Zoë", "👩\u200d👧", "?")]
    [True, True, True, False, False, False]
    """
    return all(unicodedata.category(character)[0] in "CMZ" or character in _BLANK for character in name)


_SKIN_TONES = {chr(code) for code in range(0x1F3FB, 0x1F400)}


def split_graphemes(text: str) -> list[str]:
    """Split a text into visible characters: combining marks, modifiers and joined characters stay together.

    >>> split_graphemes("Zoe\u0308") == ["Z", "o", "e\u0308"], split_graphemes("🇹🇼🇵🇹") == ["🇹🇼", "🇵🇹"]
    (True, True)
    """
    graphemes: list[str] = []
    for character in text:
        is_bound = unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf") or character in _SKIN_TONES
        if graphemes and (
            is_bound or graphemes[-1].endswith("\u200d") or (_is_flag(graphemes[-1]) and _is_flag(character))
        ):
            graphemes[-1] += character
        else:
            graphemes.append(character)
    return graphemes


def _is_flag(text: str) -> bool:
    """Whether a text is one regional indicator; two of them are drawn as a flag."""
    return len(text) == 1 and "\U0001f1e6" <= text <= "\U0001f1ff"
