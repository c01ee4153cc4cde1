"""What every answer says beside its page, how it is packed, a phone's cookie, and whose word on its address counts."""

import gzip
import re
import zlib
from pathlib import Path
from struct import unpack

import pytest

import hatch_build
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.support.phones import HTMX, ORIGIN, Phone, bets, notice
from tests.support.streams import Stream

HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


@pytest.fixture
def proxied(serve, tmp_path):
    """An instance behind proxies in 10.9.0.0/16."""
    return serve(tmp_path / "p.sqlite", PROXIES=["10.9.0.0/16"])


PAGES = ("/", "/nothing", "/t/{}", "/t/{}/enter", "/join")
NO_PAGES = ("/t/{}/parts/table", "/static/style.css", "/static/glyphs.svg", "/companion.js", "/app.webmanifest")


def behind(app, proxy="10.9.0.1"):
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = proxy
    return phone


def guessed(phone, forwarded):
    return phone.post("/join", {"code": "x"}, {**ORIGIN, "X-Forwarded-For": forwarded}).status_code


def test_every_answer_asks_the_browser_for_care(host, luz):
    for answer in (host.get(path.format(luz)) for path in (*PAGES, *NO_PAGES)):
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Server" not in answer.headers
    for answer in (host.get(path.format(luz)) for path in PAGES):
        refused = re.findall(r"([\w-]+)=\(\)", answer.headers["Permissions-Policy"])
        assert {"camera", "microphone", "geolocation", "payment"} <= set(refused)
        assert not {"screen-wake-lock", "clipboard-write"} & set(refused), "these are used"


def test_what_is_no_page_may_do_nothing_and_says_no_more_than_that(host, luz):
    for path in NO_PAGES:
        headers = host.get(path.format(luz)).headers
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'", path
        assert not {"Permissions-Policy", "Cross-Origin-Opener-Policy"} & {*headers}
    assert host.get("/static/style.css").cache_control.immutable
    etag = host.get("/static/style.css").headers["ETag"]
    assert host.get("/static/style.css", headers={"If-None-Match": etag}).status_code == 304


def test_https_is_asked_for_again_only_where_it_is_there(host):
    assert "Strict-Transport-Security" not in host.get("/").headers
    headers = host.get("/", base_url="https://localhost").headers
    assert "max-age=" in headers["Strict-Transport-Security"] and headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in host.get("/").headers, "browsers complain of it on each page"
    assert "Strict-Transport-Security" not in host.get("/", headers=HTTPS).headers, "anybody can say so"


@each_row(
    ("public", "https", "is_bound"),
    [
        (None, "https://localhost", True),
        (None, "https://localhost:8443", False),
        ("https://localhost/games", "https://localhost/games", False),
    ],
)
def test_other_sites_of_a_host_are_not_bound_to_https(serve, tmp_path, public, https, is_bound):
    for is_allowed in (True, False):
        app = serve(tmp_path / f"{https.count('/')}{is_bound}{is_allowed}.sqlite", PUBLIC_URL=public, HSTS=is_allowed)
        answer = app.test_client().get("/", base_url=https)
        assert ("Strict-Transport-Security" in answer.headers) == (is_bound and is_allowed)


def test_cookies_are_secure_behind_a_proxy_with_https(proxied):
    phone = behind(proxied)
    answer = phone.post("/new/luz", {"player": ["A", "B", "C"]}, {"Origin": "https://localhost", **HTTPS})
    assert answer.status_code == 303 and "Secure" in answer.headers["Set-Cookie"].split("; ")
    assert "Secure" in phone.get("/language/en", headers=HTTPS).headers["Set-Cookie"].split("; ")


def test_the_proxy_alone_is_believed_where_a_phone_is(proxied):
    proxy, liar = behind(proxied), behind(proxied, "10.8.0.1")
    for address in ("198.51.100.1", "198.51.100.2"):
        assert [guessed(proxy, address) for _ in range(11)] == [404] * 10 + [429]
    others = [guessed(liar, f"198.51.100.{number}") for number in range(11)]
    assert others == [404] * 10 + [429], "another address in each header is still one phone"
    assert [guessed(proxy, f"192.0.2.{number}, 198.51.100.7") for number in range(11)][-1] == 429, "nor before one"


def test_a_proxy_that_was_not_named_is_told_of_once(serve, tmp_path, caplog):
    for public in ("https://games.example", None):
        app = serve(tmp_path / f"{bool(public)}.sqlite", PUBLIC_URL=public, PROXIES=["10.9.0.1"])
        for proxy in ("10.9.0.1", "10.88.0.1", "10.88.0.2"):
            behind(app, proxy).get("/", headers=HTTPS)
        behind(app, "10.88.0.3").get("/")
    (record,) = caplog.records
    assert record.getMessage().startswith("10.88.0.1 speaks for other addresses; if it is your proxy, add --behind-p")


def test_a_proxy_does_not_change_which_hosts_are_known(proxied):
    proxied.config["TRUSTED_HOSTS"] = ["games.example"]
    evil = {"Host": "evil.example"}
    lie = evil | {"X-Forwarded-Host": "games.example"}
    for host, status in (({"Host": "games.example"}, 200), (evil, 400), (lie, 400)):
        assert behind(proxied).get("/", headers=HTTPS | host).status_code == status


@each_row("query", ["q=" + "x" * 8000, "&".join(["a=b"] * 1500), "&" * 9000])
def test_an_address_that_holds_too_much_is_refused_with_a_sentence(host, luz, query):
    for path in ("/referee", "/referee/luz/bet", "/referee/luz/bet/show", "/new/luz", f"/t/{luz}/enter", f"/t/{luz}"):
        answer = host.get(f"{path}?{query}")
        assert answer.status_code == 414 and "too long or holds too much" in notice(answer)
    assert host.get(f"/t/{luz}/parts/enter?{query}", headers=HTMX).status_code == 414


def size_of(icon):
    """Of an icon that is a PNG; others have any size."""
    assert icon.status_code == 200
    return unpack(">II", icon.data[16:24]) if icon.mimetype == "image/png" else None


def test_the_phones_can_put_it_on_their_first_screen(host):
    (link,) = re.findall(r'<link rel="manifest" href="([^"]+)"', host.page("/"))
    answer = host.get(link)
    assert answer.mimetype == "application/manifest+json" and answer.json
    assert answer.json["start_url"] == "/" and answer.json["display"] == "standalone" and answer.json["name"]
    page = host.get("/", headers={"User-Agent": "iPhone"}).text
    (touch,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)"', page)
    drawn = {size_of(host.get(icon)) for icon in [touch, *(icon["src"] for icon in answer.json["icons"])]}
    assert drawn == {None, (180, 180), (192, 192), (512, 512)} and size_of(host.get(touch)) == (180, 180)
    assert {purpose for icon in answer.json["icons"] for purpose in icon.get("purpose", "any").split()} > {"maskable"}
    policy = host.get("/").headers["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    assert Phone(host.client.application, "zh-TW").get(link).json["name"] == "桌遊計分"


def test_the_service_worker_is_fresh_and_fetches_from_here_only(host):
    answer = host.get("/sw.js")
    assert answer.mimetype == "text/javascript" and answer.cache_control.no_cache and not answer.cache_control.max_age
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    assert host.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


SAFE = {"base_url": "https://localhost"}


def set_cookies(answer):
    cookies = [cookie.split("; ") for cookie in answer.headers.getlist("Set-Cookie")]
    return {first.split("=")[0]: set(rest) for first, *rest in cookies}


def seconds(attributes):
    return next(int(attribute.split("=")[1]) for attribute in attributes if attribute.startswith("Max-Age="))


def token(phone):
    return str(phone.client.get_cookie("phone").value)


@pytest.fixture
def scorer(host, luz, phone):
    return phone().join(host, luz)


def test_under_https_the_cookie_is_bound_to_the_host(host, luz, phone):
    other, link = phone(), host.links(luz)["viewer"]
    made = set_cookies(other.post(link, {}, ORIGIN | {"Origin": "https://localhost"}, **SAFE))
    assert next(iter(made)) == "__Host-phone" and "phone" not in made
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= made["__Host-phone"]
    assert not any(attribute.startswith("Domain") for attribute in made["__Host-phone"])
    assert other.get(f"/t/{luz}", **SAFE).status_code == 200
    assert other.get(f"/t/{luz}").status_code == 404, "it is sent over https only"


def test_it_is_set_again_once_a_week_while_the_phone_is_used(scorer, luz):
    before = token(scorer)
    assert not set_cookies(scorer.get(f"/t/{luz}"))
    scorer.client.delete_cookie("phone-fresh")  # as the browser does after a week
    quiet = [scorer.client.get(f"/t/{luz}/{path}") for path in ("parts/table", "join.svg", "live/table", "entries/9")]
    quiet.append(scorer.enter(luz, bets("3 2 1 0"), seen=0))
    assert not any(set_cookies(answer) for answer in quiet), "on pages only"
    for answer in quiet:
        answer.close()
    renewed = set_cookies(scorer.get(f"/t/{luz}"))
    assert seconds(renewed["phone"]) >= 300 * 24 * 3600 and seconds(renewed["phone-fresh"]) == 7 * 24 * 3600
    assert token(scorer) == before and not set_cookies(scorer.get(f"/t/{luz}"))


PACKED = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture(scope="module", autouse=True)
def minified():
    """What the build makes of scripts and styles, of those that are there now."""
    hatch_build.minify(Path(__file__).parents[3])


def addresses(page):
    return re.findall(r'(?:href|src)="(/(?:static/|companion\.js)[^"#]+)"', page)


def test_a_page_is_packed_for_who_can_unpack_it(host, luz):
    plain, packed = host.get(f"/t/{luz}"), host.get(f"/t/{luz}", headers=PACKED)
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2
    page = gzip.decompress(packed.data).decode()
    assert "</html>" in page and re.sub(r'value="[^"]+"', "", page) == re.sub(r'value="[^"]+"', "", plain.text)
    assert "Content-Encoding" not in host.get("/healthz", headers=PACKED).headers, "it gains nothing"
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.data)


@each_row("key", own_games())
def test_the_first_load_of_a_table_stays_small(host, key):
    """All but the heads of the answers, some 3.5 kB, which `make bench ARGS=weight` counts too."""
    path = f"/t/{host.open(key, ('Ann', 'Ben', 'Cleo'))}"
    named = re.findall(r'(?:href|src)="(/(?:static/|games/\w+/|companion\.js)[^"#]+)', host.page(path))
    files = {*named, "/app.webmanifest"}
    assert sum(len(host.get(one, headers=PACKED).data) for one in (path, *files)) < 39_200, files


def test_a_stream_is_packed_event_by_event(host, luz, phone):
    live = f"/t/{luz}/live/table"
    packed, plain = Stream(host, live, headers=PACKED), Stream(phone().join(host, luz), live)
    assert [stream.answer.headers.get("Content-Encoding") for stream in (packed, plain)] == ["gzip", None]
    host.enter(luz, bets("3 2 1 0"))
    _, event = plain.received
    assert event.startswith(b"event: change")
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    first, second = map(unpack.decompress, packed.received)
    assert b"event: version" in first and second == event
    assert len(packed.received[1]) < len(event) / 2
    packed.close()
    plain.close()


def test_a_stream_that_no_server_keeps_open_tells_the_version(host, luz, sessions):
    assert '\nevent: version\ndata: {"version":0,' in host.page(f"/t/{luz}/live/table")
    assert not sessions.live.is_heard(luz)
