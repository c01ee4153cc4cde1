"""Salamanca, whole games: against a slow second count."""

from hypothesis import given, settings, strategies as st

from companion.games.salamanca.board import read_board
from companion.games.salamanca.estates import estate_at
from companion.games.salamanca.form_turn import play_draft
from companion.games.salamanca.rules import turn_order
from companion.games.salamanca.turns import end_refusal
from companion.scoring.scoresheet import read, replay, result
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.slow import PRICE, Table, count, slots_of
from tests.games.salamanca.strategies import boards, sheets
from tests.support.each_row import each_row
from tests.support.tries import tries


def check(sheet, made):
    """Hold a result with a board to the second count, entry by entry."""
    table = Table(len(sheet["players"]), sheet["options"])
    for entry, expected in zip(sheet["entries"], made["entries"], strict=True):
        before = list(table.coins)
        table.enter(entry)
        assert expected["points"] == [now - then for now, then in zip(table.coins, before, strict=True)]
    assert (made["totals"], made["ranking"], made["finished"]) == (table.coins, table.ranking(), table.over)
    assert {key: made["details"][key] for key in table.details()} == table.details()


@given(sheets(board=True))
def test_a_sheet_by_a_slow_second_count(sheet):
    check(sheet, result(sheet))


@each_row(("players", "ruling"), [(2, "stays"), (3, "leaves"), (4, "stays"), (5, "leaves")])
def test_whole_games_by_a_slow_second_count(players, ruling):
    for seed in range(4):
        sheet = whole_game(seed, players, sold_building=ruling, noble_limit="from-7" if seed % 2 else "over-7")
        made = result(sheet)
        assert made["finished"] and made["details"]["turn"] is None
        check(sheet, made)
        assert result(whole_game(seed, players, board=False))["finished"]


@settings(max_examples=tries(30))
@given(sheets(board=True, most=60))
def test_a_turn_tried_step_by_step_is_the_turn(value):
    sheet = read(value)
    state = sheet.game.engine.start(sheet.setup)
    for entry, played in zip(sheet.entries, replay(sheet), strict=True):
        if "turn" in entry:
            for count in range(len(entry["turn"]) + 1):
                played_turn = play_draft(state, entry["turn"][:count])
                assert played_turn.fault is None
            tried = played_turn.turn
            assert end_refusal(tried) is None
            assert tried.board == played.state.board and tried.occupations == played.state.occupations
            assert tuple(tried.steps) == played.steps[: len(tried.steps)]
        state = played.state


def slow_worth(tiles, at):
    lying = {tuple(raw["at"]): (raw["tile"], raw.get("value", PRICE.get(raw["tile"], 1))) for raw in tiles}
    building, land, taken = count(lying, {t["hazard"]: tuple(t["at"]) for t in tiles if "hazard" in t}, at)
    return building, land, sorted(taken)


def buildings(tiles):
    return [(raw["at"][0], raw["at"][1]) for raw in tiles if raw["tile"] in PRICE]


@given(boards())
def test_every_estate_by_a_slow_second_count(tiles):
    board = read_board(tiles)
    for at in buildings(tiles):
        estate = estate_at(board, board.place(at))
        assert (estate.building_value, estate.land_value, list(estate.leaves)) == slow_worth(tiles, at)
        assert estate.value == estate.building_value + sum(land.value for land in estate.lands)
        assert estate.taxed == (estate.value >= 7)
        spaces = [tile.at for land in estate.lands for tile in land.tiles]
        assert len(spaces) == len(set(spaces))


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(st.just(n), st.permutations(range(1, 11 if n == 5 else 9)))))
def test_the_order_by_a_second_count(raw):
    players, cards = raw
    dealt = [cards[:2], cards[2:4]] if players == 2 else cards[:players]
    assert list(turn_order(players, dealt)) == slots_of(dealt, None)
