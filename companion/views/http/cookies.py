"""The cookie that identifies a phone, renewed while the phone is in use."""

from __future__ import annotations

from flask import Response

from companion.views.http.current import current_request

NAME = "phone"
_SAFE_NAME = f"__Host-{NAME}"  # browsers accept it from this host only, and over https
_YEAR = 365 * 24 * 3600
_WEEK = 7 * 24 * 3600


def _name() -> str:
    return _SAFE_NAME if current_request().is_secure else NAME


def _fresh() -> str:
    """Return the name of the cookie that marks the other one as set within the last week."""
    return f"{_name()}-fresh"


def token() -> str:
    """Return the phone's token; older cookies, and those set without https, have the plain name."""
    sent = current_request().cookies
    found: str = sent.get(_name()) or sent.get(NAME, "")
    return found


def is_due() -> bool:
    """Return whether the cookie is older than a week or has no __Host- name yet."""
    sent = current_request().cookies
    return _name() not in sent or _fresh() not in sent


def set_token(response: Response, value: str) -> None:
    """Set the token for another year."""
    for name, text, seconds in ((_name(), value, _YEAR), (_fresh(), "1", _WEEK)):
        response.set_cookie(name, text, seconds, httponly=True, samesite="Lax", secure=current_request().is_secure)
