"""The server stands slow and broken clients, writes in one thread and ends cleanly; each test starts a real one."""

import itertools
import signal
import socket
import threading
import time
from http.client import HTTPConnection

import pytest

from companion.server.write_thread import WriteThread
from companion.server.wsgi import listen
from tests.support.haproxy import wait_until
from tests.support.serving import running_server, status_of


def server():
    with running_server() as server:
        yield server


shared = pytest.fixture(server, scope="module")  # for tests after which it is as before
running = pytest.fixture(server)  # for those that end it, or count what it holds


def test_it_answers_and_keeps_the_connection(shared):
    connection = HTTPConnection("127.0.0.1", shared.port, timeout=60)
    for _ in range(2):
        connection.request("POST", "/body", body=b"12345")
        assert connection.getresponse().read() == b"5"
        own = connection.sock.getsockname()
    assert shared.get("/nodelay") == "True"
    assert connection.sock.getsockname() == own
    connection.close()


@pytest.mark.parametrize("start", ["", "GET /nev", "GET /never HTTP/1.1\r\nHost"])
def test_a_client_that_never_gets_to_the_point_is_hung_up_on(shared, start):
    began = time.monotonic()
    with shared.open(start) as slow:
        assert shared.get("/SERVER_NAME") == "127.0.0.1"
        assert time.monotonic() - began < 0.4
        answer = slow.makefile("rb").read()
    assert time.monotonic() - began > 0.3
    assert answer[:12] == (b"HTTP/1.1 408" if "Host" in start else b"")
    assert "/never" not in shared.get("/seen")


ASKED = "GET /SERVER_PORT HTTP/1.1\r\nHost: a\r\n\r\n"


@pytest.mark.parametrize("before", ["", ASKED + ASKED])
def test_a_client_that_trickles_does_not_gain_time(shared, before):
    with shared.open(f"{before}GET /") as slow, pytest.raises(OSError):
        for _ in range(40):
            slow.sendall(b"x")
            time.sleep(0.05)


def test_a_used_connection_is_kept_longer_than_a_request_may_take(shared):
    with shared.open(ASKED) as client:
        assert status_of(client) == 200
        time.sleep(0.8)
        client.sendall(ASKED.encode())
        assert status_of(client) == 200
        began = time.monotonic()
        assert client.recv(10) == b""
    assert time.monotonic() - began > 1


def test_an_idle_connection_ends_with_the_server(running):
    with running.open(ASKED) as client:
        assert status_of(client) == 200
        time.sleep(0.5)
        assert running.end() == ("ended\n", "", 0)
        assert client.recv(10) == b""


def test_an_idle_connection_that_is_closed_is_not_counted(running):
    with running.open(ASKED) as client:
        assert status_of(client) == 200
        time.sleep(0.5)
        assert running.get("/connections") == "2"
    wait_until(lambda: running.get("/connections") == "1")


def test_no_handler_is_left_behind_by_a_connection(running):
    assert running.get("/handlers") == "1", "the one that asks"
    ended = [running.open("GET /seen HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(3)]
    streams = [running.open("GET /quiet HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(3)]
    for client in [*ended, *streams]:
        assert client.recv(1000)
    for client in ended:
        client.close()
    running.get("/seen")
    wait_until(lambda: running.get("/handlers") == "1")
    for client in streams:
        client.close()


@pytest.mark.parametrize("start", ["G", "GET /nev"])
def test_a_used_connection_gives_a_request_no_more_time(shared, start):
    with shared.open(ASKED) as client:
        assert status_of(client) == 200
        client.sendall(start.encode())
        began = time.monotonic()
        assert client.recv(10) == b""
    assert 0.3 < time.monotonic() - began < 1
    assert "/never" not in shared.get("/seen")


def test_a_body_that_stops_does_not_hold_the_server(shared):
    shared.answer("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf")
    assert shared.get("/SERVER_NAME") == "127.0.0.1"


def test_a_body_of_unknown_length_is_refused_before_the_application(shared):
    for length, coding in itertools.product(
        ("", "Content-Length: 5\r\n"), ("chunked", "Chunked", "gzip, chunked", "identity")
    ):
        head = f"POST /unread HTTP/1.1\r\nHost: a\r\n{length}Transfer-Encoding: {coding}\r\n\r\n"
        answer = shared.answer(head + "5\r\nhello\r\n0\r\n\r\n")
        assert answer.startswith("HTTP/1.1 411 Length Required\r\n"), head
        assert answer.count("HTTP/1.1") == 1, head
    assert not {"/never", "/hidden", "/unread"} & {*shared.get("/seen").split()}


MALFORMED = (
    *("nonsense\r\n\r\n", "GET / HTTP/1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST /\r\n\r\n", "\r\n\r\n"),
    "POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
    "GET / HTTP/1.1\r\n" + "A: b\r\n" * 200 + "\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\nA: b\r\n\r\n",
)


def test_a_malformed_request_is_answered_in_silence(running):
    for request_text in MALFORMED:
        assert running.answer(request_text).startswith("HTTP/1.1 400 "), request_text
    assert running.end()[1] == ""


TWO_WAYS = (
    *("Content-Length: 5\r\nContent-Length: 0", "Content-Length: 0\r\nContent-Length: 5", "Content-Length: 5, 5"),
    *("Content-Length: +5", "Content-Length: 0_5", "Content-Length: 5\x0b", "Content-Length: 5 ", "Content-Length : 5"),
    *("Transfer-Encoding : chunked", "nonsense\r\nTransfer-Encoding: chunked", ": a\r\nContent-Length: 5"),
    *("A: b\r\n Content-Length: 5", " Content-Length: 5", "A: b\rContent-Length: 5", "A: \0\r\nContent-Length: 5"),
)


def test_an_ambiguous_request_is_refused_with_all_after_it(shared):
    after = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"
    for headers in TWO_WAYS:
        answer = shared.answer(f"POST /unread HTTP/1.1\r\nHost: a\r\n{headers}\r\n\r\n{after}")
        assert answer.startswith("HTTP/1.1 400 Bad Request\r\n") and answer.count("HTTP/1.1") == 1, headers
    assert not {"/never", "/hidden", "/unread"} & {*shared.get("/seen").split()}


def test_what_a_browser_sends_at_most_is_read_and_no_more(shared):
    headers = "".join(f"{name}: {'b' * 8000}\r\n" for name in ("Referer", "HX-Current-URL", "Cookie"))
    head = f"GET /SERVER_NAME HTTP/1.1\r\nHost: a\nConnection: close\r\n{headers}\r\n"
    assert shared.answer(head).endswith("127.0.0.1")
    for headers in ("A: " + "b" * 33_000, "\r\n".join(f"A{number}: {'b' * 900}" for number in range(37))):
        assert shared.answer(f"GET /never HTTP/1.1\r\n{headers}\r\n\r\n").startswith("HTTP/1.1 431 ")
    assert shared.answer("GET /" + "x" * 9000 + " HTTP/1.1\r\n\r\n").startswith("HTTP/1.1 414 ")
    assert not {"/never", "/hidden", "/unread"} & {*shared.get("/seen").split()}


def test_others_are_answered_while_one_writes(shared):
    began = time.monotonic()
    with shared.open("GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") as slow:
        assert shared.get("/SERVER_PORT") == str(shared.port)
        assert time.monotonic() - began < 0.5
        assert slow.makefile("rb").read().endswith(b"\r\n\r\n0")
    assert time.monotonic() - began > 0.5


def test_others_are_answered_while_one_computes(shared):
    with shared.open("GET /long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") as long:
        shared.get("/other")
        assert long.makefile("rb").read().endswith(b"True")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_streams_and_the_server(running, number):
    with running.listen("/stream"), running.open("") as idle:
        out, errors, status = running.end(number)
        assert (out, errors, status) == ("stream closed\nended\n", "", 0)
        assert idle.recv(10) == b""
    with pytest.raises(ConnectionRefusedError):
        running.open("")


def test_what_was_begun_is_answered_before_the_end(running):
    with running.open("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") as client:
        running.get("/seen")
        assert running.end() == ("ended\n", "", 0)
        assert client.makefile("rb").read().endswith(b"\r\n\r\n0")


def test_a_request_cut_by_the_end_is_left_to_another_companion():
    with running_server(ending=0.1) as server, server.open("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") as client:
        server.get("/seen")
        assert server.end() == ("ended\n", "", 0)
        assert client.makefile("rb").read() == b""


def test_a_phone_that_leaves_a_stream_is_not_reported(running):
    running.listen("/stream").close()
    assert running.process.stdout.readline() == "stream closed\n"
    assert running.end() == ("ended\n", "", 0)


def test_the_write_thread_hands_results_and_errors_over(capfd):
    writer = WriteThread()
    mistake = KeyError("as the job said")

    def fail():
        raise mistake

    threads = {writer.run(threading.get_ident) for _ in range(3)}
    with pytest.raises(KeyError) as raised:
        writer.run(fail)
    threads.add(writer.run(threading.get_ident))
    writer.close()
    assert raised.value is mistake
    assert len(threads) == 1
    assert threads != {threading.get_ident()}
    assert capfd.readouterr().err == ""


def test_ipv6_takes_ipv4_as_well():
    if not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    with listen("::", 0) as listener:
        port = listener.getsockname()[1]
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, port), timeout=5).close()
