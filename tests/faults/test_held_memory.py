"""What many requests at once hold: the figures of a large group once, however many ask for them."""

import io
import re
import selectors
import socket
from pathlib import Path

import pytest

from companion.app import create_app
from tests.support.groups import link, make_group
from tests.support.long import long
from tests.support.past_plays import export, game, play, score
from tests.support.phones import ORIGIN, Phone

pytestmark = [long, pytest.mark.sqlite]

PLAYERS = [f"Player {number:02}" for number in range(1, 13)]
FILES, PLAYS, AT_ONCE = 3, 200, 200
MOST = 30 * 1024  # kB more than before; without sharing, so many requests hold three times as much


@pytest.fixture
def group(tmp_path):
    """The link of a group with many games, in the database of the folder."""
    app = create_app({"DATABASE": str(tmp_path / "companion.sqlite"), "TESTING": True})
    host = Phone(app)
    address = make_group(host, *PLAYERS)
    games = [game(number, f"Game {number}") for number in range(1, 9)]
    for first in range(0, FILES * PLAYS, PLAYS):
        plays = [
            play(number, 1 + number % 8, *[score(1 + (number + 3 * seat) % 12, 40 + seat) for seat in range(4)])
            for number in range(first + 1, first + PLAYS + 1)
        ]
        fields = {"file": (io.BytesIO(export(PLAYERS, games, plays)), "plays.json")}
        job = host.client.post("/import/past", data=fields, headers=ORIGIN, content_type="multipart/form-data").location
        assert job and host.post(f"{job}/group", {"group": address.rpartition("/")[2]}).status_code == 303
        assert host.post(f"{job}/start").status_code == 303
        app.extensions["companion.past"].wait(job.rpartition("/")[2])
    shown = link(host, address, "watch")
    app.extensions["companion"].store.close()
    return shown


def memory(served, kind):
    """The memory of the server in kB: now ("VmRSS"), or the most that it had ("VmHWM")."""
    return int(re.search(rf"{kind}:\s+(\d+) kB", Path(f"/proc/{served.process.pid}/status").read_text())[1])


def ask_at_once(port, path):
    """The answers to so many requests, which are all sent before one is read."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
    answers = {}
    with selectors.DefaultSelector() as selector:
        for _ in range(AT_ONCE):
            client = socket.create_connection(("127.0.0.1", port), 60, source_address=("127.0.0.2", 0))
            client.sendall(request)
            selector.register(client, selectors.EVENT_READ)
            answers[client] = b""
        while selector.get_map():
            for key, _ in selector.select():
                client = key.fileobj
                if data := client.recv(1 << 16):
                    answers[client] += data
                else:
                    selector.unregister(client)
                    client.close()
    return list(answers.values())


def test_many_who_ask_for_a_group_at_once_hold_its_figures_once(group, serve):
    served = serve()
    ask_at_once(served.port, "/healthz")
    before = memory(served, "VmRSS")
    answers = ask_at_once(served.port, f"{group}/games.csv")
    assert {answer[9:12] for answer in answers} == {b"200"}
    assert memory(served, "VmHWM") - before < MOST
