"""Finds the texts to translate in Python code, for `make translations`.

Babel's own reader goes by tokens: it misses a `Message` two brackets deep inside another and takes a named text for
the plural. This one reads the syntax tree.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import IO, Any

from companion.features.check_game.texts import OF_TEXTS, texts_in

Found = tuple[int, str, str | tuple[str, ...], list[str]]
NAMES = (
    *(*OF_TEXTS, "lazy_gettext", "lazy_ngettext", "StoreError", "StoreAway", "StoreBusy", "FileError", "PastFileError"),
    *("Closed", "ServeError", "GroupFull", "EveningRefused", "Refused"),
)
"""What is made of a text: with exceptions, which are made of a message's text and values."""


def extract(file: IO[bytes], keywords: object, comment_tags: object, options: Mapping[str, Any]) -> Iterator[Found]:
    """Yield (line, function, texts, comments) for each text, as Babel's extraction methods do."""
    for line, forms in texts_in(ast.parse(file.read()), NAMES):
        yield line, "ngettext" if len(forms) == 2 else "gettext", forms if len(forms) == 2 else forms[0], []
