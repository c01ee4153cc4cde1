"""Conversion of traditional Chinese characters to simplified ones, with a table generated at build time."""

from __future__ import annotations

import json

from companion.paths import TRANSLATIONS

_TABLE = TRANSLATIONS / "zh_Hans" / "characters.json"
_VARIANTS = str.maketrans(json.loads(_TABLE.read_text("utf-8")) if _TABLE.exists() else {})


def simplified(text: str) -> str:
    """Return a text with each traditional Chinese character replaced by its simplified form."""
    return text.translate(_VARIANTS)
