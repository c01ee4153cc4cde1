"""The request as pages read it: a form is parsed quickly, and so is the question for a field that was not sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from flask import Flask
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import ClientDisconnected

_FORM = "application/x-www-form-urlencoded"


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

    def _load_form_data(self) -> None:
        """Parse the form; one of a known length within the limit at once, where Werkzeug makes several streams."""
        length, most = self.content_length, self.max_content_length
        is_within = length is not None and (most is None or length <= most)
        if not is_within or self.mimetype != _FORM or "form" in self.__dict__:
            super()._load_form_data()
            return
        stream = self.environ["wsgi.input"]
        self.__dict__.update(stream=stream, form=Fields(_fields(_read(stream, length))), files=Fields())


def _read(stream: Any, length: int) -> bytes:
    """Read a body of this length. Raises `ClientDisconnected` where it does not come."""
    try:
        body: bytes = stream.read(length)
    except OSError as error:
        raise ClientDisconnected from error
    if len(body) < length:
        raise ClientDisconnected
    return body


def _fields(body: bytes) -> list[tuple[str, str]]:
    """Return the fields of a form; none where it is not text."""
    try:
        return parse_qsl(body.decode(), keep_blank_values=True, errors="werkzeug.url_quote")
    except ValueError:
        return []


def init_app(app: Flask) -> None:
    """Let the application make requests of this class."""
    app.request_class = PageRequest
