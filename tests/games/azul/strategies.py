"""Valid scoresheets of Azul on both walls, whole or stopped anywhere, by lazy and by diligent players."""

from random import Random

from hypothesis import strategies as st

from tests.games.azul.slow import LETTERS, PRINTED, Player, complete, open_in_grey

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]


def tiles_of(random, player, grey, diligence):
    """What a player tiles in a round, laid on the player's wall; where lines can fall, they often do."""
    tiles = []
    for row in range(5):
        if random.random() > diligence:
            continue
        colours = [colour for colour, letter in LETTERS.items() if letter not in player.rows[row]]
        random.shuffle(colours)
        tile = {"row": row + 1, "colour": colours[0]}
        column = PRINTED[row].index(LETTERS[colours[0]])
        if grey:
            columns = {colour: open_in_grey(player.rows, row, LETTERS[colour]) for colour in colours}
            tile["colour"] = min(colours, key=lambda colour: len(columns[colour]))
            column = random.choice(columns[tile["colour"]] or [-1])
            tile["column"] = None if column < 0 else column + 1
        if column >= 0:
            player.tile(row, tile["colour"], column)
        tiles.append(tile)
    random.shuffle(tiles)
    return tiles


def round_of(random, players, grey, diligence):
    tiling = [
        {"tiles": tiles_of(random, player, grey, diligence), "floor": random.choice([0, 0, 1, 2, 3, 5, 7])}
        for player in players
    ]
    takers = [seat for seat, part in enumerate(tiling) if part["floor"]]
    if takers and random.random() < 0.8:
        return {"tiling": tiling, "first": random.choice(takers)}
    return {"tiling": tiling}


@st.composite
def sheets(draw):
    seats = draw(st.integers(2, 4))
    options = draw(st.fixed_dictionaries({}, optional={"wall": st.sampled_from(["coloured", "grey"])}))
    random, diligence = Random(draw(st.integers(0, 2**32))), draw(st.sampled_from([0.3, 0.7, 0.95]))
    players, entries = [Player() for _ in range(seats)], []
    is_over = False
    for _ in range(draw(st.integers(0, 8))):
        if not is_over:
            entries.append(round_of(random, players, options.get("wall") == "grey", diligence))
            is_over = any(complete(player.rows)[0] for player in players)
    if not is_over and draw(st.booleans()):
        entries.append({"end": True})
    return {"format": 1, "game": "azul", "players": NAMES[:seats], "options": options, "entries": entries}
