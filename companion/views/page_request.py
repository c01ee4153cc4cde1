"""The request as pages read it: asking for a field that was not sent is quick."""

from __future__ import annotations

from typing import Any

from flask import Flask
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.datastructures import ImmutableMultiDict


class Fields(ImmutableMultiDict[str, str]):
    """Fields of a form, a query or a cookie.

    For each one that is missing Werkzeug raises and catches an error; a form asks for a dozen of those.
    """

    def get(self, key: str, default: Any = None, type: Any = None) -> Any:  # type: ignore[override] # no overloads
        """The first value of a field, converted by `type`; `default` where it is missing or cannot be converted."""
        return super().get(key, default, type) if key in self else default


class PageRequest(HtmxAwareRequest):  # type: ignore[misc] # it has no types
    """A request with `htmx`, the headers of that library, and such fields."""

    parameter_storage_class = Fields
    dict_storage_class = Fields


def init_app(app: Flask) -> None:
    """Let the application make requests of this class."""
    app.request_class = PageRequest
