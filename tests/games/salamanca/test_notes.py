"""What is told beside the board: notes only where they apply, what a round still brings, and a row of the score pad."""

from functools import partial

import pytest

from companion.engine import Step
from companion.games.salamanca.board import read_board
from companion.games.salamanca.drawing import break_down, draw
from companion.games.salamanca.estates import Occupation, estate_at
from companion.games.salamanca.form import Form
from companion.games.salamanca.help import needs
from companion.scoring.scoresheet import read, replay
from tests.games.salamanca.playing import NAMES, whole_game
from tests.games.salamanca.test_form import said, state_after
from tests.games.salamanca.test_sell_then_occupy import SETUP, placed
from tests.support.asking import needs_by_seat
from tests.support.each_row import each_row

form, told = Form(), partial(needs_by_seat, "salamanca")


def one(tile, row, column, **hazard):
    return {"tile": tile, "at": [row, column], **hazard}


def struck(tiles, at):
    """The lands of an estate: kind, value, and how many notes of a hazard stand beside it."""
    board = read_board(tiles)
    return sorted(
        (land.kind, land.value, len(land.struck)) for land in break_down(estate_at(board, board.place(at)), board).lands
    )


def test_poison_is_told_only_beside_the_land_that_it_touches():
    monastery = one("monastery", 4, 4)
    apart = [one("vineyard", 3, 4), one("vineyard", 5, 4), one("vineyard", 4, 5, hazard="poison")]
    assert struck([monastery, *apart], (4, 4)) == [("vineyard", 0, 1), ("vineyard", 1, 0), ("vineyard", 1, 0)]
    beside_one = [*apart, one("vineyard", 3, 5)]
    assert struck([monastery, *beside_one], (4, 4)) == [("vineyard", 1, 0), ("vineyard", 2, 1)]
    far = [one("vineyard", 3, 4), one("vineyard", 2, 4, hazard="poison"), one("vineyard", 4, 5)]
    assert struck([monastery, *far], (4, 4)) == [("vineyard", 1, 0), ("vineyard", 1, 1)]


@each_row(
    ("held", "note"),
    [
        (Occupation(0, 0, None), "A noble may come"),
        (Occupation(0, 0, 2), "The noble of Cleo stands there."),
        (None, None),  # nobody's: no noble ever comes
    ],
)
def test_a_noble_may_come_only_where_none_stands(held, note):
    board = read_board([one("farm", 4, 4), one("field", 4, 5)])
    assert said(break_down(estate_at(board, board.place((4, 4))), board, occupation=held).noble_note) == note


@each_row("rows", [8, 9])
@each_row("turn", range(4))
def test_the_numbers_at_the_edges_are_those_of_the_spaces(rows, turn):
    drawn = draw(state_after(3, rows=rows, columns=17 - rows).board, turn=turn)
    assert len(drawn.top) == drawn.across and len(drawn.side) * drawn.across == len(drawn.cells)
    for number, cell in enumerate(drawn.cells):
        row, column = cell.tap.split(".")
        edges = {said(drawn.top[number % drawn.across]), said(drawn.side[number // drawn.across])}
        words = ("Row ", "Col. ") if turn % 2 else ("R", "C")
        assert edges == {f"{words[0]}{row}", f"{words[1]}{column}"}
        assert said(cell.label) == f"free, row {row}, column {column}"


def taxed(cards):
    """Ann's castle with a lake of 4 is worth 7; Ben's farm with a field is worth 3; then the cards of round 2."""
    entries = [
        SETUP, {"cards": [8, 7, 6]},
        {"seat": 0, "turn": [placed("castle", 2, 1, occupy=True), placed("lake", 2, 2, value=2)]},
        {"seat": 1, "turn": [placed("farm", 4, 5, occupy=True)]}, {"seat": 2, "turn": []},
    ]  # fmt: skip
    return state_after(3, *entries, *([{"cards": list(cards)}] if cards else []))


def test_notes_tell_taxes_round_end_and_an_estate_in_danger():
    state = taxed([1, 8, 4])
    assert told(state)[None] == ["The turn of Ann ends round 2 of 20."]
    assert told(state)[0] == [
        "If the round ended now, taxes would bring 2.",
        "The estate on row 2, column 1 (castle, worth 7) loses its taxes if a hazard comes: ruin.",
    ]  # the poison is her own card
    assert told(state)[1] == ["4 more and the estate on row 4, column 5 is taxed (farm, worth 3)."]
    assert told(state)[2] == ["No squire stands on a building, so no taxes come."]
    assert "hazard comes: poison, rats." in told(taxed([8, 1, 2]))[0][1]
    assert told(taxed([8, 7, 3]))[0] == ["If the round ended now, taxes would bring 2."]  # no locusts on lakes
    assert told(taxed([8, 7, 6]))[0] == ["If the round ended now, taxes would bring 2."]
    before = taxed([])
    assert told(before)[None] == ["Whoever acts last ends round 2 of 20."]
    assert "hazard comes: poison, rats, ruin." in told(before)[0][1]


@pytest.mark.parametrize("board", [True, False])
def test_it_speaks_in_every_round(board):
    sheet = read(whole_game(12, 3, board=board))
    states = [sheet.game.engine.start(sheet.setup), *[played.state for played in replay(sheet)]]
    rules = sheet.game.rules
    for state in states[:-1]:
        found = list(needs(state, {}))
        assert found and all(need.rule in rules for need in found)
        if board and state.phase != "setup":
            assert {need.seat for need in found} == {None, 0, 1, 2}
    assert any("last round" in text for text in told(states[-2])[None])


def summaries(sheet):
    played = list(replay(sheet))
    states = [sheet.game.engine.start(sheet.setup), *[one.state for one in played]]
    return [
        form.entry_summary(state, entry, one.steps).text(names=NAMES)
        for state, entry, one in zip(states, sheet.entries, played, strict=False)
    ]


def test_the_coins_of_all_sales_of_a_turn_are_told_together():
    steps = [Step("salamanca/sale", 0, coins) for coins in (4, 5)]
    sold = form.entry_summary(state_after(3), {"seat": 0, "turn": [{"sell": [2, 1]}, {"sell": [4, 5]}]}, steps)
    assert said(sold) == "Ann sells 9"


def test_a_row_of_the_score_pad_without_a_board():
    sale = {"building": "castle", "ruin": False, "noble": None, "lands": []}
    none = {"squires": 0, "nobles": 0}
    sheet = read(
        {"format": 1, "game": "salamanca", "players": NAMES[:3], "options": {}, "entries": [
            {"seat": 2, "sale": sale}, {"seat": 2, "fee": "farm"}, {"tax": [none, none, none]}]}
    )  # fmt: skip
    assert summaries(sheet) == ["Cleo sells 3", "Cleo pays 2", "Taxes of round 1"]
