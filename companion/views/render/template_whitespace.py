"""Removes the whitespace from a page that only formats the source of its template.

Templates have indentation and line breaks for readers; in the page each of them would take bytes, and would show as a
gap between two inline elements. So whitespace that contains a newline is removed when a template is compiled:

- in text and in attribute values it is removed beside a tag, a quote or a Jinja delimiter, and becomes one space
  between two words;
- inside a tag it becomes one space, unless a space or the end of the tag follows.

Spaces on one line stay, except before ``>`` and ``/>``. ``{{ " " }}`` is a space beside a line break. ``<pre>``,
``<textarea>``, ``<script>``, ``<style>`` and comments stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_LAYOUT = r"[ \t\r\f]*\n[ \t\r\n\f]*"
_VERBATIM = r"<(?P<element>pre|textarea|script|style)(?![\w-])"
_TEXT = re.compile(rf"(?P<layout>{_LAYOUT})|(?P<comment><!--)|{_VERBATIM}|(?P<tag><(?:[/!a-zA-Z]|\Z))", re.IGNORECASE)
_TAG = re.compile(rf"(?P<end>(?:{_LAYOUT}|(?<=[\"'])[ \t]+)?(?P<close>/?>))|(?P<layout>{_LAYOUT})|(?P<quote>[\"'])")


class LayoutRemover(Extension):
    """Removes the whitespace that formats a template's source when it is compiled."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, without layout in its text; `trim_blocks` and `lstrip_blocks` must be off."""
        text, tokens = _Text(), list(stream)
        for token, is_space_next in zip(tokens, _spaces_ahead(tokens), strict=True):
            if token.type == "data":
                yield Token(token.lineno, "data", text.without_layout(token.value, is_space_next))
            else:
                yield token


def without_layout(markup: str) -> str:
    """Return plain HTML or SVG without the whitespace that formats its source."""
    return _Text().without_layout(markup, is_space_next=False)


def _spaces_ahead(tokens: Sequence[Token]) -> list[bool]:
    """Return for each token whether the output after it begins with a space or ends a tag."""
    ahead, is_next, after = [], False, ""
    for token in reversed(tokens):
        ahead.append(is_next)
        if token.type == "data":
            is_next = token.value.startswith((" ", "\t", "\n", ">", "/>"))
        elif token.type == "variable_begin":
            is_next = after.startswith(" ")
        after = token.value if token.type == "string" else ""
    return ahead[::-1]


class _Text:
    """The text of a template, read in the pieces between Jinja's delimiters."""

    def __init__(self) -> None:
        self._is_in_tag = False
        self._quote = ""  # the end of the current attribute value
        self._until = ""  # the end of the current verbatim content
        self._content_until = ""  # the end of the verbatim content after the current tag
        self._is_space_next = False  # whether a space or the end of a tag follows this piece

    def without_layout(self, piece: str, is_space_next: bool) -> str:
        """Return the next piece without layout; `is_space_next` says whether a space or the end of a tag follows it."""
        self._is_space_next = is_space_next
        stripped, at = [], 0
        while at < len(piece):
            if self._until:
                text, at = self._verbatim(piece, at)
            elif self._quote:
                text, at = self._value(piece, at)
            elif self._is_in_tag:
                text, at = self._tag(piece, at)
            else:
                text, at = self._between_tags(piece, at)
            stripped.append(text)
        return "".join(stripped)

    def _verbatim(self, piece: str, at: int) -> tuple[str, int]:
        end = piece.lower().find(self._until, at)
        if end < 0:
            return piece[at:], len(piece)
        self._until = ""
        return piece[at:end], end

    def _value(self, piece: str, at: int) -> tuple[str, int]:
        end, edges = piece.find(self._quote, at), ("", self._quote)
        value = piece[at:] if end < 0 else piece[at : end + 1]
        if end >= 0:
            self._quote = ""
        return re.sub(_LAYOUT, lambda layout: _between(layout, edges), value), at + len(value)

    def _tag(self, piece: str, at: int) -> tuple[str, int]:
        match = _TAG.search(piece, at)
        if match is None:
            return piece[at:], len(piece)
        shown = match[0]
        if match["end"]:
            shown = match["close"]
            self._is_in_tag = False
            self._until, self._content_until = self._content_until, ""
        elif match["layout"]:
            shown = "" if match.end() == len(piece) and self._is_space_next else " "
        else:
            self._quote = shown
        return piece[at : match.start()] + shown, match.end()

    def _between_tags(self, piece: str, at: int) -> tuple[str, int]:
        match = _TEXT.search(piece, at)
        if match is None:
            return piece[at:], len(piece)
        shown = match[0]
        if match["layout"]:
            shown = _between(match, ("", "<", ">"))
        elif match["comment"]:
            self._until = "-->"
        else:
            self._is_in_tag = True
            self._content_until = f"</{match['element'].lower()}" if match["element"] else ""
        return piece[at : match.start()] + shown, match.end()


def _between(layout: re.Match[str], edges: Sequence[str]) -> str:
    """Return the replacement of layout: nothing beside one of `edges` (the end of the text is ""), else a space."""
    text, start, end = layout.string, layout.start(), layout.end()
    return "" if text[start - 1 : start] in edges or text[end : end + 1] in edges else " "
