"""A faster `url_for` for templates: live pages have about seventy addresses and are rendered at each change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask, url_for

from companion.views.http.current import current_application, current_request

_FIELD = re.compile(r"<(?:int:)?(\w+)>")
_SAFE = "!$&'()*+,/:;=@"
_SAFE_IN_QUERY = "!$'()*,/:;?@"
_NAME = "companion.paths"


class Paths:
    """Builds paths from the URL patterns of simple endpoints; other endpoints go to Flask."""

    def __init__(self, app: Flask) -> None:
        self._path = lru_cache(maxsize=4096, typed=True)(self._cached_path)  # most addresses of a table stay the same
        self._patterns: dict[str, tuple[str, frozenset[str]]] = {}
        rules = list(app.url_map.iter_rules())
        names = [rule.endpoint for rule in rules]
        for rule in rules:
            pattern = _FIELD.sub(r"{\1}", rule.rule)
            if names.count(rule.endpoint) == 1 and not rule.defaults and "<" not in pattern:
                self._patterns[rule.endpoint] = (pattern, frozenset(_FIELD.findall(rule.rule)))

    def __call__(self, endpoint: str, **values: Any) -> str:
        """Return the same path as Flask's `url_for`."""
        try:
            path = self._path(endpoint, tuple(values.items()))
        except TypeError:  # a list, for a field with several values
            path = self._build_path(endpoint, values)
        return url_for(endpoint, **values) if path is None else f"{current_request().script_root}{path}"

    def _cached_path(self, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str | None:
        return self._build_path(endpoint, dict(values))

    def _build_path(self, endpoint: str, values: Mapping[str, Any]) -> str | None:
        """Return path and query; None where Flask must build them."""
        pattern, fields = self._patterns.get(endpoint, ("", frozenset()))
        if not pattern or not fields <= values.keys():
            return None
        filled = {name: _quoted(str(values[name])) for name in fields}
        return pattern.format_map(filled) + _query({name: values[name] for name in values if name not in fields})


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return quote(text, safe=_SAFE)


def _query(values: Mapping[str, Any]) -> str:
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urlencode(given, doseq=True, safe=_SAFE_IN_QUERY)}" if given else ""


def path_for(endpoint: str, **values: Any) -> str:
    """Return the same path as Flask's `url_for`."""
    paths: Paths = current_application().extensions[_NAME]
    return paths(endpoint, **values)


def init_app(app: Flask) -> None:
    """Replace `url_for` in templates; call it after all blueprints are registered."""
    app.extensions[_NAME] = app.jinja_env.globals["url_for"] = Paths(app)
