"""What people do at a table, what each act is answered with, and what each role may and sees; entering Luz."""

import re
from unittest.mock import Mock

import pytest

from companion.engine import Message
from companion.forms.form import Part
from companion.games import all_games
from companion.live.audiences import Audience
from companion.storage.error_messages import StoreError
from tests.support.each_row import each_row
from tests.support.open_page import shown
from tests.support.page_tree import parse
from tests.support.phones import HTMX, ORIGIN, bets, mine, notice, totals, trick
from tests.support.reading import parts, read_text, without_ids

DEAL = totals("3 2 0 5")  # after bets("3 2 1 0"): 10, 10, -5, -25


def test_after_the_end_nothing_is_entered(host, luz, sessions):
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


def test_whoever_opens_the_page_of_the_host_is_led_back_to_the_table(host, luz, phone):
    refused = phone().join(host, luz).get(f"/t/{luz}/host")
    assert refused.status_code == 403 and f'href="/t/{luz}"' in refused.text


def test_a_viewer_can_pass_on_viewing_only(host, luz, phone):
    viewer = phone().join(host, luz, "viewer")
    codes, links = host.codes(luz), host.links(luz)
    page = viewer.page(f"/t/{luz}/share")
    assert codes["viewer"] in page and links["viewer"] in page
    assert codes["scorer"] not in page and links["scorer"] not in page
    assert len(parts(page, "img")) == 1, "one QR code"
    assert phone().join(host, luz, "scorer").codes(luz) == codes, "a scorer can pass on scoring"


def test_a_rematch_carries_players_phones_roles_seats_and_that_totals_are_hidden(host, phone, sessions):
    luz = host.open("luz", start=3, negative_totals=1, hidden=1)
    host.act(luz, "sit", {"seat": 3})
    scorer, viewer = phone().join(host, luz), phone().join(host, luz, "viewer")
    assert host.act(luz, "rematch").status_code == 422, "while the game is running"
    host.act(luz, "end")
    again = scorer.act(luz, "rematch").location.split("/")[2]
    table = sessions.table(again)
    assert table.hides and table.claims == {3: 1}
    assert table.setup.players == ("Ann", "Ben", "Cleo", "Dan")
    assert table.setup.options == {"start": 0, "final_start": "deal-4", "negative_totals": False}
    assert sessions.store.members(again) == sessions.store.members(luz)
    sure = {**bets("1 1 1 1"), "sure": 1}
    assert viewer.act(again, "undo").status_code == 403 and scorer.enter(again, sure).status_code == 303
    assert host.get(f"/t/{again}/host").status_code == 200
    assert host.links(again).keys() == {"scorer", "viewer"} and host.codes(again) != host.codes(luz)


def test_two_rematches_are_one(host, luz, phone):
    other = phone().join(host, luz)
    host.act(luz, "end")
    answers = [host.act(luz, "rematch", seen=1, key="tap") for _ in range(2)]
    answers += [other.act(luz, "rematch", seen=1), other.act(luz, "rematch")]
    assert len({answer.location for answer in answers}) == 1
    page = host.page(f"/t/{luz}")
    assert answers[0].location in page and f"/t/{luz}/again" in page, "the final page leads there, and to another game"
    assert len(set(re.findall(r'href="/t/[^/"]+"', host.page("/")))) == 2


def test_a_rematch_that_was_deleted_can_be_opened_again(host, luz):
    host.act(luz, "end")
    first = host.act(luz, "rematch").location
    assert host.act(first.split("/")[2], "delete", {"sure": "yes"}).status_code == 303
    assert first not in host.page(f"/t/{luz}"), "the final page leads nowhere"
    second = host.act(luz, "rematch").location
    assert second != first and second in host.page(f"/t/{luz}")


@each_row("sure", [{}, {"sure": ""}, {"sure": "no"}, {"sure": "YES"}])
def test_deleting_wants_a_second_tap(host, luz, sure):
    answer = host.act(luz, "delete", sure)
    assert answer.status_code == 422 and "Tap Delete, then Yes" in notice(answer)
    assert host.version(luz) == 0


def test_a_deleted_table_is_gone_for_all(host, luz, phone, sessions):
    other = phone().join(host, luz)
    code, link = host.codes(luz)["scorer"], host.links(luz)["scorer"]
    host.enter(luz, bets("3 2 1 0"))
    assert host.act(luz, "delete", {"sure": "yes"}).location == "/"
    for gone in (host, other):
        assert gone.get(f"/t/{luz}").status_code == gone.act(luz, "enter", DEAL, seen=1).status_code == 404
        assert luz not in gone.page("/")
        assert gone.act(luz, "delete", {"sure": "yes"}, seen=1).status_code == 303, "it is deleted: sent again"
    assert phone().post("/join", {"code": code}).status_code == phone().get(link).status_code == 404
    assert not [row for name in ("events", "links", "members") for row in sessions.store.rows(f"SELECT * FROM {name}")]
    assert "Ann" not in without_ids(host.page("/new/luz")), "its players are not offered again"


@each_row("key", all_games())
def test_the_table_page_tells_a_scorer_who_can_stop_the_game(host, phone, key):
    session = host.open(key, ["Ann", "Ben", "Cleo"])
    scorer, viewer = phone().join(host, session), phone().join(host, session, "viewer")
    is_host_alone = key != "open"  # whose form has a key that ends the game
    for who, is_told in ((scorer, is_host_alone), (host, False), (viewer, False), (scorer, False)):
        page = read_text(shown(who.page(f"/t/{session}")))
        assert ("Only the host can stop the game." in page) == is_told
        if who is viewer:
            host.act(session, "end")


FORM_PARTS = {"head", "notice", "last", "fault", "form", "bar"}


def at(path):
    """The headers of htmx on the page at an address."""
    return {**HTMX, "HX-Current-URL": path if path.startswith("http") else f"http://localhost{path}"}


def insert_session(answer):
    found = re.findall(r'hx-target="#(\w+)"|id="(\w+)"[^>]* hx-swap-oob', answer.text)
    return {target or part for target, part in found}


def test_a_tap_on_the_form_is_answered_with_its_parts(host, luz):
    enter = f"/t/{luz}/enter"
    answer = host.enter(luz, bets("3 2 1 0"), headers=at(enter))
    assert answer.status_code == 200 and insert_session(answer) == FORM_PARTS
    assert 'data-version="1"' in answer.text and 'data-mode="tricks"' in answer.text
    answer = host.act(luz, "undo", {"back": "enter"}, headers=at(enter))
    assert insert_session(answer) == FORM_PARTS and 'data-mode="bets"' in answer.text
    host.enter(luz, bets("3 2 1 0"))
    answer = host.act(luz, "undo", headers=at(f"/t/{luz}"))
    assert {"stand", "pad", "now"} <= insert_session(answer)


@each_row("current", ["/t/{}/enter?trick=1", "/t/{}", "/", "/t/other/enter", "//[", "http://[", "\u738b"])
def test_a_tap_elsewhere_leads_to_the_form(host, luz, current):
    answer = host.enter(luz, bets("3 2 1 0"), headers=at(current.format(luz)))
    assert (answer.status_code, answer.headers["HX-Redirect"], answer.text) == (200, f"/t/{luz}/enter", "")
    assert host.version(luz) == 1


def test_what_does_not_stand_is_answered_to_htmx_with_the_notice_alone(host, luz):
    refused = [(what, {}) for what in ("undo", "rematch", "delete")]
    for what, fields in (("enter", {"stage": "bets", "b0": "x"}), ("enter", trick(1, 0)), *refused):
        answer = host.act(luz, what, fields, headers=at(f"/t/{luz}/enter"))
        assert answer.status_code == 422 and insert_session(answer) == {"notice"} and notice(answer)
        page = host.act(luz, what, fields)
        assert page.status_code == 422 and "<html" in page.text and notice(page) == notice(answer)


@pytest.mark.parametrize("headers", [ORIGIN, HTMX], ids=["page", "htmx"])
def test_what_was_refused_can_be_saved_in_spite_of_it(host, luz, phone, headers):
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    other.enter(luz, trick(1, 1))
    fields = mine(host.enter(luz, trick(1, 3), seen=1, key="mine", headers=headers))
    assert fields["version"] == "2" and fields["act"] not in ("", "mine")
    assert host.post(f"/t/{luz}/enter", fields).status_code == 303
    answer = host.enter(luz, trick(1, 0), seen=2)
    assert "trick 1 to Dan (the host's phone)" in notice(answer)


def made(answer):
    """The version that an act made, and since which one nothing else came before it."""
    return int(answer.headers["Act-Version"]), int(answer.headers["Act-Since"])


def test_an_act_tells_the_version_it_made_and_what_came_before_it(host, luz, phone):
    other = phone().join(host, luz)
    assert made(host.enter(luz, bets("3 2 1 0"), key="first", headers=HTMX)) == (1, 0)
    assert made(host.enter(luz, trick(1, 0), headers=HTMX)) == (2, 1)
    other.enter(luz, trick(2, 1))
    assert made(host.enter(luz, trick(3, 2), seen=3, headers=HTMX)) == (4, 3)
    other.act(luz, "sit", {"seat": 1})  # apart from what is entered
    assert made(host.enter(luz, trick(4, 2), seen=4, headers=HTMX)) == (6, 4)
    # Asked again, it tells the same.
    assert made(host.enter(luz, bets("3 2 1 0"), seen=0, key="first", headers=HTMX)) == (1, 0)
    assert "Act-Version" not in host.enter(luz, trick(9, 2), headers=HTMX).headers


def test_a_disk_that_refuses_is_said(host, luz, sessions, monkeypatch):
    refuse = Mock(side_effect=StoreError(Message("The disk is full. Nothing was saved; make room and try again.")))
    listener = sessions.live.listen(luz, 99, Audience("table", (), "scorer", "en"))
    monkeypatch.setattr(sessions.store, "append", refuse)
    for headers in (ORIGIN, HTMX):
        answer = host.enter(luz, bets("3 2 1 0"), seen=0, key="again", headers=headers)
        assert answer.status_code == 503 and "Nothing was saved" in notice(answer)
    monkeypatch.undo()
    assert not listener.waiting, "what is not on disk is told to nobody"
    assert host.version(luz) == 0
    assert host.enter(luz, bets("3 2 1 0"), seen=0, key="again").status_code == 303


def test_a_table_deleted_in_the_middle_of_an_act(host, luz, sessions, monkeypatch):
    def read(*_):
        sessions.store.delete_session(luz)
        return Part("bets", [])

    monkeypatch.setattr(all_games()["luz"].form, "read", read)
    answer = host.enter(luz, bets("3 2 1 0"), seen=0)
    assert answer.status_code == 404 and notice(answer)


@each_row("what", ["undo", "enter", "entries/1/remove"])
def test_an_act_on_a_version_that_is_not_there_yet_changes_nothing(host, luz, what):
    for fields in (bets("3 2 1 0"), DEAL):
        host.enter(luz, fields)
    stands = host.version(luz)
    answer = host.act(luz, what, bets("3 2 1 0") if what == "enter" else {}, seen=stands + 1)
    assert answer.status_code == 409 and host.version(luz) == stands


def chosen(page):
    return {key["name"]: key["value"] for key in parse(page).find_all("radio") if "checked" in key}


def test_bets_are_asked_for_in_bidding_order(host):
    luz = host.open("luz", start=2)
    assert "Cleo still has to bet" in notice(host.enter(luz, {"stage": "bets"}))
    for bad in ("", "11", "-1", "x", "1.5", "²", "99999"):
        answer = host.enter(luz, {**bets("3 2s 1 0"), "b0": bad})
        assert answer.status_code == 422 and "Ann still has to bet" in notice(answer), bad
        assert chosen(answer.text) == {"b1": "2", "b2": "1", "b3": "0"}
        assert "checked" in parse(answer.text).with_attribute("name", "s1")[0], "the safety bead"
    assert host.version(luz) == 0


def test_what_does_not_fit_the_tricks_is_said(host, luz):
    for fields in (trick(1, 0), totals("3 2 1 4"), {"stage": "score"}):
        assert "the bets of Ann, Ben, Cleo, Dan are needed" in notice(host.enter(luz, fields))
    host.enter(luz, bets("3 2 1 0"))
    for fields, sentence in (
        (trick(2, 0), "Trick 1 comes first"),
        (trick(1, 4), "Tap the player"),
        (trick(0, 0), "Tap the player"),
        (trick(11, 0), "Tap the player"),
        ({"stage": "trick", "trick": 1}, "Tap the player"),
        ({"stage": "score"}, "0 of 10 tricks are in"),
        ({"stage": "cheat"}, "neither bets nor tricks"),
        ({}, "neither bets nor tricks"),
    ):
        answer = host.enter(luz, fields)
        assert answer.status_code == 422 and sentence in notice(answer), fields
    assert host.version(luz) == 1


def test_what_was_typed_stays_where_others_were_faster(host, luz, phone):
    other = phone().join(host, luz)
    other.enter(luz, bets("1 1 1 1"))
    answer = host.enter(luz, bets("3 2s 1 0"), seen=0)
    assert answer.status_code == 409 and "Ann bets 1, Ben bets 1, Cleo bets 1, Dan bets 1 (phone 2)" in notice(answer)
    assert chosen(answer.text) == {"b0": "3", "b1": "2", "b2": "1", "b3": "0"} and "<html" in answer.text
    assert "Save mine instead" in answer.text
    assert host.enter(luz, bets("3 2s 1 0"), seen=1).status_code == 303, "saved in spite of it"
    assert host.enter(luz, bets("1 1 1 1"), seen=99).status_code == 409, "a version that is still to come"


def test_what_may_be_cut_is_whole_in_its_title(host):
    title = "The Quest for the Lost Harbour"
    page = parse(host.page(f"/t/{host.open('open', ('Ann', 'Maximiliane'), title=title)}"))
    titles = [part.attributes.get("title") for part in page.with_attribute("title")]
    assert titles.count(title) == 1, "the head"
    assert titles.count("Maximiliane") == 2 and "Ann" not in titles, "plate and tab"
