"""What people do on the pages of Ingenious: tap a tile, its points or its spaces, and read tracks and tokens."""

from random import Random

from tests.games.ingenious.slow import BAG, COLOURS, Table, count_half


def short_game(seed):
    """A legal game of two on the board: the seat, its tile, where it lies, the points of its halves, the table after.

    Of a few tiles and places those are chosen that score and that leave single spaces, so that the board is soon full.
    Everything is counted by the slow count.
    """
    random, table = Random(seed), Table("base", 2)
    table.print_symbols(COLOURS)
    bag = random.sample(BAG, len(BAG))
    while not table.over:
        legal = table.legal()
        places = random.sample(legal, min(40, len(legal)))
        invitation = [(tile, at) for tile in bag[:3] for place in places for at in (place, place[::-1])]
        tile, at = max(invitation, key=lambda way: _worth(table, *way))
        bag.remove(tile)
        seat = table.turn
        points = [number for _, number in table.lay(list(tile), at)]
        yield seat, list(tile), at, points, table


def _worth(table, tile, at):
    own = table.tracks[table.turn]
    halves = ((tile[0], *at), (tile[1], at[1], at[0]))
    scored = sum(min(count_half(table.lying, colour, *spots), 6) / (2 + own[colour]) for colour, *spots in halves)
    return 8 * scored + sum(at[0] in pair or at[1] in pair for pair in table.free())


def tap_points(phone, *halves):
    """ "red 3" is a half of 3 points; more than 6 need a tap on 7+ first."""
    for half in halves:
        colour, points = half.split()
        if int(points) > 6 and not phone.page.locator(f"[data-tap={colour[0]}{points}]").count():
            phone.tap(f"[data-tap='{colour[0]}+']")
        phone.tap(f"[data-tap={colour[0]}{points}]")


def tap_tile(phone, tile, at):
    """Each half: its colour, then its space. The board is pushed about where the space is out of view."""
    for colour, (q, r) in zip(tile, at, strict=True):
        phone.tap(f".pick [data-tap={colour[0]}]")
        phone.tap(f".scroller [data-tap='{q}.{r}']")
