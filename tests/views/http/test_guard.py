"""What stands before every page: only our own pages may act; nothing too large, cut off or odd is read."""

import io
import itertools
import re
from contextlib import ExitStack, closing
from urllib.parse import quote

import pytest
from werkzeug.datastructures import MultiDict

from companion.app import create_app
from tests.support import postgres
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
        {"Origin": "http://["},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {},
    ],
)
def test_another_site_cannot_act(host, luz, headers):
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
def test_our_own_pages_can(host, luz, base, headers, status):
    fields = {"act": "k", "version": "0", **bets("3 2 1 0")}
    cookie = host.client.get_cookie("phone")
    host.client.set_cookie("__Host-phone", cookie.value if cookie else "")  # as it is named over https
    assert host.post(f"/t/{luz}/enter", fields, headers, base_url=base).status_code == status


def test_pages_hold_nothing_that_the_policy_forbids(host, luz, fifty):
    for path in ("/", "/new/luz", "/rules/5211", *(f"/t/{luz}{page}" for page in ("", "/enter", "/share", "/host"))):
        page = host.page(path)
        assert not re.search(r"<script(?![^>]*\ssrc=\"/)", page) and not re.search(r"\s(style|on[a-z]+)=\"", page)
        assert "<style" not in page and "hx-on" not in page and "js:" not in page


def test_a_body_that_is_too_large_is_refused(host, luz):
    for post in POSTS:
        answer = host.post(post.format(luz), {"act": "k", "version": "0", "stage": "x" * 70_000})
        assert answer.status_code == 413 and "64 kB" in notice(answer)
        many = MultiDict([("player", "x")] * 600)
        answer = host.client.post(post.format(luz), data=many, headers=ORIGIN, content_type="multipart/form-data")
        assert answer.status_code == 413
    assert host.post("/import/past", {"file": "x" * 2_000_000}).status_code == 413, "only a file may be that large"
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    kinds = {"application/x-www-form-urlencoded": b"a&", "multipart/form-data; boundary=x": part}
    for kind, field in kinds.items():
        many = host.client.post("/new/luz", data=1001 * field + b"--x--\r\n", content_type=kind, headers=ORIGIN)
        assert many.status_code == 413 and "at most 1000 fields" in notice(many)
    assert host.version(luz) == 0


def test_a_file_that_is_not_read_keeps_its_place_until_it_is_given_up(app, host):
    answers = app.extensions["companion.answers"]
    answers.limits = (1, *answers.limits[1:])
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


def test_bodies_that_are_no_forms(host, luz):
    bodies = (b"", b"\xff\xfe=%ff%00&&==", b"[1, 2]", b"a" * 500, b"--b\r\nbroken", NAMELESS)
    for post, body, kind in itertools.product(POSTS, bodies, KINDS):
        answer = host.client.post(post.format(luz), data=body, content_type=kind, headers=ORIGIN)
        assert answer.status_code in (400, 404, 422, 413, 429) and notice(answer)


@each_row(("name", "value"), [
    *(("act", value) for value in (None, "", "x" * 65, "a\0b")),
    *(("version", value) for value in (None, "", "-1", "1.0", "x", "٣", "9" * 10, " 0")),
])  # fmt: skip
def test_an_act_needs_its_key_and_version(host, luz, name, value):
    fields = {**bets("3 2 1 0"), "act": "k", "version": "0", name: value}
    for what in ("enter", "undo", "end", "rematch"):
        answer = host.post(f"/t/{luz}/{what}", {name: value for name, value in fields.items() if value is not None})
        assert answer.status_code == 400 and notice(answer)
    assert host.version(luz) == 0


def test_a_form_that_ends_before_its_length_is_refused_and_enters_nothing(host, luz):
    form, body = {**ORIGIN, "Content-Type": KINDS[0]}, b"act=cut&version=0"
    environ = {"CONTENT_LENGTH": str(len(body) + 9), "wsgi.input": io.BytesIO(body)}
    assert host.client.post(f"/t/{luz}/enter", headers=form, environ_overrides=environ).status_code == 400
    assert host.client.post(f"/t/{luz}/enter", data=b"act=\xff&version=0", headers=form).status_code == 400, "no text"
    assert host.version(luz) == 0


NUMBERS = (2**63, 2**63 - 1, -(2**63) - 1, 10**400)
FIELDS = ("entry", "number", "page", "have", "since", "version", "seat", "from", "to", "before", "at", "q", "player")


class World:
    """A host with a table of Luz in which one hand was played, and one that is finished."""

    def __init__(self, app):
        self.app, self.host = app, Phone(app)
        self.sessions = app.extensions["companion"]
        self.over = self.host.open("luz", ["Ann", "Ben", "Cleo"])
        self.host.act(self.over, "end")
        self.table = self.host.open("luz", ["Ann", "Ben", "Cleo"])
        self.host.enter(self.table, bets("2 3 4"))


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    """The same on both engines; on the embedded one alone where PostgreSQL is not installed."""
    names = [str(tmp_path_factory.mktemp("odd") / "odd.sqlite")]
    names += [postgres.fresh_database()] if postgres.is_installed() else []
    with ExitStack() as opened:
        apps = [create_app({"DATABASE": name, "TESTING": True}) for name in names]
        for app in apps:
            opened.enter_context(closing(app.extensions["companion"].store))
        yield [World(app) for app in apps]


def same(worlds, ask):
    first, *others = [ask(world) for world in worlds]
    assert all(other == first for other in others)
    return first


def test_numbers_beyond_64_bits_are_answered_alike_in_addresses(worlds):
    pages = ("/", "/history", "/history.csv", "/players", "/players/ann", "/new/luz", "/t/{}", "/t/{}/enter",
             "/t/{}/log", "/t/{}/parts/table", "/t/{}/parts/enter", "/t/{}/sheet", "/t/{}/tabs")  # fmt: skip
    numbered = ("/t/{}/entries/{}", "/t/{}/entries/{}/steps", "/t/{}/entries/{}/correct", "/t/{}/entries/{}/insert",
                "/t/{}/entries/{}/remove", "/t/{}/totals/{}")  # fmt: skip

    def ask(world):
        found = []
        for number in NUMBERS:
            query = "&".join(f"{field}={number}" for field in FIELDS)
            for table in (world.table, world.over):
                found += [(page, world.host.get(f"{page.format(table)}?{query}").status_code) for page in pages]
                found += [(page, world.host.get(page.format(table, number)).status_code) for page in numbered]
        return found

    answers = same(worlds, ask)
    assert {status for page, status in answers if page in numbered} == {404}
    assert {status for page, status in answers if page in pages} <= {200, 204, 302, 404}


@each_row("key", ["\0", "\ud800", "' OR 1=1 --", "%s", "%(a)s", ":a", "?"])
def test_odd_ids_are_not_found_alike(worlds, key):
    part = quote(key.encode("utf-8", "surrogatepass"), safe="")
    paths = (f"/t/{part}", f"/j/{part}", f"/r/{part}", f"/players/{part}", f"/t/{part}/live/table")

    def ask(world):
        answers = [(path, world.host.get(path).status_code) for path in paths]
        return [*answers, ("join", world.host.post("/join", {"code": key.replace("\ud800", "\ufffd")}).status_code)]

    assert {status for _, status in same(worlds, ask)} == {404}


@each_row(("raw", "read"), [("q=\xe7\x8e\x8b", "王"), ("q=%E7%8E%8B", "王"), ("q=a\xffb", "a%FFb")])
def test_raw_text_is_read_as_if_it_came_encoded(host, raw, read):
    assert f'value="{read}"' in host.get("/referee", environ_overrides={"QUERY_STRING": raw}).text


def test_an_address_that_is_no_text_is_an_address_that_is_not_there(host):
    for path in ("/\xff", "/t/\xff\xfe", "/players/\xff", "/referee/\xff/\xff", "/j/\xff", "/static/\xff"):
        assert host.get("/", environ_overrides={"PATH_INFO": path}).status_code == 404


def test_another_companion_shows_no_source(app, client):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    fail(app)
    answer = client.get("/fail")
    assert answer.status_code == 500 and "this_fails" not in answer.text and __file__ not in answer.text


def test_an_error_has_its_source(developed):
    answer = developed.get("/fail")
    assert answer.status_code == 500 and "this_fails" in answer.text and __file__ in answer.text
    part = developed.get("/fail", headers={"HX-Request": "true"})
    assert "ZeroDivisionError: division by zero" in part.text and __file__ not in part.text


@pytest.mark.parametrize("path", ["/", "/fail"])
def test_nobody_from_elsewhere_is_answered(developed, path):
    for address in ("127.0.0.1", "192.168.1.4", "::1"):
        assert developed.get(path, environ_overrides={"REMOTE_ADDR": address}).status_code in (200, 500)
    for address in ("8.8.8.8", "2a00::1"):
        answer = developed.get(path, environ_overrides={"REMOTE_ADDR": address})
        assert answer.status_code == 403 and "home network" in answer.text
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        assert developed.get(path, headers={header: "127.0.0.1"}).status_code == 403


def fail(app):
    def this_fails():
        return str(1 / 0)

    app.add_url_rule("/fail", "fail", this_fails)


@pytest.fixture(scope="module")
def developed(tmp_path_factory):
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("developed") / "companion.sqlite"), "DEVELOP": True})
    fail(app)
    yield app.test_client()
    app.extensions["companion"].store.close()
