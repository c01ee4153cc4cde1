"""Templates that are included or imported by a fixed name are read in where they are named."""

from __future__ import annotations

import re

from jinja2.ext import Extension

_INCLUDED = re.compile(r'\{% include "([^"]+)" %\}')
_IMPORTED = re.compile(r'\{% from "([^"]+)" import [\w, ]+ with context %\}')
_MARK = "{##}"  # stands where the delimiters of the tag stood, for what looks at the whitespace beside them
_MACRO = re.compile(r"^\{% macro .*?\{% endmacro %\}$", re.DOTALL | re.MULTILINE)


class Inlined(Extension):
    """Puts the text of an included template, or the macros of an imported one, in the place of the tag.

    Jinja would make a context anew for each of them every time that a part of a live page is rendered, which takes
    longer than to render it.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        source = _IMPORTED.sub(lambda tag: _MARK.join(_MACRO.findall(self._text(tag[1]))), source)
        return _INCLUDED.sub(lambda tag: f"{_MARK}{self._text(tag[1])}{_MARK}", source)

    def _text(self, name: str) -> str:
        assert self.environment.loader is not None
        source, filename, _ = self.environment.loader.get_source(self.environment, name)
        return self.preprocess(source, name, filename).removesuffix("\n")
