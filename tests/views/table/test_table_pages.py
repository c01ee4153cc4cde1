"""What people do at a table beside entering: undo, end, play again, delete; and what each role may and sees."""

from __future__ import annotations

import re
import sqlite3

from flask import Flask

from companion.sessions.service import Sessions
from tests.support.each_row import each_row
from tests.support.phones import HTMX, ORIGIN, Phone, Phones, bets, hand, notice, totals, trick
from tests.support.reading import parts, without_ids

DEAL = totals("3 2 0 5")  # after bets("3 2 1 0"): 10, 10, -5, -25


def play_deal(phone: Phone, session: str, bid: str = "3 2 1 0", taken: str = "3 2 0 5") -> None:
    assert phone.enter(session, bets(bid)).status_code == 303
    assert phone.enter(session, totals(taken)).status_code == 303


def test_undo_gives_the_draft_of_an_entry_back(host: Phone, luz: str) -> None:
    host.enter(luz, bets("3 2s 1 0"))
    host.enter(luz, trick(1, 2))
    host.enter(luz, DEAL)
    assert host.totals(luz) == [10, 5, -5, -25]
    assert host.act(luz, "undo").location == f"/t/{luz}"
    assert host.totals(luz) == []
    page = host.page(f"/t/{luz}/enter")
    assert page.count("bead blue") == 1 and 'name="trick" value="2"' in page


def test_undo_goes_back_to_the_very_start_and_no_further(host: Phone, fifty: str) -> None:
    host.enter(fifty, hand(0, "G1 G2 Y3 O2"))
    host.enter(fifty, hand(1, "G3 T3 Y2 O3"))
    assert host.totals(fifty) == [3, 3]
    for _ in range(2):
        assert host.act(fifty, "undo", {"back": "enter"}).location == f"/t/{fifty}/enter"
    assert host.version(fifty) == 4 and "/undo" not in host.page(f"/t/{fifty}")
    answer = host.act(fifty, "undo")
    assert answer.status_code == 422 and "Nothing has been entered yet" in notice(answer)
    assert host.version(fifty) == 4


def test_a_finished_game_that_is_undone_has_no_result(host: Phone, luz: str, sessions: Sessions) -> None:
    play_deal(host, luz)
    assert host.act(luz, "end").location == f"/t/{luz}"
    row = sessions.store.session(luz)
    assert row and row.result == {"totals": [10, 10, -5, -25], "ranking": [[0], [1], [2], [3]]}
    assert "Final ranking" in host.page(f"/t/{luz}")
    assert host.act(luz, "undo").status_code == 303
    row = sessions.store.session(luz)
    assert row and row.result is None
    assert "Final ranking" not in host.page(f"/t/{luz}")
    assert host.enter(luz, bets("1 1 1 1")).status_code == 303


def test_after_the_end_nothing_is_entered(host: Phone, luz: str, sessions: Sessions) -> None:
    host.enter(luz, bets("3 2 1 0"))
    host.act(luz, "end")
    assert host.get(f"/t/{luz}/enter").location == f"/t/{luz}"
    for fields in (bets("1 1 1 1"), DEAL, {"stage": "score"}):
        for headers in (ORIGIN, HTMX):
            answer = host.act(luz, "enter", fields, headers=headers)
            assert answer.status_code == 422 and notice(answer)
    assert host.act(luz, "end").location == f"/t/{luz}", "what is over already needs no sentence"
    row = sessions.store.session(luz)
    assert host.version(luz) == 2 and row and row.result, "and the result stands"


def test_whoever_opens_the_page_of_the_host_is_led_back_to_the_table(host: Phone, luz: str, phone: Phones) -> None:
    refused = phone().join(host, luz).get(f"/t/{luz}/host")
    assert refused.status_code == 403 and f'href="/t/{luz}"' in refused.text


def test_a_viewer_can_pass_on_viewing_only(host: Phone, luz: str, phone: Phones) -> None:
    viewer = phone().join(host, luz, "viewer")
    codes, links = host.codes(luz), host.links(luz)
    page = viewer.page(f"/t/{luz}/share")
    assert codes["viewer"] in page and links["viewer"] in page
    assert codes["scorer"] not in page and links["scorer"] not in page
    assert len(parts(page, "img")) == 1, "one QR code"
    assert phone().join(host, luz, "scorer").codes(luz) == codes, "a scorer can pass on scoring"


def test_a_rematch_carries_players_phones_and_roles_and_turns_the_start(
    host: Phone, phone: Phones, sessions: Sessions
) -> None:
    luz = host.open("luz", start=3, negative_totals=1)
    scorer, viewer = phone().join(host, luz), phone().join(host, luz, "viewer")
    assert host.act(luz, "rematch").status_code == 422, "while the game is running"
    host.act(luz, "end")
    again = scorer.act(luz, "rematch", seen=1).location.split("/")[2]
    table = sessions.table(again)
    assert table and table.setup.players == ("Ann", "Ben", "Cleo", "Dan")
    assert table.setup.options == {"start": 0, "final_start": "deal-4", "negative_totals": False}
    assert sessions.store.members(again) == sessions.store.members(luz)
    assert viewer.act(again, "undo").status_code == 403 and scorer.enter(again, bets("1 1 1 1")).status_code == 303
    assert host.get(f"/t/{again}/host").status_code == 200
    assert host.links(again).keys() == {"scorer", "viewer"} and host.codes(again) != host.codes(luz)


def test_two_rematches_are_one(host: Phone, luz: str, phone: Phones) -> None:
    other = phone().join(host, luz)
    host.act(luz, "end")
    answers = [
        host.act(luz, "rematch", seen=1, key="tap"),
        host.act(luz, "rematch", seen=1, key="tap"),
        other.act(luz, "rematch", seen=1),
        other.act(luz, "rematch"),
    ]
    assert len({answer.location for answer in answers}) == 1
    assert answers[0].location in host.page(f"/t/{luz}"), "the final page leads there"
    assert len(re.findall(r'href="/t/', host.page("/"))) == 2


def test_a_rematch_that_was_deleted_can_be_opened_again(host: Phone, luz: str) -> None:
    host.act(luz, "end")
    first = host.act(luz, "rematch").location
    assert host.act(first.split("/")[2], "delete", {"sure": "yes"}).status_code == 303
    assert first not in host.page(f"/t/{luz}"), "the final page leads nowhere"
    second = host.act(luz, "rematch").location
    assert second != first and second in host.page(f"/t/{luz}")


@each_row("sure", [{}, {"sure": ""}, {"sure": "no"}, {"sure": "YES"}])
def test_deleting_wants_a_second_tap(host: Phone, luz: str, sure: dict[str, str]) -> None:
    answer = host.act(luz, "delete", sure)
    assert answer.status_code == 422 and "Tap Delete, then Yes" in notice(answer)
    assert host.version(luz) == 0


def test_a_deleted_table_is_gone_for_all(app: Flask, host: Phone, luz: str, phone: Phones) -> None:
    other = phone().join(host, luz)
    code, link = host.codes(luz)["scorer"], host.links(luz)["scorer"]
    host.enter(luz, bets("3 2 1 0"))
    assert host.act(luz, "delete", {"sure": "yes"}).location == "/"
    for gone in (host, other):
        assert gone.get(f"/t/{luz}").status_code == gone.act(luz, "enter", DEAL, seen=1).status_code == 404
        assert luz not in gone.page("/") and gone.act(luz, "delete", {"sure": "yes"}, seen=1).status_code == 404
    assert phone().post("/join", {"code": code}).status_code == phone().get(link).status_code == 404
    with sqlite3.connect(app.config["DATABASE"]) as db:
        left = [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("events", "links", "members")]
    db.close()
    assert left == [0, 0, 0]
    assert "Ann" not in without_ids(host.page("/new/luz")), "its players are not offered again"


@each_row("what", ["undo", "redo", "enter", "end", "entries/1/remove", "rematch"])
def test_an_act_on_a_version_that_is_not_there_yet_changes_nothing(host: Phone, luz: str, what: str) -> None:
    play_deal(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    host.act(luz, "undo")
    if what == "rematch":
        host.act(luz, "end")
    stands = host.version(luz)
    fields = bets("3 2 1 0") if what == "enter" else {}
    answer = host.act(luz, what, fields, seen=stands + 1)
    assert answer.status_code in (404, 409) and host.version(luz) == stands
