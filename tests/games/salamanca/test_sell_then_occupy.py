"""What a later step of a turn may use that an earlier one freed, in whichever order people tap them."""

from dataclasses import replace

import pytest

from companion.engine import RuleError
from companion.games.salamanca.available_actions import HAZARD_OF, Selection, available_actions
from companion.games.salamanca.estates import at, idle
from companion.games.salamanca.form import Form
from companion.games.salamanca.form_turn import play_draft
from companion.games.salamanca.turns import begin_turn, do_step, place_refusal, special_refusal
from companion.scoring.scoresheet import read, replay
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.test_form import Table, said, state_after
from tests.support.each_row import each_row

form = Form()

SETUP = {
    "setup": [{"tile": "lake", "at": [1, 1]}, {"tile": "field", "at": [4, 4]}, {"tile": "vineyard", "at": [7, 7]},
              {"tile": "lake", "at": [1, 2]}, {"tile": "forest", "at": [8, 8]}]
}  # fmt: skip


def placed(kind, row, column, **more):
    return {"place": kind, "at": [row, column], **more}


def ann_has_no_squire(ann=8, ben=7, cleo=5, **options):
    """Ann's three squires stand on a farm with a field, a castle with two lakes and a bare monastery; then cards."""
    state = state_after(
        3, SETUP, {"cards": [8, 7, 5]},
        {"seat": 2, "turn": []},
        {"seat": 0, "turn": [placed("farm", 4, 5, occupy=True), placed("castle", 2, 1, occupy=True),
                             placed("monastery", 5, 5, occupy=True)]},
        {"seat": 1, "turn": []},
        {"cards": [ann, ben, cleo]},
        **options,
    )  # fmt: skip
    table = Table(state)
    while table.state.slot and table.state.slot.seat != 0:
        table.post(end=1)
    return table


def occupying(table, step):
    return next(key for key in table.view().keys if key.code.startswith(f"amend.{step}."))


def test_the_example_of_the_rulebook_told_as_it_is_done():
    """Place, sell for the squire, then occupy what lies there already: 3 coins to the bank (Salamanca, example)."""
    table = ann_has_no_squire()
    table.post("6.1", step=1, tile="castle")
    assert "no idle squire" in str(said(occupying(table, 1).fault))
    table.post("4.5", step=2, sell=1)
    assert "1 idle squire" in str(said(table.view().status))
    key = occupying(table, 1)
    assert (key.value, key.is_on, key.points, key.fault) == ("1.on", False, -3, None)
    table.post(amend="1.on")
    rows = table.view().rows
    assert [row.number for row in rows] == [1, 2]
    assert str(said(rows[0].sentences[0])).startswith("Sale (farm)")
    assert occupying(table, 1).value == "1.off" and rows[1].coins == [(0, -3)]
    assert [said(step) for step in form.sheet(table.state, table.draft).steps] == [
        "the sale on row 4, column 5", "castle on row 6, column 1, occupied",
    ]  # fmt: skip
    table.post(end=1)
    assert table.state.totals[0] == 3 - 3 and idle(table.state.occupations, 0) == 0
    assert [held.owner for held in table.state.occupations].count(0) == 3


def test_two_sales_free_two_squires_and_their_coins():
    """A monastery for 4 needs the coins of both sales; a castle after it takes the second squire."""
    table = ann_has_no_squire()
    table.post("6.1", step=1, tile="monastery")
    table.post("6.3", step=2, tile="castle")
    table.post("5.5", step=3, sell=1)  # the bare monastery: 4 coins
    table.post(amend="1.on")
    assert "no idle squire" in str(said(occupying(table, 2).fault))
    table.post("2.1", step=4, sell=1)  # the castle with two lakes: 5 coins
    table.post(amend="2.on")
    table.post(end=1)
    assert table.state.totals[0] == 4 + 5 - 4 - 3
    poor = ann_has_no_squire()
    poor.post("6.1", step=1, tile="monastery")
    poor.post("4.5", step=2, sell=1)  # the farm: 3 coins, too few for a monastery
    assert "not enough coins" in str(said(occupying(poor, 1).fault))
    poor.post("2.1", step=3, sell=1)
    poor.post(amend="1.on")
    poor.post(end=1)
    assert poor.state.totals[0] == 3 + 5 - 4


def test_spaces_and_hazards_that_a_sale_frees_are_free_at_once():
    """Fertile land leaves: its space takes a tile, and its rats may lie elsewhere, in the same turn."""
    fertile = {"setup": [*SETUP["setup"][:4], {"tile": "field", "at": [4, 6], "value": 3}]}
    state = state_after(
        3, fertile, {"cards": [7, 8, 2]},
        {"seat": 1, "turn": []}, {"seat": 0, "turn": [placed("farm", 4, 5, occupy=True)]},
        {"seat": 2, "turn": [{"hazard": "rats", "at": [4, 6]}]},
        {"cards": [2, 8, 7]}, {"seat": 1, "turn": []}, {"seat": 2, "turn": []},
        sold_building="leaves",
    )  # fmt: skip
    table = Table(state)
    table.post("4.5", step=1, sell=1)
    table.post("4.6", step=2, tile="lake")
    table.post("4.5", step=3, tile="monastery")
    table.post("4.6", step=4, hazard="rats")
    table.post(amend="3.on")
    table.post(end=1)
    board = table.state.board
    assert (
        board
        and board.hazard_at(board.place((4, 6))) == "rats"
        and board.cells[board.place((4, 5))]
        and board.place((4, 5)) in [occupation.place for occupation in table.state.occupations]
    )


def test_a_turn_may_not_gain_from_an_order_that_was_not_done():
    """Only an occupied building moves behind a sale: a land placed before the sale counts in it."""
    table = ann_has_no_squire()
    steps = [placed("field", 4, 6), placed("castle", 6, 1, occupy=True), {"sell": [4, 5]}, placed("field", 4, 3)]
    played = play_draft(table.state, steps)
    assert [steps.index(step) for step in played.order] == [0, 2, 1, 3]
    assert played.fault is None and played.turn.totals[0] == 2 + 2 - 3


def test_more_tiles_than_a_display_space_holds_are_asked_about():
    table = Table(state_after(3, SETUP, {"cards": [8, 7, 6]}))
    table.post("6.1", step=1, tile="castle")
    assert table.view().too_many is None
    table.post("6.2", step=2, tile="lake")
    assert said(table.view().too_many) == (
        "A turn takes the tiles of one display space, in round 1 1 at most; 2 are placed."
    )
    assert table.view().is_ready


def turns(seed, players):
    """Each turn of a game before its first step and after each of them."""
    sheet = read(whole_game(seed, players, rounds=4))
    state = sheet.game.engine.start(sheet.setup)
    for entry, played in zip(sheet.entries, replay(sheet), strict=True):
        if "turn" in entry:
            turn = begin_turn(state)
            yield turn
            for step in entry["turn"]:
                do_step(turn, step)
                yield turn
        state = played.state


def is_allowed(turn, step):
    try:
        do_step(replace(turn, totals=list(turn.totals), steps=list(turn.steps)), step)
    except RuleError:
        return False
    return True


def allowed_places(turn, step, **more):
    spaces = turn.board.grid.spaces
    key = "at" if step == "hazard" else step
    return {place for place, at in enumerate(spaces) if is_allowed(turn, {**more, key: list(at)})}


@each_row(("seed", "players"), [(1, 2), (2, 3), (3, 5)])
def test_the_marks_of_an_action_are_the_spaces_that_the_rules_allow(seed, players):
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
        hazard = HAZARD_OF.get(turn.card)
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
def test_the_keys_of_a_space_are_enabled_where_the_rules_allow_them(seed, players):
    for turn in turns(seed, players):
        for place, (row, column) in enumerate(turn.board.grid.spaces):
            made, tile = available_actions(turn, Selection(f"{row}.{column}", place)), turn.board.cells[place]
            if tile is None:
                assert made.hint == place_refusal(turn) and bool(made.keys) == (made.hint is None)
                continue
            keys = {key.name: key.fault is None for key in made.keys}
            steps = {"sell": {"sell": [row, column]}, "noble": {"noble": [row, column]}}
            if hazard := HAZARD_OF.get(turn.card):
                steps["hazard"] = {"hazard": hazard, "at": [row, column]}
            assert keys.keys() == {name for name in steps if tile.is_building or name == "hazard"}
            assert all(is_allowed(turn, steps[name]) == is_enabled for name, is_enabled in keys.items())
            held = at(turn.occupations, place)
            assert (made.sale is None) == (held is None) and (made.sale is None or made.sale.owner == held.owner)


def test_a_ruin_on_the_new_building_goes_with_it():
    """Last to act with the 4: ruin on what was just placed, then the sale that frees a squire for it."""
    table = ann_has_no_squire(ann=4, ben=8, cleo=7)
    table.post("6.1", step=1, tile="castle")
    table.post("6.1", step=2, hazard="ruin")
    table.post("4.5", step=3, sell=1)
    table.post(amend="1.on")
    table.post(end=1)
    board = table.state.board
    assert board.hazard_at(board.place((6, 1))) == "ruin"
    assert table.state.totals[0] == 3 - 3
