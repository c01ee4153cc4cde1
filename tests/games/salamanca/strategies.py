"""Valid scoresheets of Salamanca with a board or without, whole or stopped anywhere."""

from hypothesis import strategies as st

from tests.games.salamanca.playing import LANDS, NAMES, whole_game
from tests.games.salamanca.slow import COLOUR, LIES_ON, STOCK

__all__ = ["NAMES", "boards", "sheets"]


@st.composite
def sheets(draw, board=None, most=45):
    players = draw(st.integers(2, 5))
    options = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "money": st.integers(0, 30),
                "noble_limit": st.sampled_from(["over-7", "from-7"]),
                "sold_building": st.sampled_from(["stays", "leaves"]),
            },
        )
    )
    options |= draw(st.sampled_from([{}, {"rows": 9, "columns": 8}, {"rows": 8, "columns": 9}]))
    has_board = draw(st.booleans()) if board is None else board
    rounds = draw(st.integers(0, 9))
    sheet = whole_game(draw(st.integers(0, 2**32)), players, has_board, rounds, **options)
    entries = sheet["entries"][: draw(st.integers(0, most))]
    return sheet | {"entries": [*entries, {"end": True}] if draw(st.integers(0, 4)) == 0 else entries}


@st.composite
def boards(draw):
    """Tiles of a crowded corner with some hazards, one building at least, in the form of `read_board`."""
    spaces = draw(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=22, unique=True))
    left = dict(STOCK)
    fertile = 10
    tiles = []
    for number, space in enumerate(spaces):
        kinds = [kind for kind, count in left.items() if count and (number or kind not in LANDS)]
        # Few kinds, so that lands grow.
        kind = draw(st.sampled_from(kinds if not number or draw(st.integers(0, 3)) == 0 else _like(tiles[0], kinds)))
        tile = {"tile": kind, "at": list(space)}
        if kind in LANDS and fertile and draw(st.integers(0, 3)) == 0:
            tile["value"] = draw(st.sampled_from([2, 3]))
            fertile -= 1
        else:
            left[kind] -= 1
        tiles.append(tile)
    for hazard in draw(st.lists(st.sampled_from(list(LIES_ON)), unique=True)):
        open_to = [tile for tile in tiles if tile["tile"] in LIES_ON[hazard] and "hazard" not in tile]
        if open_to:
            draw(st.sampled_from(open_to))["hazard"] = hazard
    return tiles


def _like(building, kinds):
    return [kind for kind in kinds if kind in LANDS and COLOUR[kind] == COLOUR[building["tile"]]] or kinds
