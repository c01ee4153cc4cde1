"""Whoever holds connections and says nothing, or takes nothing, does not shut others out; each test starts a server."""

import socket
import struct
import time
from contextlib import ExitStack

import pytest

from tests.support.long import long
from tests.support.serving import running_server

pytestmark = long

SILENT = {"request_line": 30, "headers": 30, "silence": 30, "body": 30}


def has_ended(client, seconds=5):
    """Whether the server hangs up within that time, whatever it has sent before."""
    client.settimeout(seconds)
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            if client.recv(1000) == b"":
                return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return False


def is_open(client):
    return not has_ended(client, 0.2)


def test_one_address_that_holds_all_connections_does_not_shut_out_others():
    with running_server(connections=12, share=3, **SILENT) as running, ExitStack() as kept:
        table = [kept.enter_context(running.listen("/stream", "127.0.0.2")) for _ in range(2)]
        body = "POST /body HTTP/1.1\r\nContent-Length: 9\r\n\r\n"
        for start in ("", "GET /nev", "GET /never HTTP/1.1\r\nHost", body):
            for _ in range(10):
                kept.enter_context(running.open(start))
            assert running.get("/REMOTE_ADDR", "127.0.0.3") == "127.0.0.3"
            assert running.get("/REMOTE_ADDR", "127.0.0.2") == "127.0.0.2"
        assert all(map(is_open, table))
        assert running.get("/SERVER_NAME") == "127.0.0.1", "nor itself"


@pytest.mark.parametrize("path", ["/stream", "/line"])
def test_one_address_that_holds_all_streams_does_not_shut_out_others(path):
    with running_server(connections=8, share=3, **SILENT) as running, ExitStack() as kept:
        greedy = [kept.enter_context(running.listen(path)) for _ in range(8)]
        others = [kept.enter_context(running.listen(path, f"127.0.0.{number}")) for number in (2, 2, 3, 4)]
        assert running.get("/REMOTE_ADDR", "127.0.0.5") == "127.0.0.5"
        assert all(map(has_ended, greedy[:4]))
        assert all(map(is_open, others))


def test_where_nobody_can_make_room_it_says_so():
    with running_server(connections=2, share=3, **SILENT) as running, ExitStack() as kept:
        for path in ("/stream", "/line"):
            kept.enter_context(running.listen(path))
        answer = running.answer("")
        assert answer.startswith("HTTP/1.1 503 ") and answer.endswith("Try again in a moment.\n")


def test_a_proxy_brings_more_than_a_share():
    with running_server(("127.0.0.1",), connections=6, share=1, **SILENT) as running, ExitStack() as kept:
        brought = [kept.enter_context(running.listen("/stream")) for _ in range(4)]
        direct = [kept.enter_context(running.listen("/stream", "127.0.0.2")) for _ in range(2)]
        brought.append(kept.enter_context(running.listen("/stream")))
        assert has_ended(direct[0])
        assert all(map(is_open, [*brought, direct[1]]))


def test_a_stream_that_is_never_read_is_ended():
    with running_server(silence=0.4) as running, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", running.port))
        client.sendall(b"GET /flood HTTP/1.1\r\nHost: a\r\n\r\n")
        assert running.process.stdout.readline() == "stream closed\n"
        assert running.end() == ("ended\n", "", 0)


@pytest.mark.parametrize(
    ("method", "is_cut", "told"),
    [("GET", False, "work ended\n"), ("GET", True, "work ended\n"), ("POST", False, "work went on\n")],
)
def test_work_for_a_client_that_has_hung_up_ends_unless_it_is_an_act(method, is_cut, told):
    with running_server() as running:
        client = running.open(f"{method} /endless HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        if is_cut:  # closed with a reset, as by a browser that has unread data
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        while "/endless" not in running.get("/seen"):
            pass
        heard = running.output() if method == "GET" else ""
        running.get("/other")
        assert (heard or running.output()) == told


def test_a_body_that_trickles_does_not_gain_time():
    with running_server(body=0.4, silence=5) as running:
        began = time.monotonic()
        with (
            running.open("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n") as slow,
            pytest.raises(OSError),
        ):
            while time.monotonic() - began < 4:
                slow.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() - began < 3


@pytest.mark.parametrize("upgrade", ["", "Upgrade: websocket\r\n", "Connection: upgrade\r\n"])
def test_what_is_left_of_a_body_is_never_a_request(upgrade):
    with running_server(body=0.4) as running:
        hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"
        with running.open(f"POST /late HTTP/1.1\r\nHost: a\r\n{upgrade}Content-Length: 900\r\n\r\n") as client:
            time.sleep(0.6)
            client.settimeout(2)
            try:
                client.sendall(hidden.encode())
                with client.makefile("rb") as file:
                    assert file.read().count(b"HTTP/1.1") <= 1
            except ConnectionError:
                pass
        assert "hidden" not in running.get("/seen")


def test_a_body_without_end_is_not_read_to_its_end():
    post = "POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999\r\n\r\n"
    hidden = b"GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"
    with running_server(body=30) as running:
        began = time.monotonic()
        with running.open(post) as client, pytest.raises(OSError):
            while time.monotonic() - began < 10:
                client.sendall(hidden * 1000)
        assert time.monotonic() - began < 8
        assert "hidden" not in running.get("/seen")
