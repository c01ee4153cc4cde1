"""What an act is answered with: a redirect, or for htmx the parts or the notice; whatever came between is said."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from companion.game import Message
from companion.games import all_games
from companion.sessions.live.listener import Audience
from companion.sessions.service import Sessions
from companion.storage.error_messages import StoreError
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import HTMX, ORIGIN, Phone, Phones, bets, mine, notice, totals, trick

form = all_games()["luz"].form

FORM_PARTS = {"head", "notice", "last", "fault", "form", "bar"}


def at(path: str) -> dict[str, str]:
    """The headers of htmx on the page at an address."""
    return {**HTMX, "HX-Current-URL": f"http://localhost{path}"}


def insert_session(answer: TestResponse) -> set[str]:
    """The ids of the parts that htmx puts in place."""
    return set(re.findall(r'id="(\w+)"[^>]* hx-swap-oob="outerMorph"', answer.text))


def test_a_tap_on_the_form_is_answered_with_its_parts(host: Phone, luz: str) -> None:
    enter = f"/t/{luz}/enter"
    answer = host.enter(luz, bets("3 2 1 0"), headers=at(enter))
    assert answer.status_code == 200 and insert_session(answer) == FORM_PARTS
    assert 'data-version="1"' in answer.text and 'data-mode="tricks"' in answer.text
    answer = host.act(luz, "undo", {"back": "enter"}, headers=at(enter))
    assert insert_session(answer) == FORM_PARTS and 'data-mode="bets"' in answer.text
    host.enter(luz, bets("3 2 1 0"))
    answer = host.act(luz, "undo", headers=at(f"/t/{luz}"))
    assert {"stand", "pad", "now"} <= insert_session(answer)


@each_row("current", ["/t/{}/enter?trick=1", "/t/{}", "/", "/t/other/enter", "//[", "\u738b"])
def test_a_tap_elsewhere_leads_to_the_form(host: Phone, luz: str, current: str) -> None:
    answer = host.enter(luz, bets("3 2 1 0"), headers=at(current.format(luz)))
    assert (answer.status_code, answer.headers["HX-Redirect"], answer.text) == (200, f"/t/{luz}/enter", "")
    assert host.version(luz) == 1


def test_what_does_not_stand_is_answered_to_htmx_with_the_notice_alone(host: Phone, luz: str) -> None:
    for what, fields, status in (
        ("enter", {"stage": "bets", "b0": "x"}, 422),
        ("enter", trick(1, 0), 422),
        ("undo", {}, 422),
        ("rematch", {}, 422),
        ("delete", {}, 422),
    ):
        answer = host.act(luz, what, fields, headers=at(f"/t/{luz}/enter"))
        assert answer.status_code == status and insert_session(answer) == {"notice"} and notice(answer)
        page = host.act(luz, what, fields)
        assert page.status_code == status and "<html" in page.text and notice(page) == notice(answer)


@pytest.mark.parametrize("headers", [ORIGIN, HTMX], ids=["page", "htmx"])
def test_what_was_refused_can_be_saved_in_spite_of_it(
    host: Phone, luz: str, phone: Phones, headers: dict[str, str]
) -> None:
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    other.enter(luz, trick(1, 1))
    fields = mine(host.enter(luz, trick(1, 3), seen=1, key="mine", headers=headers))
    assert fields["version"] == "2" and fields["act"] not in ("", "mine")
    assert host.post(f"/t/{luz}/enter", fields).status_code == 303
    answer = host.enter(luz, trick(1, 0), seen=2)
    assert "trick 1 to Dan (the host's phone)" in notice(answer)


def versions(answer: TestResponse) -> list[list[str]]:
    """What stands and what was sent, as the answer shows them side by side."""
    return [version.bold for version in parse(answer.text).by_id("notice").find_all("list")]


def test_both_versions_are_shown_and_only_what_differs(host: Phone, luz: str, phone: Phones) -> None:
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    other.enter(luz, trick(1, 1))
    other.enter(luz, trick(2, 1))
    answer = host.enter(luz, trick(1, 3), seen=1, headers=HTMX)
    assert versions(answer) == [["trick 1 to Ben"], ["trick 1 to Dan"]]
    # A trick that was taken back leaves the deal the same; after another entry what was sent has no place any more.
    other.act(luz, "undo")
    answer = host.enter(luz, trick(2, 3), seen=3, headers=HTMX)
    assert versions(answer)[0] == ["taken back: trick 2 to Ben"] and "Save mine instead" in answer.text
    other.enter(luz, totals("3 2 1 4"))
    answer = host.enter(luz, trick(1, 3), seen=1, headers=HTMX)
    assert len(versions(answer)) == 2 and "Save mine instead" not in answer.text


def made(answer: TestResponse) -> tuple[int, int]:
    """The version that an act made, and since which one nothing else came before it."""
    return int(answer.headers["Act-Version"]), int(answer.headers["Act-Since"])


def test_an_act_tells_the_version_it_made_and_what_came_before_it(host: Phone, luz: str, phone: Phones) -> None:
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


def test_a_disk_that_refuses_is_said_and_the_act_can_be_sent_again(
    host: Phone, luz: str, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError(Message("The disk is full. Nothing was saved; make room and try again."))

    listener = sessions.live.listen(luz, 99, Audience("table", (), "scorer", "en"))
    monkeypatch.setattr(sessions.store, "append", refuse)
    for headers in (ORIGIN, HTMX):
        answer = host.enter(luz, bets("3 2 1 0"), seen=0, key="again", headers=headers)
        assert answer.status_code == 503 and "Nothing was saved" in notice(answer)
    monkeypatch.undo()
    assert listener.events.empty(), "what is not on disk is told to nobody"
    assert host.version(luz) == 0
    assert host.enter(luz, bets("3 2 1 0"), seen=0, key="again").status_code == 303
