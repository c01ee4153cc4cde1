"""`companion serve --develop`: a change of a game's files is seen at the next reload, an error with its source."""

import json
import multiprocessing
import os
import re
import time
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, IncompleteRead
from types import SimpleNamespace

import gevent
import pytest

from companion.commands.serving.developing import check_address, end_with_parent
from companion.commands.serving.options import ServeError
from companion.making.commands import files
from tests.faults.clients import Client, Lost
from tests.faults.served import Served
from tests.support.haproxy import wait_until
from tests.support.long import long
from tests.support.reading import read_text

INFO = "companion_golf-0.1.0.dist-info"


def lay_out(folder):
    """Write the package and what pip writes beside it; returns the folder of its files."""
    for path, text in files("golf").items():
        if path.startswith("companion_golf/"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    (folder / INFO).mkdir()
    (folder / INFO / "METADATA").write_text("Metadata-Version: 2.1\nName: companion-golf\nVersion: 0.1.0\n")
    (folder / INFO / "entry_points.txt").write_text("[companion.games]\ngolf = companion_golf:GAME\n")
    return folder / "companion_golf"


def replace(path, before, after):
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")


pytestmark = long

PATIENCE = 40  # seconds until a change has to be seen


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return lay_out(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def served(package, tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("served"), options=("--develop",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(package.parent))
        server.start()
    yield server
    if server.process is not None:
        server.end()


@pytest.fixture(scope="module")
def host(served):
    phone = Client(served.port, "host")
    yield phone
    phone.hang_up()


@pytest.fixture(scope="module")
def table(host):
    answer = host.ask("POST", "/new/golf", {"player": ["Ann", "Ben"]})
    assert answer.status == 303, answer.text
    return answer.location.split("/")[2]


def seen(phone, path, is_seen, language="en"):
    """Load a page again, in a language, until it is as wanted."""
    end = time.monotonic() + PATIENCE
    while True:
        phone.cookie = f"{phone.cookie.partition(';')[0]}; language={language}"
        with suppress(Lost):  # the connection of the server before
            if is_seen(answer := phone.ask("GET", path)):
                return answer
            assert time.monotonic() < end, answer.text
        time.sleep(0.05)


def test_templates_styles_words_and_python_are_seen_at_the_next_reload(package, host, table, served):
    enter = f"/t/{table}/enter"
    page = host.page(enter)
    style = re.search(r"/games/golf/style\.css\?v=\w+", page.text)
    assert style and host.act(table, "enter", page.version, {"s0": 4, "s1": 3}).status == 303
    with open_stream(served.port, f"/t/{table}/live/table", host.cookie) as stream, suppress(IncompleteRead):
        replace(package / "style.css", "5em", "6em")
        stream.read()  # to its end: the phone opens it again
    changed = seen(host, enter, lambda page: "style.css" in page.text and style[0] not in page.text)
    address = re.search(r"/games/golf/style\.css\?v=\w+", changed.text)
    assert address and "6em" in host.page(address[0]).text
    replace(package / "form.html", "<form", "<p>Nine holes.</p><form")
    replace(package / "translations/zh_Hant/LC_MESSAGES/messages.po", "第 {number} 洞", "球洞 {number}")
    replace(package / "form.py", '"Hole {number}"', '"Hole no. {number}"')
    seen(host, enter, lambda page: "Nine holes." in page.text and "Hole no. 2" in page.text)
    replace(package / "form.py", '"Hole no. {number}"', '"Hole {number}"')
    seen(host, enter, lambda page: "球洞 2" in page.text, "zh_Hant")
    words = package / "translations/zh_Hant/LC_MESSAGES/messages.po"
    catalogue = '\nmsgid "Save the entry"\nmsgstr "記桿"\n\nmsgid "Open the table"\nmsgstr "開球"\n'
    words.write_text(words.read_text("utf-8") + catalogue, "utf-8")
    seen(host, enter, lambda page: "記桿" in page.text, "zh_Hant")
    parts = seen(host, f"/t/{table}/parts/enter", lambda page: page.status == 200, "zh_Hant")
    assert json.dumps("記桿")[1:-1] in parts.text, "what a page is sent of a change has it, too"
    seen(host, "/new/golf", lambda page: "開球" in page.text, "zh_Hant")
    assert seen(host, "/new/5211", lambda page: page.status == 200, "zh_Hant").text.count("開球") == 0
    with open_stream(served.port, f"/t/{table}/live/table", host.cookie) as stream:
        assert stream.status == 200
    assert host.page(f"/t/{table}").text.count('data-seat="0"'), "the table is what it was"


@contextmanager
def open_stream(port, path, cookie):
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers={"Cookie": cookie})
        with closing(connection.getresponse()) as response:
            yield response


def test_an_error_is_shown_with_its_file_its_line_and_the_lines_around_it(package, host, table):
    replace(package / "form.py", "        return View(left", "        state.birdie\n        return View(left")
    page = seen(host, f"/t/{table}", lambda page: page.status == 500).text
    line = next(n for n, text in enumerate((package / "form.py").read_text().splitlines(), 1) if "state.birdie" in text)
    assert "AttributeError" in page and f'File "{package / "form.py"}", line {line}' in read_text(page)
    replace(package / "form.py", "        state.birdie\n", "")
    replace(package / "sheet.html", "</p>", "</p>\n{% if %}")
    page = seen(host, f"/t/{table}", lambda page: "TemplateSyntaxError" in page.text).text
    assert f'File "{package / "sheet.html"}", line 2' in read_text(page)
    replace(package / "sheet.html", "{% if %}", "")
    seen(host, f"/t/{table}", lambda page: page.status == 200)


def test_a_file_that_cannot_be_imported_is_shown_until_it_is_corrected(package, host, table, served):
    replace(package / "rules.py", "HOLES, MOST = 9, 20", "HOLES, MOST = 9,, 20")
    page = seen(host, "/", lambda page: page.status == 500).text
    assert "SyntaxError" in page and f'File "{package / "rules.py"}", line' in read_text(page) and "9,, 20" in page
    replace(package / "rules.py", "9,, 20", "9, 20")
    seen(host, f"/t/{table}", lambda page: page.status == 200)


def test_the_server_ends_with_the_process_that_watches_it(package, tmp_path):
    server = Served(tmp_path, options=("--develop",))
    server.start()
    server.kill()
    wait_until(lambda: not server.answers(), PATIENCE)
    assert "Traceback" not in server.output(), server.output()


def test_the_end_of_the_process_that_watches_it_is_told_once(monkeypatch):
    """A pipe whose other end is closed can be read for ever."""
    sentinel, other = os.pipe()
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(sentinel=sentinel))
    calls = list[None]()
    end_with_parent(SimpleNamespace(set=lambda: calls.append(None)))
    gevent.sleep(0.01)
    assert not calls
    os.close(other)
    gevent.sleep(0.05)
    os.close(sentinel)
    assert len(calls) == 1


@pytest.mark.parametrize("option", ["--public-url=https://games.example", "--behind-proxy=10.0.0.5"])
def test_it_is_refused_beside_a_public_address(option, tmp_path):
    refusal = Served(tmp_path, options=("--develop", option)).refusal()
    assert refusal.startswith("companion serve: ") and refusal.count("\n") == 1, refusal
    assert option.partition("=")[0] in refusal and "--develop" in refusal


class Bound:
    """A socket at an address that this machine need not have."""

    def __init__(self, address):
        self.address = address

    def getsockname(self):
        return self.address, 5000


def test_it_is_refused_at_an_address_that_is_reached_from_outside(monkeypatch):
    for address in ("127.0.0.1", "::1", "192.168.1.4", "10.1.2.3", "fd00::1"):
        check_address(Bound(address))
    for address in ("8.8.8.8", "2a00::1", "100.64.0.1"):
        with pytest.raises(ServeError, match=f"{address} can be reached from outside the home network"):
            check_address(Bound(address))
    monkeypatch.setattr("companion.server.addresses.network_addresses", lambda ipv6=False: ["192.168.1.4", "8.8.8.8"])
    with pytest.raises(ServeError, match=r"8\.8\.8\.8"):
        check_address(Bound("0.0.0.0"))
