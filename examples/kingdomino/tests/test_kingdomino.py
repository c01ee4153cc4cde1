"""Sheets counted by hand, what is refused, ties, the form by taps, and all that the companion checks of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError, Setup
from companion.forms.form import FormError, Whole
from companion.forms.viewer import Viewer
from companion.scoring.questions import ask
from companion.scoring.scoresheet import parse, result
from companion_kingdomino import GAME
from companion_kingdomino.dominoes import DOMINOES, TERRAINS
from companion_kingdomino.rules import State, play, standing, start

SHEET, WHOLE = (Path(__file__).with_name(name) for name in ("sheet.json", "whole.json"))
OPTIONS = {"size": 5, "middle": False, "harmony": False}


def state_after(*entries: Any, players: int = 2, **options: Any) -> State:
    state = start(Setup(("Ann", "Ben", "Cleo", "Dan")[:players], {**OPTIONS, **options}))
    for entry in entries:
        state, _ = play(state, entry)
    return state


def domino(seat: int, *squares: str) -> dict[str, Any]:
    """An entry from two squares such as "1 0 forest 1"."""
    parts = [square.split() for square in squares]
    return {"seat": seat, "squares": [[int(x), int(y), terrain, int(crowns)] for x, y, terrain, crowns in parts]}


FIRST = domino(0, "1 0 forest 1", "2 0 wheat 0")


def test_the_box_has_48_dominoes() -> None:
    assert DOMINOES.total() == 48
    squares = {terrain: 0 for terrain in TERRAINS}
    for pair, copies in DOMINOES.items():
        for half in pair:
            squares[half.terrain] += copies
    assert squares == {"wheat": 26, "forest": 22, "lake": 18, "grass": 14, "swamp": 10, "mine": 6}


def test_a_domino_scores_what_it_adds_to_the_kingdom() -> None:
    """Ann's forest grows from 1 x 1 to 3 x 1; Ben has a wheat field with a crown, then discards."""
    scored = result(parse(SHEET.read_bytes()))
    assert scored["totals"] == [3, 1]
    assert [entry["points"] for entry in scored["entries"]] == [[1, 0], [0, 1], [2, 0], [0, 0], [0, 0]]


def test_a_whole_kingdom_is_counted() -> None:
    """Ann's kingdom, row by row, castle **, crowns as numbers.

    w0 g1 g0 m0 f0
    w0 l0 f0 w1 f0
    w0 w0 ** w0 f1
    g2 l1 s0 w1 f1
    l0 l0 s0 s0 w0

    Grassland 2 x 1 and 1 x 2, forest 4 x 2, wheat 3 x 2, lake 3 x 1: 21. The castle is in the middle, and the
    kingdom is complete: 36.
    """
    scored = result(parse(WHOLE.read_bytes()))
    assert scored["totals"] == [36, 0] and scored["finished"]
    last = [step["rule"] for step in scored["entries"][22]["steps"]]
    assert last[-2:] == ["kingdomino/middle", "kingdomino/harmony"]


def test_areas_that_become_one_are_counted_once() -> None:
    lakes = (domino(0, "0 1 lake 1", "0 2 wheat 0"), domino(0, "1 0 wheat 1", "2 0 lake 0"))
    state = state_after(*lakes)
    assert state.totals[0] == 2
    state, steps = play(state, domino(0, "1 1 lake 0", "2 1 lake 0"))
    assert [(step.points, step.values["squares"], step.values["before"]) for step in steps] == [(3, 4, 1)]


@pytest.mark.parametrize(
    "entry, sentence",
    (
        (domino(0, "1 0 forest 0", "2 0 forest 0"), "two free squares"),
        (domino(0, "0 0 forest 0", "0 1 forest 0"), "two free squares"),
        (domino(0, "0 1 forest 0", "0 3 forest 0"), "side by side"),
        (domino(0, "2 1 forest 0", "3 1 forest 0"), "has to touch the castle"),
        (domino(0, "-1 0 forest 0", "-2 0 forest 0"), None),
        (domino(0, "3 0 wheat 0", "4 0 wheat 0"), None),
        (domino(0, "5 0 wheat 0", "4 0 wheat 0"), "at most 5 squares wide"),
        (domino(0, "0 1 forest 2", "0 2 wheat 0"), "there is no domino with forest with 2 crowns and wheat"),
        ({"seat": 0}, "discarded must be"),
        ({"seat": 0, "discarded": True, "squares": []}, "not both"),
        ({"seat": 2, "discarded": True}, "the seat must be 0 to 1"),
        ({"seat": 0, "squares": [[1, 0, "sea", 0], [2, 0, "wheat", 0]]}, "the terrain of a square"),
    ),
)
def test_what_the_rules_allow(entry: Any, sentence: str | None) -> None:
    state = state_after(FIRST)
    if sentence is None:
        play(state, entry)
    else:
        with pytest.raises(RuleError, match=sentence):
            play(state, entry)


def test_no_domino_lies_twice_and_nobody_has_a_thirteenth() -> None:
    state = state_after(FIRST, *[{"seat": 0, "discarded": True}] * 11)
    with pytest.raises(RuleError, match="seat 0 has had all 12"):
        play(state, {"seat": 0, "discarded": True})
    taken = domino(1, "1 0 mine 3", "2 0 wheat 0")
    with pytest.raises(RuleError, match="already lies in a kingdom"):
        play(play(state_after(), domino(0, "1 0 mine 3", "2 0 wheat 0"))[0], taken)


def test_large_kingdoms_are_for_two() -> None:
    assert GAME.fits is not None
    GAME.fits(Setup(("Ann", "Ben"), {**OPTIONS, "size": 7}))
    with pytest.raises(RuleError, match="for two players"):
        GAME.fits(Setup(("Ann", "Ben", "Cleo"), {**OPTIONS, "size": 7}))


def test_ties_are_settled_by_the_largest_area_then_by_crowns() -> None:
    state = state_after(domino(0, "1 0 wheat 0", "2 0 wheat 0"), domino(1, "1 0 wheat 0", "1 1 lake 0"), players=3)
    reasons = [step.rule for step in standing(state).reasons]
    assert standing(state).ranking == ((0,), (1,), (2,)) and reasons == ["kingdomino/largest"] * 2
    asked = {"ask": "kingdomino/ranking", "totals": [9, 9, 9], "largest": [4, 4, 4], "crowns": [3, 5, 3]}
    assert ask(asked)["verdict"] == {"ranking": [[1], [0, 2]], "decided_by": "kingdomino/crowns"}


def test_the_referee_counts_an_area() -> None:
    asked = {"ask": "kingdomino/area", "terrain": "forest", "squares": 5, "crowns": 2}
    assert ask(asked)["verdict"] == {"points": 10}


def test_taps_make_an_entry() -> None:
    state, form = state_after(), GAME.form
    tapped = MultiDict([("tap", tap) for tap in ("f1", "w0", "1,0", "2,0")])
    assert form.read(tapped, state, {}) == Whole(FIRST)
    view: Any = form.view(state, {}, tapped)
    assert view.is_ready and str(view.gains[0]) == "forest: 1 square × 1 crown = 1"
    with pytest.raises(FormError, match="Tap the square for wheat"):
        form.read(MultiDict([("tap", tap) for tap in ("f1", "w0", "1,0")]), state, {})
    back = MultiDict([("tap", tap) for tap in ("f1", "w0", "1,0", "x0", "nonsense", "9,9", "é1")])
    assert [half.terrain for half in _view(state, back).taps.halves] == ["wheat"]


def test_only_squares_on_which_it_may_lie_are_keys() -> None:
    view = _view(state_after(FIRST), MultiDict([("halves", "m1.w0"), ("places", "0,1")]))
    keys = [cell.code for cell in view.kingdom.cells if cell.is_key]
    assert keys == ["-1,1", "0,1", "1,1", "0,2"]
    stuck = state_after(*[{"seat": 0, "discarded": True}] * 12)
    assert str(_view(stuck, MultiDict([("of", "0")])).fault) == "seat 0 has had all 12 dominoes"


def test_a_hidden_seat_tells_no_points() -> None:
    state, tapped = state_after(), MultiDict([("tap", tap) for tap in ("f1", "w0", "1,0", "2,0")])
    hidden = Viewer([0], GAME.secrecy)
    view: Any = GAME.form.view(hidden.state(state), {}, tapped, hidden)
    assert view.is_ready and not view.gains
    sheet: Any = GAME.form.sheet(hidden.state(state_after(FIRST)), {}, hidden)
    assert sheet.kingdoms[0].areas == ()


def _view(state: State, query: Any) -> Any:
    return GAME.form.view(state, {}, query)


def test_the_companion_finds_no_fault(check_game) -> None:
    check_game(GAME, SHEET, tables=2)
