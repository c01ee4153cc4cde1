"""Entries tapped by a finger on two phones of one engine; those of Luz and 5211 are in test_both_engines.py.

A table is brought in shortly before its end, or at its start. Every game is tapped quickly in test_taps.py.
"""

from tests.browser.ingenious import short_game
from tests.engines.playing import SAVE, example, tap_cards, tap_land, tap_step, tap_tile, tap_wall, to_seat
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.slow import Table
from tests.support.long import long

pytestmark = long
ANN, BEN = range(2)
UNUSUAL = "#notice form button"  # enters what may be a mistake


def opened(pair, sheet, *seats):
    """A table at which both phones have the form, on seats of their own or on none."""
    invitation = pair[0].brings(sheet)
    for phone, seat in zip(pair, seats or (None, None), strict=True):
        if seat is not None or phone is not pair[0]:
            phone.joins(invitation, seat=seat)
        phone.enter()
    return invitation


def at_the_end(pair, totals):
    for phone in pair:
        phone.see(".podium")
        phone.totals(*totals)


def test_azul_to_the_full_row(pair):
    sheet, last, totals = example("azul/whole-game-all-bonuses")
    before = sheet["entries"].pop()
    opened(pair, sheet, ANN, BEN)
    for entry in (before, last):
        for seat, phone in enumerate(pair):
            tap_wall(phone, seat, entry["tiling"][seat], entry.get("first") == seat)
            phone.tap(SAVE)
            if seat == ANN:
                pair[BEN].see(f"[data-tab='{ANN}'] > svg")
        if entry is before:
            for phone in pair:
                phone.see(f"#last[data-entry='{1 + len(sheet['entries'])}']")
    pair[BEN].goes_on(UNUSUAL)
    pair[BEN].tap(UNUSUAL)  # nobody has the start marker, which is asked about
    at_the_end(pair, totals)


def test_ingenious_on_the_board_to_its_last_tile(pair):
    *_, (*_, table) = game = list(short_game(0))
    tiles = [{"seat": seat, "tile": tile, "at": at} for seat, tile, at, *_ in game]
    head = {"format": 1, "game": "ingenious", "players": ["Ann", "Ben"], "options": {"board": True}}
    opened(pair, {**head, "entries": tiles[:-5]})
    for number, entry in enumerate(tiles[-5:], len(tiles) - 4):
        hand, other = pair[number % 2], pair[1 - number % 2]
        before = hand.taps
        tap_tile(hand, entry["tile"], entry["at"])
        hand.scores()
        assert hand.taps - before == 5  # two colours, two spaces and save
        if number < len(tiles):
            other.has(".scroller g[transform]", 6 + 2 * number)
    at_the_end(pair, [min(track.values()) for track in table.tracks])


def test_salamanca_from_its_start_with_every_kind_of_step(pair):
    entries, table = whole_game(3290, 4, rounds=2)["entries"], Table(4)
    invitation = opened(pair, whole_game(3290, 4, rounds=0) | {"entries": []})
    for land in entries[0]["setup"]:
        tap_land(pair[0], land, land["tile"])
        pair[0].see(f"#last[data-entry='1'], .land .new[data-tap='{land['at'][0]}.{land['at'][1]}']")
    table.enter(entries[0])
    for number, entry in enumerate(entries[1:], 1):
        hand = pair[number % 2]
        hand.see(f"#last[data-entry='{number}']")
        tap_cards(hand, entry.get("cards", ()))
        for place, step in enumerate(entry.get("turn", ()), 1):
            tap_step(hand, place, step)
        hand.scores()
        table.enter(entry)
    for phone in pair:
        phone.go(f"/t/{invitation.id}")
        phone.totals(*table.coins)


def test_a_round_and_the_lines_of_an_open_sheet(pair):
    sheet, closing, totals = example("open/both-with-number")
    pair[BEN].joins(pair[ANN].brings(sheet))
    for seat, phone in enumerate(pair):
        phone.enter()
        to_seat(phone, seat)
        for number in (*closing["lines"][seat], closing["tie"][seat]):
            phone.tap(f"[data-tap='d{number}']")
            phone.tap("[data-tap='n']")
        phone.tap("[data-save]")
    at_the_end(pair, totals)
