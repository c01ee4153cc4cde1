"""What stands before every page: only our own pages may act; nothing too large or cut off is read."""

from __future__ import annotations

import io
import itertools
import re

from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.server.rate_limits import BytesHeld
from tests.support.each_row import each_row
from tests.support.phones import ORIGIN, Phone, bets, notice

POSTS = ("/join", "/new/luz", "/t/{}/enter", "/t/{}/undo", "/t/{}/end", "/t/{}/rematch", "/t/{}/delete")


@each_row(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:8000"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://["},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {},
    ],
)
def test_another_site_cannot_act(host: Phone, luz: str, headers: dict[str, str]) -> None:
    for post in POSTS:
        answer = host.post(post.format(luz), {"sure": "yes", "act": "k", "version": "0"}, headers)
        assert answer.status_code == 403 and notice(answer)
    assert host.version(luz) == 0


@each_row(
    ("base", "headers", "status"),
    [
        ("http://localhost", {"Origin": "http://localhost"}, 303),
        ("http://localhost", {"Origin": "https://localhost"}, 303),
        ("http://localhost", {"Sec-Fetch-Site": "same-origin"}, 303),
        ("http://localhost", {"Sec-Fetch-Site": "none"}, 303),
        ("https://localhost", {"Origin": "https://localhost"}, 303),
        ("https://localhost", {"Origin": "http://localhost"}, 403),
    ],
)
def test_our_own_pages_can(host: Phone, luz: str, base: str, headers: dict[str, str], status: int) -> None:
    fields = {"act": "k", "version": "0", **bets("3 2 1 0")}
    assert host.post(f"/t/{luz}/enter", fields, headers, base_url=base).status_code == status


def test_a_file_that_is_not_there_is_not_kept(host: Phone) -> None:
    for path in ("/static/none.js", "/static/..%2f..%2fapp.py", "/games/none/form.js"):
        answer = host.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


def test_pages_hold_nothing_that_the_policy_forbids(host: Phone, luz: str, fifty: str) -> None:
    for path in ("/", "/new/luz", "/rules/5211", *(f"/t/{luz}{page}" for page in ("", "/enter", "/share", "/host"))):
        page = host.page(path)
        assert not re.search(r"<script(?![^>]*\ssrc=\"/)", page) and not re.search(r"\s(style|on[a-z]+)=\"", page)
        assert "<style" not in page and "hx-on" not in page and "js:" not in page


def test_a_body_that_is_too_large_is_refused(host: Phone, luz: str) -> None:
    for post in POSTS:
        answer = host.post(post.format(luz), {"act": "k", "version": "0", "stage": "x" * 70_000})
        assert answer.status_code == 413 and notice(answer)
        many = MultiDict([("player", "x")] * 600)
        answer = host.client.post(post.format(luz), data=many, headers=ORIGIN, content_type="multipart/form-data")
        assert answer.status_code == 413
    assert host.version(luz) == 0


def test_a_file_that_is_not_read_keeps_its_place_until_it_is_given_up(app: Flask, host: Phone) -> None:
    answers: BytesHeld = app.extensions["companion.answers"]
    answers.per_network = 1
    unread = host.client.get("/history.csv", buffered=False)
    refused = host.get("/history.csv")
    assert (unread.status_code, refused.status_code) == (200, 429) and "still on their way" in notice(refused)
    unread.close()
    assert host.get("/history.csv").status_code == 200


NAMELESS = b'--b\r\nContent-Disposition: form-data; name="\\"\r\n\r\nx\r\n--b--'
KINDS = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "multipart/form-data", "application/json",
    "text/plain; charset=nonsense",
)  # fmt: skip


def test_bodies_that_are_no_forms(host: Phone, luz: str) -> None:
    bodies = (b"", b"\xff\xfe=%ff%00&&==", b"[1, 2]", b"a" * 500, b"--b\r\nbroken", NAMELESS)
    for post, body, kind in itertools.product(POSTS, bodies, KINDS):
        answer = host.client.post(post.format(luz), data=body, content_type=kind, headers=ORIGIN)
        assert answer.status_code in (400, 404, 422, 413, 429) and notice(answer)


@each_row(("name", "value"), [
    *(("act", value) for value in (None, "", "x" * 65, "a\0b")),
    *(("version", value) for value in (None, "", "-1", "1.0", "x", "٣", "9" * 10, " 0")),
])  # fmt: skip
def test_an_act_needs_its_key_and_version(host: Phone, luz: str, name: str, value: str | None) -> None:
    fields = {**bets("3 2 1 0"), "act": "k", "version": "0", name: value}
    for what in ("enter", "undo", "end", "rematch"):
        answer = host.post(f"/t/{luz}/{what}", {name: value for name, value in fields.items() if value is not None})
        assert answer.status_code == 400 and notice(answer)
    assert host.version(luz) == 0


FORM = {**ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}


def test_a_form_that_ends_before_its_length_is_refused_and_enters_nothing(host: Phone, luz: str) -> None:
    body = b"act=cut&version=0"
    environ = {"CONTENT_LENGTH": str(len(body) + 9), "wsgi.input": io.BytesIO(body)}
    answer = host.client.post(f"/t/{luz}/enter", headers=FORM, environ_overrides=environ)
    assert answer.status_code == 400
    assert 'data-version="0"' in host.get(f"/t/{luz}").text


def test_a_form_that_is_no_text_has_no_fields(host: Phone, luz: str) -> None:
    assert host.client.post(f"/t/{luz}/enter", data=b"act=\xff&version=0", headers=FORM).status_code == 400
