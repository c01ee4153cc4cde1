"""A table outlives the program and the outages of its database, and is not counted otherwise in silence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.game import Message
from companion.sessions.service import Sessions
from companion.storage.error_messages import StoreAway
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, Phones, bets, hand, notice, totals, trick

Restart = Callable[[Phone], Phone]


@pytest.fixture
def restart(app: Flask) -> Iterator[Restart]:
    """Starts the program anew on the same file; gives the phone as it is in the hand of the same player."""
    running = [app]

    def again(phone: Phone) -> Phone:
        running[-1].extensions["companion"].store.close()
        running.append(create_app({"DATABASE": app.config["DATABASE"], "TESTING": True}))
        phone.move_to(running[-1])
        return phone

    yield again
    running[-1].extensions["companion"].store.close()


def _without_keys(page: str) -> str:
    """A page without the keys of its forms, which are new each time."""
    return re.sub(r'name="act" value="[^"]+"', "", page)


def test_everything_is_there_after_a_restart(host: Phone, luz: str, fifty: str, restart: Restart) -> None:
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    host.enter(luz, bets("1 1 1 1"))
    host.enter(luz, trick(1, 2))
    host.act(luz, "undo")
    host.enter(fifty, hand(0, "G1 G2 Y3 O2"))
    paths = ("/", f"/t/{luz}/sheet", f"/t/{luz}/share", f"/t/{fifty}/sheet")
    pages, links, codes = [_without_keys(host.page(path)) for path in paths], host.links(luz), host.codes(luz)
    same = restart(host)
    assert [_without_keys(same.page(path)) for path in paths] == pages
    assert same.version(luz) == 5 and same.links(luz) == links and same.codes(luz) == codes
    assert 'name="trick" value="1"' in same.page(f"/t/{luz}/enter")
    assert same.enter(fifty, hand(1, "G3 T3 Y2 O3")).location == f"/t/{fifty}/enter"
    assert restart(same).totals(fifty) == [3, 3]


Away = Callable[[], Any]


@pytest.fixture
def away(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> Away:
    """A context in which the database cannot be reached."""

    def refuse(*_: object, **__: object) -> None:
        raise StoreAway(Message("The database cannot be reached. Nothing was saved; try again in a moment."))

    @contextmanager
    def outage() -> Iterator[None]:
        with monkeypatch.context() as patch:
            for name in ("rows", "write"):
                patch.setattr(sessions.store, name, refuse)
            patch.setattr(sessions.store.database, "probe", refuse)
            yield

    return outage


def kept_fields(page: str) -> list[tuple[str, str]]:
    """The hidden fields of the form that sends again."""
    return parse(page).by_id("again").fields


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "This page loads again by itself"), ("zh-TW", "這一頁每隔幾秒會自動重新載入")]
)
def test_a_page_loads_again_by_itself(
    phone: Phones, host: Phone, luz: str, away: Away, language: str, sentence: str
) -> None:
    guest = phone(language)
    guest.join(host, luz)
    with away():
        for path in ("/", f"/t/{luz}", f"/t/{luz}/enter?back=table"):
            answer = guest.get(path)
            assert answer.status_code == 503 and sentence in answer.text
            assert answer.headers["Refresh"] == answer.headers["Retry-After"] == "3"
    assert guest.get(f"/t/{luz}").headers.get("Refresh") is None


def test_what_was_posted_in_an_outage_is_kept_and_counts_once(host: Phone, luz: str, away: Away) -> None:
    fields = {**bets("3 2 1 0"), "act": 'a key "<', "version": "0"}
    with away():
        answer = host.post(f"/t/{luz}/enter", fields)
        assert answer.status_code == 503 and "What you entered is kept on this page" in answer.text
        assert "Refresh" not in answer.headers and f'action="/t/{luz}/enter"' in answer.text
        again = kept_fields(answer.text)
        assert again == [(name, str(value)) for name, value in fields.items()]
        assert kept_fields(host.post(f"/t/{luz}/enter", again).text) == again, "as often as it takes"
    for _ in range(2):
        assert host.post(f"/t/{luz}/enter", again).status_code == 303
    assert host.version(luz) == 1


def test_what_is_done_is_answered_where_the_database_goes_away_after_it(
    host: Phone, luz: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(session: str) -> None:
        raise StoreAway(Message("The database cannot be reached."))

    with monkeypatch.context() as away:
        away.setattr("companion.views.http.identity.find_table", refuse)
        assert host.act(luz, "sit", {"seat": "0"}, seen=0).status_code == 303
    assert host.version(luz) == 1


def test_the_script_is_told_that_waiting_helps(host: Phone, luz: str, away: Away, sessions: Sessions) -> None:
    with away():
        answer = host.enter(luz, bets("3 2 1 0"), headers=HTMX, seen=0)
        health = host.get("/healthz")
    for response in (answer, health):
        assert response.status_code == 503 and response.headers["Retry-After"] and "Answered-By" not in response.headers
    assert "Nothing was saved" in notice(answer) and "<form" not in answer.text


def test_who_opens_or_joins_a_table_at_that_moment_does_so_later(
    phone: Phones, host: Phone, luz: str, away: Away
) -> None:
    link, opener, guest = host.links(luz)["scorer"], phone(), phone("zh-TW")
    opening = {"player": ["Ann 安", "Ben", "Cleo"], "opens": "key"}
    with away():
        opened, joined = opener.post("/new/luz", opening), guest.post(link)
        assert opened.status_code == joined.status_code == 503
        assert kept_fields(opened.text) == [*(("player", name) for name in opening["player"]), ("opens", "key")]
        assert f'action="{link}"' in joined.text and "你輸入的內容保留在這一頁" in joined.text
        assert "Set-Cookie" in opened.headers, "sent again, it comes from the same phone"
    assert guest.post(link).location.startswith(f"/t/{luz}")
