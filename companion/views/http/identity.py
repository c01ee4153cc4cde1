"""Who sends a request and for what: the phone by its cookie, its role at a table, and the action of a POST."""

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from typing import TypeVar

from flask import Response, abort, current_app, g, request

from companion.engine import Message
from companion.features import all_features
from companion.forms.form import number
from companion.forms.totals_only import NoEntries
from companion.server import BEGAN
from companion.server.rate_limits import JoinCodeLimits
from companion.storage import credentials
from companion.storage.error_messages import StoreError
from companion.table.changes import Request
from companion.table.devices import kind_of
from companion.table.service import Tables
from companion.table.table import Table
from companion.table.table_loader import IncompatibleSession
from companion.table.visible_table import VisibleTable
from companion.views.render.template_helpers import use_words_of

NAME = "phone"
_FRESH, _FORMER = f"{NAME}-fresh", f"{NAME}-former"
_SAFE = "__Host-"  # browsers accept cookies of such names from this host only, over https, for all of its paths
_MOST_FORMER = 4
_YEAR = 365 * 24 * 3600
_WEEK = 7 * 24 * 3600
_LONGEST_KEY = 64
_SECRET_LENGTH = 22
_LAST_EVENT = 9999
_VERSION = re.compile("[0-9]{1,9}")
_ACTION_FIELDS = ("act", "version")
"""Digests hold the names that these had when the first were stored."""

_OF_TOTALS_ONLY = ("table.show", "actions.delete")
"""What there is of a game of which only the totals are known; it has no entries to show, share or change."""

View = TypeVar("View", bound=Callable[..., object])
_WITHOUT_RULES: set[object] = set()


def without_rules(view: View) -> View:
    """Mark a view that needs no rules, so that it is there of a game that is not installed any more."""
    _WITHOUT_RULES.add(view)
    return view


def _name(what: str = NAME) -> str:
    """Return the name of a cookie, under https with the path of the site: a safe name is one for all paths."""
    return f"{_SAFE}{what}{request.script_root.replace('/', '+')}" if request.is_secure else what


def _cookies(name: str) -> list[str]:
    """Return the different cookies of this very name; a quotation mark in another, which may be planted, hides none."""
    pairs = (pair.strip(" ").partition("=") for pair in request.headers.get("Cookie", "").split(";"))
    return list(dict.fromkeys(text for key, _, text in pairs if key == name))


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
        _look_up("")
    known: int | None = g.phone
    return known


def role_at(session: str) -> str | None:
    """Return the role of the requesting phone in a session, or None if it has not joined."""
    if "phone" not in g:
        return _look_up(session)
    return None if g.phone is None else all_tables().role(session, g.phone)


def is_same_phone() -> bool:
    """Whether this is still the phone that it was when the request began; its device may have been ended since."""
    before = phone()
    g.pop("phone")
    return phone() == before


def _look_up(session: str) -> str | None:
    """Find out which phone this is; returns its role in a session."""
    g.phone, role = all_tables().phone_and_role(g.get("new_token") or _cookie(), session)
    if g.phone is not None:
        guesses().record_member_request(request.remote_addr or "")
    return role


def request_token_hash() -> bytes:
    """Return the hash of the requesting phone's token; a new phone gets a new token.

    A new phone is stored only if it then opens or joins a table, and gets its cookie with that response. If that is
    lost, the same form makes it the same phone (`new_phone_field` in the templates).
    """
    if phone() is not None:
        return credentials.token_hash(_cookie())
    g.new_token = all_tables().invites.new_phone_token(request.form.get(NAME, ""))
    g.pop("phone")  # look it up again: it may be stored later in this request
    return credentials.token_hash(g.new_token)


def set_phone_cookie(response: Response) -> None:
    """Set the cookie of a new phone, and renew that of a known one from time to time."""
    is_page = request.method == "GET" and response.status_code == 200 and response.mimetype == "text/html"
    if response.status_code >= 500:
        # The database may have gone away after it stored the phone, which is then known when it sends the form again.
        if "new_token" in g:
            _set_token(response, g.new_token)
        return
    if "new_token" in g:
        with suppress(StoreError):  # the answer says so already, or needs no database
            if phone() is not None:
                _set_token(response, g.new_token)
    elif is_page and g.get("phone") is not None and _name(_FRESH) not in request.cookies:
        _set_token(response, _cookie())
        with suppress(StoreError):  # the page needs none
            all_tables().devices.note_use(credentials.token_hash(_cookie()), kind_of(request.user_agent.string))


TOO_MANY_PHONES = Message("Too many new phones joined from here. Wait an hour, then join again.")


def may_join() -> bool:
    """Whether this phone may join; where links are public, as in a demo, only some new ones from here in an hour."""
    return phone() is not None or current_app.extensions["companion.joinings"].allow(request.remote_addr or "")


def id_of_link(token: str) -> str:
    """Return the id that stands before the secret in the token of a link."""
    return token[:-_SECRET_LENGTH]


def is_link(token: str, expected: str) -> bool:
    """Whether a token is the expected one; how long that takes tells nothing of it."""
    return hmac.compare_digest(expected.encode(), token.encode(errors="surrogatepass"))


def all_tables() -> Tables:
    """Return the sessions of this instance."""
    service: Tables = current_app.extensions["companion"]
    return service


def guesses() -> JoinCodeLimits:
    """Return the recent wrong join codes."""
    limits: JoinCodeLimits = current_app.extensions["companion.guesses"]
    return limits


def visible_table_for(session: str) -> VisibleTable:
    """Return the table as the requesting phone may see it; abort with 404 if it has not joined."""
    role = current_role(session)
    table = find_table(session) or abort(404)
    return VisibleTable(table, table.viewpoint(phone(), role))


def stored_table(session: str) -> Table:
    """Return the whole table with its hidden totals, for acts and exports; never render pages from it."""
    return find_table(session) or abort(404)


def dated_by(table: Table | VisibleTable) -> str:
    """Return the moment by which a table is dated, as in the history: when its game ended, or when it was opened."""
    row = all_tables().row(table.id)
    return row.at if row is not None else table.row.made if isinstance(table, Table) else table.made


def find_table(session: str) -> Table | None:
    """Return the whole table, or None if there is no such session; raise `NoEntries` on a page that needs some."""
    cached: Table | None = g.get("table")
    if cached is not None and cached.id == session:
        return cached
    try:
        read = all_tables().table(session)
    except IncompatibleSession:
        if current_app.view_functions.get(request.endpoint or "") not in _WITHOUT_RULES:
            raise
        read = all_tables().loader.unplayed(session)
    if read is None:
        return None
    if read.row.is_totals_only:
        shown = [*_OF_TOTALS_ONLY, *chain.from_iterable(each.totals_only_pages for each in all_features())]
        if request.endpoint not in shown:
            raise NoEntries
    return cache_table(read)


def cache_table(table: Table) -> Table:
    """Cache a table for the rest of the request, as it stands; returns that."""
    snapshot = table.as_it_stands()
    g.table = snapshot
    use_words_of(snapshot.game)
    return snapshot


def clear_cached_table() -> None:
    """Clear the cached table, because other phones may have changed it."""
    g.pop("table", None)


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


def require_host(session: str) -> VisibleTable:
    """Return the table for its host; abort with 403 for other roles, 404 if the phone has not joined."""
    if current_role(session) != "host":
        abort(403)
    return visible_table_for(session)


def read_request() -> Request:
    """Return the action of this request; abort with 400 where its key or version is missing or malformed."""
    posted = request
    key, version = posted.form.get("act", ""), posted.form.getlist("version")[-1:]
    # PostgreSQL stores no NUL, so an action under such a key would not be known again.
    if not 1 <= len(key) <= _LONGEST_KEY or "\0" in key or not version or not _VERSION.fullmatch(version[0]):
        abort(400)
    digested = repr((posted.endpoint, sorted(posted_fields()))).encode()
    clear_cached_table()
    g.action_began = posted.environ.get(BEGAN) or time.perf_counter()
    g.request = sent = Request(phone() or abort(404), key, int(version[0]), hashlib.sha256(digested).digest())
    return sent


def posted_fields() -> list[tuple[str, str]]:
    """Return the posted fields except those that every action has."""
    return [(name, value) for name, value in request.form.items(multi=True) if name not in _ACTION_FIELDS]


def posted_number(name: str, low: int, high: int) -> int:
    """Return a number that a form must have; abort with 400 if it has none in these bounds."""
    posted = number(request.form, name, low, high)
    return abort(400) if posted is None else posted


def posted_event() -> int | None:
    """Return the number of the event that an undo or a redo was drawn for; None where the form does not say."""
    return number(request.form, "event", 1, _LAST_EVENT)


def current_request() -> Request:
    """Return the action that this request has read."""
    sent: Request = g.request
    return sent


def session_of_request() -> str:
    """Return the session in the address of this request."""
    session: str = (request.view_args or {})["session"]
    return session


def add_version_headers(response: Response) -> Response:
    """Add the version that the action of this request made, and the previous version that changed entries."""
    sent: Request | None = g.get("request")
    table = None
    if sent and response.status_code < 400:
        with suppress(StoreError):  # the database went away since; the action is done all the same
            table = find_table(session_of_request())
    if sent and table:
        event = table.log.by_key.get(sent.key)
        version = table.log.with_following(event)[-1].number if event else sent.base_version
        # To set instead of to add would compare each with all others.
        response.headers.add("Act-Version", str(version))
        response.headers.add("Act-Since", str(table.log.last_before(version)))
    return response
