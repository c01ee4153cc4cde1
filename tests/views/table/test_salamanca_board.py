"""The board of Salamanca on its pages: however it is turned, its edges say what the log and the refusals say."""

from __future__ import annotations

import re
from typing import Any

from companion.sessions.service import Sessions
from tests.support.each_row import each_row
from tests.support.page_elements import Element
from tests.support.page_tree import parse
from tests.support.phones import Phone, notice
from tests.views.table.test_entering_salamanca import played

SETUP = {
    "setup": [{"tile": "lake", "at": [8, 8]}, {"tile": "field", "at": [4, 4]}, {"tile": "vineyard", "at": [7, 7]},
              {"tile": "lake", "at": [1, 2]}, {"tile": "forest", "at": [8, 1]}]
}  # fmt: skip


def spaces(page: str) -> tuple[int, list[tuple[str, str, str]]]:
    """How the board is turned, and of each space the two numbers at the edges and what it calls itself."""
    (land,) = parse(page).with_attribute("data-turn")
    top, side = (edge.items for edge in land.find_all("list"))
    labels = [label(space) for space in land.find("group", "Board").children if isinstance(space, Element)]
    assert len(labels) == 72 == len(top) * len(side)
    return int(land["data-turn"]), [(top[n % len(top)], side[n // len(top)], label) for n, label in enumerate(labels)]


def label(space: Element) -> str:
    """What a space calls itself; a free one on a page to look at is named after its id by board-keys.js."""
    named = [part["aria-label"] for part in (space, *space) if "aria-label" in part]
    return named[0] if named else "free, row {}, column {}".format(*space["id"].removeprefix("at").split("."))


def agree(page: str) -> int:
    """Assert that each space is called what its edges say; how the board is turned."""
    turn, shown = spaces(page)
    for top, side, label in shown:
        where = re.search(r"row (\d), column (\d)$", label)
        assert where and {top, side} == {f"R{where[1]}", f"C{where[2]}"}, label
        assert top[0] == ("R" if turn % 2 else "C")
    return turn


def test_every_page_numbers_the_board_as_it_calls_its_spaces(host: Phone, sessions: Sessions) -> None:
    entries: list[Any] = [SETUP, {"cards": [8, 7, 6, 2]}, {"seat": 0, "turn": [{"place": "farm", "at": [8, 9]}]}]
    session = played(host, sessions, entries, board=1)
    assert [agree(host.page(f"/t/{session}/enter?turn={turn}")) for turn in range(4)] == [0, 1, 2, 3]
    for path in ("", "/entries/3", "/enter"):
        page = host.page(f"/t/{session}{path}")
        agree(page)
        # The farm lies where its row and its column meet, and the record calls it so.
        assert next((top, side) for top, side, label in spaces(page)[1] if label.startswith("farm")) == ("R8", "C9")
    assert "row 8, column 9" in host.page(f"/t/{session}/entries/3/steps")


@each_row("turn", range(4))
def test_refusal_and_log_name_a_space_as_the_turned_board_does(host: Phone, sessions: Sessions, turn: int) -> None:
    session = played(host, sessions, [SETUP, {"cards": [8, 7, 6, 2]}], board=1)
    page = host.page(f"/t/{session}/enter?turn={turn}")
    place = next(label for top, side, label in spaces(page)[1] if {top, side} == {"R8", "C2"})
    assert place == "free, row 8, column 2"
    turned = {"turn": str(turn)}
    assert host.enter(session, {"step": "1", "tile": "lake", "tap": "8.2", **turned}).status_code == 303
    answer = host.enter(session, {"step": "2", "tile": "field", "tap": "8.2", **turned})
    assert answer.status_code == 422 and "Row 8, column 2 is taken" in notice(answer)
    agree(answer.text)
    assert "lake on row 8, column 2" in host.page(f"/t/{session}/log")


def test_the_score_pad_says_who_sold_and_keeps_it_secret_where_totals_are(host: Phone, sessions: Sessions) -> None:
    sale = {"seat": 2, "sale": {"building": "monastery", "ruin": False, "noble": None, "lands": [
        {"land": "vineyard", "tiles": [1, 1, 1, 1, 3, 3], "rats": False}]}}  # fmt: skip
    open_table = played(host, sessions, [sale])
    for path in ("", "/sheet"):
        assert "1. Cleo sells 14" in host.page(f"/t/{open_table}{path}")
    hidden = played(host, sessions, [sale], hidden=1)
    for path in ("", "/sheet"):
        page = host.page(f"/t/{hidden}{path}")
        assert "sells" not in page and "Entry 1" in page
