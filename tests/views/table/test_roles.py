"""Who may do what: for each address and role what is allowed. An address that changes something has to stand here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.app import create_app
from tests.support.phones import ORIGIN
from tests.support.world import ROLES, World

HOST, SCORERS, MEMBERS, ALL = ROLES[:1], ROLES[:2], ROLES[:3], ROLES

# What each unsafe address is for: who may post to it.
POSTS = {
    "joining.by_code": ALL,
    "joining.join_by_link": ALL,
    "new_table.open_table": ALL,
    "new_table.change": ALL,
    "actions.enter": SCORERS,
    "actions.undo": SCORERS,
    "actions.sit": SCORERS,
    "actions.draw": SCORERS,
    "clock.tap": SCORERS,
    "actions.rematch": SCORERS,
    "actions.end": HOST,
    "options.change": HOST,
    "actions.delete": HOST,
    "amendments.redo": SCORERS,
    "amendments.remove": SCORERS,
    "amendment_form.typed": SCORERS,
    "amendment_form.amend": SCORERS,
    "stream.typing": SCORERS,
    "links.renew": HOST,
    "links.codes": MEMBERS,
    "links.withdraw": HOST,
    "webhook.change": HOST,
    "photos.add": SCORERS,
    "photos.allow": HOST,
    "photos.remove": SCORERS,
    "notes.write_of_game": SCORERS,
    "notes.write_of_entry": SCORERS,
    "group_tables.change_of_table": HOST,
    "new_table.keep": ALL,  # templates and groups of the own phone
    "setup_templates.delete": ALL,
    "imports.keep": ALL,
    "groups.make": ALL,
    "evening_making.make": ALL,
    "evening_pages.claim": ALL,
    "evening_pages.sit": ALL,
    "evening_players.add": ALL,
    "evening_players.change": ALL,
    "evening_players.withdraw": ALL,
    "evenings.delete": ALL,
    "evenings.draw": ALL,
    "evenings.end": ALL,
    "evenings.open_tables": ALL,
    "evenings.rounds": ALL,
    "evenings.set_group": ALL,
    "evenings.swap": ALL,
    "groups.edit": ALL,
    "groups.delete": ALL,
    "group_links.change": ALL,
    "group_links.join": ALL,
    "group_tables.change": ALL,
    "seasons.save": ALL,
    "seasons.delete": ALL,
    "imports.look": ALL,
    "past.take": ALL,  # imports of the own phone
    "past.name_player": ALL,
    "past.answer": ALL,
    "past.choose_group": ALL,
    "past.start": ALL,
    "past.stop": ALL,
    "past.delete": ALL,
    "imports.open_table": ALL,
    "players.rename": ALL,  # only tables that the phone hosts are changed
    "players.delete": ALL,
}
# The pages of a table that not every member may see; a viewer who asks for the form is led to the table.
PAGES = {
    "table.host": HOST,
    "options.show": HOST,
    "webhook.show": HOST,
    "group_tables.of_table": HOST,
    "amendments.asked_to_remove": SCORERS,
    "amendment_form.form": SCORERS,
    "amendment_form.parts": SCORERS,
    "handover.show": SCORERS,
    "stream.tabs": SCORERS,
    "handover.file": SCORERS,
}
OF_OPEN_SHEETS = ("options.change",)
"""No other game has options that can change while it is played; its page of them says why."""
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
FIELDS = {"act": "role-key", "version": "3", "seat": "0", "sure": "no", "generation": "0", "withdrawals": "0"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("roles") / "c.sqlite"), "TESTING": True, "PHOTOS": True})
    made = World(app)
    yield made
    made.sessions.store.close()


def addresses(app: Flask, session: str, *, unsafe: bool) -> Iterator[tuple[str, str, str]]:
    """The endpoint, method and path of every address, for a session where it has one."""
    known: dict[str, Any] = {
        "session": session,
        "number": 1,
        "seat": 0,
        "kind": "correct",
        "key": "luz",
        "name": "table",
        "page": "result",
    }
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        for method in sorted(rule.methods or ()):
            if (method in UNSAFE) == unsafe and method not in ("HEAD", "OPTIONS"):
                values = {name: known.get(name, 1) for name in rule.arguments}
                yield rule.endpoint, method, urls.build(rule.endpoint, values, method)


def of_a_table(app: Flask, session: str, *, unsafe: bool) -> Iterator[tuple[str, str, str]]:
    """Those of them that lie below a session."""
    return (address for address in addresses(app, session, unsafe=unsafe) if address[2].startswith(f"/t/{session}"))


def status(world: World, role: str, method: str, path: str) -> int:
    fields = MultiDict(FIELDS) if method in UNSAFE else None
    answer = world.phones[role].client.open(path, method=method, data=fields, headers=ORIGIN, buffered=False)
    answer.close()
    return answer.status_code


def test_every_address_that_changes_something_is_in_the_table(world: World) -> None:
    unsafe = {endpoint for endpoint, _, _ in addresses(world.app, world.tables[0], unsafe=True)}
    assert unsafe == set(POSTS), "say in POSTS who may post to it"


@pytest.mark.parametrize("role", ROLES)
def test_who_may_post(world: World, role: str) -> None:
    for endpoint, method, path in of_a_table(world.app, world.tables[0], unsafe=True):
        before, code = world.holds(), status(world, role, method, path)
        if role in POSTS[endpoint]:
            assert code == 404 if endpoint in OF_OPEN_SHEETS else code not in (403, 404, 405), (endpoint, role, code)
        else:
            assert code == (403 if role in MEMBERS else 404) and world.holds() == before, (endpoint, role)


@pytest.mark.parametrize("role", MEMBERS)
def test_another_table_is_closed_to_who_has_not_joined_it(world: World, role: str) -> None:
    before = world.holds()
    for is_unsafe in (True, False):
        for endpoint, method, path in of_a_table(world.app, world.elsewhere, unsafe=is_unsafe):
            assert status(world, role, method, path) == 404, (endpoint, role)
    assert world.holds() == before


@pytest.mark.parametrize("role", ROLES)
def test_who_may_see(world: World, role: str) -> None:
    session = world.tables[1]
    before = world.holds()
    for endpoint, method, path in of_a_table(world.app, session, unsafe=False):
        code = status(world, role, method, path)
        if role not in MEMBERS:
            assert code == 404, (endpoint, role)
        elif role not in PAGES.get(endpoint, MEMBERS):
            assert code == 403, (endpoint, role)
        elif endpoint != "photos.picture":  # there is none of a game that runs
            assert code in (200, 302, 204), (endpoint, role, code)
    assert world.holds() == before, "to look changes nothing"


@pytest.mark.parametrize("role", ROLES)
def test_who_may_widen_an_open_sheet(world: World, role: str) -> None:
    path, before = f"/t/{world.tables[-1]}/options", world.holds()
    codes = [status(world, role, method, path) for method in ("GET", "POST")]
    refused = 403 if role in MEMBERS else 404
    assert codes == ([200, 409] if role in HOST else [refused, refused]), "409: the version is not that of the table"
    assert world.holds() == before


def test_looking_never_changes_anything(world: World) -> None:
    """Not even with what an act would send: a link on another site must not act in a player's name."""
    for session in world.tables:
        before = world.holds()
        for _, method, path in addresses(world.app, session, unsafe=False):
            answer = world.phones["host"].client.open(path, method=method, query_string=FIELDS, buffered=False)
            answer.close()
        assert world.holds() == before
