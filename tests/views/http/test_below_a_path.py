"""The companion below a path of its host: every address that it gives begins with that path."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.live.audiences import Audience
from tests.support.phones import ORIGIN, Phone, bets
from tests.support.world import World

ROOT = "/home/companion"
PUBLIC = f"http://localhost{ROOT}"
PROXY = "10.0.0.1"
_MOST = 3  # pages of an endpoint that are walked
_ADDRESS = re.compile(r"""(?:["'(=]|//localhost)(/(?!>)[\w./-]*)""")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Tables of every game, made without a path: phones reach them directly and through a proxy."""
    database = str(tmp_path_factory.mktemp("world") / "c.sqlite")
    made = World(create_app({"DATABASE": database, "TESTING": True, "PHOTOS": True, "PROXIES": [PROXY]}))
    yield made
    made.sessions.store.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATABASE": str(tmp_path / "c.sqlite"), "TESTING": True, "PUBLIC_URL": PUBLIC, "BASES": [PUBLIC]})
    yield app
    app.extensions["companion"].store.close()


class Proxied:
    """A phone behind a proxy that says the path; `kept` says whether that stays in the path of a request."""

    def __init__(self, phone: Phone, header: str, *, kept: bool) -> None:
        self.phone, self.start, self.header = phone, ROOT if kept else "", header

    def ask(self, address: str, method: str = "GET") -> TestResponse:
        assert address.startswith(f"{ROOT}/"), address
        environ = {"REMOTE_ADDR": PROXY, self.header: ROOT}
        path = self.start + address.removeprefix(ROOT)
        return self.phone.client.open(path, method=method, environ_overrides=environ, headers=ORIGIN)


def endpoint_of(app: Flask, address: str, method: str = "GET") -> str | None:
    try:
        return app.url_map.bind("localhost").match(address, method)[0]
    except HTTPException:
        return None


def faults(app: Flask, answer: TestResponse) -> set[str]:
    """The addresses in an answer that lack the path."""
    text = "" if answer.mimetype in ("text/css", "text/javascript") else answer.text
    found = set(_ADDRESS.findall(text + "".join('"' + value.lstrip("<") for name, value in answer.headers)))
    paths = [cookie.partition("Path=")[2].partition(";")[0] for cookie in answer.headers.getlist("Set-Cookie")]
    return {each for each in found if endpoint_of(app, each) or endpoint_of(app, each, "POST")} | {path for path in paths if path != ROOT}


@pytest.mark.parametrize(
    ("header", "kept"), [("HTTP_X_FORWARDED_PREFIX", True), ("HTTP_X_INGRESS_PATH", False)], ids=["kept", "stripped"]
)
def test_every_address_on_every_page_begins_with_the_path(world: World, header: str, kept: bool) -> None:
    proxied, app = Proxied(world.phones["host"], header, kept=kept), world.app
    world.phones["host"].page("/")  # what is remembered of it has no path
    waiting, seen, walked = [f"{ROOT}/"], {f"{ROOT}/"}, Counter[str]()
    while waiting:
        address = waiting.pop()
        path = address.partition("?")[0].removeprefix(ROOT)
        endpoint = endpoint_of(app, path)
        if endpoint is None:
            continue  # a form's action, or the start of addresses that a script completes
        walked[endpoint] += 1
        if walked[endpoint] > _MOST or endpoint.endswith("stream"):
            continue
        import time; t0=time.time()
        answer = proxied.ask(address)
        if time.time()-t0>0.5: print("SLOW", address, time.time()-t0)
        assert answer.status_code in (200, 204, 303, 404, 405, 422), (address, answer.status)
        assert not faults(app, answer), address
        if answer.mimetype == "text/html":
            links = {link.replace("&amp;", "&") for link in re.findall(rf"""["'<]({ROOT}/[^"'#]*)""", answer.text)}
            waiting += sorted(links - seen)
            seen |= links
    print(len(walked), sorted(walked))
