"""Every address that takes a form: it reaches no further than the role of who sends it, and not from other sites.

The addresses are those of the application, so a new one is tried as soon as it is there.
"""

from __future__ import annotations

import itertools
from typing import Any

from werkzeug.routing import IntegerConverter

from companion.storage.credentials import token_hash
from tests.support.world import ROLES, World

OTHERS = {"Origin": "https://evil.example"}
# What the forms of our pages send, so that a request gets as far as to change something.
FORMS: tuple[dict[str, str], ...] = (
    {"seat": "0"}, {"seat": "0", "leave": "1"}, {"generation": "0"}, {"generation": "0", "others": "away"},
    {"withdrawals": "0"}, {"sure": "yes"}, {"sure": "yes", "what": "games"}, {"sure": "yes", "what": "name"},
    {"name": "Zoë", "merge": "yes"},
    {"stage": "totals", "t0": "10", "t1": "0", "t2": "0"}, {"stage": "score"}, {"player": "Ann", "key": "k"}, {},
)  # fmt: skip


ALL = {"generation", "setup", "result", "here", "log", "links", "members"}
# What a member in a role may change of a table; who is none may change nothing.
MAY_CHANGE: dict[str, set[str]] = {"host": ALL, "scorer": {"log", "result"}, "viewer": set()}


def roles_of(world: World, name: str) -> dict[str, str]:
    """The sessions of which a phone is a member, with its role there: it may have opened some itself."""
    cookie = world.phones[name].client.get_cookie("phone")
    number = world.sessions.store.phone(token_hash(cookie.value)) if cookie else None
    sql = "SELECT session, role FROM members WHERE phone = ?"
    return {row["session"]: row["role"] for row in world.sessions.store.rows(sql, [number])}


def post_paths(world: World) -> list[str]:
    """Every address that takes a form, for the first table and its first player, whether or not something is there."""
    known: dict[str, Any] = {"session": world.tables[0], "seat": 0, "kind": "correct"}
    found = set()
    for rule in world.app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            numbers = {name for name, kind in rule._converters.items() if isinstance(kind, IntegerConverter)}
            values = {name: known.get(name, 1 if name in numbers else "x") for name in rule.arguments}
            values |= {"key": "ann" if rule.endpoint.startswith("players.") else "luz"} if "key" in values else {}
            found.add(world.app.url_map.bind("localhost").build(rule.endpoint, values))
    return sorted(found)


def test_no_form_reaches_further_than_its_role(world: World) -> None:
    """Every address that takes a form gets each form of our pages from each role, on the table as it stands."""
    reached: dict[str, set[str]] = {role: set() for role in ROLES}
    places = range(len(post_paths(world)))
    after = world.holds()
    for role, place, form in itertools.product(reversed(ROLES), places, FORMS):
        before = world.holds() if world.mend() else after
        own, path = roles_of(world, role), post_paths(world)[place]  # a table that was deleted has been opened anew
        table = world.sessions.table(world.tables[0])
        act = {"act": f"{role}-{table.version}", "version": str(table.version)} if table else {}
        world.phones[role].post(path, {**act, **form}).close()
        after = world.holds()
        for session, was in before.items():
            changed = {what for what in was if after[session][what] != was[what]}
            assert changed <= MAY_CHANGE[own.get(session, "viewer")], (role, path, form)
            reached[role] |= changed
    assert reached["host"] == ALL and reached["scorer"] == {"log"}, "the forms are good for something"


def test_another_site_can_have_no_form_sent(world: World) -> None:
    before = world.holds()
    for path, headers in itertools.product(post_paths(world), (OTHERS, {"Origin": "null"}, {})):
        for form in FORMS[:2]:
            assert world.phones["host"].post(path, {"act": "k", "version": "3", **form}, headers).status_code == 403
    assert world.holds() == before
