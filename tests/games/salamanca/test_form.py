"""Salamanca on its pages: what taps make of an entry, what is offered and what is greyed, and junk in every field."""

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError
from companion.forms.form import FormError, Part, Whole
from companion.games.salamanca import GAME
from companion.games.salamanca.form import Form
from companion.scoring.scoresheet import play, read
from tests.games.salamanca.playing import NAMES, head, whole_game
from tests.games.salamanca.slow import Table as Slow, count
from tests.support.each_row import each_row

form = Form()

LANDS = [("lake", 1), ("lake", 2), ("field", 4), ("forest", 6), ("vineyard", 8)]
SETUP = {"setup": [{"tile": kind, "at": [1, column]} for kind, column in LANDS]}


def fields(*taps, **base):
    return MultiDict([*((key, str(value)) for key, value in base.items()), *(("tap", tap) for tap in taps)])


def state_after(players, *entries, board=True, **options):
    sheet = read(head(players, board, **options))
    state = GAME.engine.start(sheet.setup)
    for entry in entries:
        state = play(GAME, state, entry).state
    return state


def said(message):
    return message and message.text(names=NAMES)


class Table:
    """A game as its pages see it: parts are kept in a draft until an entry is whole."""

    def __init__(self, state):
        self.state, self.draft = state, {}

    def post(self, *taps, **base):
        made = form.read(fields(*taps, **base), self.state, self.draft)
        entry = made.entry if isinstance(made, Whole) else None
        if isinstance(made, Part):
            self.draft[made.slot] = made.value
            entry = form.whole(self.state, self.draft)
        if entry is not None:
            self.state, self.draft = play(GAME, self.state, entry).state, {}

    def fault(self, *taps, **base):
        with pytest.raises((FormError, RuleError)) as error:
            form.read(fields(*taps, **base), self.state, self.draft)
        return error.value.message.text(names=NAMES)

    def view(self, *taps, **base):
        return form.view(self.state, self.draft, fields(*taps, **base))

    def key(self, code, *taps, **base):
        return next(key for key in self.view(*taps, **base).keys if key.code == code)


EQUAL = {"c0": 5, "c1": 9, "c2": 10, "c3": 7, "c4": 5}


def turn_of_ben(**options):
    """Three players; Ben acts first, with the 8, then Cleo with the 7 and Ann with the 2."""
    return Table(state_after(3, SETUP, {"cards": [2, 8, 7]}, **options))


def test_five_lands_make_the_setup():
    table = Table(state_after(3))
    assert said(table.view().save) == "5 more lands" and table.view().keys == []
    assert len(table.view("1.1").keys) == 7
    table.post("1.1", tile="lake")
    table.post("v3", at="2.1", tile="field")
    table.post("3.1", "v2", "4.1", tile="field")
    assert table.draft["land-2"] == {"tile": "field", "at": [2, 1], "value": 3}
    assert table.draft["land-3"] == {"tile": "field", "at": [4, 1]}  # another space forgets the value
    table.post("1.1", tile="lake")  # lies there already
    assert said(table.view("1.1").offer.hint) == "row 1, column 1 is taken: a tile lies there (lake)"
    assert "no building" in table.fault("5.1", tile="farm")
    assert "Tap a space first" in table.fault(tile="lake")
    assert "Tap one of the tiles" in table.fault("5.1", tile="sea")
    assert said(form.describe_part("land-1", table.draft["land-1"])) == "lake on row 1, column 1"
    table.post("5.1", tile="forest")
    table.draft["land-5"] = {"tile": "forest", "at": [7, 1]}
    assert "All five lands lie there" in table.fault("6.1", tile="vineyard")
    del table.draft["land-5"]
    table.post("6.1", tile="vineyard")
    assert table.state.phase == "cards" and table.draft == {}


@each_row(
    ("players", "tapped", "key", "told"),
    [
        (3, {}, "Ann: tap 1 card", ""),
        (3, {"c0": 8}, "Ben: tap 1 card", ""),
        (3, {"c0": 2, "c1": 8, "c2": 7}, "Save the cards", "In turn: Ben (8), Cleo (7), Ann (2)."),
        (3, {"c0": 2, "c1": 8, "c2": 8}, "Choose other cards", "Two players cannot both play 8"),
        (2, {"c0": [6, 3], "c1": [8]}, "Ben: tap 2 cards", ""),
        (2, {"c0": [6, 3], "c1": [8, 2]}, "Save the cards", "In turn: Ben (8), Ann (6), Ann (3), Ben (2)."),
        (5, {**EQUAL}, "Equal cards: who goes first?", "Equal cards: who goes first?"),
        (5, {**EQUAL, "first": 1}, "Equal cards: who goes first?", "Equal cards: who goes first?"),
        (5, {**EQUAL, "first": 4}, "Save the cards",
         "5 is the lowest card and goes first. In turn: 小雯 (5), Cleo (10), Ben (9), Mei-Ling (7), Ann (5)."),
        (5, {"c0": 3, "c1": 9, "c2": 3, "c3": 7, "c4": 8, "first": 2}, "Save the cards",
         "In turn: Ben (9), 小雯 (8), Mei-Ling (7), Cleo (3), Ann (3)."),
    ],
)  # fmt: skip
def test_cards_give_the_order(players, tapped, key, told):
    table, posted = Table(state_after(players, SETUP)), MultiDict(tapped)
    posted = MultiDict([(name, str(value)) for name, value in posted.items(multi=True)])
    shown = form.view(table.state, {}, posted)
    assert (said(shown.save), said(shown.order or shown.fault) or "") == (key, told)
    assert shown.is_ready == bool(shown.order and not shown.fault)
    if shown.is_ready:
        made = form.read(posted, table.state, {})
        slots = play(GAME, table.state, made.entry).state.slots
        assert told.endswith(", ".join(f"{NAMES[slot.seat]} ({slot.card})" for slot in slots) + ".")


def test_steps_are_parts_until_the_turn_ends():
    table = turn_of_ben()
    assert said(table.view().save) == "End turn, nothing done"
    table.post("2.4", step=1, tile="farm")
    key = table.key("amend.1.on")
    assert key.points is None and key.fault is None
    table.post(amend="1.on")
    assert table.draft == {"step-1": {"place": "farm", "at": [2, 4], "occupy": True}}
    table.post("v3", at="2.3", step=2, tile="field")
    shown = table.view()
    assert said(shown.save) == "End turn, 0 coins" and shown.step == 3
    cell = next(cell for cell in shown.board.cells if cell.tap == "2.4")
    assert (cell.owner, cell.worth, said(cell.label)) == (1, 6, "farm of Ben, worth 6, row 2, column 4")
    assert said(form.describe_part("step-1", table.draft["step-1"])) == "farm on row 2, column 4, occupied"
    table.post(end=1)
    assert table.state.occupations[0].owner == 1 and table.state.slot and table.state.slot.seat == 2


def test_a_sale_must_be_followed_by_a_tile():
    table = turn_of_ben()
    table.post("2.4", step=1, tile="farm")
    table.post(amend="1.on")
    table.post(end=1)
    for seat in (2, 0):
        assert table.state.slot.seat == seat
        table.post(end=1)
    table.post(c0=1, c1=8, c2=7)
    key = table.key("sell.1", "2.4")
    assert key.fault is None and key.points == 3
    offer = table.view("2.4").offer
    assert offer.sale.pays == [(1, 3)] and offer.breakdown.value == 3
    table.post("2.4", step=1, sell=1)
    shown = table.view()
    assert said(shown.save) == "Place a tile first" and not shown.is_ready
    with pytest.raises(RuleError):
        table.post(end=1)
    table.post("5.5", step=2, tile="castle")
    # The squire that was freed pays the castle's value; Ben had no other coin but 3.
    key = table.key("amend.2.on")
    assert (key.points, key.fault) == (None, None)  # two others were idle from the beginning
    assert said(table.view().save) == "End turn, +3 coins; castle not occupied"


def test_what_may_not_be_done_is_greyed_with_its_reason():
    table = turn_of_ben()
    assert [(key.code, said(key.fault)) for key in table.view().keys] == [
        ("tap.a", None),
        ("tap.b", "no building of another player is open to the noble of Ben now"),
        ("tap.c", "the card 8 has no action of its own"),
    ]
    assert said(table.view("why.tap.c").why) == "the card 8 has no action of its own"
    assert table.view("why.tap.c", "why.tap.c").why is None and table.view("why.tap.a").why is None
    table.post("2.4", step=1, tile="farm")
    assert (
        said(table.key("noble.1", "2.4").fault) == "a turn cannot both place or sell and move the noble; one of the two"
    )
    assert "nobody occupies" in str(said(table.key("sell.1", "2.4").fault))
    table.post(end=1)
    assert table.view("2.4").offer.sale is None  # nobody occupies it, so nobody could sell it
    table.post(end=1)
    # Ann is the last to act, with the 2: rats beside another action.
    assert "You act last: you may also use your card's action" in str(said(table.view().status))
    shown = table.view("c")
    assert len(shown.offer.marked) == 5 and table.key("hazard.rats", "1.1").fault is None
    assert said(table.key("hazard.rats", "2.4").fault) == "row 2, column 4: rats lie on a land, not here (farm)"
    table.post("1.1", step=1, hazard="rats")
    assert said(table.view().keys[2].fault) == "a card's own action is done once in a turn, and it is done"


def test_a_fault_does_not_tell_the_coins_of_a_seat():
    entries = whole_game(3, 3)["entries"]
    table = Table(state_after(3, *entries[:2]))
    seat = table.state.slot.seat if table.state.slot else 0
    for number, at in enumerate(("8.1", "8.3", "8.5"), 1):
        table.post(at, step=number, tile="castle")
        table.post(amend=f"{number}.on")
    table.post("8.7", step=4, tile="monastery")
    sentence = said(table.key("amend.4.on").fault)
    assert sentence == f"{NAMES[seat]} has no idle squire; sell a building first, and the new one (monastery) costs 4"
    open_table = Table(state_after(3, board=False))
    assert open_table.fault(do="fee", seat=0, building="castle") == (
        "Ann has not enough coins: 3 to occupy this building (castle) with a squire just freed"
    )


def test_turning_the_board_is_only_a_view():
    table = turn_of_ben()
    first = [table.view(turn=turn).board.cells[0].tap for turn in range(4)]
    assert first == ["1.1", "8.1", "8.9", "1.9"] and table.view().board.cells[0].tap == "8.1"
    assert [table.view(turn=turn).board.across for turn in range(4)] == [9, 8, 9, 8]
    assert table.view(turn=3).kept == {"turn": "3"} and table.view(turn=3).look.href == "?turn=0"
    assert table.view(turn=7).board.turn == 1 and table.view().kept == {}
    upright = Table(state_after(3, rows=9, columns=8))
    assert upright.view().board.turn == 0 and upright.view().board.across == 8


def test_drawn_worths_are_those_of_the_slow_count():
    sheet = whole_game(11, 4, rounds=8)
    slow = Slow(4)
    for entry in sheet["entries"]:
        slow.enter(entry)
    drawn = form.sheet(state_after(4, *sheet["entries"]), {}).board
    shown = {tuple(map(int, cell.tap.split("."))): cell.worth for cell in drawn.cells if cell.worth is not None}
    assert shown == {at: sum(count(slow.tiles, slow.hazards, at)[:2]) for at in slow.owner}


def test_a_sale_is_told_tile_by_tile():
    table = Table(state_after(3, board=False))
    assert said(table.view().save) == "Who sells?"
    assert said(table.view("seat.0").save) == "Which building is sold?"
    taps = ("seat.1", "farm", "0.1", "0.1", "0.3", "0.r", "1.2", "1.2", "1.x", "noble.0", "new.field", "2.1")
    shown = table.view(*taps)
    assert shown.pays == [(1, 7), (0, 5)] and said(shown.save) == "Save the sale, +7 coins"
    assert shown.base == {"seat": "1", "b": "farm", "ruin": "", "noble": "0", "lands": "f113r-p2-f1"}
    assert form.read(fields(do="sale", **shown.base), table.state, {}) == Whole(
        {"seat": 1, "sale": {"building": "farm", "ruin": False, "noble": 0, "lands": [
            {"land": "field", "tiles": [1, 1, 3], "rats": True}, {"land": "pasture", "tiles": [2], "rats": False},
            {"land": "field", "tiles": [1], "rats": False}]}}
    )  # fmt: skip
    # The rats move, another building starts its lands anew, nobody's own noble stands there.
    assert table.view(*taps, "1.r").base["lands"] == "f113-p2r-f1"
    assert table.view(*taps, "castle").base["lands"] == "l-o"
    assert table.view(*taps, "seat.0").base["noble"] == ""
    assert table.view(*taps, "new.field", "new.field").base["lands"] == "f113r-p2-f1-f"
    assert table.view("seat.1", "monastery", "ruin").breakdown.value == 0


def test_fees_cards_and_taxes_without_a_board():
    table = Table(state_after(3, board=False, money=5))
    assert table.fault(do="fee") == "Who pays for occupying?"
    assert table.fault(do="fee", seat=0) == "Which building is occupied?"
    table.post(do="cards", c0=2, c1=8, c2=7)
    table.post(do="fee", seat=0, building="castle")
    assert table.state.totals == (2, 5, 5)
    assert "has begun" in str(said(table.view(do="cards").fault))
    shown = table.view(do="tax", q0=2, n2=1)
    assert shown.gains == [4, 0, 1] and said(shown.save) == "Pay taxes, end round 1"
    table.post(do="tax", q0=2, n2=1)
    assert table.state.totals == (6, 5, 6) and table.state.round == 2
