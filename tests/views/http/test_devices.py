"""A second device or browser of one person: the same phone by one tap, for minutes, until it is ended."""

import re

from companion.storage.credentials import token_hash
from companion.table.invites import PASS_SECONDS
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import ORIGIN, bets, notice
from tests.support.streams import Stream

IPHONE = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"}


def pass_of(phone, session=""):
    return str(phone.get("/devices", query_string={"table": session} if session else {}).location)


def test_another_browser_has_the_seat_by_one_tap(host, luz, phone, sessions):
    host.act(luz, "sit", {"seat": "1"})
    way, tablet = pass_of(host, luz), phone()
    assert "Luz" in (page := tablet.page(way)) and "Ben" in page
    assert tablet.get(f"/t/{luz}").status_code == 404, "looking at it changes nothing"
    assert tablet.post(way).location == f"/t/{luz}"
    assert tablet.enter(luz, bets("3 2 1 0")).status_code == 303
    assert len(sessions.store.members(luz)) == 1
    assert tablet.page(f"/t/{luz}/host") and f"/t/{luz}" in host.page("/") and f"/t/{luz}" in tablet.page("/")


def test_a_pass_is_no_use_later_or_altered(host, luz, phone, monkeypatch):
    way, other = pass_of(host), phone()
    cookie = host.client.get_cookie("phone")
    tablet = phone()
    tablet.post(way)
    of_tablet = tablet.client.get_cookie("phone")
    altered = f"/devices/{'1' if way[9] == '0' else '0'}{way[10:]}"
    for path in (altered, f"/devices/{cookie.value}", f"/devices/{of_tablet.value}", f"{way}x", "/devices/a.b.c"):
        assert other.post(path).status_code == 410, path
    other.client.set_cookie("phone", way.split("/")[2].split("?")[0])
    assert other.get(f"/t/{luz}").status_code == 404, "what is in a link is no cookie"
    monkeypatch.setitem(PASS_SECONDS, "link", -1)
    for answer in (other.get(way), other.post(way), host.get(way)):
        assert answer.status_code == 410 and "10 minutes" in notice(answer)
    assert tablet.page(f"/t/{luz}")


def test_a_browser_with_tables_of_its_own_can_go_back_to_them(host, luz, phone):
    other = phone()
    fifty = other.open("5211")
    assert "tables of its own" in other.page(pass_of(host))
    other.post(pass_of(host))
    assert other.page(f"/t/{luz}") and other.get(f"/t/{fifty}").status_code == 404
    assert "had before" in other.page(pass_of(other)) and "had before" not in host.page(pass_of(host))
    other.post(pass_of(host))
    assert "had before" in other.page(pass_of(other)), "tapped twice"
    third = phone()
    third.open("luz")
    other.post(pass_of(third))
    shown = other.page("/devices/own/before")
    mine = parse(shown).find("button", "They are mine: go on with them")["value"]
    assert "5211" in shown and other.post("/devices", {"of": mine}).location == "/"
    assert other.page(f"/t/{fifty}") and other.get(f"/t/{luz}").status_code == 404


def test_the_log_of_a_fault_has_no_pass(app, host, luz, monkeypatch, caplog):
    way = pass_of(host)
    monkeypatch.setitem(app.view_functions, "devices.by_pass", lambda token: 1 / 0)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    assert host.get(way).status_code == 500
    assert "Exception on /devices/<token> [GET]" in caplog.text and way.split("/")[2] not in caplog.text


def test_an_app_on_an_iphone_begins_with_the_seat(host, luz, phone):
    assert phone().get("/app.webmanifest", headers=IPHONE).json["start_url"] == "/"
    assert host.get("/app.webmanifest").json["start_url"] == "/"
    manifest, app = host.get("/app.webmanifest", headers=IPHONE).json, phone()
    start = manifest["start_url"]
    assert manifest["scope"] == "/", "home and tables belong to it, wherever it starts"
    assert host.get(start).location == "/"
    own = 'href="/app.webmanifest?own=1"'
    assert own in host.get("/", headers=IPHONE).text and own not in host.page("/")
    assert "Go on here" in app.page(start)
    for answer in (app.get(start.replace("start", "devices")), app.post(start.replace("start", "devices"))):
        assert answer.status_code == 410, "where it is no address of an app"
    assert app.post(start).location == "/"
    assert app.page(f"/t/{luz}") and app.get(start).location == "/", "and from then on the app opens at home"


def test_a_phone_without_tables_is_told_where_its_seat_is(phone):
    assert "on the device that has your seat" in notice(phone().get("/devices"))


def press(phone, name):
    """Tap a button of the page of devices."""
    button = parse(phone.page(pass_of(phone))).find("button", name)
    assert phone.post("/devices/own/end", {"device": button["value"]}).status_code == 303


def joined(owner, new, agent=""):
    """Make a phone a further device of the owner."""
    new.client.environ_base["HTTP_USER_AGENT"] = agent
    assert new.post(pass_of(owner)).status_code == 303
    return new


ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36"


def test_a_link_lets_in_one_device_which_may_send_it_again(host, luz, phone):
    way, tablet, other = pass_of(host), phone(), phone()
    fields = parse(tablet.page(way)).find("button", "Go on here").form.fields
    answers = [tablet.post(way, fields)]
    tablet.client.delete_cookie("phone")  # as where the answer is lost
    answers.append(tablet.post(way, fields))
    assert [answer.status_code for answer in answers] == [303, 303] and tablet.page(f"/t/{luz}/host")
    for answer in (other.get(way), other.post(way)):
        assert answer.status_code == 410 and "has been used" in notice(answer)
    assert other.get(f"/t/{luz}").status_code == 404
    assert str(host.get(way).location).startswith("/devices"), "who has it gets a new one"


def test_a_form_that_made_another_phone_lets_in_nobody(host, luz, phone):
    other, key = phone(), {"phone": "k" * 32}
    other.open("luz", **key)
    other.client.delete_cookie("phone")
    assert other.post(pass_of(host), key).status_code == 410 and other.get(f"/t/{luz}").status_code == 404


def test_the_devices_are_listed_with_what_and_since_when(host, luz, phone):
    assert "Your devices" not in host.page(pass_of(host))
    tablet = joined(host, phone(), ANDROID)
    host.client.environ_base["HTTP_USER_AGENT"] = IPHONE["User-Agent"]
    for one, own, other in (
        (tablet, "Chrome on Android", "Another browser"),
        (host, "Safari on iPhone", "Chrome on Android"),
        (tablet, "Chrome on Android", "Safari on iPhone"),
    ):
        listed = parse(one.page(pass_of(one))).region("Your devices").find_all("listitem")
        rows = [row.text for row in listed]
        assert len(rows) == 2 and any(other in row for row in rows)
        (here,) = [row for row in rows if "This device" in row]
        assert here.startswith(own) and re.search(r"\d\d:\d\d", here)


def test_an_ended_device_is_nobody_and_does_not_come_back(host, luz, phone):
    tablet, laptop = joined(host, phone(), ANDROID), joined(host, phone(), IPHONE["User-Agent"])
    link, start = pass_of(tablet), tablet.get("/app.webmanifest", headers=IPHONE).json["start_url"]
    press(host, "End Chrome on Android")
    assert tablet.get(f"/t/{luz}").status_code == tablet.enter(luz, bets("3 2 1 0")).status_code == 404
    assert host.version(luz) == laptop.version(luz) == 0
    for way in (link, start):
        assert tablet.post(way).status_code == phone().post(way).status_code == 410
    assert tablet.post("/devices/own/end", {"device": "others"}).status_code == 404
    assert laptop.page(f"/t/{luz}/host") and "Android" not in host.page(pass_of(host))
    assert joined(host, tablet).page(f"/t/{luz}/host"), "by a new link"


def test_the_first_device_can_be_ended_too(host, luz, phone, sessions):
    tablet, laptop = joined(host, phone(), ANDROID), joined(host, phone(), ANDROID)
    link = pass_of(host)
    press(tablet, "End all others")
    for one in (host, laptop):
        assert one.get(f"/t/{luz}").status_code == 404
    assert phone().post(link).status_code == 410
    assert tablet.enter(luz, bets("3 2 1 0")).status_code == 303 and joined(tablet, laptop).page(f"/t/{luz}/host")
    new = host.open("luz")
    assert new and tablet.get(f"/t/{new}").status_code == 404, "it is another phone from then on"
    assert len(sessions.store.members(luz)) == 1


@each_row("device", ["", "0", "1e9", "99999999999999999999", "x", "-1", "\0"])
def test_what_names_no_device_ends_none(host, luz, phone, store, device):
    tablet, stranger = joined(host, phone()), phone()
    stranger.open("5211")
    assert host.post("/devices/own/end", {"device": device}).status_code == 303
    for row in store.rows("SELECT id FROM devices"):
        stranger.post("/devices/own/end", {"device": str(row["id"])})
    assert tablet.page(f"/t/{luz}") and host.page(f"/t/{luz}")


def test_an_address_of_an_app_is_used_again_but_not_by_a_device_that_was_ended(host, luz, phone):
    start, app, again = host.get("/app.webmanifest", headers=IPHONE).json["start_url"], phone(), phone()
    for one in (app, again):
        assert one.post(start, headers=ORIGIN | IPHONE).status_code == 303 and one.page(f"/t/{luz}/host")
    press(host, "End all others")
    for one in (app, again, phone()):
        assert one.post(start).status_code == 410 and one.get(start).location == "/"
        assert one.get(f"/t/{luz}").status_code == 404


def test_the_first_device_is_told_of_one_that_joined(host, luz, phone):
    tablet = joined(host, phone(), ANDROID)
    joined(tablet, phone(), IPHONE["User-Agent"])
    for page in ("/", f"/t/{luz}"):
        assert "has your seats" not in tablet.page(page) and tablet.page(pass_of(tablet))
        assert all(f"{kind} has your seats" in host.page(page) for kind in ("Chrome on Android", "Safari on iPhone"))
    host.page(pass_of(host))
    assert "has your seats" not in host.page("/") + host.page(f"/t/{luz}")


def test_a_device_that_was_not_used_for_a_year_is_none(host, luz, phone, store):
    tablet, used = joined(host, phone()), joined(host, phone())
    store.write(lambda db: db.execute("UPDATE devices SET used = '2024', made = '2024-01-01T00:00:00+00:00'"))
    used_hash = token_hash(str(used.client.get_cookie("phone").value))
    store.write(lambda db: db.execute("UPDATE devices SET used = '9' WHERE token = ?", [used_hash]))
    assert tablet.get(f"/t/{luz}").status_code == 404 and used.page(f"/t/{luz}") and host.page(f"/t/{luz}")
    joined(host, phone())
    assert len(store.rows("SELECT 1 FROM devices")) == 3, "nor is it stored any longer"


def test_a_phone_has_so_many_devices_only(host, luz, phone):
    for _ in range(19):
        joined(host, phone())
    answer = phone().post(pass_of(host))
    assert answer.status_code == 410 and "20 devices" in notice(answer)


def test_a_phone_that_is_sent_away_is_so_on_all_its_devices(host, luz, phone):
    guest = phone().join(host, luz)
    tablet = joined(guest, phone())
    start = guest.get("/app.webmanifest", headers=IPHONE).json["start_url"]
    app = phone()
    app.post(start)
    assert tablet.page(f"/t/{luz}") and app.page(f"/t/{luz}")
    host.post(f"/t/{luz}/renew", {"generation": "0", "others": "away"})
    for one in (guest, tablet, app):
        assert one.get(f"/t/{luz}").status_code == 404


def test_the_stream_of_an_ended_device_ends(host, luz, phone):
    tablet = joined(host, phone(), ANDROID)
    stream = Stream(tablet, f"/t/{luz}/live/table")
    stream.next("version")
    press(host, "End Chrome on Android")
    assert stream.next("busy") == {} and stream.has_ended and not stream.received
    assert tablet.client.get(f"/t/{luz}/live/table").status_code == 404
