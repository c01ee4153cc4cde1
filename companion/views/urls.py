"""Addresses made quickly: a live page has some seventy of them, and is made anew at each change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask, request, url_for

_FIELD = re.compile(r"<(?:int:)?(\w+)>")
_SAFE = "!$&'()*+,/:;=@"
_SAFE_IN_QUERY = "!$'()*,/:;?@"


class Paths:
    """The patterns of the app's addresses by endpoint, as far as these can be filled in without more ado."""

    def __init__(self, app: Flask) -> None:
        self._patterns: dict[str, tuple[str, frozenset[str]]] = {}
        rules = list(app.url_map.iter_rules())
        names = [rule.endpoint for rule in rules]
        for rule in rules:
            pattern = _FIELD.sub(r"{\1}", rule.rule)
            if names.count(rule.endpoint) == 1 and not rule.defaults and "<" not in pattern:
                self._patterns[rule.endpoint] = (pattern, frozenset(_FIELD.findall(rule.rule)))

    def __call__(self, endpoint: str, **values: Any) -> str:
        """What Flask's url_for gives, for a path on this host."""
        pattern, fields = self._patterns.get(endpoint, ("", frozenset()))
        if not pattern or not fields <= values.keys():
            return url_for(endpoint, **values)
        filled = {name: quote(str(values.pop(name)), safe=_SAFE) for name in fields}
        address: str = request.script_root + pattern.format_map(filled)
        return address + _query(values) if values else address


def _query(values: Mapping[str, Any]) -> str:
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urlencode(given, doseq=True, safe=_SAFE_IN_QUERY)}" if given else ""


def init_app(app: Flask) -> None:
    """After all blueprints are registered: templates make their addresses with it."""
    app.jinja_env.globals["url_for"] = Paths(app)
