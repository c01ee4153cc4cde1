"""What is saved on an open score sheet is closed until somebody taps "Change"; then the first digit takes its place."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.open.test_entering import THREE, enter, form, typed
from tests.support.page_tree import parse
from tests.support.phones import Phone

KEY = re.compile(r'name="key"')


def shown(page: str) -> list[str]:
    """The saved numbers that the form only shows."""
    parts = [part for part in parse(page) if re.search(r"-saved-\d+$", part.attributes.get("id", ""))]
    return [part.text for part in parts if part.role != "textbox"]


def change(page: str) -> str:
    """The address at which what is saved can be changed."""
    return parse(page).find("link", "Change")["href"]


def can_save(page: str) -> bool:
    return any("data-save" in button for button in parse(page).find_all("button"))


@pytest.fixture
def golf(host: Phone) -> str:
    return host.open("open", THREE, title="Mini golf", rounds="2")


def test_a_saved_number_is_shown_and_takes_no_key(host: Phone, golf: str) -> None:
    enter(host, golf, 0, "26")
    page = form(host, golf, seat=0)
    assert shown(page) == ["26"] and typed(page) == [] and not KEY.search(page)
    assert "Waiting for Ben, Cleo" in page
    assert not can_save(page) and can_save(form(host, golf, seat=1))
    enter(host, golf, 1, "-0")
    assert "Waiting for Cleo" in form(host, golf, seat=0)


def test_change_opens_it_and_the_first_digit_begins_anew_without_script(host: Phone, golf: str) -> None:
    enter(host, golf, 0, "26")
    page = host.page(change(form(host, golf, seat=0)))
    assert typed(page) == ["26"] and KEY.search(page)
    sent: dict[str, Any] = {name: value for name, value in parse(page).by_id("entry").fields if name != "n0"}
    assert typed(form(host, golf, **sent, n0="26", key="d5")) == ["5"]
    assert typed(form(host, golf, **sent, n0="26", key="p")) == ["26+"]
    page = form(host, golf, seat=0, n0="5", key="d1")
    assert typed(page) == ["51"], "only the first digit does"
    enter(host, golf, 0, "5")
    assert shown(form(host, golf, seat=0)) == ["5"]


def test_the_next_round_is_open(host: Phone, golf: str) -> None:
    for seat in range(3):
        enter(host, golf, seat, "26")
    page = form(host, golf, seat=0)
    assert typed(page) == [""] and "Waiting for" not in page
    assert host.totals(golf) == [26, 26, 26]


def test_a_team_is_saved_together_and_waits_for_the_other_one(host: Phone) -> None:
    table = host.open("open", [*THREE, "Dan"], title="Tichu", rounds="3", teams="two", negative="1", halves="1")
    enter(host, table, 2, "12+5-3.5")
    for seat in (0, 2):
        page = form(host, table, seat=seat)
        assert shown(page) == ["12+5−3.5"] and "= 13.5" in page
        assert "Waiting for Ben, Dan" in page


def test_lines_are_closed_together_and_each_begins_anew(host: Phone) -> None:
    table = host.open("open", ["Ann", "Ben"], title="Harbour", count="lines", line=["cards", "coins"])
    enter(host, table, 0, "7", "8", kind="lines")
    page = form(host, table, seat=0)
    assert shown(page) == ["7", "8"] and "Waiting for Ben" in page
    assert typed(form(host, table, seat=0, n0="7", n1="8", at=0, key="n")) == ["7", "8"]
    assert typed(form(host, table, seat=0, n0="7", n1="8", at=1, key="d3", fresh="1")) == ["7", "3"]


def test_hidden_totals_tell_the_names_that_are_missing_and_no_points(host: Phone) -> None:
    table = host.open("open", THREE, title="Poker", rounds="2", hidden="1")
    enter(host, table, 1, "12+5")
    page = form(host, table, seat=1)
    assert "Waiting for Ann, Cleo" in page and "= 17" not in page


def test_a_correction_is_open_at_once(host: Phone, golf: str) -> None:
    for seat in range(3):
        enter(host, golf, seat, "26")
    page = host.page(f"/t/{golf}/entries/1/correct?seat=1")
    assert typed(page) == ["26"] and KEY.search(page) and 'name="fresh"' in page


def test_a_refused_change_keeps_what_was_typed(host: Phone, golf: str) -> None:
    enter(host, golf, 0, "26")
    answer = host.enter(golf, {"seat": 0, "n0": "26-"})
    assert answer.status_code == 422 and typed(answer.text) == ["26-"] and KEY.search(answer.text)
