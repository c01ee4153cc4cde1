"""Who begins is drawn before the first entry: once for all phones, again from its seed, kept wherever the log goes."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from companion.game import RuleError
from companion.games import all_games
from companion.sessions.table.table import opened_table
from companion.transfer.export_lines import session as session_line
from companion.transfer.exporting import lines
from companion.transfer.validation import validate
from companion.views.http.identity import sessions
from tests.support.page_tree import parse
from tests.support.phones import Phone, Phones, notice
from tests.support.reading import says

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def draw(phone: Phone, session: str, what: str = "first", **fields: object) -> None:
    answer = phone.act(session, "draw", {"what": what, **fields})
    assert answer.status_code == 303, answer.text


def seed_of(phone: Phone, session: str) -> str:
    """The seed of the latest draw in the log."""
    seed = re.search(r"seed ([0-9a-f]{16})<", phone.page(f"/t/{session}/log"))
    assert seed
    return seed[1]


def redrawn(seed: str, names: tuple[str, ...]) -> list[str]:
    """What anybody draws with the seed, as docs/scoresheet.md tells it."""
    order = sorted(range(len(names)), key=lambda seat: hashlib.sha256(f"{seed}/{seat}".encode()).hexdigest())
    return [names[seat] for seat in order]


def sheet(phone: Phone, session: str) -> dict[str, object]:
    return dict(json.loads(phone.get(f"/t/{session}/scoresheet.json").data))


def test_the_seed_in_the_log_draws_the_same_again(host: Phone) -> None:
    session = host.open("open", FOUR)
    assert not any(says(host.page(f"/t/{session}"), f"{name} begins") for name in FOUR)
    draw(host, session)
    first = redrawn(seed_of(host, session), FOUR)[0]
    assert says(host.page(f"/t/{session}"), f"{first} begins")
    assert f"{first} begins, by lot" in host.page(f"/t/{session}/log")
    assert sheet(host, session)["entries"] == [] and host.totals(session) == []


def test_the_order_of_all_is_shown(host: Phone) -> None:
    session = host.open("open", FOUR)
    draw(host, session, "order")
    shown = parse(host.page(f"/t/{session}")).by_id("beginning")
    assert shown.items == redrawn(seed_of(host, session), FOUR)


@pytest.mark.parametrize("game", ["luz", "ingenious"])
def test_who_is_drawn_starts_by_the_option_of_the_game(host: Phone, game: str) -> None:
    session = host.open(game, FOUR)
    draw(host, session, seat=2)
    page = host.page(f"/t/{session}")
    assert says(page, "Cleo begins") and sheet(host, session)["options"]["start"] == 2  # type: ignore[index]
    draw(host, session)
    first = redrawn(seed_of(host, session), FOUR)[0]
    assert sheet(host, session)["options"]["start"] == FOUR.index(first)  # type: ignore[index]
    assert f"{first} begins</h2>" in host.page(f"/t/{session}/enter")


def test_teams_are_drawn_and_keep_their_sizes(host: Phone) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve")
    session = host.open("open", names, teams="two")
    draw(host, session, "teams")
    order = redrawn(seed_of(host, session), names)
    seats = [names.index(name) for name in order]
    assert sheet(host, session)["options"]["teams"] == sorted([sorted(seats[:3]), sorted(seats[3:])])  # type: ignore[index]
    assert "The teams are drawn by lot" in host.page(f"/t/{session}")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"what": "teams"}, "no teams that could be drawn"),
        ({"seat": 7}, "no such seat"),
    ],
)
def test_what_cannot_be_drawn_is_told(host: Phone, fields: dict[str, object], reason: str) -> None:
    session = host.open("open", FOUR)
    refused = host.act(session, "draw", fields)
    assert refused.status_code == 422 and reason in notice(refused)
    assert host.act(session, "draw", {"what": "dice"}).status_code == 400
    assert host.version(session) == 0


def test_an_undo_of_options_takes_back_the_teams_that_were_drawn_since(host: Phone) -> None:
    session = host.open("open", FOUR, teams="two")
    came = host.act(session, "options", {"newcomer": "Eve", "side": "0", "rounds": "", "sure": "1"})
    assert came.status_code == 303, came.text
    draw(host, session, "teams")
    assert host.act(session, "undo").status_code == 303
    got = sheet(host, session)
    assert got["players"] == list(FOUR) and got["options"]["teams"] == [[0, 2], [1, 3]]  # type: ignore[index]
    assert "drawn by lot" not in host.page(f"/t/{session}").split('id="now"')[1].split("</section>")[0]


def test_an_export_has_it_and_refuses_a_draw_that_no_table_makes(host: Phone) -> None:
    session = host.open("luz", FOUR)
    draw(host, session)
    with host.client.application.app_context():
        records = [json.loads(line) for line in lines(sessions().store, sessions().key)]
    exported = next(line for line in records if line.get("session") == session)
    first = FOUR.index(redrawn(seed_of(host, session), FOUR)[0])
    table = opened_table(validate(session_line(exported)), all_games()["luz"])
    assert table.setup.options["start"] == 0, "as it was opened"
    table.catch_up(session_line(exported).log)
    assert table.setup.options["start"] == first and next(iter(table.draws.values())).seats[0] == first
    body = exported["log"][0]["body"]
    for wrong in ({"seed": "x"}, {"seats": 3}, {"what": "teams"}, {"seed": None}):
        exported["log"][0]["body"] = {**body, **wrong}
        with pytest.raises(RuleError):
            validate(session_line(exported))


def test_two_phones_that_draw_at_once_draw_once(host: Phone, phone: Phones) -> None:
    session = host.open("open", FOUR)
    other = phone().join(host, session)
    for drawing in (host, other):
        assert drawing.act(session, "draw", {"what": "first"}, seen=0).status_code == 303
    assert host.version(session) == 1
    draw(other, session)
    assert host.version(session) == 2, "whoever has seen the draw may draw again"
