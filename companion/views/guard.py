"""What stands before every page: who is asking, from where, and the headers of every answer."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request

from companion import share
from companion.sessions import Sessions

COOKIE = "phone"
_YEAR = 365 * 24 * 3600
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def sessions() -> Sessions:
    """The sessions of this instance."""
    kept: Sessions = current_app.extensions["companion"]
    return kept


def phone() -> int | None:
    """The number of the phone that asks, or None where it has never opened or joined a session."""
    if "phone" not in g:
        token = request.cookies.get(COOKIE, "")
        g.phone = sessions().store.phone(share.token_hash(token)) if token else None
    number: int | None = g.phone
    return number


def known_phone() -> int:
    """The number of the phone that asks; a new phone gets one, and its cookie with the answer."""
    number = phone()
    if number is None:
        token = share.new_token()
        number = sessions().store.add_phone(share.token_hash(token))
        g.phone, g.new_token = number, token
    return number


def _same_origin() -> None:
    """Unsafe methods only from our own pages: another site must not act in a player's name."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("Origin")
    if origin is not None:
        own = _host(origin) == request.host
    else:
        own = request.headers.get("Sec-Fetch-Site") in ("same-origin", "none")
    if not own:
        abort(403)


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _headers(response: Response) -> Response:
    if "new_token" in g:
        response.set_cookie(COOKIE, g.new_token, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    response.headers.setdefault("Content-Security-Policy", _POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    if request.endpoint not in ("static", "home.script", "home.table_script"):
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(("Cookie", "Accept-Language", "HX-Request"))
    return response


def init_app(app: Flask) -> None:
    app.before_request(_same_origin)
    app.after_request(_headers)
