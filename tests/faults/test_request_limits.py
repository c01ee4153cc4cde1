"""The limits on requests as the server keeps them: who is refused, in which words, and that a hall never is."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.faults.clients import Answer, Client
from tests.faults.served import Served
from tests.support.long import long
from tests.support.phones import bets

pytestmark = long

Serve = Callable[..., Served]


def asked(port: int, times: int, source: str = "127.0.0.2", headers: str = "", path: str = "/healthz") -> list[str]:
    """So many requests in one go on one connection; the answers."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}\r\n"
    last = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
    with socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0)) as client:
        client.sendall((request * (times - 1) + last).encode())
        with client.makefile("rb") as answers:
            return re.split(r"(?=HTTP/1\.1 \d)", answers.read().decode())[1:]


def refused(answers: list[str]) -> list[str]:
    return [answer for answer in answers if answer.startswith("HTTP/1.1 429 ")]


def test_who_asks_too_much_waits_and_others_do_not(serve: Serve) -> None:
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


def test_a_hall_behind_one_address_plays_without_a_refusal(serve: Serve) -> None:
    """Two hundred phones, four at a table, with the files of each page, as fast as the server answers."""
    served, hall = serve(), "127.0.0.5"
    host = Client(served.port, "host")
    tables = [host.open("luz", "Ann", "Ben", "Cleo", "Dan") for _ in range(50)]
    links = {session: host.link(session) for session in tables}
    phones = [(Client(served.port, f"phone {number}", source=hall), tables[number % 50]) for number in range(200)]

    def files_of(page: Answer, phone: Client) -> set[int]:
        files = set(re.findall(r'(?:href|src)="(/[^"#]+\?v=[^"#]+)', page.text))
        return {phone.ask("GET", file.replace("&amp;", "&")).status for file in files}

    def reload(of: tuple[Client, str]) -> bool:
        phone, session = of
        return phone.ask("GET", f"/t/{session}").status == 200

    def arrive(of: tuple[Client, str]) -> None:
        phone, session = of
        statuses = [phone.ask("GET", links[session]).status, phone.ask("POST", links[session], {}).status]
        page = phone.ask("GET", f"/t/{session}")
        statuses.append(phone.act(session, "enter", page.version, bets("1 2 0 0")).status)
        assert 429 not in statuses and files_of(page, phone) == {200} and reload(of)
        phone.hang_up()

    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(arrive, phones))) == 200
        served.end()
        served.start()
        assert all(pool.map(reload, phones))
    for phone in (host, *(phone for phone, _ in phones)):
        phone.hang_up()


def test_behind_a_proxy_each_phone_has_its_own(serve: Serve) -> None:
    served = serve(options=["--request-limit", "5", "--behind-proxy", "127.0.0.1"])
    greedy, other = (f"X-Forwarded-For: 203.0.113.{number}\r\n" for number in (5, 6))
    assert refused(asked(served.port, 400, "127.0.0.1", greedy))
    assert not refused(asked(served.port, 50, "127.0.0.1", other))
    assert not refused(asked(served.port, 50, "127.0.0.2", greedy)), "what no proxy says does not count"
