"""What a big screen adds to the table's page: how others join, and what Azul's walls would bring."""

from __future__ import annotations

from companion import qr_codes
from tests.support.page_tree import parse
from tests.support.phones import Phone, Phones, standings

AZUL = ["Ann", "Ben"]


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


def rows(page: str) -> dict[str, list[str]]:
    """The lines of the table "If it ended"."""
    head, *lines = parse(page).find("table").rows
    assert head == ["If it ended after round 5", *AZUL]
    return {label: points for label, *points in lines}


def azul(host: Phone, **options: int) -> str:
    """Five rounds of two in which Ann fills column 1, for 15 points, and Ben nothing."""
    session = host.open("azul", AZUL, **options)
    for number in range(1, 6):
        host.act(session, "enter", {"seat": 0, "typed": 1, f"r{number}": 1, "floor": 0, "marker": 1})
        host.act(session, "enter", {"seat": 1, "typed": 1, "floor": 0})
    return session


def test_what_azul_would_bring_if_it_ended(host: Phone) -> None:
    assert rows(host.page(f"/t/{azul(host)}")) == {
        "rows, 2 each": ["0", "0"],
        "columns, 7 each": ["+7", "0"],
        "colours, 10 each": ["0", "0"],
        "would be": ["17", "0"],
    }


def test_a_plate_tells_what_the_last_entry_added(host: Phone, luz: str) -> None:
    assert standings(host.page(f"/t/{luz}")) == {0: "Ann", 1: "Ben", 2: "Cleo", 3: "Dan"}
    host.act(luz, "enter", {"stage": "bets", "b0": 3, "b1": 2, "b2": 0, "b3": 5})
    host.act(luz, "enter", {"stage": "totals", "t0": 3, "t1": 2, "t2": 0, "t3": 5})
    plates = [f"{place} 10 {name} +10" for place, name in enumerate(("Ann", "Ben", "Cleo", "Dan"), 1)]
    assert sorted(plate[2:] for plate in standings(host.page(f"/t/{luz}")).values()) == [plate[2:] for plate in plates]
