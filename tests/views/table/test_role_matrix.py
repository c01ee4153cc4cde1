"""Every address, asked with GET and POST by everybody, with HEAD by the host, and the status that each of them gets.

A new address without a row fails. Columns: nobody (a phone without a cookie), viewer, scorer, host; a scorer whom the
host has sent away; the host of another table. Every page is among the places that the browser walks over, too.
"""

from collections import ChainMap
from itertools import chain

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from tests.browser.places import PLACES
from tests.browser.sample_instance import SampleInstance
from tests.support.addresses import told
from tests.support.phones import ORIGIN, Phone
from tests.support.world import address_of

COLUMNS = ("nobody", "viewer", "scorer", "host", "sent away", "stranger")
ROLES = "".join(told("roles"))
"""A line for each method that an address takes: the core's in tests/views/addresses.toml, a feature's beside its tests.

HEAD gets what GET gets; what has no line gets 405 from everybody.
"""


def rows():
    lines = [line.rsplit(maxsplit=len(COLUMNS)) for line in ROLES.strip().splitlines()]
    return {" ".join(line[0].split()): tuple(map(int, line[1:])) for line in lines}


@pytest.fixture(scope="module")
def matrix(world):
    """The world with a phone that the host of the first table has sent away."""
    away, session = Phone(world.app), world.tables[0]
    away.join(world.phones["host"], session)
    assert len(world.sessions.store.members(session)) == 4
    world.phones["host"].post(f"/t/{session}/renew", {"generation": "0", "others": "away"})
    world.mend()
    world.phones["sent away"] = away
    return world


def addresses(world):
    """One rule for each address; the harshest, which leaves nothing to ask for, last."""
    found = {rule.rule: rule for rule in world.app.url_map.iter_rules()}
    return sorted(found.values(), key=lambda rule: (rule.rule.endswith(("/end", "/delete")), rule.rule))


def path_of(world, rule):
    known = {"session": world.tables[0], "evening": world.club.id, "token": "unknown"}
    known |= {"job": "unknown", "number": 1, "group": world.club.group.split("/")[-1]}
    if "/notes/" in rule.rule:  # by the act that added the entry
        table = world.sessions.table(world.tables[0])
        known |= {"number": table.entries[0].number if table and table.entries else 1}
    return address_of(world.app, rule, **known)


def statuses(world, method, rule):
    """What each of them gets, the one with the most rights last."""
    return tuple(status(world, method, rule, role) for role in COLUMNS)


def status(world, method, rule, role):
    if method == "POST":
        world.mend()
    table = world.sessions.table(world.tables[0])
    fields = {"act": f"{rule.endpoint}-{role}", "version": str(table.version), "seat": "0", "generation": "9"}
    fields |= {"sure": "yes"}
    data = MultiDict(fields) if method == "POST" else None
    path, client = path_of(world, rule), world.phones[role].client
    answer = client.open(path, method=method, data=data, headers=ORIGIN, buffered=False)
    try:
        if method == "HEAD":
            assert b"".join(answer.response) == b""
    finally:
        answer.close()
    return answer.status_code


def test_everybody_gets_the_status_of_the_table(matrix):
    expected, wrong = rows(), []
    asked = set()
    for rule in addresses(matrix):
        for method in ("GET", "POST"):
            line = f"{method} {rule.rule}"
            found = statuses(matrix, method, rule)
            asked.add(line)
            if method == "GET":
                assert status(matrix, "HEAD", rule, "host") == found[COLUMNS.index("host")], rule.rule
            if found != expected.get(line, (405,) * len(COLUMNS)):
                wrong.append(f"{method} {rule.rule}  " + " ".join(map(str, found)))
    assert not wrong, "say in the addresses.toml of the core or the feature who gets what:\n" + "\n".join(wrong)
    assert expected.keys() <= asked, "a line without an address"


# What is no page: files, streams, parts of pages, redirects.
NO_PAGES = {*chain.from_iterable(told("no_pages"))}


class Anything(dict[str, str]):
    """An instance that has whatever a place names: `known` addresses, else a table."""

    def __missing__(self, name):
        return ChainMap(*told("known")).get(name, "1")


def test_every_page_has_a_place(app):
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())} - NO_PAGES
    assert pages - _visited(app) == set(), "add a Place to tests/browser/places.py, or the places.py of the feature"


def _visited(app):
    adapter, instance = app.url_map.bind("localhost"), SampleInstance(Anything())
    found = set()
    for place in PLACES:
        try:
            endpoint, _ = adapter.match(instance.address(place.path).partition("?")[0])
        except HTTPException:
            continue
        found.add(endpoint)
    return found
