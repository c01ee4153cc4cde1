"""What operators see: the program restarted, its database away, and numbers that tell nothing of a table."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from companion.app import create_app
from companion.engine import Message
from companion.storage.error_messages import StoreAway
from companion.table.service import Tables
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import HTMX, ORIGIN, Phone, Phones, bets, hand, notice, totals, trick

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
    return re.sub(r'name="act" value="[^"]+"', "", page)


def test_everything_is_there_after_a_restart(host: Phone, luz: str, fifty: str, restart: Restart) -> None:
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


Away = Callable[[], Any]


def refuse(*_: object, **__: object) -> None:
    raise StoreAway(Message("The database cannot be reached. Nothing was saved; try again in a moment."))


@pytest.fixture
def away(sessions: Tables, monkeypatch: pytest.MonkeyPatch) -> Away:

    @contextmanager
    def outage() -> Iterator[None]:
        with monkeypatch.context() as patch:
            for name in ("rows", "write"):
                patch.setattr(sessions.store, name, refuse)
            patch.setattr(sessions.store.database, "probe", refuse)
            yield

    return outage


def kept_fields(page: str) -> list[tuple[str, str]]:
    return parse(page).by_id("again").fields


def test_a_page_loads_again_by_itself(phone: Phones, host: Phone, luz: str, away: Away) -> None:
    guest = phone("zh-TW").join(host, luz)
    with away():
        for path in ("/", f"/t/{luz}", f"/t/{luz}/enter?back=table"):
            for one, told in ((host, "This page loads again by itself"), (guest, "這一頁每隔幾秒會自動重新載入")):
                answer = one.get(path)
                assert answer.status_code == 503 and told in answer.text
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


def test_what_is_done_before_the_outage_is_answered(host: Phone, luz: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as away:
        away.setattr("companion.views.http.requests.find_table", refuse)
        assert host.act(luz, "sit", {"seat": "0"}, seen=0).status_code == 303
    assert host.version(luz) == 1


def test_the_script_is_told_that_waiting_helps(host: Phone, luz: str, away: Away, sessions: Tables) -> None:
    with away():
        answer = host.enter(luz, bets("3 2 1 0"), headers=HTMX, seen=0)
        health = host.get("/healthz")
    for response in (answer, health):
        assert response.status_code == 503 and response.headers["Retry-After"] and "Answered-By" not in response.headers
    assert "Nothing was saved" in notice(answer) and "<form" not in answer.text


def test_who_opens_or_joins_at_that_moment_does_so_later(phone: Phones, host: Phone, luz: str, away: Away) -> None:
    link, opener, guest = host.links(luz)["scorer"], phone(), phone("zh-TW")
    opening = {"player": ["Ann 安", "Ben", "Cleo"], "opens": "key"}
    with away():
        opened, joined = opener.post("/new/luz", opening), guest.post(link)
        assert opened.status_code == joined.status_code == 503
        assert kept_fields(opened.text) == [*(("player", name) for name in opening["player"]), ("opens", "key")]
        assert f'action="{link}"' in joined.text and "你輸入的內容保留在這一頁" in joined.text
        assert "Set-Cookie" in opened.headers, "sent again, it comes from the same phone"
    assert guest.post(link).location.startswith(f"/t/{luz}")


TOKEN = "0123456789abcdef"


def numbers(client: FlaskClient) -> dict[str, float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert answer.headers["Cache-Control"] == "no-store"
    samples = [sample for family in text_string_to_metric_families(answer.text) for sample in family.samples]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


def counted(client: FlaskClient, before: dict[str, float]) -> dict[str, float]:
    return {name: number - before.get(name, 0) for name, number in numbers(client).items()}


def test_an_act_is_counted_once_however_often_it_is_sent(client: FlaskClient, host: Phone, luz: str) -> None:
    before = numbers(client)
    form = {"act": "key", "version": "0", **bets("2 3 4 1")}
    for _ in range(2):
        assert host.post(f"/t/{luz}/enter", form).status_code in (200, 303)
    changed = counted(client, before)
    assert sum(changed[name] for name in changed if name.startswith("companion_acts_total ")) == 1
    assert changed["companion_act_seconds_count"] == 2
    assert changed["companion_database_seconds_count write"] >= 1
    assert changed["companion_database_seconds_count read"] >= 2
    assert {numbers(client)[f"companion_tables_{what}"] for what in ("open", "stored")} == {1}


def test_conflicts_and_refusals_are_counted_by_a_few_reasons(client: FlaskClient, host: Phone, luz: str) -> None:
    host.enter(luz, bets("2 3 4 1"))
    before = numbers(client)
    late = {"act": "late", "version": "0", **bets("1 1 1 1")}
    assert host.post(f"/t/{luz}/enter", late).status_code == 409
    assert host.post(f"/t/{luz}/enter", {"act": "x", "version": "1", "stage": "nothing"}).status_code == 422
    assert host.get("/t/nothing").status_code == 404
    assert client.post(f"/t/{luz}/enter", data={}).status_code == 403
    changed = counted(client, before)
    assert changed["companion_conflicts_total"] == 1
    for reason in ("conflict", "rules", "not found", "forbidden"):
        assert changed[f"companion_refused_total {reason}"] == 1, reason


def test_nothing_of_a_table_is_in_it(client: FlaskClient, host: Phone, luz: str) -> None:
    host.enter(luz, bets("2 3 4 1"))
    host.get(f"/{luz}?secret=1")
    text = client.get("/metrics").text
    assert not re.search(rf"Ann|secret|{luz}|127\.0\.0\.1", text)


@pytest.fixture
def guarded(tmp_path: Any) -> Any:
    """A companion with a token, behind a proxy at 10.0.0.5."""
    config = {"DATABASE": str(tmp_path / "token.sqlite"), "TESTING": True, "METRICS_TOKEN": TOKEN}
    app = create_app({**config, "PROXIES": ["10.0.0.5", "127.0.0.1"]})
    yield app.test_client()
    app.extensions["companion"].store.close()


@each_row(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("192.0.2.7", {"Authorization": f"Bearer {TOKEN}"}, 200),
        ("10.0.0.5", {"Authorization": f"bearer {TOKEN}", "X-Forwarded-For": "192.0.2.7"}, 200),
        ("192.0.2.7", {}, 404),
        ("192.0.2.7", {"Authorization": f"Basic {TOKEN}"}, 404),
        ("192.0.2.7", {"Authorization": "Bearer \xff\xfe"}, 404),
        ("10.0.0.5", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, 404),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 404),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 404),
        ("127.0.0.1", {"Host": "games.example"}, 404),
    ],
)
def test_only_this_machine_or_the_token_gets_them(
    guarded: FlaskClient, client: FlaskClient, address: str, headers: dict[str, str], status: int
) -> None:
    answer = guarded.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == status
    assert ("companion_phones" in answer.text) is (status == 200)
    counters = client.get("/internal/counters", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert counters.status_code == (200 if status == 200 and not headers else 404), "which no token opens"
    assert ("memory" in counters.text) is (counters.status_code == 200)


def test_they_are_there_while_the_database_is_away(
    client: FlaskClient, sessions: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions.store.database, "rows", refuse)
    found = numbers(client)
    assert "companion_tables_open" in found and "companion_tables_stored" not in found
    before = found.get("companion_refused_total database", 0)
    assert client.post("/join", data={"code": "ABCDEF"}, headers={**ORIGIN, **HTMX}).status_code == 503
    assert numbers(client)["companion_refused_total database"] == before + 1


def test_the_head_of_a_stream_listens_to_nothing(host: Phone, luz: str, sessions: Tables) -> None:
    answer = host.client.head(f"/t/{luz}/live/table")
    assert answer.status_code == 200 and answer.mimetype == "text/event-stream" and answer.data == b""
    assert sessions.live.counts()["listeners"] == 0
