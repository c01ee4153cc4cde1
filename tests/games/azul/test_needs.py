"""What a wall of Azul lacks, and who could end the game, against brute force and whole sessions."""

from dataclasses import replace
from itertools import product

from hypothesis import given, settings, strategies as st

from companion.games.azul.help import gaps, needs
from companion.games.azul.question_forms import wall_from_text
from companion.games.azul.rules import play, start
from companion.games.azul.walls import COLOURED, COLOURS, EMPTY, GREY, PLACES, bonuses, fault
from companion.scoring.scoresheet import read
from tests.games.azul.notation import almost, setup
from tests.games.azul.strategies import sheets
from tests.games.azul.test_form import kept, tapped
from tests.support.asking import need_texts
from tests.support.tries import tries


def brute(wall, row=0, column=0, colour=""):
    """Whether a line can be filled, by laying every colour in every space of it, one after the other."""
    spaces = [
        (r, c)
        for r, c in product(PLACES, PLACES)
        if wall[r - 1][c - 1] is None and ((row and r == row) or (column and c == column) or colour)
    ]

    def fill(now, left):
        full = bonuses(now)
        if row in full.rows or column in full.columns or colour in full.colours:
            return True
        return any(
            fault(now, r, c, shade) is None and fill(laid(now, r, c, shade), left[number + 1 :])
            for number, (r, c) in enumerate(left)
            for shade in ([colour] if colour else COLOURS)
        )

    return fill(wall, spaces)


def laid(wall, row, column, colour):
    lines = [list(line) for line in wall]
    lines[row - 1][column - 1] = colour
    return tuple(tuple(line) for line in lines)


@settings(max_examples=tries(60))
@given(data=st.data(), tiles=st.integers(8, 22), kind=st.sampled_from([COLOURED, GREY]))
def test_gaps_are_those_that_tiles_fill(data, tiles, kind):
    wall = EMPTY
    spaces = data.draw(st.permutations(list(product(PLACES, PLACES))))
    for row, column in spaces[:tiles]:
        shades = [COLOURS[(column - row) % 5]] if kind == COLOURED else data.draw(st.permutations(COLOURS))
        fits = [shade for shade in shades if fault(wall, row, column, shade) is None]
        wall = laid(wall, row, column, fits[0]) if fits else wall
    found = {(gap.rule, gap.name): gap for gap in gaps(wall)}
    for place in PLACES:
        assert_gap(found.get(("azul/bonus-rows", place)), wall[place - 1], lambda at=place: brute(wall, row=at))
        down = [line[place - 1] for line in wall]
        assert_gap(found.get(("azul/bonus-columns", place)), down, lambda at=place: brute(wall, column=at))
    for colour in COLOURS:
        has = [colour if colour in line else None for line in wall]
        assert_gap(found.get(("azul/bonus-colours", colour)), has, lambda at=colour: brute(wall, colour=at))


def assert_gap(gap, line, can_be_filled):
    lacking = list(line).count(None)
    assert (gap is not None) == (lacking in (1, 2))
    if gap:
        assert len(gap.lacks) == lacking and gap.can_be_filled == can_be_filled()


def test_needs_are_told():
    assert need_texts("azul", start(setup())) == ["Nobody can fill a row in this round: it is not the last."]
    assert need_texts("azul", almost(2)) == [
        "Ann can end the game in this round with one of the rows 1, 2.",
        "Ann: A full row brings 2; still lacking: row 1 (white), row 2 (black).",
    ]
    ann = wall_from_text("-YRK-WB---K-B--R--B-Y----")
    assert need_texts("azul", replace(start(setup()), walls=(ann, wall_from_text("B----WB---K-B--R--B-----B")))) == [
        "Nobody can fill a row in this round: it is not the last.",
        "Ann: A full row brings 2; still lacking: row 1 (blue, white).",
        "Ann: A full column brings 7; still lacking: column 1 (row 1).",
        "Ann: All five of a colour bring 10; still lacking: blue (rows 1, 5).",
        "Ben: A full column brings 7; still lacking: column 1 (row 5).",
    ]


def test_walls_that_are_in_count():
    state = almost()
    assert need_texts("azul", state)[0] == "Ann can end the game in this round with row 1."
    without, full = kept(state, tapped(0, "4B")), kept(state, tapped(0, "1W"))
    assert need_texts("azul", state, without)[0] == "Nobody can fill a row in this round: it is not the last."
    assert need_texts("azul", state, full) == ["Ann has filled row 1: this is the last round."]


@given(sheets())
def test_who_can_end_the_game_can(value):
    """Only reported rows can be filled in a round, and each reported row can."""
    state = start(read(value).setup)
    for entry in value["entries"]:
        if entry == {"end": True}:
            break
        before = state
        state, _ = play(state, entry)
        if state.finished:
            able = [need.sentence.values["seat"].index for need in needs(before, {}) if need.seat is None]
            full = [seat for seat, wall in enumerate(state.walls) if bonuses(wall).rows]
            assert set(full) <= set(able)
