"""Traditional Chinese characters as simplified ones, by a table that is made when the package is built."""

from __future__ import annotations

import json

from companion.paths import TRANSLATIONS

_TABLE = TRANSLATIONS / "zh_Hans" / "characters.json"
_VARIANTS = str.maketrans(json.loads(_TABLE.read_text("utf-8")) if _TABLE.exists() else {})


def simplified(text: str) -> str:
    """Return a text with its traditional characters as simplified ones, one by one."""
    return text.translate(_VARIANTS)
