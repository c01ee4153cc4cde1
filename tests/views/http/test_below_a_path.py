"""The companion below a path of its host: every address that it gives begins with that path."""

import re
from collections import Counter

import pytest
from werkzeug.exceptions import HTTPException

from companion.app import create_app
from companion.live.audiences import Audience
from tests.support.phones import ORIGIN, Phone, bets, links_of
from tests.support.world import World

ROOT = "/home/companion"
PUBLIC = f"http://localhost{ROOT}"
PROXY = "10.0.0.1"
METHODS = ("GET", "POST")
_MOST = 2  # pages of an endpoint that are walked
_ADDRESS = re.compile(r"""(?:["'(=]|//localhost)(/(?!>)[\w./-]*)""")


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Tables of every game, made without a path: phones reach them directly and through a proxy."""
    database = str(tmp_path_factory.mktemp("world") / "c.sqlite")
    made = World(create_app({"DATABASE": database, "TESTING": True, "PHOTOS": True, "PROXIES": [PROXY]}))
    yield made
    made.sessions.store.close()


@pytest.fixture
def app(serve, tmp_path):
    return serve(tmp_path / "c.sqlite", PUBLIC_URL=PUBLIC, BASES=[PUBLIC])


class Proxied:
    """A phone behind a proxy that says the path; `kept` says whether that stays in the path of a request."""

    def __init__(self, phone, header, *, kept):
        self.phone, self.start, self.header = phone, ROOT if kept else "", header

    def ask(self, address, method="GET"):
        assert address.startswith(f"{ROOT}/"), address
        environ = {"REMOTE_ADDR": PROXY, self.header: ROOT}
        path = self.start + address.removeprefix(ROOT)
        return self.phone.client.open(path, method=method, environ_overrides=environ, headers=ORIGIN, buffered=True)


def endpoint_of(app, address, method="GET"):
    try:
        return app.url_map.bind("localhost").match(address, method)[0]
    except HTTPException:
        return None


def faults(app, answer):
    """The addresses in an answer that lack the path."""
    text = "" if answer.mimetype in ("text/css", "text/javascript") else answer.text
    found = set(_ADDRESS.findall(text + "".join('"' + value.lstrip("<") for name, value in answer.headers)))
    paths = [cookie.partition("Path=")[2].partition(";")[0] for cookie in answer.headers.getlist("Set-Cookie")]
    return {
        each
        for each in found
        if not each.startswith(ROOT) and any(endpoint_of(app, each, method) for method in METHODS)
    } | {path for path in paths if path != ROOT}


@pytest.mark.parametrize(
    ("header", "kept"), [("HTTP_X_FORWARDED_PREFIX", True), ("HTTP_X_INGRESS_PATH", False)], ids=["kept", "stripped"]
)
def test_every_address_on_every_page_begins_with_the_path(world, header, kept):
    proxied, app = Proxied(world.phones["host"], header, kept=kept), world.app
    world.phones["host"].page("/")  # what is remembered of it has no path
    waiting, seen, walked = [f"{ROOT}/"], {f"{ROOT}/"}, Counter()
    while waiting:
        address = waiting.pop()
        path = address.partition("?")[0].removeprefix(ROOT)
        endpoint = endpoint_of(app, path)
        if endpoint is None:
            continue  # a form's action, or the start of addresses that a script completes
        walked[endpoint] += 1
        if walked[endpoint] > _MOST or endpoint.endswith("stream"):
            continue
        answer = proxied.ask(address)
        assert answer.status_code in (200, 204, 302, 303, 308, 404, 422), (address, answer.status)
        assert not faults(app, answer), address
        if answer.mimetype == "text/html":
            links = {link.replace("&amp;", "&") for link in re.findall(rf"""["'<]({ROOT}/[^"'#]*)""", answer.text)}
            waiting += sorted(links - seen)
            seen |= links
    assert len(walked) > 70


def test_phones_below_a_path_and_others_are_sent_addresses_of_their_own(world):
    live, session = world.sessions.live, world.tables[0]
    heard = [live.listen(session, 99, Audience("table", (), "scorer", "en", root=root)) for root in ("", ROOT)]
    world.phones["host"].act(session, "undo")
    direct, below = [event.plain.decode() for each in heard for event in each.waiting if event.name == "change"]
    for each in heard:
        each.leave()
    assert f"{ROOT}/t/{session}/enter" in below and f'"{ROOT}' not in direct and f'\\"/t/{session}/enter' in direct


def test_a_phone_joins_by_the_link_and_enters_below_the_path_of_the_public_address(app):
    host, guest = Phone(app), Phone(app)
    opened = host.post(f"{ROOT}/new/luz", {"player": ["Ann", "Ben", "Cleo"]})
    cookies = opened.headers.getlist("Set-Cookie")
    assert len(cookies) == 2 and all(f"Path={ROOT}" in cookie.split("; ") for cookie in cookies)
    session = opened.location.removeprefix(f"{ROOT}/t/").split("/")[0]
    link = links_of(host.page(f"{ROOT}/t/{session}/share"))["scorer"]
    assert link.startswith(f"{ROOT}/j/")
    for kept in (link, link.removeprefix(ROOT)):  # a proxy may remove the path
        joined = guest.scan(kept)
        assert joined.status_code == 303 and joined.location.startswith(f"{ROOT}/t/{session}")
    act = {"act": "k", "version": "0", **bets("3 2 1")}
    assert guest.post(f"{ROOT}/t/{session}/enter", act).location.startswith(f"{ROOT}/t/{session}")
    assert 'data-version="1"' in host.page(f"{ROOT}/t/{session}")
    assert guest.get(ROOT).location == f"{PUBLIC}/"


def test_over_https_the_cookie_is_one_of_this_host_and_this_path(app):
    host = Phone(app)
    answer = host.post(
        f"{ROOT}/new/luz",
        {"player": ["Ann", "Ben", "Cleo"]},
        {"Origin": "https://localhost"},
        base_url="https://localhost",
    )
    assert [cookie.partition("=")[0] for cookie in answer.headers.getlist("Set-Cookie")] == [
        "__Host-phone+home+companion", "__Host-phone-fresh+home+companion",
    ]  # fmt: skip
    assert host.get(answer.location, base_url="https://localhost").status_code == 200


def test_only_a_trusted_proxy_says_the_path_and_no_other_site(world):
    phone = world.phones["host"]
    for address, root in (("10.0.0.2", ROOT), (PROXY, "//evil.example"), (PROXY, "/a/../b"), (PROXY, '/"x')):
        page = phone.get("/", environ_overrides={"REMOTE_ADDR": address, "HTTP_X_FORWARDED_PREFIX": root}).text
        assert 'href="/new/luz"' in page, root
