"""Coming to a table: by link or code, in which role, and that codes cannot be guessed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.sessions.service import Sessions
from companion.storage.credentials import token_hash
from tests.support.phones import HTMX, Phone, bets, notice

Phones = Callable[..., Phone]


def role(sessions: Sessions, session: str) -> list[str]:
    return [role for _, role in sessions.store.members(session).values()]


def test_a_link_lets_a_new_phone_in_and_leaves_the_address(host: Phone, luz: str, phone: Phones) -> None:
    link = host.links(luz)["scorer"]
    other = phone()
    answer = other.scan(link)
    assert (answer.status_code, answer.location) == (303, f"/t/{luz}/seats")
    assert link.split("/")[-1] not in answer.text
    page = other.get(answer.location)
    assert page.status_code == 200
    assert link.split("/")[-1] not in page.text, "the secret stands on the share page only"


def test_the_cookie_is_for_this_site_only_and_not_for_scripts(host: Phone, luz: str, phone: Phones) -> None:
    cookie = phone().scan(host.links(luz)["viewer"]).headers["Set-Cookie"]
    assert re.match(r"phone=[\w-]{22};", cookie)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert int(cookie.split("Max-Age=")[1].split(";")[0]) >= 180 * 24 * 3600


def test_a_cookie_that_somebody_else_has_put_there_is_not_taken_over(host: Phone, luz: str, phone: Phones) -> None:
    """Who plants a cookie, or sends a link, must not be the phone that joins by it."""
    joining, other = phone(), phone()
    for joined in (joining, other):
        joined.client.set_cookie("phone", "planted")
    joining.join(host, luz)
    cookie = joining.client.get_cookie("phone")
    assert cookie is not None and cookie.value != "planted"
    assert joining.get(f"/t/{luz}").status_code == 200 and other.get(f"/t/{luz}").status_code == 404
    joining.join(other_host := phone(), other_host.open("luz"), "viewer")
    assert joining.client.get_cookie("phone") == cookie, "a link makes nobody another phone"


@pytest.mark.sqlite
def test_nothing_that_opens_a_door_is_stored(app: Flask, host: Phone, luz: str, sessions: Sessions) -> None:
    cookie = host.client.get_cookie("phone")
    assert cookie and sessions.store.phone(token_hash(cookie.value)) == 1
    sessions.store.database._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with open(app.config["DATABASE"], "rb") as file:
        stored = file.read()
    for secret in (cookie.value, *(link.split("/")[-1] for link in host.links(luz).values())):
        assert secret.encode() not in stored


def test_a_code_is_taken_however_it_is_typed(host: Phone, luz: str, phone: Phones) -> None:
    for role, code in host.codes(luz).items():
        then = f"/t/{luz}/seats" if role == "scorer" else f"/t/{luz}"
        wide = "".join(chr(ord(character) + 0xFEE0) for character in code)
        for typed in (code, f" {code} \n", code.lower(), f"{code[:3]}-{code[3:]}", " ".join(code), wide):
            answer = phone().post("/join", {"code": typed})
            assert (answer.status_code, answer.location) == (303, then), typed


def test_code_and_link_give_the_role_they_stand_for(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    codes = host.codes(luz)
    phone().post("/join", {"code": codes["scorer"]})
    phone().post("/join", {"code": codes["viewer"]})
    phone().join(host, luz, "scorer")
    phone().join(host, luz, "viewer")
    assert role(sessions, luz) == ["host", "scorer", "viewer", "scorer", "viewer"]


def test_the_stronger_role_is_kept(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    other = phone().join(host, luz, "viewer")
    assert other.enter(luz, bets("3 2 1 0")).status_code == 403
    other.join(host, luz, "scorer")
    assert other.enter(luz, bets("3 2 1 0")).status_code == 303
    other.join(host, luz, "viewer")
    host.join(host, luz, "viewer")
    host.join(host, luz, "scorer")
    assert role(sessions, luz) == ["host", "scorer"]


def test_a_wrong_code_is_shown_again_to_be_mended(phone: Phones) -> None:
    for code in ("", "AAAAAA", "x" * 5000, "王小明", "' OR 1=1 --", "<b>", "\x00", "%s{}{0}"):
        answer = phone().post("/join", {"code": code})
        assert answer.status_code == 404
        assert code[:40].strip("\x00") in notice(answer), "read as it was typed, as text"
        assert 'name="code"' in answer.text


def test_codes_cannot_be_guessed(host: Phone, luz: str, phone: Phones) -> None:
    guesser, code = phone(), host.codes(luz)["viewer"]
    for _ in range(10):
        assert guesser.post("/join", {"code": "AAAAAA"}).status_code == 404
    answer = guesser.post("/join", {"code": code})
    assert answer.status_code == 429 and "wait" in notice(answer).lower()
    assert guesser.post("/join", {"code": code}, HTMX).status_code == 429
    assert guesser.get(f"/t/{luz}").status_code == 404
    assert phone().post("/join", {"code": code}).status_code == 303, "others are not held up"
    assert guesser.scan(host.links(luz)["viewer"]).status_code == 303, "the QR code opens the table all the same"


def test_a_flood_of_guesses_shuts_no_table_out(app: Flask, host: Phone, luz: str, phone: Phones) -> None:
    code = host.codes(luz)["viewer"]
    for _ in range(100):
        assert phone().post("/join", {"code": "AAAAAA"}).status_code == 404
    stranger, at_the_table = phone(), phone()
    answer = stranger.post("/join", {"code": code})
    assert answer.status_code == 429 and "Scan the QR code" in notice(answer)
    assert f'value="{code}"' in answer.text, "what was typed stays"
    at_the_table.client.environ_base["REMOTE_ADDR"] = host.client.environ_base["REMOTE_ADDR"]
    assert at_the_table.post("/join", {"code": code}).status_code == 303, "behind the router of the host"
    assert stranger.scan(host.links(luz)["viewer"]).status_code == 303


def test_links_lead_to_the_address_others_can_reach(app: Flask, host: Phone, luz: str) -> None:
    assert 'href="http://localhost/j/' in host.page(f"/t/{luz}/share")
    app.config["BASES"] = ["http://192.168.1.5:5000", "http://10.0.0.7:5000", "http://localhost"]
    assert 'href="http://localhost/j/' in host.page(f"/t/{luz}/share"), "by default the one this phone came by"
    assert 'href="http://10.0.0.7:5000/j/' in host.page(f"/t/{luz}/share?base=http://10.0.0.7:5000")
    page = host.page(f"/t/{luz}/share?base=http://evil.example")
    assert "evil.example" not in page and 'href="http://localhost/j/' in page
    app.config["BASES"] = app.config["BASES"][:2]
    assert 'href="http://192.168.1.5:5000/j/' in host.page(f"/t/{luz}/share")


def test_the_share_page_tells_the_name_in_the_network(app: Flask, host: Phone, luz: str) -> None:
    assert "On most phones also" not in host.page(f"/t/{luz}/share")
    app.config["ANNOUNCED"] = "http://companion-2.local:5000"
    page = host.page(f"/t/{luz}/share")
    assert "On most phones also: companion-2.local:5000" in page
    assert 'href="http://localhost/j/' in page, "every phone can open the address"
