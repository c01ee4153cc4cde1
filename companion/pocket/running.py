"""Runs the companion in a browser's worker: answers the requests of its pages, and keeps their cookies."""

import io
import json
import random
import threading
from collections.abc import Iterable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.utils import import_string

from companion.app import PAGES, create_app
from companion.features import all_features, extensions
from companion.games.plug_ins import load_parts

_COOKIES = "cookies"
_NOT_SENT = {"set-cookie", "content-length", "vary", "link"}


def prepare() -> None:
    """Import what a start needs; the browser may keep the state of Python after this, so nothing is opened here."""
    load_parts()
    for feature in all_features():
        list(feature.blueprint)
    extensions()
    for name in PAGES:
        import_string(f"companion.views.{name}")


Answer = tuple[int, list[tuple[str, str]], bytes]


class Cookies:
    """The cookies of this browser, as no page that a service worker answers can set any.

    Each change is one more line of a file, so that one that was cut off loses none that was there before.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._values = path, dict[str, str]()
        for line in path.read_text("utf-8").split("\n")[:-1] if path.exists() else ():
            self._values = json.loads(line)

    def header(self) -> str:
        """The cookies as a request sends them."""
        return "; ".join(f"{name}={value}" for name, value in self._values.items())

    def take(self, headers: Iterable[str]) -> None:
        """Keep what an answer sets."""
        values = dict(self._values)
        for morsel in (morsel for header in headers for morsel in SimpleCookie(header).values()):
            values[morsel.key] = morsel.coded_value
            if morsel["max-age"] == "0":
                del values[morsel.key]
        if values != self._values:
            self._values = values
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(values)}\n")


class Pocket:
    """The companion of one phone, with its files in a folder, at the address of its pages."""

    def __init__(self, folder: str, address: str, known: str) -> None:
        random.seed()  # Python may go on from a state that was kept
        threading.Thread.start = threading.Thread.run  # type: ignore[method-assign]  # a browser's Python has no others
        self._address = address
        self._app: Flask = create_app(
            {"DATABASE": f"{folder}/companion.sqlite", "PUBLIC_URL": address, "BASES": [address], "PHOTOS": True}
        )
        self._cookies = Cookies(Path(folder) / _COOKIES)
        self._app.config["POCKET"] = {}
        self.note(known)

    def note(self, known: str) -> None:
        """Learn what the browser tells: whether it keeps files, and for good, and whether this is on a home screen."""
        self._app.config["POCKET"].update(json.loads(known))

    def answer(self, method: str, target: str, headers: str, body: Any) -> Answer:
        """Answer a request, whose headers are JSON and whose body is a JavaScript array."""
        path, _, query = target.partition("?")
        environ = EnvironBuilder(
            path,
            urljoin(self._address, "/"),
            query,
            method,
            input_stream=io.BytesIO(body.to_bytes()),
            headers=Headers({**dict[str, str](json.loads(headers)), "Cookie": self._cookies.header()}),
            environ_base={"REMOTE_ADDR": "127.0.0.1"},
        ).get_environ()
        chunks, status, found = run_wsgi_app(self._app, environ)
        self._cookies.take(found.getlist("Set-Cookie"))
        told = [(name, value) for name, value in found if name.lower() not in _NOT_SENT]
        return int(status.split()[0]), told, b"".join(chunks)
