"""What a row says of an entry of Ingenious, and how its moves are counted."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.game import Message
from companion.games.ingenious.form import Form
from companion.games.ingenious.rules import play
from tests.games.ingenious.strategies import MODES, NAMES, head, random_game
from tests.games.ingenious.test_rules import after, laid, swap, table, tile
from tests.support.each_row import each_row
from tests.support.phones import Phone

form = Form()


def said(message: Message) -> str:
    return message.text(names=NAMES)


@each_row(
    ("before", "entry", "words"),
    [
        ([], tile(0, "red 2", "green 3"), "Ann: +2 red, +3 green; lowest unchanged"),
        ([], tile(0, "red 2", "red 3"), "Ann: +5 red; lowest unchanged"),
        ([], tile(0, "red 2", "green 0"), "Ann: +2 red, 0 green; lowest unchanged"),
        ([], tile(0, "red 17", "green 3"), "Ann: +17 red, +3 green; lowest unchanged"),
        ([tile(0, "red 17"), tile(1)], tile(0, "red 3"), "Ann: +1 red; lowest unchanged"),
        ([], tile(0, "red 0"), "Ann: no points"),
        ([], tile(0), "Ann: no points"),
        ([tile(0)], swap(0), "Ann swaps"),
    ],
)
def test_an_entry_says_whose_tile_it_was_and_what_it_moved(before: list[Any], entry: Any, words: str) -> None:
    state = after(table(), *before)
    assert said(form.entry_summary(state, entry, play(state, entry)[1])) == words


def test_an_entry_says_what_became_of_the_lowest_marker() -> None:
    six = [tile(0, "red 4", "green 5"), tile(1), tile(0, "blue 6", "orange 7"), tile(1)]
    state, last = after(table(), *six), tile(0, "yellow 3", "purple 8")
    assert said(form.entry_summary(state, last, play(state, last)[1])) == "Ann: +3 yellow, +8 purple; lowest now 3"
    duel = table("duel")
    assert said(form.entry_summary(duel, six[0], play(duel, six[0])[1])) == "Ann: +4 red, +5 green; own side now 2"
    further = after(duel, *six[:2])
    more = tile(0, "red 1")
    assert said(form.entry_summary(further, more, play(further, more)[1])) == "Ann: +1 red; own side unchanged"


def test_on_the_board_a_tile_without_points_is_named() -> None:
    entry = laid(0, "green blue", (0, -4), (0, -3))
    state = table(board=True)
    assert said(form.entry_summary(state, entry, play(state, entry)[1])) == "Ann: green-blue, no points"


def test_an_entry_names_what_it_moved_unless_hidden(host: Phone) -> None:
    moved = "Ann: +2 red, +3 green; lowest unchanged"
    for hidden, words in ((0, f"1. {moved}"), (1, "Move 1")):
        session = host.open("ingenious", NAMES[:2], **({"hidden": 1} if hidden else {}))
        host.enter(session, {"seat": 0, "m0": "r2", "m1": "g3"})
        pad = host.page(f"/t/{session}").split('id="pad"')[1]
        assert words in pad and ("+2 red" in pad) is not bool(hidden)
        last = host.page(f"/t/{session}/enter").split('id="last"')[1].split("</section>")[0]
        assert (moved in last) is not bool(hidden) and "no points" not in last


@each_row(("mode", "seats"), MODES)
def test_moves_are_counted_in_one_way(mode: str, seats: int) -> None:
    """Swaps and extra placements are moves too, in the titles of the entries and in how far the game is."""
    entries = random_game(head(mode, seats), Random(7), 60)["entries"]
    state = table(mode, seats)
    for number, entry in enumerate(entries, 1):
        title = str(form.entry_title(state.setup, number)).lower()
        assert str(form.progress(state)).split(",")[0] == title
        state = after(state, entry)
    assert len(entries) > state.turns or mode == "solo"
    over = state if state.finished else after(state, {"end": True})
    assert str(form.progress(over)) == f"{len(entries)} moves made"
