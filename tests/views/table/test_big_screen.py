"""What is made for large screens: how others join, what Azul's walls would bring, and the overlay that joins nobody."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion import qr_codes
from companion.sessions.live.listener import Audience
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import Phone, Phones, bets


def offered(phone: Phone, session: str) -> tuple[str, str]:
    """The role and the code in the corner of the table's page."""
    (corner,) = parse(phone.page(f"/t/{session}")).with_attribute("data-join")
    (code,) = corner.with_attribute("data-code", corner["data-join"])
    return corner["data-join"], code.text


def test_the_corner_offers_each_role_its_own_way_in(host: Phone, luz: str, phone: Phones) -> None:
    codes, links = host.codes(luz), host.links(luz)
    for other, role in (
        (host, "scorer"),
        (phone().join(host, luz), "scorer"),
        (phone().join(host, luz, "viewer"), "viewer"),
    ):
        assert offered(other, luz) == (role, codes[role])
        answer = other.get(f"/t/{luz}/join.svg")
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert answer.text == qr_codes.qr_picture("http://localhost" + links[role], role)
    watching = phone().join(host, luz, "viewer")
    assert codes["scorer"] not in watching.page(f"/t/{luz}")


def overlay(host: Phone, session: str) -> str:
    address = re.search(r'href="(/o/[^"]+)"', host.page(f"/t/{session}/share"))
    assert address
    return address[1]


def test_a_stranger_sees_standings_and_no_way_to_the_table(host: Phone, luz: str, phone: Phones) -> None:
    host.enter(luz, bets("3 2 1 0"))
    page = phone().page(overlay(host, luz))
    assert all(name in page for name in ("Ann", "Ben", "Cleo", "Dan")) and luz not in re.sub(r"/o/\S+", "", page)
    assert 'content="noindex"' in page


@each_row("size", ["0", "401", "big", "-1", "9" * 5000, "", "<b>"])
def test_a_size_that_is_none_is_told(host: Phone, luz: str, size: str) -> None:
    answer = host.get(overlay(host, luz), query_string={"size": size})
    assert answer.status_code == 400 and "Give a whole number of percent from 50 to 400" in answer.text


def test_its_parts_follow_the_table(host: Phone, luz: str, phone: Phones) -> None:
    path, stranger = overlay(host, luz), phone()
    before = stranger.get(f"{path}/parts").json
    assert stranger.get(f"{path}/parts?have={before['version']}").status_code == 204
    host.enter(luz, bets("3 2 1 0"))
    after = stranger.get(f"{path}/parts?have={before['version']}").json
    assert after["version"] == before["version"] + 1 and 'data-version="1"' in after["parts"]["head"]


def test_a_crowded_table_tells_an_overlay_to_ask(app: Flask, host: Phone, luz: str, phone: Phones) -> None:
    live = app.extensions["companion"].live
    for number in range(300):
        live.listen(luz, 1000 + number, Audience("table", (), "viewer", "en"))
    answer = phone().get(f"{overlay(host, luz)}/live")
    assert answer.status_code == 503 and answer.headers["Retry-After"] and answer.mimetype == "text/plain"


@pytest.mark.parametrize("how", ["withdraw/overlay", "renew"])
def test_a_withdrawn_link_ends_the_streams_and_opens_nothing(
    app: Flask, host: Phone, luz: str, phone: Phones, how: str
) -> None:
    path, stranger, service = overlay(host, luz), phone(), app.extensions["companion"]
    open_stream = stranger.client.get(f"{path}/live")
    assert service.live.phones(luz) == 0 and service.live.counts()["listeners"] == 1, "it is no phone of the table"
    host.post(f"/t/{luz}/{how}", {"withdrawals": "0", "generation": "0"})
    assert re.findall(r"event: (\w+)", open_stream.text)[-1] == "gone"
    assert stranger.get(path).status_code == 404 and stranger.get(f"{path}/live").status_code == 404
    assert overlay(host, luz) != path
