"""Requests of the server itself: never into its own network, however an address is written or named."""

import socket
import ssl
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from companion.features.webhooks import delivery
from companion.features.webhooks.delivery import Destination, Refused, destination, post
from companion.server.addresses import Networks
from companion.server.fair_queue import SERVER
from tests.support.each_row import each_row

NOWHERE, HERE = Networks(), Networks.read(["127.0.0.0/8"])
PUBLIC = "93.184.215.14"


@pytest.fixture(autouse=True)
def own_lookups():
    """Threads of this test's own: those of another test may belong to a thread that has ended."""
    delivery._lookups.cache_clear()


@pytest.fixture
def names(monkeypatch):
    """What each name leads to; addresses lead where the system says."""
    known = {}
    real = socket.getaddrinfo

    def look_up(host, port, family=0, type=0, flags=0):
        if flags or host not in known:
            return real(host, port, family, type, flags=socket.AI_NUMERICHOST)
        return [(None, None, None, "", (address, port)) for address in known[host]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


@each_row(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "[::1]", "[::]", "[::ffff:10.0.0.1]",
        "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "[fd00::1]", "[ff02::1]", "10.0.0.5",
        "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1",
        "192.0.0.9", "192.88.99.1", "[fec0::1]", "[3fff::1]",
    ],
)  # fmt: skip
def test_an_address_inside_is_refused_however_it_is_written(names, host):
    for port in ("", ":8443"):
        with pytest.raises(Refused):
            destination(f"https://{host}{port}/hook", NOWHERE, SERVER)


OWN = "93.184.215.99"


@each_row("addresses", [["10.0.0.5"], [PUBLIC, "10.0.0.5"], ["::1", PUBLIC], ["fe80::1%eth0"], [OWN]])
def test_a_name_that_leads_inside_or_to_the_machine_itself_is_refused(names, monkeypatch, addresses):
    monkeypatch.setattr(delivery, "network_addresses", lambda **_: [OWN])
    names["sly.example"] = addresses
    with pytest.raises(Refused) as refused:
        destination("https://sly.example/", NOWHERE, SERVER)
    assert refused.value.message == delivery.INSIDE


@each_row(
    "url",
    [
        "", "x", "example.org", "ftp://e.example/", "file:///etc/passwd", "gopher://e.example/", "https://", "https:///x",
        "https://user@e.example/", "https://a:b@e.example/", "https://e.example:25/", "https://e.example:0/",
        "https://e.example:99999/", "https://e.example/\r\nX: y", "https://e.example/a b", "https://e.example\\@in.example/",
        "https://é.example/\x00", "https://" + "a" * 600 + ".example/", "https://[::1", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_what_is_no_address_of_the_web_is_refused_with_a_sentence(names, url):
    names["e.example"] = names["in.example"] = [PUBLIC]
    with pytest.raises(Refused) as refused:
        destination(url, NOWHERE, SERVER)
    assert refused.value.message == delivery.NO_ADDRESS


def test_http_is_for_networks_that_the_operator_allows(names):
    names["e.example"] = [PUBLIC]
    assert destination("https://e.example/a?b=1", NOWHERE, SERVER) == Destination(
        "https", "e.example", 443, "/a?b=1", (PUBLIC,)
    )
    with pytest.raises(Refused) as refused:
        destination("http://e.example/", NOWHERE, SERVER)
    assert refused.value.message == delivery.NOT_SAFE
    assert destination("http://127.0.0.1:8123/", HERE, SERVER).addresses == ("127.0.0.1",)


class Receiver(HTTPServer):
    """A server that notes what it was sent, and answers as it was told."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen = []
        self.answer, self.location = 204, ""


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, self.headers["Host"], body))
        self.send_response(self.server.answer)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def receiver():
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_connection_goes_where_the_name_led_when_it_was_checked(names, receiver):
    names["rebound.example"] = ["127.0.0.1"]
    checked = destination(f"http://rebound.example:{receiver.server_port}/hook?x=1", HERE, SERVER)
    names["rebound.example"] = ["192.0.2.1"]  # a moment later it leads elsewhere
    assert post(checked, b"{}", {})
    assert receiver.seen == [("/hook?x=1", f"rebound.example:{receiver.server_port}", b"{}")]


def test_proxies_of_the_environment_are_not_used(receiver, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    post(destination(f"http://127.0.0.1:{receiver.server_port}/", HERE, SERVER), b"{}", {})
    assert len(receiver.seen) == 1


def test_what_is_no_success_is_a_failure_and_a_redirect_is_not_followed(receiver):
    receiver.location = f"http://127.0.0.1:{receiver.server_port}/inside"
    for receiver.answer in (307, 400, 410, 500):
        assert not post(destination(f"http://127.0.0.1:{receiver.server_port}/", HERE, SERVER), b"{}", {})
    assert [path for path, *_ in receiver.seen] == ["/"] * 4
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert not post(destination(f"http://127.0.0.1:{taken.getsockname()[1]}/", HERE, SERVER), b"{}", {})


def test_a_server_has_to_have_a_known_certificate_and_tls_1_2_at_least():
    context = delivery._context()
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2 and context.verify_mode == ssl.CERT_REQUIRED
