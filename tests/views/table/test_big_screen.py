"""What a big screen adds to the table's page: how others join, and what Azul's walls would bring."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion import qr_codes
from tests.support.phones import Phone

Phones = Callable[..., Phone]
AZUL = ["Ann", "Ben"]


def offered(phone: Phone, session: str) -> tuple[str, str]:
    """The role and the code in the corner of the table's page."""
    found = re.search(r'data-join="(\w+)".*?<b class="number"[^>]*>(\w+)</b>', phone.page(f"/t/{session}"), re.S)
    assert found
    return found[1], found[2]


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


def test_the_picture_can_stand_alone_and_is_not_kept(host: Phone, luz: str) -> None:
    answer = host.get(f"/t/{luz}/join.svg")
    assert answer.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert answer.headers["Cache-Control"] == "no-store"


def test_nobody_else_gets_the_picture(luz: str, phone: Phones) -> None:
    assert phone().get(f"/t/{luz}/join.svg").status_code == 404
    assert phone().get("/t/nothing/join.svg").status_code == 404


def test_the_final_page_has_the_corner_too(host: Phone, luz: str) -> None:
    codes = host.codes(luz)
    host.act(luz, "end")
    assert "Stopped, nothing scored" in host.page(f"/t/{luz}")
    assert offered(host, luz) == ("viewer", codes["viewer"]), "nobody comes to keep the score of a game that is over"


def rows(page: str) -> dict[str, list[str]]:
    """The lines of the table "If it ended"."""
    table = re.search(r'<table class="tile pad big-screen">(.*?)</table>', page, re.S)
    lines = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table[1]) if table else []
    return {label: re.findall(r">([^<>]+)</(?:b|td|span)>", cells) for label, cells in lines}


def azul(host: Phone, **options: int) -> str:
    """Five rounds of two in which Ann fills column 1, for 15 points, and Ben nothing."""
    session = host.open("azul", AZUL, **options)
    for number in range(1, 6):
        host.act(session, "enter", {"seat": 0, "typed": 1, f"r{number}": 1, "floor": 0, "marker": 1})
        host.act(session, "enter", {"seat": 1, "typed": 1, "floor": 0})
    return session


def test_what_azul_would_bring_if_it_ended(host: Phone) -> None:
    page = host.page(f"/t/{azul(host)}")
    assert "If it ended after round 5" in page
    assert rows(page) == {
        "rows, 2 each": ["0", "0"],
        "columns, 7 each": ["+7", "0"],
        "colours, 10 each": ["0", "0"],
        "would be": ["17", "0"],
    }


def test_before_the_first_round_nothing_would_be(host: Phone) -> None:
    assert "would be" not in host.page(f"/t/{host.open('azul', AZUL)}")


def test_a_table_that_hides_totals_hides_them_on_the_big_screen(host: Phone, phone: Phones) -> None:
    session = azul(host, hidden=1)
    page = phone().join(host, session, "viewer").page(f"/t/{session}")
    assert rows(page)["would be"] == ["hidden until the end"] * 2
    assert not re.search(r'<span class="big-screen[^"]*"><b class="number">\d', page)
    assert 'class="big-screen tag"' not in page, "who leads is a secret too"


def test_a_plate_tells_what_the_last_entry_added(host: Phone, luz: str) -> None:
    latest = r'data-seat="(\d)".*?<i class="number big-screen(?: negative)?">([^<]+)</i>'
    assert not re.findall(latest, host.page(f"/t/{luz}"))
    host.act(luz, "enter", {"stage": "bets", "b0": 3, "b1": 2, "b2": 0, "b3": 5})
    host.act(luz, "enter", {"stage": "totals", "t0": 3, "t1": 2, "t2": 0, "t3": 5})
    found = dict(re.findall(latest, host.page(f"/t/{luz}")))
    assert len(found) == 4 and set(found.values()) == {"+10"}
