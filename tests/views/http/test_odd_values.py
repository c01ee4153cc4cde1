"""Control characters, bytes that are no text and numbers beyond 64 bits: the same answer on both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from companion.app import create_app
from tests.support import postgres
from tests.support.each_row import each_row
from tests.support.phones import Phone, bets

NUMBERS = (2**63, 2**63 - 1, -(2**63) - 1, 10**400)
FIELDS = ("entry", "number", "page", "have", "since", "version", "seat", "from", "to", "before", "at", "q", "player")
Answers = list[tuple[Any, ...]]


class World:
    """A host with a table of Luz in which one hand was played, and one that is finished."""

    def __init__(self, app: Flask) -> None:
        self.app, self.host = app, Phone(app)
        self.sessions = app.extensions["companion"]
        self.over = self.host.open("luz", ["Ann", "Ben", "Cleo"])
        self.host.act(self.over, "end")
        self.table = self.host.open("luz", ["Ann", "Ben", "Cleo"])
        self.host.enter(self.table, bets("2 3 4"))

    def restart(self) -> None:
        """Forget what is in memory, as another process knows it from the database only."""
        self.sessions.tables.cache.clear()


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[World]]:
    """The same on both engines; on the embedded one alone where PostgreSQL is not installed."""
    names = [str(tmp_path_factory.mktemp("odd") / "odd.sqlite")]
    names += [postgres.fresh_database()] if postgres.is_installed() else []
    with ExitStack() as opened:
        apps = [create_app({"DATABASE": name, "TESTING": True}) for name in names]
        for app in apps:
            opened.enter_context(closing(app.extensions["companion"].store))
        yield [World(app) for app in apps]


def same(worlds: list[World], ask: Callable[[World], Answers]) -> Answers:
    """What all of them answer."""
    first, *others = [ask(world) for world in worlds]
    assert all(other == first for other in others)
    return first


def test_numbers_beyond_64_bits_are_answered_alike_in_addresses(worlds: list[World]) -> None:
    pages = ("/", "/history", "/history.csv", "/players", "/players/ann", "/new/luz", "/t/{}", "/t/{}/enter",
             "/t/{}/log",
             "/t/{}/tabs", "/t/{}/parts/table", "/t/{}/parts/enter", "/t/{}/sheet", "/t/{}/share")  # fmt: skip
    numbered = ("/t/{}/entries/{}", "/t/{}/entries/{}/steps", "/t/{}/entries/{}/correct", "/t/{}/entries/{}/insert",
                "/t/{}/entries/{}/remove", "/t/{}/totals/{}")  # fmt: skip

    def ask(world: World) -> Answers:
        found: Answers = []
        for number in NUMBERS:
            query = "&".join(f"{field}={number}" for field in FIELDS)
            for table in (world.table, world.over):
                found += [(page, world.host.get(f"{page.format(table)}?{query}").status_code) for page in pages]
                found += [(page, world.host.get(page.format(table, number)).status_code) for page in numbered]
        return found

    answers = same(worlds, ask)
    assert {status for page, status in answers if page in numbered} == {404}
    assert {status for page, status in answers if page in pages} <= {200, 204, 302, 404}


@each_row("key", ["\0", "\ud800", "' OR 1=1 --", "%s", "%(a)s", ":a", "?"])
def test_odd_ids_are_not_found_alike(worlds: list[World], key: str) -> None:
    part = quote(key.encode("utf-8", "surrogatepass"), safe="")
    paths = (f"/t/{part}", f"/j/{part}", f"/r/{part}", f"/players/{part}", f"/t/{part}/live/table")

    def ask(world: World) -> Answers:
        answers: Answers = [(path, world.host.get(path).status_code) for path in paths]
        return [*answers, ("join", world.host.post("/join", {"code": key.replace("\ud800", "\ufffd")}).status_code)]

    assert {status for _, status in same(worlds, ask)} == {404}


@each_row(("raw", "read"), [("q=\xe7\x8e\x8b", "王"), ("q=%E7%8E%8B", "王"), ("q=a\xffb", "a%FFb")])
def test_raw_text_is_read_as_if_it_came_encoded(host: Phone, raw: str, read: str) -> None:
    assert f'value="{read}"' in host.get("/referee", environ_overrides={"QUERY_STRING": raw}).text


def test_an_address_that_is_no_text_is_an_address_that_is_not_there(host: Phone) -> None:
    for path in ("/\xff", "/t/\xff\xfe", "/players/\xff", "/referee/\xff/\xff", "/j/\xff", "/static/\xff"):
        assert host.get("/", environ_overrides={"PATH_INFO": path}).status_code == 404
