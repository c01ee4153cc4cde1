"""The cookie by which a phone is known, kept for as long as the phone is used."""

from __future__ import annotations

from flask import Response, request

NAME = "phone"
_SAFE_NAME = f"__Host-{NAME}"  # browsers take it from this very host only, and over https
_YEAR = 365 * 24 * 3600
_WEEK = 7 * 24 * 3600


def _name() -> str:
    return _SAFE_NAME if request.is_secure else NAME


def _fresh() -> str:
    """The name of what stands beside the cookie for a week after it was set."""
    return f"{_name()}-fresh"


def token() -> str:
    """The token that the phone sends: by the plain name where it came before https, or before there were two names."""
    return request.cookies.get(_name()) or request.cookies.get(NAME, "")


def is_due() -> bool:
    """Whether it is a week since the cookie was set, or it has no safe name yet."""
    return _name() not in request.cookies or _fresh() not in request.cookies


def keep(response: Response, told: str) -> None:
    """Let the phone be known by this token for another year."""
    for name, value, seconds in ((_name(), told, _YEAR), (_fresh(), "1", _WEEK)):
        response.set_cookie(name, value, seconds, httponly=True, samesite="Lax", secure=request.is_secure)
