"""Who is who: a player is a name, however it is written."""

from __future__ import annotations

import unicodedata


def key_of(name: str) -> str:
    """What two spellings of one name have in common: no capitals, one form for each accent, single spaces.

    >>> key_of("  Mei  Ling "), key_of("ZOE\u0308") == key_of("zoë")
    ('mei ling', True)
    """
    # Taken apart before and put together after: folding a whole letter may leave it in parts.
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())
    return " ".join(unicodedata.normalize("NFC", folded).split())
