"""Bytes that are no text, wherever a request may hold them, are answered on every address."""

from __future__ import annotations

import itertools
from typing import Any

from flask import Flask

from tests.support.each_row import each_row
from tests.support.phones import ORIGIN, Phone

BYTES = ("\xff", "\xe7\x8e\x8b", "a=\xff&q=\xfe", "q=\xc0\xaf", "q=\xed\xa0\x80", "\x80=\x80", "q=%ff\xff")
PLACES: tuple[dict[str, str], ...] = (
    *({"QUERY_STRING": value} for value in BYTES),
    *({"HTTP_COOKIE": f"phone={value}; language={value}"} for value in BYTES[:2]),
    *({name: "\xff\xfe"} for name in ("HTTP_ACCEPT_LANGUAGE", "HTTP_HX_CURRENT_URL", "HTTP_REFERER", "HTTP_RANGE")),
    {"HTTP_ORIGIN": "http://\xff"},
    {"CONTENT_TYPE": "multipart/form-data; boundary=\xff"},
    {"HTTP_HX_REQUEST": "\xff"},
)
METHODS = ("GET", "POST")


def test_bytes_that_are_no_text_are_answered_everywhere(app: Flask, host: Phone, luz: str) -> None:
    known: dict[str, Any] = {
        "session": luz,
        "number": 1,
        "seat": 0,
        "player": 1,
        "kind": "correct",
        "key": "luz",
        "name": "table",
    }
    urls = app.url_map.bind("localhost")
    paths = {urls.build(rule.endpoint, {name: known.get(name, "x") for name in rule.arguments})
             for rule in app.url_map.iter_rules()}  # fmt: skip
    whole = itertools.product((f"/t/{luz}/enter", "/new/luz"), METHODS, PLACES)
    turns = itertools.cycle(PLACES)
    each = [(path, method, next(turns)) for path in sorted(paths) for method in METHODS for _ in range(2)]
    for path, method, place in (*whole, *each):
        if method == "POST" and path.endswith(("/delete", "/end")):
            continue
        answer = host.client.open(path, method=method, headers=ORIGIN, environ_overrides=place, buffered=False)
        assert answer.status_code < 500, (method, path, place)
        answer.close()


@each_row(("raw", "read"), [("q=\xe7\x8e\x8b", "王"), ("q=%E7%8E%8B", "王"), ("q=a\xffb", "a%FFb")])
def test_raw_text_is_read_as_if_it_came_encoded(host: Phone, raw: str, read: str) -> None:
    assert f'value="{read}"' in host.get("/referee", environ_overrides={"QUERY_STRING": raw}).text


def test_an_address_that_is_no_text_is_an_address_that_is_not_there(host: Phone) -> None:
    for path in ("/\xff", "/t/\xff\xfe", "/players/\xff", "/referee/\xff/\xff", "/j/\xff", "/static/\xff"):
        assert host.get("/", environ_overrides={"PATH_INFO": path}).status_code == 404
