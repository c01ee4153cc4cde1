"""Answers that stay open as a line: what is sent arrives, and who hangs up or takes nothing is let go."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.serving import Running, running_server


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with running_server() as running:
        yield running


def test_what_is_sent_over_a_line_follows_what_the_answer_held(running: Running) -> None:
    with running.open("GET /line HTTP/1.1\r\nHost: a\r\n\r\n") as client:
        head, _, body = client.makefile("rb").read(400).decode().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200 ") and "Transfer-Encoding: chunked" in head
    assert body.startswith("6\r\nfirst \r\n5\r\nbeat \r\n5\r\nbeat \r\n")
    assert running.process.stdout is not None
    assert running.process.stdout.readline() == "line closed\n", "who hung up is noticed"


def test_a_line_that_is_ended_is_a_whole_answer(running: Running) -> None:
    assert running.get("/short") == "first beat beat "


def test_an_old_client_gets_it_without_chunks(running: Running) -> None:
    answer = running.answer("GET /short HTTP/1.0\r\nHost: a\r\n\r\n")
    assert answer.endswith("\r\n\r\nfirst beat beat ")


@pytest.mark.parametrize("request_line", ["HEAD /line", "POST /line"])
def test_only_what_is_got_can_become_a_line(running: Running, request_line: str) -> None:
    answer = running.answer(f"{request_line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    assert answer.startswith("HTTP/1.1 200 ") and "first" not in answer


def test_nor_what_comes_with_a_body(running: Running) -> None:
    answer = running.answer("GET /line HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n..")
    assert answer.endswith("no line")


def test_who_takes_nothing_is_hung_up_on_and_nobody_waits() -> None:
    with running_server() as running, running.open("GET /torrent HTTP/1.1\r\nHost: a\r\n\r\n") as client:
        began = time.monotonic()
        assert running.process.stdout is not None
        assert running.process.stdout.readline() == "line closed\n"
        assert time.monotonic() - began < 4
        assert running.get("/SERVER_PORT") == str(running.port)
        assert len(client.makefile("rb").read()) < 10_000_000
        assert running.end() == ("ended\n", "", 0)


def test_the_server_ends_with_all_its_lines() -> None:
    with running_server() as running:
        clients = [running.open("GET /line HTTP/1.1\r\nHost: a\r\n\r\n") for _ in range(300)]
        for client in clients:
            assert client.recv(1000)
        out, errors, status = running.end()
        assert (out.splitlines()[-1], errors, status) == ("ended", "", 0)
        for client in clients:
            client.close()
