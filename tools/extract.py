"""Finds the texts to translate in Python code, for `make translations`.

It reads the syntax tree. Babel's own extractor reads tokens: it misses some nested calls of `Message`, and takes a
keyword argument for the plural.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import IO, Any

from companion.making.texts import OF_TEXTS, texts_in

Found = tuple[int, str, str | tuple[str, ...], list[str]]
NAMES = (
    *(*OF_TEXTS, "lazy_gettext", "lazy_ngettext", "StoreError", "StoreAway", "StoreBusy", "FileError", "PastFileError"),
    *("Closed", "ServeError", "GroupFull", "EveningRefused", "Refused"),
)
"""The classes whose first argument is a text; exceptions take a message's text and values."""


def extract(file: IO[bytes], keywords: object, comment_tags: object, options: Mapping[str, Any]) -> Iterator[Found]:
    """Yield (line, function, texts, comments) for each text, as Babel's extraction methods do."""
    for line, forms in texts_in(ast.parse(file.read()), NAMES):
        yield line, "ngettext" if len(forms) == 2 else "gettext", forms if len(forms) == 2 else forms[0], []
