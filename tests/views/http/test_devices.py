"""A second device or browser of one person: the same phone by one tap, for minutes, and never by a forged pass."""

import pytest
from flask import Flask

from companion.table.invites import PASS_SECONDS
from companion.table.service import Sessions
from tests.support.phones import ORIGIN, Phone, Phones, bets, notice

IPHONE = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"}


def pass_of(phone: Phone, session: str = "") -> str:
    return str(phone.get("/devices", query_string={"table": session} if session else {}).location)


def test_another_browser_has_the_seat_by_one_tap(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    host.act(luz, "sit", {"seat": "1"})
    way, tablet = pass_of(host, luz), phone()
    assert "Luz" in (page := tablet.page(way)) and "Ben" in page
    assert tablet.get(f"/t/{luz}").status_code == 404, "looking at it changes nothing"
    assert tablet.post(way).location == f"/t/{luz}"
    assert tablet.enter(luz, bets("3 2 1 0")).status_code == 303
    assert len(sessions.store.members(luz)) == 1
    assert tablet.page(f"/t/{luz}/host") and f"/t/{luz}" in host.page("/") and f"/t/{luz}" in tablet.page("/")


def test_a_further_device_gives_the_seat_to_a_third(host: Phone, luz: str, phone: Phones) -> None:
    tablet, laptop = phone(), phone()
    tablet.post(pass_of(host))
    assert laptop.post(pass_of(tablet)).location == "/"
    assert laptop.page(f"/t/{luz}/host")
    fifty = tablet.open("5211")
    assert host.page(f"/t/{fifty}/host") and laptop.page(f"/t/{fifty}/host")


def test_a_pass_is_no_use_later_or_altered(
    host: Phone, luz: str, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    way, other = pass_of(host), phone()
    cookie = host.client.get_cookie("phone")
    assert cookie is not None
    tablet = phone()
    tablet.post(way)
    of_tablet = tablet.client.get_cookie("phone")
    assert of_tablet is not None
    altered = f"/devices/{'1' if way[9] == '0' else '0'}{way[10:]}"
    for path in (altered, f"/devices/{cookie.value}", f"/devices/{of_tablet.value}", f"{way}x", "/devices/a.b.c"):
        assert other.post(path).status_code == 410, path
    other.client.set_cookie("phone", way.split("/")[2].split("?")[0])
    assert other.get(f"/t/{luz}").status_code == 404, "what is in a link is no cookie"
    monkeypatch.setitem(PASS_SECONDS, "link", -1)
    for answer in (other.get(way), other.post(way), host.get(way)):
        assert answer.status_code == 410 and "10 minutes" in notice(answer)
    assert tablet.page(f"/t/{luz}")


def test_a_browser_with_tables_of_its_own_can_go_back_to_them(host: Phone, luz: str, phone: Phones) -> None:
    other = phone()
    fifty = other.open("5211")
    assert "tables of its own" in other.page(pass_of(host))
    other.post(pass_of(host))
    assert other.page(f"/t/{luz}") and other.get(f"/t/{fifty}").status_code == 404
    assert "Go back to them" in other.page(pass_of(other)) and "Go back" not in host.page(pass_of(host))
    other.post(pass_of(host))
    assert "Go back to them" in other.page(pass_of(other)), "tapped twice"
    third = phone()
    third.open("luz")
    other.post(pass_of(third))
    assert other.post("/devices").location == "/"
    assert other.page(f"/t/{fifty}") and other.get(f"/t/{luz}").status_code == 404


def test_the_log_of_a_fault_has_no_pass(
    app: Flask, host: Phone, luz: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    way = pass_of(host)
    monkeypatch.setitem(app.view_functions, "devices.by_pass", lambda token: 1 / 0)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    assert host.get(way).status_code == 500
    assert "Exception on /devices/<token> [GET]" in caplog.text and way.split("/")[2] not in caplog.text


def test_an_app_on_an_iphone_begins_with_the_seat(host: Phone, luz: str, phone: Phones) -> None:
    assert phone().get("/app.webmanifest", headers=IPHONE).json["start_url"] == "/"
    assert host.get("/app.webmanifest").json["start_url"] == "/"
    manifest, app = host.get("/app.webmanifest", headers=IPHONE).json, phone()
    start = manifest["start_url"]
    assert manifest["scope"] == "/", "home and tables belong to it, wherever it starts"
    assert host.get(start).location == "/"
    own = 'href="/app.webmanifest?own=1"'
    assert own in host.get("/", headers=IPHONE).text and own not in host.page("/")
    assert "Go on here" in app.page(start)
    assert app.post(start.replace("start", "devices"), headers=ORIGIN).location == "/"
    assert app.page(f"/t/{luz}") and app.get(start).location == "/", "and from then on the app opens at home"


def test_a_phone_without_tables_is_told_where_its_seat_is(phone: Phones) -> None:
    assert "on the device that has your seat" in notice(phone().get("/devices"))
