"""Removes the whitespace from a page that only formats the source of its template.

Templates have indentation and line breaks for readers; in the page each of them would take bytes, and would show as a
gap between two inline elements. So whitespace that contains a newline is removed when a template is compiled:

- in text and in attribute values it is removed beside a tag, a quote or a Jinja delimiter, and becomes one space
  between two words;
- inside a tag it becomes one space, unless a space or the end of the tag follows.

Spaces on one line stay, except before ``>`` and ``/>``. ``{{ " " }}`` is a space beside a line break. ``<pre>``,
``<textarea>``, ``<script>``, ``<style>`` and comments stay as they are.
"""

import hashlib
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path

from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

# What stands for Jinja's code in the text of a template: before each piece of it, and for each expression.
_PIECE, _EXPRESSION = "\0", "\1"
_CODE = f"{_PIECE}{_EXPRESSION}"
_LAYOUT = r"[ \t\r\f]*\n[ \t\r\n\f]*"
_VALUE = r"\"[^\"]*\"|'[^']*'"
_TEXT = re.compile(
    rf"<!--.*?-->|(?P<tag><(?:(?P<verbatim>pre|textarea|script|style)(?![\w-])|[/!a-z{_CODE}])(?:{_VALUE}|[^>\"'])*>)"
    rf"(?P<kept>(?(verbatim).*?(?=</(?P=verbatim)|\Z)))|(?P<layout>{_LAYOUT})",
    re.IGNORECASE | re.DOTALL,
)
_GONE = re.compile(rf"(?<=[\"'])[ \t]+(?=/?>\Z)|{_LAYOUT}(?=/?>\Z|{_PIECE}+(?:\s|/?>))")
_COMPILED_BY = f"{version('jinja2')} {hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}"


class LayoutRemover(Extension):
    """Removes the whitespace that formats a template's source when it is compiled."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, without layout in its text; `trim_blocks` and `lstrip_blocks` must be off."""
        tokens, text = list(stream), ""
        for token in tokens:
            if token.type == "data":
                text += _PIECE + token.value
            elif token.type == "variable_begin":
                text += _EXPRESSION
        pieces = iter(without_layout(text).split(_PIECE)[1:])
        for token in tokens:
            is_data = token.type == "data"
            yield Token(token.lineno, "data", next(pieces).rstrip(_EXPRESSION)) if is_data else token


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps compiled templates in a folder, if it can be written, as Python does with modules."""

    def get_source_checksum(self, source: str) -> str:
        """Return what changes with the source of a template, and with what compiles it."""
        return super().get_source_checksum(_COMPILED_BY + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled template if there is one."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


def without_layout(markup: str) -> str:
    """Return HTML or SVG without the whitespace that formats its source."""
    return _TEXT.sub(_shortened, markup)


def _shortened(part: re.Match[str]) -> str:
    if part["layout"]:
        return _between("<>", part)
    if not part["tag"]:
        return part[0]
    tag = re.sub(_VALUE, lambda value: re.sub(_LAYOUT, partial(_between, value[0][0]), value[0]), part["tag"])
    return re.sub(_LAYOUT, " ", _GONE.sub("", tag)) + part["kept"]


def _between(edges: str, layout: re.Match[str]) -> str:
    """Return the replacement of layout: nothing beside one of the edges, code or the end of the text, else a space."""
    text, start, end = layout.string, layout.start(), layout.end()
    return "" if text[start - 1 : start] in f"{edges}{_CODE}" or text[end : end + 1] in f"{edges}{_CODE}" else " "
