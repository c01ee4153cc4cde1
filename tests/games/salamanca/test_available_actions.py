"""What a turn's form offers is what the rules allow, for every action and every space of a game's turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.game import RuleError
from companion.games.salamanca.available_actions import available_actions
from companion.games.salamanca.cards import special
from companion.games.salamanca.form_state import Selection, hazard_of
from companion.games.salamanca.state import State
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step
from companion.games.salamanca.turn_refusals import place_refusal, special_refusal
from companion.scoring.scoresheet import read, replay
from tests.games.salamanca.playing import whole_game
from tests.support.each_row import each_row


def turns(seed: int, players: int) -> Iterator[Turn]:
    """Each turn of a game before its first step and after each of them."""
    sheet = read(whole_game(seed, players, rounds=4))
    state: State = sheet.game.engine.start(sheet.setup)
    for entry, played in zip(sheet.entries, replay(sheet), strict=True):
        if "turn" in entry:
            turn = begin_turn(state)
            yield turn
            for step in entry["turn"]:
                do_step(turn, step)
                yield turn
        state = played.state


def is_allowed(turn: Turn, step: dict[str, Any]) -> bool:
    try:
        do_step(replace(turn, totals=list(turn.totals), steps=list(turn.steps)), step)
    except RuleError:
        return False
    return True


def allowed_places(turn: Turn, step: str, **more: Any) -> set[int]:
    spaces = turn.board.grid.spaces
    key = "at" if step == "hazard" else step
    return {place for place, at in enumerate(spaces) if is_allowed(turn, {**more, key: list(at)})}


@each_row(("seed", "players"), [(1, 2), (2, 3), (3, 5)])
def test_the_marks_of_an_action_are_the_spaces_that_the_rules_allow(seed: int, players: int) -> None:
    seen = set()
    for turn in turns(seed, players):
        sales, nobles, own = (available_actions(turn, Selection(at)) for at in "abc")
        place_key, noble_key, _ = sales.keys[:3]
        assert place_key.fault == place_refusal(turn)
        assert sales.hint == place_key.fault if place_key.fault else set(sales.marked) == allowed_places(turn, "sell")
        assert (noble_key.fault is None) == bool(allowed_places(turn, "noble"))
        assert (
            nobles.hint == noble_key.fault if noble_key.fault else set(nobles.marked) == allowed_places(turn, "noble")
        )
        hazard = hazard_of(special(turn.card))
        if special_refusal(turn):
            assert own.hint == special_refusal(turn) and not own.marked and len(own.keys) == 3
        elif hazard:
            assert set(own.marked) == allowed_places(turn, "hazard", hazard=hazard) and len(own.keys) == 3
        else:
            assert [key.seat for key in own.keys[3:]] == [seat for seat in range(players) if seat != turn.seat]
            assert all(is_allowed(turn, {"draw": key.seat}) for key in own.keys[3:])
        seen |= {bool(sales.marked), bool(nobles.marked) + 2, hazard or "", bool(own.marked) + 4}
    assert seen >= {True, 3, 5} and len(seen) > 6


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 4)])
def test_the_keys_of_a_space_are_enabled_where_the_rules_allow_them(seed: int, players: int) -> None:
    for turn in turns(seed, players):
        for place, at in enumerate(turn.board.grid.spaces):
            made, tile = available_actions(turn, Selection(f"{at[0]}.{at[1]}", place)), turn.board.cells[place]
            if tile is None:
                assert made.hint == place_refusal(turn) and bool(made.keys) == (made.hint is None)
                continue
            keys = {key.name: key.fault is None for key in made.keys}
            steps: dict[str, dict[str, Any]] = {"sell": {"sell": list(at)}, "noble": {"noble": list(at)}}
            if hazard := hazard_of(special(turn.card)):
                steps["hazard"] = {"hazard": hazard, "at": list(at)}
            assert keys.keys() == {name for name in steps if tile.is_building or name == "hazard"}
            assert all(is_allowed(turn, steps[name]) == is_enabled for name, is_enabled in keys.items())
            held = turn.at(place)
            assert (made.sale is None) == (held is None) and (made.sale is None or made.sale.owner == held.owner)  # type: ignore[union-attr]
