"""Valid scoresheets of Ingenious in all modes, on the board or by points, whole or stopped anywhere."""

from random import Random

from hypothesis import strategies as st

from companion.engine import RuleError
from companion.games.ingenious.rules import place
from tests.games.ingenious.slow import BAG, COLOURS, count_half, enter, table_of

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]
MODES = [("base", 2), ("base", 3), ("base", 4), ("solo", 1), ("team", 4), ("duel", 2)]


def head(mode, seats, **options):
    return {
        "format": 1,
        "game": "ingenious",
        "players": NAMES[:seats],
        "options": {"mode": mode} | options,
        "entries": [],
    }


def next_tile(table, bag, random, greedy):
    """A tile on one of the legal places; of `greedy` places tried the one that scores most."""
    tile = bag.pop()
    places = table.legal()
    tried = [(tile, at) for at in random.sample(places, min(greedy, len(places)))]
    tried += [(tile, at[::-1]) for _, at in tried]
    tile, at = max(
        tried,
        key=lambda way: (
            count_half(table.lying, way[0][0], *way[1]) + count_half(table.lying, way[0][1], *reversed(way[1]))
        ),
    )
    return {"seat": table.turn, "tile": list(tile), "at": [list(space) for space in at]}


def some_points(table, random):
    """A tile told by its points; high ones, so that markers reach the top."""
    halves = [
        [random.choice(COLOURS), random.choice([0, 1, 2, 3, 4, 6, 9, 12])] for _ in range(random.choice([1, 2, 2]))
    ]
    return {"seat": table.turn, "points": halves if random.random() < 0.95 else []}


def random_game(sheet, random, most, greedy=6):
    """Play a sheet on, up to `most` entries."""
    table, bag, entries = table_of(sheet), random.sample(BAG, len(BAG)), []
    while not table.over and len(entries) < most:
        if table.may_swap() is not None and random.random() < 0.1:
            entries.append({"seat": table.may_swap(), "swap": True})
        elif table.has_board:
            entries.append(next_tile(table, bag, random, greedy))
        else:
            entries.append(some_points(table, random))
        enter(table, entries[-1])
    return sheet | {"entries": entries}


@st.composite
def sheets(draw, board=None, most=30):
    mode, seats = draw(st.sampled_from(MODES))
    usual = "solo" if seats == 1 else "base"
    chosen = draw(
        st.fixed_dictionaries(
            {} if mode == usual else {"mode": st.just(mode)},
            optional={
                "start": st.integers(0, seats - 1),
                "symbols": st.permutations(COLOURS),
                "first_turn": st.sampled_from(["apart", "own-symbol"]),
            },
        )
    )
    if draw(st.booleans()) if board is None else board:
        chosen["board"] = True
    sheet = head(mode, seats) | {"options": chosen}
    sheet = random_game(sheet, Random(draw(st.integers(0, 2**32))), draw(st.integers(0, most)))
    if not over(sheet) and draw(st.booleans()):
        sheet["entries"].append({"end": True})
    return sheet


def over(sheet):
    table = table_of(sheet)
    for entry in sheet["entries"]:
        enter(table, entry)
    return table.over


def may_place(state, tile, at):
    """Whether a tile may be placed there now; it may anywhere without a board."""
    try:
        if state.board:
            place(state, state.board, tile, at)
    except RuleError:
        return False
    return True
