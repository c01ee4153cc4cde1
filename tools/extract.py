"""Finds the texts to translate in Python code, for `make translations`.

Babel's own reader goes by tokens: it misses a `Message` two brackets deep inside another and takes a named text for
the plural. This one reads the syntax tree.
"""

import ast
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import IO, Any

Found = tuple[int, str, str | tuple[str, ...], list[str]]
ERRORS = (
    *("StoreError", "StoreAway", "StoreBusy", "FileError", "PastFileError", "Closed", "ServeError", "RuleError"),
    *("GroupFull", "EveningRefused", "FormError", "Refused"),
)
"""Exceptions that are made of a message's text and values."""
SINGULAR = ("Message", "Refusal", "says", "gettext", "lazy_gettext", "_", *ERRORS)
PLURAL = ("Message", "Refusal", "says", "ngettext", "lazy_ngettext")
EACH = ("rule", "chapter")
"""What takes several texts, each a message of its own."""


def extract(file: IO[bytes], keywords: object, comment_tags: object, options: Mapping[str, Any]) -> Iterator[Found]:
    """Yield (line, function, texts, comments) for each text, as Babel's extraction methods do."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", None))
            texts = _leading_texts(node)
            if name in EACH:
                yield from ((node.lineno, "gettext", text, []) for text in map(_text, node.args) if text is not None)
            elif name in PLURAL and len(texts) >= 2:
                yield node.lineno, "ngettext", tuple(texts[:2]), []
            elif name in SINGULAR and texts:
                yield node.lineno, "gettext", texts[0], []


def _leading_texts(call: ast.Call) -> list[str]:
    return [text for text in takewhile(lambda text: text is not None, map(_text, call.args)) if text is not None]


def _text(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None
