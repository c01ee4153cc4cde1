"""Azul's wall: what lights up and which columns are open; what it pays is counted in test_rules.py."""

from hypothesis import given, strategies as st

from companion.games.azul.walls import COLOURS, check_wall, open_columns, runs, tile_score
from companion.scoring.scoresheet import read, replay
from tests.games.azul.slow import LETTERS, PRINTED, open_in_grey
from tests.games.azul.strategies import sheets

NAMES = {letter: colour for colour, letter in LETTERS.items()}
SOLVED = tuple(tuple(NAMES[letter] for letter in row) for row in PRINTED)


def wall(*rows):
    """Five strings: B Y R K W, and a dot where nothing lies."""
    return tuple(tuple(NAMES.get(letter) for letter in row) for row in rows)


def letters(value):
    return ["".join(LETTERS.get(colour or "", ".") for colour in row) for row in value]


def json_of(value):
    return [list(row) for row in value]


def walls_of(value):
    """Every wall after every entry of a scoresheet."""
    for played in replay(read(value)):
        yield from played.state.walls


@st.composite
def walls(draw):
    """Any part of the coloured wall."""
    laid = draw(st.lists(st.booleans(), min_size=25, max_size=25))
    return tuple(
        tuple(colour if laid[5 * row + column] else None for column, colour in enumerate(line))
        for row, line in enumerate(SOLVED)
    )


SPACES = st.integers(1, 5)


@given(walls(), SPACES, SPACES)
def test_the_spaces_that_light_up_are_those_that_score(value, row, column):
    across, down = runs(value, row, column)
    assert (len(across), len(down)) == tile_score(value, row, column)[1:]
    for space in {*((row, place) for place in across), *((place, column) for place in down)} - {(row, column)}:
        assert value[space[0] - 1][space[1] - 1] is not None


@given(sheets(), SPACES, st.sampled_from(COLOURS))
def test_open_columns_by_a_slow_second_count(value, row, colour):
    for tiled in walls_of(value):
        assert open_columns(tiled, row, colour) == tuple(
            column + 1 for column in open_in_grey(letters(tiled), row - 1, LETTERS[colour])
        )


@given(sheets())
def test_every_wall_of_a_game_could_have_been_built(value):
    kind = value["options"].get("wall", "coloured")
    for tiled in walls_of(value):
        assert check_wall(json_of(tiled), kind) == check_wall(json_of(tiled), "grey") == tiled
