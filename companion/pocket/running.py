"""Runs the companion in a browser's worker: answers the requests of its pages, and keeps their cookies."""

import json
import random
import threading
from collections.abc import Iterable
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask import Flask
from werkzeug.test import Client, TestResponse

from companion.app import create_app
from companion.features import extensions
from companion.storage.rows.instance_key import ensure_key
from companion.storage.store import open_store
from companion.table.service import Tables

_COOKIES = "cookies"
_NOT_SENT = {"set-cookie", "content-length", "vary", "link"}


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
    """The companion of one phone, at the address of its pages.

    It is made with the first page of a companion where nothing is stored yet, so that the browser can keep Python's
    state with all that takes time; no file may be open then. Later starts go on from there.
    """

    def __init__(self, address: str, languages: str) -> None:
        threading.Thread.start = threading.Thread.run  # type: ignore[method-assign]  # a browser's Python has no others
        self._address = address
        with TemporaryDirectory() as folder:
            about = {"PUBLIC_URL": address, "BASES": [address], "PHOTOS": True, "POCKET": {}}
            self._app: Flask = create_app({"DATABASE": f"{folder}/companion.sqlite", **about})
            self._service: Tables = self._app.extensions["companion"]
            self._ask("GET", f"{urlsplit(address).path}/", {"Accept-Language": languages}, b"")
            self._service.store.close()

    def open(self, folder: str, known: str, headers: str) -> None:
        """Open what is stored in a folder.

        The browser tells, as JSON, whether it keeps files, and for good, and whether this is on a home screen; and the
        headers that are the same in all its requests, whatever a request says, with names in small letters.
        """
        random.seed()  # Python may go on from a state that was kept
        service, opened = self._service, open_store(f"{folder}/companion.sqlite", extensions(), is_server=True)
        service.store.use(opened.database)
        service.invites.key = opened.write(ensure_key)
        self._cookies = Cookies(Path(folder) / _COOKIES)
        self._headers: dict[str, str] = json.loads(headers)
        self._app.config["POCKET"].update(json.loads(known))

    def answer(self, method: str, target: str, headers: str, body: Any) -> Answer:
        """Answer a request, whose headers are JSON and whose body is a JavaScript array."""
        sent = {**dict[str, str](json.loads(headers)), **self._headers, "Cookie": self._cookies.header()}
        found = self._ask(method, target, sent, body.to_bytes())
        self._cookies.take(found.headers.getlist("Set-Cookie"))
        told = [(name, value) for name, value in found.headers if name.lower() not in _NOT_SENT]
        return found.status_code, told, found.data

    def _ask(self, method: str, target: str, headers: dict[str, str], body: bytes) -> TestResponse:
        path, _, query = target.partition("?")
        return Client(self._app, use_cookies=False).open(
            path,
            urljoin(self._address, "/"),
            query,
            method,
            data=body,
            headers=headers,
            environ_base={"REMOTE_ADDR": "127.0.0.1"},
            buffered=True,
        )
