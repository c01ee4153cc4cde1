"""Every address of an entry, with every number and in every state of a game: there is a page or a clear sentence."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from companion.game.pages.form import Whole
from companion.scoring.scoresheet import END
from companion.sessions.actions import Action
from companion.sessions.service import Sessions
from companion.sessions.table.table import Table
from tests.support.own_games import own_games
from tests.support.phones import Phone, notice
from tests.views.amend.test_amendments import example_sheets

GETS = ("", "/steps", "/correct", "/correct/parts", "/insert", "/insert/parts", "/remove")
POSTS = ("/correct", "/correct/form", "/insert", "/insert/form", "/remove")
EACH_GAME = pytest.mark.parametrize("key", own_games())


def enter(sessions: Sessions, session: str, *entries: Any) -> Table:
    for entry in entries:
        seen = sessions.store.version(session)
        table = sessions.enter(session, Action(1, secrets.token_hex(8), seen, b""), Whole(entry))
    return table


def stopped(host: Phone, sessions: Sessions, key: str) -> Table:
    """A table of a game with the first entries of an example, stopped."""
    host.open()
    sheet = max(example_sheets(key)[1:3], key=lambda sheet: len(sheet["entries"]))
    session = sessions.openings.open(own_games()[key], sheet["players"], sheet["options"], 1)
    return enter(sessions, session, *[entry for entry in sheet["entries"][:-1] if entry != END][:3], END)


@EACH_GAME
def test_each_entry_has_its_pages_and_no_other_number_has(host: Phone, sessions: Sessions, key: str) -> None:
    table = stopped(host, sessions, key)
    count = len(table.entries)
    for number in (0, 1, count, count + 1, 10**30):
        is_entry, is_end = 1 <= number <= count, number == count
        for page in GETS:
            answer = host.get(f"/t/{table.id}/entries/{number}{page}")
            refused = is_end and page.startswith("/correct")
            expected = (404,) if not is_entry else (422,) if refused else (200, 422) if page == "/remove" else (200,)
            assert answer.status_code in expected, (number, page)
            assert (
                not refused
                or notice(answer)
                == "The end of the game cannot be corrected; the host can take it out, and the game goes on."
            )
        for page in POSTS:
            answer = host.act(table.id, f"entries/{number}{page}", {"draft": "x"}, seen=table.version)
            assert answer.status_code in ((400, 404, 422, 303) if is_entry else (404,)), (number, page)
            back_to(host, table, count)


def back_to(host: Phone, table: Table, stood: int) -> None:
    while len(table.log.done) > stood:
        assert host.act(table.id, "undo", seen=table.version).status_code == 303
