"""Numbers that tell nothing of a table, for this machine and for who has the token."""

import re
from unittest.mock import Mock

import pytest
from prometheus_client.parser import text_string_to_metric_families

from companion.engine import Message
from companion.storage.error_messages import StoreAway
from tests.support.each_row import each_row
from tests.support.phones import HTMX, ORIGIN, bets

TOKEN = "0123456789abcdef"


def numbers(client):
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert answer.headers["Cache-Control"] == "no-store"
    samples = [sample for family in text_string_to_metric_families(answer.text) for sample in family.samples]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


def counted(client, before):
    return {name: number - before.get(name, 0) for name, number in numbers(client).items()}


def test_an_act_is_counted_once_however_often_it_is_sent(client, host, luz):
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


def test_conflicts_and_refusals_are_counted_by_a_few_reasons(client, host, luz):
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


def test_nothing_of_a_table_is_in_it(client, host, luz):
    host.enter(luz, bets("2 3 4 1"))
    host.get(f"/{luz}?secret=1")
    text = client.get("/metrics").text
    assert not re.search(rf"Ann|secret|{luz}|127\.0\.0\.1", text)


@pytest.fixture
def guarded(serve, tmp_path):
    """A companion with a token, behind a proxy at 10.0.0.5."""
    app = serve(tmp_path / "token.sqlite", METRICS_TOKEN=TOKEN, PROXIES=["10.0.0.5", "127.0.0.1"])
    return app.test_client()


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
def test_only_this_machine_or_the_token_gets_them(guarded, client, address, headers, status):
    answer = guarded.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == status
    assert ("companion_phones" in answer.text) is (status == 200)
    counters = client.get("/internal/counters", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert counters.status_code == (200 if status == 200 and not headers else 404), "which no token opens"
    assert ("memory" in counters.text) is (counters.status_code == 200)


def test_they_are_there_while_the_database_is_away(client, sessions, monkeypatch):
    monkeypatch.setattr(sessions.store.database, "rows", Mock(side_effect=StoreAway(Message("It is away."))))
    found = numbers(client)
    assert "companion_tables_open" in found and "companion_tables_stored" not in found
    before = found.get("companion_refused_total database", 0)
    assert client.post("/join", data={"code": "ABCDEF"}, headers={**ORIGIN, **HTMX}).status_code == 503
    assert numbers(client)["companion_refused_total database"] == before + 1
