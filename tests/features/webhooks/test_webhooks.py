"""Results are told to the host's address and to the operator's: signed, and again until they arrive."""

import base64
import hashlib
import hmac
import json
import socket
import threading
from argparse import Namespace
from datetime import UTC, datetime, timedelta

import gevent
import pytest

from companion.app import create_app
from companion.commands.serving.options import ServeError
from companion.features.webhooks import config
from companion.features.webhooks.delivery import OF_PHONE, WAITS, OperatorHook, destination, webhook_job
from companion.features.webhooks.rows import webhook_of
from companion.server.addresses import Networks
from companion.server.fair_queue import Caller
from tests.features.webhooks.test_outgoing import Receiver, receiver  # noqa: F401
from tests.support.groups import finish
from tests.support.phones import Phone

PUBLIC = "93.184.215.14"
URL = f"https://{PUBLIC}/hook"


class Post:
    """Notes what is sent, and accepts it or not."""

    def __init__(self):
        self.sent = []
        self.accepts = True

    def __call__(self, url, body, headers):
        self.sent.append((url, json.loads(body), headers, body))
        return self.accepts


@pytest.fixture
def posted():
    return Post()


def hooks(app):
    return app.extensions["companion.webhooks"]


def deliver(app, posted, at=None):
    """Deliver what is due; returns how many were."""
    moment = at or datetime.now(UTC)
    due = hooks(app).due(moment)
    for hook in due:
        hooks(app).deliver(hook, moment, posted)
    return len(due)


def test_the_result_is_told_once_the_game_ends_and_nothing_before(app, host, luz, posted):
    assert host.post(f"/t/{luz}/webhook", {"url": URL}).status_code == 303
    assert deliver(app, posted) == 0
    finish(host, luz)
    assert deliver(app, posted) == 1 and deliver(app, posted) == 0
    ((url, told, *_),) = posted.sent
    assert url == URL and told["type"] == "game.finished" and told["number"] == 1
    assert told["data"]["players"] == ["Ann", "Ben", "Cleo", "Dan"] and told["data"]["totals"] == [10, 10, -5, -25]
    assert told["data"]["places"] == [1, 2, 3, 4] and told["text"] == "Luz: Ann 10, Ben 10, Cleo −5, Dan −25"


def test_it_is_signed_as_standard_webhooks_says(app, host, luz, posted):
    host.post(f"/t/{luz}/webhook", {"url": URL})
    host.act(luz, "end")
    deliver(app, posted, datetime.now(UTC) + timedelta(minutes=1))
    secret = hooks(app).secret(luz)
    assert secret in host.page(f"/t/{luz}/webhook")
    *_, headers, body = posted.sent[0]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"
    assert luz not in headers["webhook-id"]


def test_what_fails_is_tried_again_later_and_later_and_then_no_more(app, host, luz, posted):
    host.post(f"/t/{luz}/webhook", {"url": URL})
    host.act(luz, "end")
    posted.accepts, moment = False, datetime.now(UTC) + timedelta(seconds=2)
    for wait in WAITS:
        assert deliver(app, posted, moment) == 1
        assert deliver(app, posted, moment + timedelta(seconds=wait - 1)) == 0
        moment += timedelta(seconds=wait)
    assert "in 7 attempts" in host.page(f"/t/{luz}/webhook")
    assert deliver(app, posted, moment) == 1 and deliver(app, posted, moment + timedelta(days=9)) == 0
    assert len({headers["webhook-id"] for _, _, headers, _ in posted.sent}) == 1, "it is one message"
    assert "no more attempts are made" in host.page(f"/t/{luz}/webhook")
    posted.accepts = True
    host.post(f"/t/{luz}/webhook", {"url": URL})
    assert deliver(app, posted) == 1 and "The result has been sent." in host.page(f"/t/{luz}/webhook")


def test_an_end_that_is_taken_back_is_told_and_the_next_one_too(app, host, luz, posted):
    host.post(f"/t/{luz}/webhook", {"url": URL})
    for act in ("end", "undo", "end"):
        host.act(luz, act)
        deliver(app, posted)
    assert [(told["type"], told["number"]) for _, told, *_ in posted.sent] == [
        ("game.finished", 1), ("game.reopened", 2), ("game.finished", 3),
    ]  # fmt: skip


def test_an_id_is_used_once_also_where_the_address_is_set_anew(app, host, luz, posted):
    for act, fields in (("end", {}), ("undo", {"remove": "yes"}), ("end", {}), ("undo", {}), ("end", {})):
        host.act(luz, act)
        host.post(f"/t/{luz}/webhook", {"url": URL, **fields})
        deliver(app, posted)
    ids = [headers["webhook-id"] for _, _, headers, _ in posted.sent]
    assert len(ids) == len({*ids}) == 3 and URL in host.page(f"/t/{luz}/webhook")
    host.post(f"/t/{luz}/webhook", {"url": URL, "remove": "yes"})
    host.act(luz, "undo")
    assert deliver(app, posted) == 0
    assert not app.extensions["companion"].store.rows("SELECT 1 FROM webhooks WHERE url <> ''")


def test_it_says_when_the_game_ended_and_where_its_result_stands(app, host, phone, luz, posted):
    app.config["BASES"][:] = ["https://games.example"]
    host.post(f"/t/{luz}/webhook", {"url": URL})
    for act in ("end", "undo"):
        host.act(luz, act)
        deliver(app, posted)
    over, reopened = [told["data"] for _, told, *_ in posted.sent]
    (first, _) = app.extensions["companion"].store.rows("SELECT at FROM events ORDER BY number")
    assert over["ended"] == first["at"] and "ended" not in reopened
    assert over["link"] == reopened["link"] and over["link"].startswith("https://games.example/r/")
    assert phone().get(over["link"].removeprefix("https://games.example")).status_code == 200


def test_a_result_that_changes_on_the_way_is_told_again(app, host, luz, posted):
    host.post(f"/t/{luz}/webhook", {"url": URL})
    host.act(luz, "end")
    (hook,) = hooks(app).due(datetime.now(UTC))
    host.act(luz, "undo")
    hooks(app).deliver(hook, datetime.now(UTC), posted)  # it began before the undo
    assert deliver(app, posted) == 1 and posted.sent[-1][1]["number"] == 2


def test_what_is_due_survives_a_restart_and_goes_with_the_table(tmp_path, posted):
    config = {"DATABASE": str(tmp_path / "c.sqlite"), "TESTING": True}
    app = create_app(config)
    host = Phone(app)
    first, second = host.open(), host.open()
    for session in (first, second):
        host.post(f"/t/{session}/webhook", {"url": URL})
        host.act(session, "end")
    app.extensions["companion"].store.close()
    host.move_to(again := create_app(config))
    host.post(f"/t/{second}/delete", {"sure": "yes"})
    assert deliver(again, posted) == 1 and posted.sent[0][1]["data"]["table"] == first
    again.extensions["companion"].store.close()


def test_nobody_sets_it_at_a_demo(app, host, luz):
    app.config["WEBHOOKS_OF_HOSTS"] = False
    assert host.post(f"/t/{luz}/webhook", {"url": URL}).status_code == 403
    assert "/webhook" not in host.page(f"/t/{luz}/host")


def test_a_wrong_address_is_told_and_the_old_one_stays(app, host, luz):
    host.post(f"/t/{luz}/webhook", {"url": URL})
    for url, told in (("http://10.0.0.1/x", "network of the companion"), ("nonsense", "begins with https://")):
        answer = host.post(f"/t/{luz}/webhook", {"url": url})
        assert answer.status_code == 422 and told in answer.text and f'value="{url}"' in answer.text
    assert webhook_of(app.extensions["companion"].store.rows, luz).url == URL
    host.post(f"/t/{luz}/webhook", {"url": URL, "remove": "yes"})
    assert webhook_of(app.extensions["companion"].store.rows, luz) is None


def test_names_that_nobody_answers_for_keep_nobody_else_waiting(app, luz, host, phone, monkeypatch):
    """A host has a few lookups at once, by form and job together; an address needs none, other hosts have theirs."""
    answered, real = threading.Event(), socket.getaddrinfo

    def silent(name, port, flags=0, **more):
        if flags:
            return real(name, port, flags=flags, **more)
        if not name.startswith("fine"):
            answered.wait(60)
        return real(PUBLIC, port, **more) if name.startswith("fine") else []

    def save(name, of=host, table=luz):
        return of.post(f"/t/{table}/webhook", {"url": f"https://{name}/"})

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    other = phone()
    own = other.open("luz", ("Ida", "Kim", "Lou"))
    (member,) = app.extensions["companion"].store.rows("SELECT phone FROM members WHERE session = ?", [luz])
    asker = Caller("", str(member["phone"]))
    try:
        job = [gevent.spawn(destination, f"https://job{number}.example/", Networks(), asker) for number in range(4)]
        forms = [gevent.spawn(save, f"slow{number}.example") for number in range(OF_PHONE - 4)]
        gevent.sleep(0)
        gevent.killall(job)  # its time is up, but its threads still wait
        answer = save("next.example")
        assert answer.status_code == 429 and "Wait half a minute" in answer.text and "https://next.exam" in answer.text
        assert [save(PUBLIC).status_code, save("fine.example", other, own).status_code] == [303, 303]
        pool = gevent.get_hub().threadpool
        assert [pool.apply(lambda: "upkeep") for _ in range(20)] == ["upkeep"] * 20
    finally:
        answered.set()
    assert {form.get().status_code for form in forms} == {422}
    assert save("gone.example").status_code == 422


def test_a_host_with_many_due_results_does_not_keep_those_of_others_waiting(app, host, phone):
    def ended(of):
        session = of.open("luz", ("Ida", "Kim", "Lou"))
        of.post(f"/t/{session}/webhook", {"url": URL})
        of.act(session, "end")
        return session

    many, one = [ended(host) for _ in range(25)], ended(phone())
    due = [hook.session for hook in hooks(app).due(datetime.now(UTC) + timedelta(minutes=1))]
    assert one in due[:2] and len({*due, *many}) == 26, "theirs go on in turn"


@pytest.fixture
def served(serve, tmp_path, receiver):  # noqa: F811
    operator = OperatorHook(f"http://127.0.0.1:{receiver.server_port}/operator", b"x" * 16)
    return serve(tmp_path / "c.sqlite", WEBHOOK=operator, WEBHOOK_NETWORKS=["127.0.0.0/8"])


def test_the_job_tells_the_operator_and_the_host_over_http(served, receiver):  # noqa: F811
    host = Phone(served)
    session = host.open("open", ["Ann", "Ben"], title="Mini golf")
    host.post(f"/t/{session}/webhook", {"url": f"http://127.0.0.1:{receiver.server_port}/host"})
    host.act(session, "end")
    job, receiver.answer = webhook_job(served), 500
    job()
    assert sorted(path for path, *_ in receiver.seen) == ["/host", "/operator"]
    receiver.answer = 200
    job()
    assert len(receiver.seen) == 2, "not before its time"
    deliver(served, again := Post(), datetime.now(UTC) + timedelta(seconds=WAITS[0] + 1))
    assert len(again.sent) == 2 and again.sent[0][1]["text"] == "Mini golf: Ann 0, Ben 0"


@pytest.mark.parametrize("url", ["x", "ftp://e.example/", "https://a@e.example/", "https://e.example:25/"])
def test_an_address_of_the_operator_that_could_never_be_sent_to_is_told_at_the_start(monkeypatch, url):
    monkeypatch.setenv("COMPANION_WEBHOOK_SECRET", "x" * 16)
    assert config(Namespace(webhook=URL, webhook_network=[]))["WEBHOOK"] == OperatorHook(URL, b"x" * 16)
    with pytest.raises(ServeError, match="is not an address"):
        config(Namespace(webhook=url, webhook_network=[]))


def test_without_an_operator_nothing_is_noted_and_what_was_is_dropped(tmp_path):
    config = {"DATABASE": str(tmp_path / "c.sqlite"), "TESTING": True}
    for operator, kept in ((None, 0), (OperatorHook(URL, b"x" * 16), 1), (None, 0)):
        app = create_app({**config, "WEBHOOK": operator})
        host = Phone(app)
        host.act(host.open(), "end")
        store = app.extensions["companion"].store
        assert len(store.rows("SELECT * FROM webhooks WHERE due <> ''")) == kept
        store.close()
