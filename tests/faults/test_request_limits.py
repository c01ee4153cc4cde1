"""The limits on requests as the server keeps them: who is refused, and in which words."""

import re
import socket

from tests.support.long import long

pytestmark = long


def asked(port, times, source="127.0.0.2", headers="", path="/healthz"):
    """So many requests in one go on one connection; the answers."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}\r\n"
    last = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
    with socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0)) as client:
        client.sendall((request * (times - 1) + last).encode())
        with client.makefile("rb") as answers:
            return re.split(r"(?=HTTP/1\.1 \d)", answers.read().decode())[1:]


def refused(answers):
    return [answer for answer in answers if answer.startswith("HTTP/1.1 429 ")]


def test_who_asks_too_much_waits_and_others_do_not(serve):
    served = serve(options=["--request-limit", "5"])
    answers = asked(served.port, 400)
    assert len(answers) == 400, "each request is answered"
    refusals = refused(answers)
    assert 100 < len(refusals) < 201 and all(answer.startswith("HTTP/1.1 200 ") for answer in answers[:90])
    seconds = re.search(r"\r\nRetry-After: (\d+)\r\n", refusals[-1])
    assert seconds and f"Try again in {seconds[1]} second" in refusals[-1]
    chinese = refused(asked(served.port, 20, headers="Accept-Language: zh-TW\r\n"))
    assert chinese and "秒後再試" in chinese[-1]
    assert not refused(asked(served.port, 20, "127.0.0.3"))


def test_behind_a_proxy_each_phone_has_its_own(serve):
    served = serve(options=["--request-limit", "5", "--behind-proxy", "127.0.0.1"])
    greedy, other = (f"X-Forwarded-For: 203.0.113.{number}\r\n" for number in (5, 6))
    assert refused(asked(served.port, 400, "127.0.0.1", greedy))
    for source, headers in (("127.0.0.1", other), ("127.0.0.2", greedy)):  # what no proxy says does not count
        assert not refused(asked(served.port, 50, source, headers))
