"""The cookie by which a phone is known: kept while it is used, bound to the host under https, never lost on the way."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.support.phones import ORIGIN, Phone, Phones, bets

SAFE = {"base_url": "https://localhost"}


def set_cookies(answer: TestResponse) -> dict[str, set[str]]:
    """The attributes of the cookies that an answer sets, by name."""
    cookies = [cookie.split("; ") for cookie in answer.headers.getlist("Set-Cookie")]
    return {first.split("=")[0]: set(rest) for first, *rest in cookies}


def seconds(attributes: set[str]) -> int:
    return next(int(attribute.split("=")[1]) for attribute in attributes if attribute.startswith("Max-Age="))


def token(phone: Phone) -> str:
    cookie = phone.client.get_cookie("phone")
    assert cookie is not None
    return str(cookie.value)


@pytest.fixture
def scorer(host: Phone, luz: str, phone: Phones) -> Phone:
    return phone().join(host, luz)


def test_under_https_the_cookie_is_bound_to_the_host(host: Phone, luz: str, phone: Phones) -> None:
    other, link = phone(), host.links(luz)["viewer"]
    made = set_cookies(other.post(link, {}, ORIGIN | {"Origin": "https://localhost"}, **SAFE))
    assert next(iter(made)) == "__Host-phone" and "phone" not in made
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= made["__Host-phone"]
    assert not any(attribute.startswith("Domain") for attribute in made["__Host-phone"])
    assert other.get(f"/t/{luz}", **SAFE).status_code == 200
    assert other.get(f"/t/{luz}").status_code == 404, "it is sent over https only"


def test_a_cookie_from_before_is_honoured_and_gets_the_safe_name(scorer: Phone, luz: str, phone: Phones) -> None:
    for own in ({"phone": token(scorer)}, {"phone": token(scorer), "phone-fresh": "1"}):
        old = phone()
        for name, value in own.items():
            old.client.set_cookie(name, value)
        first = old.get(f"/t/{luz}", **SAFE)
        assert first.status_code == 200 and seconds(set_cookies(first)["__Host-phone"]) >= 300 * 24 * 3600
        old.client.delete_cookie("phone")
        again = old.get(f"/t/{luz}", **SAFE)
        assert again.status_code == 200 and not set_cookies(again)


def test_it_is_set_again_once_a_week_while_the_phone_is_used(scorer: Phone, luz: str) -> None:
    before = token(scorer)
    assert not set_cookies(scorer.get(f"/t/{luz}"))
    scorer.client.delete_cookie("phone-fresh")  # as the browser does after a week
    quiet: list[Any] = [
        scorer.get(f"/t/{luz}/parts/table"),
        scorer.get(f"/t/{luz}/join.svg"),
        scorer.client.get(f"/t/{luz}/live/table"),
        scorer.get(f"/t/{luz}/entries/9"),
        scorer.enter(luz, bets("3 2 1 0"), seen=0),
    ]
    assert not any(set_cookies(answer) for answer in quiet), "on pages only"
    for answer in quiet:
        answer.close()
    renewed = set_cookies(scorer.get(f"/t/{luz}"))
    assert seconds(renewed["phone"]) >= 300 * 24 * 3600 and seconds(renewed["phone-fresh"]) == 7 * 24 * 3600
    assert token(scorer) == before and not set_cookies(scorer.get(f"/t/{luz}"))
