"""Which phone sends a request, by its cookie, and its role at a table; the tables of this instance, which know both."""

from contextlib import suppress

from flask import Response, abort, current_app, g, has_request_context, request

from companion.engine import Message
from companion.server.rate_limits import JoinCodeLimits
from companion.storage import credentials
from companion.storage.error_messages import StoreError
from companion.table.invites import kind_of
from companion.table.service import Tables

NAME = "phone"
_FRESH, _FORMER = f"{NAME}-fresh", f"{NAME}-former"
_SAFE = "__Host-"  # browsers accept cookies of such names from this host only, over https, for all of its paths
_MOST_FORMER = 4
_YEAR = 365 * 24 * 3600
_WEEK = 7 * 24 * 3600
TOO_MANY_PHONES = Message("Too many new phones joined from here. Wait an hour, then join again.")


def all_tables() -> Tables:
    """Return the sessions of this instance."""
    tables: Tables = current_app.extensions["companion"]
    return tables


def _name(what: str = NAME) -> str:
    """Return the name of a cookie, under https with the path of the site: a safe name is one for all paths."""
    return f"{_SAFE}{what}{request.script_root.replace('/', '+')}" if request.is_secure else what


def _cookies(name: str) -> list[str]:
    """Return the different cookies of this very name; a quotation mark in another, which may be planted, hides none."""
    pairs = [pair.strip(" ").partition("=") for pair in request.headers.get("Cookie", "").split(";")]
    return list(dict.fromkeys([text for key, _, text in pairs if key == name]))


def _cookie(what: str = NAME) -> str:
    """Return a cookie; under https none where there are several of its name, as one of them was planted."""
    found = _cookies(_name(what))
    return found[0] if len(found) == 1 or (found and not request.is_secure) else ""


def former_phones() -> dict[int, str]:
    """Return the other phones that this browser was before, with their tokens.

    It was one before `change_phone`, or before it came by https. Cookies of such a name may be planted by another site
    of the domain, so they make it a phone only after a tap on a page that shows whose tables these are.
    """
    names = [_name(_FORMER)]
    if request.is_secure:
        names += [f"{prefix}{what}" for what in (NAME, _FORMER) for prefix in ("", "__Secure-")]
    tokens = dict.fromkeys(token for name in names for token in _cookies(name))
    found = ((all_tables().phone(token), token) for token in list(tokens)[:_MOST_FORMER])
    return {number: token for number, token in found if number not in (None, phone())}


def change_phone(token: str) -> None:
    """Make this browser the phone of another token, with the response."""
    if phone() is not None and all_tables().phone(_cookie(_FORMER)) is None:
        g.former_token = _cookie()
    g.new_token = token
    g.pop("phone")


def _set_token(response: Response, value: str) -> None:
    """Set the token for another year, and a cookie that says for a week that it is fresh."""
    cookies = [(_name(), value, _YEAR), (_name(_FRESH), "1", _WEEK)]
    if "former_token" in g:
        cookies.append((_name(_FORMER), g.former_token, _YEAR))
    for name, text, seconds in cookies:
        response.set_cookie(
            name,
            text,
            seconds,
            path="/" if request.is_secure else request.script_root or "/",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )


def phone() -> int | None:
    """Return the id of the requesting phone, or None if it has never opened or joined a session."""
    if "phone" not in g:
        role_at("")
    known: int | None = g.phone
    return known


def role_at(session: str) -> str | None:
    """Return the phone's role in a session, None if it has not joined; the first call also finds the phone."""
    if "phone" in g:
        return None if g.phone is None else all_tables().role(session, g.phone)
    g.phone, role = all_tables().phone_and_role(g.get("new_token") or _cookie(), session)
    if g.phone is not None:
        guesses().record_member_request(request.remote_addr or "")
    return role


def is_same_phone() -> bool:
    """Whether this is still the phone that it was when the request began; its device may have been ended since."""
    before = phone()
    g.pop("phone")
    return phone() == before


def request_token_hash(key: str = "") -> bytes:
    """Return the hash of the requesting phone's token; a new phone gets a new token.

    A new phone is stored only if it then opens or joins a table, and gets its cookie with that response. If that is
    lost, the same form makes it the same phone: by its `key`, else by `new_phone_field` in the templates.
    """
    if phone() is not None:
        return credentials.token_hash(_cookie())
    g.new_token = all_tables().invites.new_phone_token(key or request.form.get(NAME, ""))
    g.pop("phone")  # look it up again: it may be stored later in this request
    return credentials.token_hash(g.new_token)


def set_phone_cookie(response: Response) -> None:
    """Set the cookie of a new phone, and renew that of a known one from time to time."""
    is_page = request.method == "GET" and response.status_code == 200 and response.mimetype == "text/html"
    if "new_token" in g:
        with suppress(StoreError):  # the answer says so already, or needs no database
            # The database may fail after it stored the phone, which is then known when it sends the form again.
            if response.status_code >= 500 or phone() is not None:
                _set_token(response, g.new_token)
    elif is_page and g.get("phone") is not None and _name(_FRESH) not in request.cookies:
        _set_token(response, _cookie())
        with suppress(StoreError):  # the page needs none
            all_tables().devices.note_use(credentials.token_hash(_cookie()), kind_of(request.user_agent.string))


def may_join() -> bool:
    """Whether this phone may join; where links are public, as in a demo, only some new ones from here in an hour."""
    return phone() is not None or current_app.extensions["companion.joinings"].allow(request.remote_addr or "")


def may_open() -> bool:
    """Whether one more table may be opened from here in this hour; the companion itself may always open one."""
    return not has_request_context() or current_app.extensions["companion.openings"].allow(request.remote_addr or "")


def guesses() -> JoinCodeLimits:
    """Return the recent wrong join codes."""
    limits: JoinCodeLimits = current_app.extensions["companion.guesses"]
    return limits


def current_role(session: str) -> str:
    """Return the role of the requesting phone; abort with 404 if it has not joined."""
    known: tuple[str, str] = g.get("role_at", ("", ""))
    if known[0] == session:
        return known[1]
    role = role_at(session) or abort(404)
    g.role_at = session, role
    return role


def require_scorer(session: str) -> str:
    """Return the role of a phone that may enter points; abort with 404 if it has not joined, 403 for a viewer."""
    role = current_role(session)
    return abort(403) if role == "viewer" else role
