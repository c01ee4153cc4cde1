"""A form by which a phone becomes known, sent again as its answer was lost, and the cookie with it: it is one phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import pytest
from werkzeug.test import TestResponse

from companion.sessions.service import Sessions
from tests.support import files
from tests.support.each_row import each_row
from tests.support.groups import link, make_group
from tests.support.page_tree import parse
from tests.support.phones import ORIGIN, Phone

Phones = Callable[..., Phone]
Form = tuple[str, dict[str, str]]


def key_in(page: str) -> str:
    """The key in a form by which a new phone is stored."""
    (key,) = parse(page).values("phone")
    assert re.fullmatch(r"[\w-]{32}", key)
    return key


def count(sessions: Sessions, table: str) -> int:
    return int(sessions.store.rows(f"SELECT count(*) AS n FROM {table}")[0]["n"])


def cookie(answer: TestResponse) -> str:
    return answer.headers["Set-Cookie"].split(";")[0]


def by_link(host: Phone, session: str, new: Phone) -> Form:
    joining = host.links(session)["scorer"]
    return joining, {"phone": key_in(new.page(joining))}


def by_code(host: Phone, session: str, new: Phone) -> Form:
    return "/join", {"code": host.codes(session)["scorer"], "phone": key_in(new.page("/"))}


def by_code_after_a_wrong_one(host: Phone, session: str, new: Phone) -> Form:
    page = new.post("/join", {"code": "777777"}).text
    return "/join", {"code": host.codes(session)["viewer"], "phone": key_in(page)}


def by_group(host: Phone, session: str, new: Phone) -> Form:
    joining = link(host, make_group(host, "Ann", "Ben"), "join")
    return joining, {"phone": key_in(new.page(joining))}


def by_new_group(host: Phone, session: str, new: Phone) -> Form:
    page = new.page("/groups/new")
    (opens,) = parse(page).values("opens")
    return "/groups/new", {"name": "We", "names": "Ann\nBen", "opens": opens, "phone": key_in(page)}


def by_import(host: Phone, session: str, new: Phone) -> Form:
    return "/import/open", files.fields(files.look(new, files.luz()).text)


WAYS = [by_link, by_code, by_code_after_a_wrong_one, by_group, by_new_group, by_import]


@each_row("way", WAYS)
def test_a_form_sent_again_without_its_cookie_is_the_same_phone(
    host: Phone, luz: str, phone: Phones, sessions: Sessions, way: Callable[[Phone, str, Phone], Form]
) -> None:
    new = phone()
    path, fields = way(host, luz, new)
    before = count(sessions, "phones")
    answers: list[TestResponse] = []
    for _ in range(3):
        answers.append(new.post(path, fields))
        assert answers[-1].status_code == 303, answers[-1].text
        new.client.delete_cookie("phone")
        new.client.delete_cookie("phone-fresh")
    assert len({(cookie(answer), answer.location) for answer in answers}) == 1
    assert count(sessions, "phones") == before + 1
    assert fields["phone"] not in cookie(answers[0])


def members(sessions: Sessions, session: str) -> int:
    return len(sessions.store.members(session))


def test_the_phone_counts_once_at_the_table(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    path, fields = by_link(host, luz, phone())
    for _ in range(2):
        phone().post(path, fields)
    assert members(sessions, luz) == 2
    phone().post(*by_link(host, luz, phone()))
    assert members(sessions, luz) == 3, "each page has a key of its own"


@pytest.mark.parametrize(("minutes", "phones"), [(9, 1), (11, 2)])
def test_a_key_found_later_opens_nothing(
    host: Phone, luz: str, phone: Phones, sessions: Sessions, minutes: int, phones: int
) -> None:
    path, fields = by_link(host, luz, phone())
    phone().post(path, fields)
    made = (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat(timespec="seconds")
    sessions.store.write(lambda db: db.execute("UPDATE phones SET made = ?", [made]))
    phone().post(path, fields)
    assert members(sessions, luz) == 1 + phones


@pytest.mark.parametrize("key", ["", "a", "A" * 31, "A" * 33, "é" * 32, "\0" * 32, "A" * 5000])
def test_what_no_form_has_as_a_key_makes_phones_of_their_own(
    host: Phone, luz: str, phone: Phones, sessions: Sessions, key: str
) -> None:
    path = host.links(luz)["scorer"]
    for _ in range(2):
        assert phone().post(path, {"phone": key}).status_code == 303
    assert members(sessions, luz) == 3


def test_a_phone_that_is_known_stays_the_one_it_is(host: Phone, luz: str, phone: Phones) -> None:
    path, fields = by_link(host, luz, phone())
    other = phone().join(host, luz, "viewer")
    assert "Set-Cookie" not in other.post(path, fields).headers
    assert 'name="phone"' not in other.page("/") + other.post("/join", {"code": "777777"}).text


def test_another_site_cannot_choose_the_key(host: Phone, luz: str, phone: Phones) -> None:
    """A form is filled by this page alone: the address gives no key, and no other site may send the form."""
    path = host.links(luz)["scorer"]
    assert f'value="{"A" * 32}' not in phone().page(f"{path}?phone={'A' * 32}")
    headers: Mapping[str, str] = ORIGIN | {"Origin": "https://evil.example"}
    assert phone().post(path, {"phone": "A" * 32}, headers).status_code == 403
