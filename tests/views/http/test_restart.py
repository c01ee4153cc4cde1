"""What operators see: the program restarted, its database away, and numbers that tell nothing of a table."""

import re
from contextlib import contextmanager

import pytest

from companion.app import create_app
from companion.engine import Message
from companion.storage.error_messages import StoreAway
from tests.support.page_tree import parse
from tests.support.phones import HTMX, bets, hand, notice, totals, trick


@pytest.fixture
def restart(app):
    """Starts the program anew on the same file; gives the phone as it is in the hand of the same player."""
    running = [app]

    def again(phone):
        running[-1].extensions["companion"].store.close()
        running.append(create_app({"DATABASE": app.config["DATABASE"], "TESTING": True}))
        phone.move_to(running[-1])
        return phone

    yield again
    running[-1].extensions["companion"].store.close()


def _without_keys(page):
    return re.sub(r'name="act" value="[^"]+"', "", page)


def test_everything_is_there_after_a_restart(host, luz, fifty, restart):
    for fields in (bets("3 2 1 0"), totals("3 2 0 5"), bets("1 1 1 1"), trick(1, 2)):
        host.enter(luz, fields)
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


def refuse(*_, **__):
    raise StoreAway(Message("The database cannot be reached. Nothing was saved; try again in a moment."))


@pytest.fixture
def away(sessions, monkeypatch):

    @contextmanager
    def outage():
        with monkeypatch.context() as patch:
            for name in ("rows", "write"):
                patch.setattr(sessions.store, name, refuse)
            patch.setattr(sessions.store.database, "rows", refuse)
            yield

    return outage


def kept_fields(page):
    return parse(page).by_id("again").fields


def test_a_page_loads_again_by_itself(phone, host, luz, away):
    guest = phone("zh-TW").join(host, luz)
    with away():
        for path in ("/", f"/t/{luz}", f"/t/{luz}/enter?back=table"):
            for one, told in ((host, "This page loads again by itself"), (guest, "這一頁每隔幾秒會自動重新載入")):
                answer = one.get(path)
                assert answer.status_code == 503 and told in answer.text
                assert answer.headers["Refresh"] == answer.headers["Retry-After"] == "3"
    assert guest.get(f"/t/{luz}").headers.get("Refresh") is None


def test_what_was_posted_in_an_outage_is_kept_and_counts_once(host, luz, away):
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


def test_what_is_done_before_the_outage_is_answered(host, luz, monkeypatch):
    with monkeypatch.context() as away:
        away.setattr("companion.views.http.requests.find_table", refuse)
        assert host.act(luz, "sit", {"seat": "0"}, seen=0).status_code == 303
    assert host.version(luz) == 1


def test_the_script_is_told_that_waiting_helps(host, luz, away, sessions):
    with away():
        answer = host.enter(luz, bets("3 2 1 0"), headers=HTMX, seen=0)
        health = host.get("/healthz")
    for response in (answer, health):
        assert response.status_code == 503 and response.headers["Retry-After"] and "Answered-By" not in response.headers
    assert "Nothing was saved" in notice(answer) and "<form" not in answer.text


def test_who_opens_or_joins_at_that_moment_does_so_later(phone, host, luz, away):
    link, opener, guest = host.links(luz)["scorer"], phone(), phone("zh-TW")
    opening = {"player": ["Ann 安", "Ben", "Cleo"], "opens": "key"}
    with away():
        opened, joined = opener.post("/new/luz", opening), guest.post(link)
        assert opened.status_code == joined.status_code == 503
        assert kept_fields(opened.text) == [*(("player", name) for name in opening["player"]), ("opens", "key")]
        assert f'action="{link}"' in joined.text and "你輸入的內容保留在這一頁" in joined.text
        assert "Set-Cookie" in opened.headers, "sent again, it comes from the same phone"
    assert guest.post(link).location.startswith(f"/t/{luz}")


def test_the_head_of_a_stream_listens_to_nothing(host, luz, sessions):
    answer = host.client.head(f"/t/{luz}/live/table")
    assert answer.status_code == 200 and answer.mimetype == "text/event-stream" and answer.data == b""
    assert sessions.live.counts()["listeners"] == 0
