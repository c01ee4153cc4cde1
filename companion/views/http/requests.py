"""What a request asks for: its table, the request that it makes of that, and the fields that it posts."""

import hashlib
import hmac
import re
import time
from collections.abc import Callable
from typing import TypeVar

from flask import abort, current_app, g, request

from companion.forms.form import number
from companion.forms.totals_only import NO_ENTRIES, NoEntries
from companion.server import BEGAN
from companion.table.changes import Request
from companion.table.table import Table
from companion.table.table_loader import IncompatibleSession
from companion.table.visible_table import VisibleTable
from companion.views.http.phone import all_tables, current_role, phone
from companion.views.render.template_helpers import use_words_of

_LONGEST_KEY = 64
_SECRET_LENGTH = 22
_LAST_EVENT = 9999
_VERSION = re.compile("[0-9]{1,9}")
_ACTION_FIELDS = ("act", "version")
"""Digests hold the names that these had when the first were stored."""


View = TypeVar("View", bound=Callable[..., object])
_WITHOUT_RULES: set[object] = set()
_WITHOUT_ENTRIES: set[object] = set()


def read_request() -> Request:
    """Return what this request asks of a table; abort with 400 if its key or version is missing or malformed."""
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


def current_request() -> Request:
    """Return what `read_request` returned."""
    sent: Request = g.request
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


def session_of_request() -> str:
    """Return the session in the address of this request."""
    session: str = (request.view_args or {})["session"]
    return session


def id_of_link(token: str) -> str:
    """Return the id that stands before the secret in the token of a link."""
    return token[:-_SECRET_LENGTH]


def is_link(token: str, expected: str) -> bool:
    """Whether a token is the expected one; how long that takes tells nothing of it."""
    return hmac.compare_digest(expected.encode(), token.encode(errors="surrogatepass"))


def without_rules(view: View) -> View:
    """Mark a view that needs no rules, so that it is there of a game that is not installed any more."""
    _WITHOUT_RULES.add(view)
    return view


def without_entries(view: View) -> View:
    """Mark a view that needs no entries, so that it is there of a game of which only the totals are known."""
    _WITHOUT_ENTRIES.add(view)
    return view


def visible_table_for(session: str) -> VisibleTable:
    """Return the table as the requesting phone may see it; abort with 404 if it has not joined."""
    role = current_role(session)
    table = find_table(session) or abort(404)
    return VisibleTable(table, table.viewpoint(phone(), role))


def stored_table(session: str) -> Table:
    """Return the whole table with its hidden totals, for acts and exports; never render pages from it."""
    return find_table(session) or abort(404)


def require_host(session: str) -> VisibleTable:
    """Return the table for its host; abort with 403 for other roles, 404 if the phone has not joined."""
    if current_role(session) != "host":
        abort(403)
    return visible_table_for(session)


def find_table(session: str) -> Table | None:
    """Return the whole table, or None if there is no such session; raise `NoEntries` on a page that needs some."""
    cached: Table | None = g.get("table")
    if cached is not None and cached.id == session:
        return cached
    view = current_app.view_functions.get(request.endpoint or "")
    try:
        read = all_tables().table(session)
    except IncompatibleSession:
        if view not in _WITHOUT_RULES:
            raise
        read = all_tables().loader.unplayed(session)
    if read is None:
        return None
    if read.row.is_totals_only and view not in _WITHOUT_ENTRIES:
        raise NoEntries(NO_ENTRIES)
    return cache_table(read)


def cache_table(table: Table) -> Table:
    """Cache a table for the rest of the request; returns it."""
    g.table = table
    use_words_of(table.game)
    return table


def clear_cached_table() -> None:
    """Clear the cached table, because other phones may have changed it."""
    g.pop("table", None)
