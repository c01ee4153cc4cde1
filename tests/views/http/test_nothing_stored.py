"""What a request leaves on the disk: nothing where it only looks, and no phone where it was refused."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from companion.app import create_app
from companion.sessions.service import Sessions
from tests.support.files import luz as sheet
from tests.support.long import mostly_long
from tests.support.phones import HTMX, ORIGIN, PLAYERS, Phone, bets
from tests.support.world import World

FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"act": "key", "version": "0", "seat": "0", "generation": "0", "sure": "yes", "code": "AAAAAA", "name": "Zoë"},
    {"player": ["Ann", "Ann"], "add": "Ann", "key": "k", "text": "{}", "what": "games"},
)


# Sums that are only kept to be quicker the next time, and the row by which /healthz proves that the disk takes writes.
UPKEEP = ('INSERT INTO "sums"', "INSERT INTO \"instance\" VALUES('health'")


def dump(world: World) -> list[str]:
    """Every row of the database but those that say nothing of a table or a phone."""
    return [line for line in world.sessions.store.database._reader.conn.iterdump() if not line.startswith(UPKEEP)]


def phones(sessions: Sessions) -> int:
    return int(sessions.store.rows("SELECT count(*) AS phones FROM phones")[0]["phones"])


def paths(world: World, method: str) -> list[str]:
    """Every address that takes this method, once for a table of each game and with links that are good."""
    urls, found = world.app.url_map.bind("localhost"), []
    links = world.phones["host"].links(world.tables[0])
    for rule in world.app.url_map.iter_rules():
        for session, token in zip(world.tables, itertools.cycle([*links.values(), "x"])):
            known = {"session": session, "number": 1, "seat": 0, "kind": "correct", "key": "luz", "name": "table"}
            known |= {"token": token.split("/")[-1], "code": "en", "filename": "style.css", "what": "draw"}
            if method in (rule.methods or ()):
                values = {name: known.get(name, 1) for name in rule.arguments}
                found.append(urls.build(rule.endpoint, values, method))
    return list(dict.fromkeys(found))


def ask(phone: Phone, method: str, path: str, **options: Any) -> int:
    answer = phone.client.open(path, method=method, buffered=False, **options)
    answer.close()
    return answer.status_code


@pytest.mark.parametrize("role", ["host", "nobody"])
def test_to_look_changes_nothing_on_the_disk(world: World, role: str) -> None:
    before, asked = dump(world), 0
    for path in paths(world, "GET"):
        for method in ("GET", "HEAD") if "/live/" not in path else ("GET",):
            options = {"query_string": FORMS[1]} if role == "host" else {}
            assert ask(world.phones[role], method, path, **options) < 500, path
            asked += 1
    assert dump(world) == before and asked > 200


@pytest.mark.parametrize("headers", mostly_long([ORIGIN, HTMX, {}]), ids=str)
def test_what_is_refused_stores_no_phone(world: World, headers: dict[str, str]) -> None:
    before, refused = phones(world.sessions), 0
    for path, form in itertools.product(paths(world, "POST"), FORMS):
        one = Phone(world.app)
        answer = one.post(path, form, headers)
        is_let_in = answer.status_code in (200, 303) and one.client.get_cookie("phone") is not None
        assert is_let_in == (phones(world.sessions) > before), path
        refused += answer.status_code >= 400
        before = phones(world.sessions)
    assert refused > 100


def test_what_is_too_much_stores_no_phone(tmp_path: Path) -> None:
    limited = create_app({"DATABASE": str(tmp_path / "limited.sqlite"), "TESTING": True, "OPEN_LIMIT": 1})
    sessions: Sessions = limited.extensions["companion"]
    try:
        one, form = Phone(limited), {"player": PLAYERS["luz"]}
        luz = one.open("luz")
        before = phones(sessions)
        for _ in range(20):
            one.client.delete_cookie("phone")
            assert one.post("/new/luz", form).status_code == 429
            brought = {"text": json.dumps(sheet()), "key": "k"}
            assert one.post("/import/open", brought).status_code == 429
            assert one.post("/join", {"code": "AAAAAA"}).status_code in (404, 429)
            assert one.post("/new/luz", {"player": ["Ann"]}).status_code == 422
            assert one.enter(luz, bets("3 2 1 0"), seen=0).status_code == 404
        assert phones(sessions) == before and one.client.get_cookie("phone") is None
    finally:
        limited.extensions["companion"].store.close()
