"""The replay of a game: any moment of it, what lay on the table, why, and the way to the other moments."""

import re

from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import bets, totals
from tests.support.reading import labels, says

# What a moment of each game shows of the table, beside totals and reasons; the world's tables are in this order.
DRAWN = {
    "luz": ("Ann bet 4 with safety, took 4", 2),
    "5211": ("green 4 1 Ann 2 Ann 3 Ann 4 Ann out", 2),
    "azul": ("Wall of Ann: row 1: blue in column 1, yellow in column 2, new, +2; ", 2),
    "ingenious": ("Row 7, space 11: red", 5),
    "salamanca": ("farm of Dan, worth 2, row 1, column 1", 8),
    "open": ("Ann +6", 2),
}


def shown_totals(page):
    plates = {seat: re.match(r"(?:\d+ )?(−?\d+) ", text) for seat, text in plates_of(page).items()}
    return {str(seat): total[1] for seat, total in plates.items() if total}


def plates_of(page):
    return parse(page).by_id("moment").find("list").by_seat()


@each_row(("place", "game"), [*enumerate(DRAWN)])
def test_each_moment_is_drawn_with_its_reasons_and_totals(world, place, game):
    session, (drawn, number) = world.tables[place], DRAWN[game]
    table = world.sessions.table(session)
    for role in ("host", "viewer"):
        page = world.phones[role].page(f"/t/{session}/replay/{number}")
        assert says(page, drawn) or any(label.startswith(drawn) for label in labels(page))
        assert "/enter" not in page and "<form" not in page
        assert f"{number} / {len(table.entries)}" in page
        assert {int(total.replace("−", "-")) for total in shown_totals(page).values()} == {*table.states[number].totals}
        assert 'id="cursor"' in page
        others = {1, number - 1, number + 1, len(table.entries)} - {number, len(table.entries) + 1}
        led = {int(to) for to in re.findall(rf'href="/t/{session}/replay/(\d+)"', page)}
        assert others <= led, (others, led)
    assert world.phones["stranger"].get(f"/t/{session}/replay/{number}").status_code == 404


@each_row("place", range(len(DRAWN)))
def test_a_script_can_load_all_moments_in_advance(world, place):
    session = world.tables[place]
    viewer = world.phones["viewer"]
    table = world.sessions.table(session)
    moments = {}
    while len(moments) < len(table.entries):
        answer = viewer.get(f"/t/{session}/replay/steps?from={len(moments) + 1}").json
        assert answer["version"] == table.version and answer["count"] == len(table.entries)
        moments |= answer["moments"]
    assert list(moments) == [str(number) for number in range(1, len(table.entries) + 1)]
    for number, moment in moments.items():
        assert moment in viewer.page(f"/t/{session}/replay/{number}")


@each_row("number", ["0", "4", "99", str(2**63), "9" * 400])
def test_an_entry_that_is_not_there_gets_a_sentence(world, number):
    answer = world.phones["host"].get(f"/t/{world.tables[0]}/replay/{number}")
    assert answer.status_code == 404 and "There is no such entry in this game any more." in answer.text
    assert f"/t/{world.tables[0]}/replay/3" in answer.text, "the way to the last one"


def test_a_replay_follows_undo_end_and_deletion(host, luz):
    for fields in (bets("3 2 1 0"), totals("3 2 0 5")) * 2:
        host.enter(luz, fields)
    assert host.get(f"/t/{luz}/replay").location == f"/t/{luz}/replay/1"
    assert shown_totals(host.page(f"/t/{luz}/replay/2"))["0"] == "30"
    host.act(luz, "undo")
    assert host.get(f"/t/{luz}/replay/2").status_code == 404
    host.act(luz, "end")
    page = host.page(f"/t/{luz}/replay/2")
    assert "The table stopped here" in page and shown_totals(page)["0"] == "10"
    assert plates_of(page)[0].startswith("1 10 Ann"), "places are shown"
    host.act(luz, "delete", {"sure": "yes"})
    assert host.get(f"/t/{luz}/replay/1").status_code == 404


def test_the_host_can_send_a_moment_to_who_is_no_member(host, luz, phone):
    for fields in (bets("3 2 1 0"), totals("3 2 0 5")):
        host.enter(luz, fields)
    stranger, scorer, path = phone(), phone().join(host, luz), host.shared(luz, "replay")
    assert "/replay/" not in scorer.page(f"/t/{luz}/share"), "it is the host's to give"
    assert stranger.get(path).location == f"{path}/1"
    answer = stranger.get(f"{path}/1")
    assert answer.status_code == 200 and shown_totals(answer.text)["0"] == "10"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert f"/t/{luz}" not in answer.text, "nothing leads to the table"
    assert list(stranger.get(f"{path}/steps").json["moments"]) == ["1"]
    assert stranger.get(f"/t/{luz}").status_code == 404, "it made nobody a member"
    assert stranger.get(path.replace("/replay/", "/r/")).status_code == 404, "each link is for one thing"
    assert stranger.get(f"{path}/2").status_code == 404


def test_new_links_withdraw_the_replay(host, luz, phone):
    stranger, path = phone(), host.shared(luz, "replay")
    assert "Nothing is entered yet." in stranger.page(path)
    host.post(f"/t/{luz}/renew", {"generation": "0"})
    for old in (path, f"{path}/1", "/replay/x", f"/replay/{luz}/1", f"/replay/{'é' * 34}/1", f"/replay/{'x' * 3000}"):
        answer = stranger.get(old)
        assert answer.status_code == 404 and "This link shows nothing." in answer.text
    assert stranger.get(f"{path}/steps").status_code == 404
    now = host.shared(luz, "replay")
    assert now != path and stranger.get(now).status_code == 200
    host.act(luz, "delete", {"sure": "yes"})
    assert stranger.get(now).status_code == 404
