"""A group and its players with a long past that was imported: the games played most, the others by search."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask

from tests.support.groups import link, make_group, section, table
from tests.support.page_tree import parse
from tests.support.past_plays import export, game, play, score
from tests.support.phones import ORIGIN, Phone, Phones
from tests.support.reading import read_text, without_ids

NAMES = ["Fay", "Éric", "Eric", *[f"Guest {number:02}" for number in range(1, 13)]]
OFTEN = 12  # games that were played twice or more, "Often 1" most
ONCE = 30


def past() -> bytes:
    """Often played games, of which the second has the lowest total win, games played once, and one of Fay alone."""
    games = [game(1, "Often 1"), game(2, "Often 2", highestWins=False)]
    games += [game(number, f"Often {number}") for number in range(3, OFTEN + 1)]
    games += [game(OFTEN + number, f"Once {number}") for number in range(1, ONCE + 1)]
    plays: list[dict[str, Any]] = []
    for number in range(1, OFTEN + ONCE + 1):
        for _ in range(max(1, 2 * (OFTEN + 1 - number))):
            count = len(plays) + 1
            others = [score(4 + (count + place) % 12, 40 + place) for place in range(2)]
            won = {"Fay": (score(1, 30, winner=True), score(2, 50)), "Éric": (score(1, 30), score(2, 50, winner=True))}
            first = won["Fay" if number == 2 else "Éric"]
            plays.append(play(count, number, *first, *others, at=f"2024-05-{1 + count % 28:02} 20:15:00"))
    plays.append(play(999, 1, score(1, 77, winner=True)))
    return export(NAMES, games, plays)


@pytest.fixture
def group(app: Flask, host: Phone) -> str:
    address = make_group(host, *NAMES)
    fields = {"file": (io.BytesIO(past()), "plays.json")}
    job = host.client.post("/import/past", data=fields, headers=ORIGIN, content_type="multipart/form-data").location
    assert job and host.post(f"{job}/group", {"group": address.rpartition("/")[2]}).status_code == 303
    assert host.post(f"{job}/start").status_code == 303
    app.extensions["companion.past"].wait(job.rpartition("/")[2])
    return address


def headings(page: str) -> list[str]:
    """The games that a page tells about."""
    return [part.find("heading").text for part in parse(page).with_attribute("data-game")]


def test_the_games_played_most_are_told_and_others_are_found(host: Phone, phone: Phones, group: str) -> None:
    often = [f"Often {number}" for number in range(1, 11)]
    for reader, page in ((host, group), (host, "/players/fay"), (phone(), link(host, group, "watch"))):
        shown = reader.page(page)
        assert headings(shown) == often, page
        others = parse(shown).by_id("other-games").find_all("link")
        assert [other.text for other in others[:3]] == ["Often 11 4", "Often 12 2", "Once 1 1"], page
        assert len(others) == 2 + ONCE
        assert headings(reader.page(str(others[-1]["href"])))[0] == "Once 9", "a title leads to its game"
        assert headings(reader.page(f"{page}?find=once 7"))[0] == "Once 7"
        assert headings(reader.page(f"{page}?find=once 1"))[0] == "Once 1" and "Once 10" in shown
        none = reader.page(f"{page}?find=chess")
        assert "data-game=" not in none and "No game fits" in none
    found = section(host.page(f"{group}?find=once 7"), "records")
    assert "Highest total in Once 7" in found and "in a row" not in found


def test_one_source_says_which_total_wins(host: Phone, group: str) -> None:
    """Also where somebody marked another as the winner: the record of the group is the best total of who holds it."""
    records = section(host.page(group), "records")
    assert "Fay Lowest total in Often 2, " in records and "Éric Highest total in Often 1, " not in records
    assert "Fay Highest total in Often 1, " in records and " 77" in records
    for name, best in (("Often 1", "77"), ("Often 2", "30")):
        part = next(part for part in parse(host.page("/players/fay")).with_attribute("data-game")
                    if part.find("heading").text == name)  # fmt: skip
        assert f"{best} best total" in part.text


def test_what_is_shown_of_how_many_is_said(host: Phone, group: str) -> None:
    page = host.page(group)
    contests = sum(max(1, 2 * (OFTEN + 1 - number)) for number in range(1, OFTEN + ONCE + 1))
    rows = table(page, "standings")
    fay = next(row for row in rows if row[0] == "Fay")
    assert len(rows) == 10 and fay[1:3] == [str(contests + 1), f"22 of {contests}"]
    assert "Won, % and places count games with opponents." in section(page, "standings")
    more = parse(page).by_id("standings").find("link")
    assert more.text == "All 14 players" and len(table(host.page(str(more["href"])), "standings")) == 14
    text = read_text(without_ids(host.page("/players/fay")))
    assert f"the latest 24 of {contests} games" in text and f"22 of {contests} won of the games with opponents" in text
    assert "a tile for each of the latest 11 games" in text


def test_what_cannot_be_replayed_has_no_key_for_it(host: Phone, group: str) -> None:
    for page in (group, f"{group}/games", "/players/fay"):
        assert not parse(host.page(page)).has("link", "Replay"), page
    session = host.page("/history").partition('href="/t/')[2].partition('"')[0]
    answer = read_text(host.get(f"/t/{session}/replay").text)
    assert "nothing to replay" in answer and "Delete it" not in answer


def test_accents_do_not_part_names(host: Phone, group: str) -> None:
    names = [name["value"] for name in parse(host.page(f"{group}/edit")).with_attribute("name", "player")]
    assert names[:3] == ["Eric", "Éric", "Fay"]
