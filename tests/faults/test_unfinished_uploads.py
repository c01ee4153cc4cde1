"""Uploads that are begun and never ended fill no disk: they are counted before anything of them is written."""

import socket
from contextlib import ExitStack, suppress

from tests.faults.clients import Client
from tests.faults.test_past_imports import upload
from tests.support.past_plays import many_plays
from tests.support.phones import bets
from tests.support.reading import alert_of

MB = 1024 * 1024
_PART = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="plays.json"\r\n\r\n['


def begun(port, source, size=31 * MB):
    head = f"POST /import/past HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    head += f"Content-Type: multipart/form-data; boundary=cut\r\nContent-Length: {size}\r\n\r\n"
    client = socket.create_connection(("127.0.0.1", port), 60, (source, 0))
    client.sendall(head.encode() + _PART)
    return client


def refusal(client):
    with client.makefile("rb") as file:
        answer = file.read().decode()
    assert answer.startswith("HTTP/1.1 429 "), answer[:200]
    return alert_of(answer.partition("\r\n\r\n")[2])


def test_uploads_that_stop_are_limited_by_address_and_in_all(served):
    with ExitStack() as kept:
        for number in range(2, 5):
            kept.enter_context(begun(served.port, f"127.0.0.{number}"))
            assert "still being sent" in refusal(kept.enter_context(begun(served.port, f"127.0.0.{number}")))
        assert "still being sent" in refusal(kept.enter_context(begun(served.port, "127.0.0.5")))
        phone = Client(served.port, "phone", source="127.0.0.2")
        assert phone.act(phone.open("luz", "Ann", "Ben", "Cleo"), "enter", 0, bets("3 2 1")).status == 303
    phone.hang_up()
    whole = Client(served.port, "whole")
    while True:  # until the server has seen that the others are gone
        with suppress(AssertionError):
            assert upload(whole, many_plays(600))
            break


def test_an_upload_that_finds_no_room_is_told_so(served):
    served.allow(2 * MB)
    with begun(served.port, "127.0.0.2", 3 * MB) as client:
        client.sendall(b" " * (3 * MB - len(_PART)))
        answer = b""
        while b"</html>" not in answer and (piece := client.recv(4096)):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 503 ") and b"The disk is full. Nothing was saved" in answer
    served.allow(None)
