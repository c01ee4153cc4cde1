"""Answers that stay open as a line: what is sent arrives, and who hangs up or takes nothing is let go."""

import socket
import struct
import time
from contextlib import suppress

import pytest

from tests.support.serving import running_server


@pytest.fixture(scope="module")
def running():
    with running_server() as running:
        yield running


def test_what_is_sent_over_a_line_follows_what_the_answer_held(running):
    with running.open("GET /line HTTP/1.1\r\nHost: a\r\n\r\n") as client:
        head, _, body = client.makefile("rb").read(400).decode().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200 ") and "Transfer-Encoding: chunked" in head
    assert body.startswith("6\r\nfirst \r\n5\r\nbeat \r\n5\r\nbeat \r\n")
    assert running.process.stdout is not None
    assert running.process.stdout.readline() == "line closed\n", "who hung up is noticed"


def test_a_line_that_is_ended_is_a_whole_answer_in_chunks_or_without(running):
    assert running.get("/short") == "first beat beat "
    answer = running.answer("GET /short HTTP/1.0\r\nHost: a\r\n\r\n")
    assert answer.endswith("\r\n\r\nfirst beat beat ")


@pytest.mark.parametrize(("method", "body"), [("HEAD", ""), ("POST", ""), ("GET", "..")])
def test_only_what_is_got_without_a_body_can_become_a_line(running, method, body):
    head = f"{method} /line HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    answer = running.answer(head + body)
    assert answer.startswith("HTTP/1.1 200 ") and "first" not in answer


def test_who_takes_nothing_is_hung_up_on_and_nobody_waits():
    with running_server() as running, running.open("GET /torrent HTTP/1.1\r\nHost: a\r\n\r\n") as client:
        assert running.process.stdout is not None
        assert running.process.stdout.readline() == "line closed\n"
        assert running.get("/SERVER_PORT") == str(running.port)
        assert len(client.makefile("rb").read()) < 10_000_000
        assert running.end() == ("ended\n", "", 0)


def test_the_server_ends_with_all_its_lines():
    with running_server() as running:
        clients = [running.open("GET /line HTTP/1.1\r\nHost: a\r\n\r\n") for _ in range(300)]
        for client in clients:
            assert client.recv(1000)
        out, errors, status = running.end()
        assert (out.splitlines()[-1], errors, status) == ("ended", "", 0)
        for client in clients:
            client.close()


@pytest.mark.parametrize("path", ["/line", "/stream"])
def test_the_head_of_what_stays_open_is_no_more_than_a_head(running, path):
    answer = running.answer(
        f"HEAD {path} HTTP/1.1\r\nHost: a\r\n\r\nGET /SERVER_PORT HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    )
    first, second, body = answer.split("\r\n\r\n")
    assert first.startswith("HTTP/1.1 200 ") and second.startswith("HTTP/1.1 200 ") and body == str(running.port)


def test_what_fails_on_its_way_does_not_become_a_line():
    with running_server() as running:
        request = "GET /full HTTP/1.1\r\nHost: a\r\n\r\n"
        answer = running.answer(f"{request}{request.replace('GET /full', 'GET /SERVER_PORT')}")
        assert answer.startswith("HTTP/1.1 503 ") and answer.endswith(str(running.port))
        assert running.output() == "never a line\n"


WAYS = ("close", "reset", "half", "half after more")


def test_who_hangs_up_is_noticed_at_once_though_nothing_is_sent():
    with running_server() as running:
        for way in WAYS:
            with running.listen("/quiet", said=b"first") as client:
                hang_up(client, way)
            assert running.output() == "line freed\n", way
        assert running.get("/connections") == "1", "only the one that asks"
        assert running.end() == ("ended\n", "", 0)


def hang_up(client, way):
    if way == "half after more":
        client.sendall(b"GET /")
    if way == "reset":
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    if way.startswith("half"):
        client.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            assert client.recv(1000) == b""


def test_what_a_phone_sends_to_a_line_keeps_nobody_busy():
    with running_server() as running, running.listen("/quiet", said=b"first") as client:
        client.sendall(b"x" * 1000)
        with open(f"/proc/{running.process.pid}/stat") as file:
            before = file.read().split()[13:15]
        time.sleep(0.5)
        with open(f"/proc/{running.process.pid}/stat") as file:
            used = sum(map(int, file.read().split()[13:15])) - sum(map(int, before))
        assert used < 15, "hundredths of a second"
