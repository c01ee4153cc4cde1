"""The counters are for who runs the companion: numbers only, and only asked on its own machine."""

from __future__ import annotations

from flask.testing import FlaskClient

from companion.sessions.service import Sessions
from tests.support.each_row import each_row
from tests.support.phones import Phone


def test_the_counters_are_numbers_and_tell_no_names(client: FlaskClient, host: Phone, luz: str) -> None:
    host.page(f"/t/{luz}")
    answer = client.get("/internal/counters", headers={"Host": "localhost:5000"})
    assert answer.status_code == 200 and answer.mimetype == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    data = answer.get_json()
    assert {"listeners", "audiences", "sessions", "threads", "open_files", "memory"} <= data.keys()
    assert all(isinstance(number, int) for number in data.values())
    assert data["sessions"] == 1 and luz not in answer.text


@each_row(
    ("address", "headers"),
    [
        ("192.0.2.7", {}),
        ("2001:db8::1", {}),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}),
        ("127.0.0.1", {"Via": "1.1 proxy"}),
        ("127.0.0.1", {"Host": "games.example"}),
        ("127.0.0.1", {"Host": "192.0.2.1:5000"}),
    ],
)
def test_nobody_else_is_told(client: FlaskClient, address: str, headers: dict[str, str]) -> None:
    answer = client.get("/internal/counters", headers=headers, environ_base={"REMOTE_ADDR": address})
    assert answer.status_code == 404 and "memory" not in answer.text


def test_the_head_of_a_stream_listens_to_nothing(host: Phone, luz: str, sessions: Sessions) -> None:
    answer = host.client.head(f"/t/{luz}/live/table")
    assert answer.status_code == 200 and answer.mimetype == "text/event-stream" and answer.data == b""
    assert sessions.live.counts()["listeners"] == 0
