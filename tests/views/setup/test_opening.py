"""A form opens one table, however often it is sent; and an instance on the open net not any number of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.sessions.service import Sessions
from tests.support.page_tree import parse
from tests.support.phones import HTMX, PLAYERS, Phone, Phones, bets, notice

FOUR = PLAYERS["luz"]


def count(sessions: Sessions) -> int:
    return int(sessions.store.rows("SELECT count(*) AS n FROM sessions WHERE deleted IS NULL")[0]["n"])


def test_the_page_brings_a_key_of_its_own_and_not_in_its_address(host: Phone) -> None:
    pages = [parse(host.page("/new/luz?player=A&player=B&player=C")) for _ in range(3)]
    keys = {page.values("opens")[0] for page in pages}
    assert len(keys) == 3
    page = host.page("/new/luz?player=A&player=B&player=C&opens=mine")
    assert 'value="mine"' not in page and 'type="hidden" name="opens"' not in page


def test_a_second_tap_opens_no_second_table(host: Phone, sessions: Sessions) -> None:
    answers = [host.post("/new/luz", {"player": FOUR, "opens": "key-1"}) for _ in range(3)]
    assert len({answer.location for answer in answers}) == 1 == count(sessions)
    assert host.post("/new/luz", {"player": FOUR, "opens": "key-2"}).location != answers[0].location
    assert host.post("/new/luz", {"player": FOUR, "opens": "key-1"}, HTMX).headers["HX-Redirect"] == answers[0].location


def test_the_host_is_who_sends_again_where_the_cookie_was_lost(sessions: Sessions, phone: Phones) -> None:
    phone().post("/new/luz", {"player": FOUR, "opens": "key-1"})
    again = phone()
    session = again.post("/new/luz", {"player": FOUR, "opens": "key-1"}).location.split("/")[2]
    assert count(sessions) == 1
    assert again.page(f"/t/{session}/host")
    assert [role for _, role in sessions.store.members(session).values()] == ["host"]


def test_a_key_found_later_opens_nothing(host: Phone, sessions: Sessions, phone: Phones) -> None:
    session = host.post("/new/luz", {"player": FOUR, "opens": "key-1"}).location.split("/")[2]
    host.enter(session, bets("3 2 1 0"))
    late = phone()
    answer = late.post("/new/luz", {"player": FOUR, "opens": "key-1"})
    assert late.get(answer.location).status_code == 404 and host.page(f"/t/{session}/host")
    joined = phone().join(host, session, "viewer")
    joined.post("/new/luz", {"player": FOUR, "opens": "key-1"})
    assert joined.get(f"/t/{session}/host").status_code == 403


@pytest.mark.parametrize(("minutes", "status"), [(9, 200), (11, 404)])
def test_a_lost_answer_is_sought_for_ten_minutes(
    host: Phone, sessions: Sessions, phone: Phones, minutes: int, status: int
) -> None:
    session = host.post("/new/luz", {"player": FOUR, "opens": "key-1"}).location.split("/")[2]
    made = (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat(timespec="seconds")
    with sessions.store.database._writer.conn as db:
        db.execute("UPDATE sessions SET made = ? WHERE id = ?", [made, session])
    late = phone()
    assert late.post("/new/luz", {"player": FOUR, "opens": "key-1"}).location.startswith(f"/t/{session}/")
    assert late.get(f"/t/{session}/host").status_code == status


def test_what_cannot_be_opened_can_be_put_right_under_the_same_key(host: Phone) -> None:
    assert host.post("/new/luz", {"player": FOUR[:2], "opens": "key-1"}).status_code == 422
    assert host.post("/new/luz", {"player": FOUR, "opens": "key-1"}).status_code == 303


@pytest.fixture
def public(tmp_path: Path) -> Flask:
    """An instance where an address may open two tables an hour."""
    return create_app({"DATABASE": str(tmp_path / "public.sqlite"), "TESTING": True, "OPEN_LIMIT": 2})


def test_an_address_opens_so_many_tables_and_keeps_what_was_typed(public: Flask) -> None:
    host, other = Phone(public), Phone(public)
    for _ in range(2):
        host.open("5211")
    answer = host.post("/new/luz", {"player": [*FOUR, "小美"], "hidden": 1})
    assert answer.status_code == 429 and "Wait an hour" in notice(answer)
    assert 'value="小美"' in answer.text and 'name="hidden" value="1" checked' in answer.text
    assert other.open("luz")
    public.extensions["companion"].store.close()


def test_a_rematch_counts_and_a_second_tap_does_not(public: Flask) -> None:
    host = Phone(public)
    for _ in range(3):
        session = host.post("/new/luz", {"player": FOUR, "opens": "key-1"}).location.split("/")[2]
    host.act(session, "end")
    again = host.act(session, "rematch").location
    assert host.act(session, "rematch").location == again, "it is open already"
    host.act(again.split("/")[2], "end")
    answer = host.act(again.split("/")[2], "rematch")
    assert answer.status_code == 429 and notice(answer)
    public.extensions["companion"].store.close()
