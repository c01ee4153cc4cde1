"""The form of a wall: posted fields to parts and rounds, and what it shows of them before they are sent."""

from dataclasses import replace
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError
from companion.forms.form import FormError, Part
from companion.games.azul.form import Form
from companion.games.azul.rules import play, start
from companion.games.azul.walls import EMPTY
from tests.games.azul.notation import COLOURS as LETTERS, near_death, part, setup, tiling
from tests.games.azul.strategies import NAMES
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import notice

form = Form()

COLUMNS = {"B": 0, "Y": 1, "R": 2, "K": 3, "W": 4}


def tapped(seat=0, text="", floor=0, marker=False):
    """A wall as its form posts it, in the words of `part`: "1B 4W" coloured, "1B3 4W-" grey."""
    fields = MultiDict([("seat", str(seat)), ("typed", "1")])
    for tile in text.split():
        row, letter, column = int(tile[0]), tile[1], tile[2:]
        if column == "-":
            fields.add(f"r{row}", LETTERS[letter])
            continue
        fields.add(f"r{row}", column or str((COLUMNS[letter] + row - 1) % 5 + 1))
        if column:
            fields.add(f"c{row}", LETTERS[letter])
    if floor:
        fields.add("floor", str(floor))
    if marker:
        fields.add("marker", "on")
    return fields


def kept(state, *posts):
    """The draft after these posts, in this order."""
    draft = {}
    for post in posts:
        made = form.read(post, state, draft)
        draft[made.slot] = made.value
    return draft


def shown(state, post, draft=None):
    return form.view(state, draft or {}, post)


def said(message):
    return message.text(names=NAMES)


def fault(state, post, draft=None):
    with pytest.raises((FormError, RuleError)) as caught:
        form.read(post, state, draft or {})
    return said(caught.value.message)


def laid(**walls):
    """A coloured game of two in which these tiles lie: a="1B 2W"."""
    parts = [part(walls.get(seat, "")) for seat in "ab"]
    return play(start(setup()), tiling(*parts))[0]


@each_row(
    ("floor", "marker", "marked", "taken"),
    [
        (4, True, 0, 5),  # the rulebook's example: four tiles and the marker, 8 points
        (0, True, 0, 1),
        (5, True, 1, 5),  # tapped where the marker lay already: the fifth space
        (5, False, 1, 4),  # taken back, its space is free again
        (0, False, 1, 0),
        (7, True, 0, 7),  # a full floor has no space for it
    ],
)
def test_the_start_marker_takes_a_space_beside_the_tiles(floor, marker, marked, taken):
    post = tapped(0, "", floor, marker)
    post.add("marked", str(marked))  # as the page showed it before this was tapped
    draft = kept(start(setup()), post)
    assert draft["wall-0"]["floor"] == taken and draft["wall-0"]["marker"] is marker
    view = shown(start(setup()), post).shown
    assert view.score.loss == (0, 1, 2, 4, 6, 8, 11, 14)[taken]
    assert [space.number for space in view.floor if space.is_tapped] == ([taken] if taken else [])


def test_a_wall_is_a_part_and_the_last_one_makes_the_round():
    state = start(setup(seats=3))
    posts = [tapped(0, "1B 2W"), tapped(1, "5K", floor=5), tapped(2, "", floor=2, marker=True)]
    draft = kept(state, *posts[:2])
    assert draft["wall-0"] == {**part("1B 2W"), "marker": False} and form.whole(state, draft) is None
    entry = form.whole(state, kept(state, *posts))
    assert entry == {"tiling": [part("1B 2W"), part("5K", 5), part("", 2)], "first": 2}
    assert play(state, entry)[0].totals == (3, 0, 0)  # 1 + 2; 1 - 8 is never below 0; 0


def test_the_start_marker_goes_to_one_alone():
    state = start(setup(seats=3))
    draft = kept(state, tapped(1, marker=True))
    assert fault(state, tapped(2, marker=True), draft) == (
        "Ben has the start marker in this round already. If that is wrong, take it back on the wall of Ben."
    )
    view = shown(state, tapped(2, "1B", marker=True), draft)
    assert view.holder == 1 and view.typed.has_marker and said(view.taken_by).startswith("Ben has")
    assert form.read(tapped(1, marker=True), state, draft) == Part("wall-1", draft["wall-1"])  # Ben himself may again
    draft["wall-1"] = kept(state, tapped(1))["wall-1"]
    assert form.read(tapped(2, marker=True), state, draft)


def test_what_cannot_stand_says_why():
    state = laid(a="1B")
    assert fault(state, MultiDict({"seat": "7"})) == "Choose whose wall this is."
    assert fault(state, tapped(0, "2W 2B")) == "Ann tiles row 2 twice in one round"
    assert fault(state, tapped(0, "1B")) == "Ann: row 1 has a blue tile already"
    assert said(shown(state, tapped(0, "1B")).shown.problem) == "Ann: row 1 has a blue tile already"
    grey = start(setup(wall="grey"))
    assert fault(grey, MultiDict({"seat": "0", "r3": "2"})) == "Row 3: say which colour lies there."
    assert fault(grey, tapped(0, "1R2 3R2")) == "Ann: column 2 has a red tile already"
    assert "the red line of row 3 may not fall" in fault(grey, tapped(0, "3R-"))


def test_a_tile_shows_what_it_will_score_and_its_run():
    # blue, yellow and red lie in row 1, white in row 2 below the blue one
    state = laid(a="1B 2W")
    state = play(state, tiling(part("1Y")))[0]
    state = play(state, tiling(part("1R")))[0]
    view = shown(state, tapped(0, "1K 2B", 3))
    # black: four side by side, 4. Blue in row 2: white beside it, 2, and yellow above it, 2: 4.
    spaces = {(space.row, space.column): space for line in view.shown.drawn.rows for space in line}
    assert {at: space.points for at, space in spaces.items() if space.is_new} == {(1, 4): 4, (2, 2): 4}
    assert {at for at, space in spaces.items() if space.is_lit} == {(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)}
    reasons = [(said(sentence), points) for sentence, points in view.shown.reasons]
    assert reasons == [
        ("Row 1, black: 4 side by side.", 4),
        ("Row 2, blue: 2 side by side and 2 one above the other.", 4),
        ("3 floor spaces taken: 1 + 1 + 2 = 4.", -4),
    ]
    total = view.shown.score
    assert (total.tiles, total.loss, total.before, total.after) == ("4 + 4", 4, 8, 12)  # 1+2, 2, 3 before


def test_a_full_row_says_that_this_is_the_last_round():
    rows = (("blue", "yellow", "red", "black", None), *EMPTY[1:])
    state = replace(start(setup()), walls=(rows, EMPTY))
    assert shown(state, tapped(0, "2W")).last_round is None
    view = shown(state, tapped(0, "1W"))
    assert said(view.last_round) == "Ann has filled row 1: this is the last round."
    assert said(view.bonus_text) == "Bonus so far: rows 1, columns 0, colours 0 = +2."
    draft = kept(state, tapped(0, "1W"))
    assert said(shown(state, tapped(1), draft).last_round) == "Ann has filled row 1: this is the last round."
    sheet = form.sheet(state, draft)
    assert said(sheet.last_round) == "Ann has filled row 1: this is the last round."
    assert [said(sight) for sight in sheet.bonus_texts] == [
        "Bonus so far: rows 1, columns 0, colours 0 = +2.",
        "Bonus so far: 0.",
    ]


def test_a_wall_that_is_in_is_shown_until_something_is_tapped():
    state = start(setup())
    draft = kept(state, tapped(0, "1B 3K", 2, True))
    assert shown(state, MultiDict({"seat": "0"}), draft).typed.as_part("coloured") == draft["wall-0"]
    assert shown(state, tapped(0), draft).typed.picks == ()
    assert shown(state, MultiDict(), draft).seat == 1


def test_a_grey_space_offers_the_colours_that_are_open_there():
    state = start(setup(wall="grey"))
    state = play(state, tiling(part("1R2 3B4")))[0]
    view = shown(state, MultiDict({"seat": "0", "typed": "1", "r3": "2", "r2": "3", "c2": "black"}))
    assert view.shown.open[3, 2] == ["yellow", "black", "white"]  # blue lies in the row, red in the column
    assert view.shown.open[4, 3] == ["blue", "yellow", "red", "white"]  # black was just tapped in the column
    assert view.typed.without_colour == [3] and said(view.save) == "Row 3: which colour?"


def test_a_dead_line_is_offered_where_no_column_is_open_and_only_there():
    # Row 5 has column 5 left, red is missing in it and lies in column 5.
    state = near_death(total=20)
    view = shown(state, tapped(0))
    assert view.shown.blocked == {5: ["red"]}
    view = shown(state, tapped(0, "5R-", 1))
    assert view.shown.blocked == {5: ["red"]} and not view.typed.without_colour
    assert [space.glyph for space in view.shown.floor] == ["x", *["down"] * 5, ""]
    total = view.shown.score
    assert (total.tiles, total.loss, total.before, total.after) == ("0", 11, 20, 9)  # 1+1+2+2+2+3
    assert said(view.shown.reasons[0][0]) == "Row 5, red: no column is open, all 5 tiles fall to the floor."
    assert form.read(tapped(0, "5R-", 1), state, {}) == Part("wall-0", {**part("5R-", 1), "marker": False})


def test_a_line_dies_by_a_tile_of_the_same_round():
    rows = (*EMPTY[:4], ("blue", "yellow", "black", "white", None))
    state = replace(start(setup(wall="grey")), walls=(rows, EMPTY))
    assert shown(state, tapped(0)).shown.blocked == {}
    assert shown(state, tapped(0, "1R5")).shown.blocked == {5: ["red"]}


def checked(page):
    keys = [key for role in ("checkbox", "radio") for key in parse(page).find_all(role) if "checked" in key]
    return {(key["name"], key.attributes.get("value", "")) for key in keys}


def test_what_was_tapped_stays_when_it_is_refused(host):
    session = host.open("azul", ["Ann", "Ben"])
    assert host.enter(session, tapped(0, marker=True)).status_code == 303
    answer = host.enter(session, tapped(1, "1B 4R", 3, True))
    assert answer.status_code == 422 and notice(answer).startswith("Ann has the start marker in this round already.")
    assert checked(answer.text) == {("r1", "1"), ("r4", "1"), ("floor", "3"), ("marker", "on")}


def test_a_round_on_the_pages(host):
    session = host.open("azul", ["Ann", "Ben"], wall=1)
    assert "say which colour" in host.enter(session, MultiDict({"seat": "0", "r1": "1"})).text
    host.enter(session, tapped(0, "1B1 2B2", 1, True))
    assert host.enter(session, tapped(1)).location == f"/t/{session}/enter"
    assert host.totals(session) == [1, 0]
    outcome = unescape(host.page(f"/t/{session}/entries/1"))
    assert "Row 1, blue: no tile beside it." in outcome and "The start marker on the floor costs 1." in outcome
    assert "Ann begins" in host.page(f"/t/{session}")
    for seat in (0, 1):
        assert 'id="colours-' not in host.page(f"/t/{session}/enter?seat={seat}")
