"""Addresses made quickly: a live page has some seventy of them, and is made anew at each change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask, request, url_for

_FIELD = re.compile(r"<(?:int:)?(\w+)>")
_SAFE = "!$&'()*+,/:;=@"
_SAFE_IN_QUERY = "!$'()*,/:;?@"


class Paths:
    """The patterns of the app's addresses by endpoint, as far as these can be filled in without more ado."""

    def __init__(self, app: Flask) -> None:
        self._path = lru_cache(maxsize=4096, typed=True)(self._kept)  # most of a table's stay as they are
        self._patterns: dict[str, tuple[str, frozenset[str]]] = {}
        rules = list(app.url_map.iter_rules())
        names = [rule.endpoint for rule in rules]
        for rule in rules:
            pattern = _FIELD.sub(r"{\1}", rule.rule)
            if names.count(rule.endpoint) == 1 and not rule.defaults and "<" not in pattern:
                self._patterns[rule.endpoint] = (pattern, frozenset(_FIELD.findall(rule.rule)))

    def __call__(self, endpoint: str, **values: Any) -> str:
        """What Flask's url_for gives, for a path on this host."""
        try:
            path = self._path(endpoint, tuple(values.items()))
        except TypeError:  # a field that stands several times
            path = self._made(endpoint, values)
        return url_for(endpoint, **values) if path is None else f"{request.script_root}{path}"

    def _kept(self, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str | None:
        return self._made(endpoint, dict(values))

    def _made(self, endpoint: str, values: Mapping[str, Any]) -> str | None:
        """The path and query; None where Flask must make them."""
        pattern, fields = self._patterns.get(endpoint, ("", frozenset()))
        if not pattern or not fields <= values.keys():
            return None
        filled = {name: quote(str(values[name]), safe=_SAFE) for name in fields}
        return pattern.format_map(filled) + _query({name: values[name] for name in values if name not in fields})


def _query(values: Mapping[str, Any]) -> str:
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urlencode(given, doseq=True, safe=_SAFE_IN_QUERY)}" if given else ""


def init_app(app: Flask) -> None:
    """After all blueprints are registered: templates make their addresses with it."""
    app.jinja_env.globals["url_for"] = Paths(app)
