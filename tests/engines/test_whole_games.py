"""Each of the five games to its end on two phones of one engine: a light one in English, a dark one in Chinese.

A table is brought in shortly before its end; each kind of entry is tapped. `make test-long` runs these.
"""

from __future__ import annotations

from tests.browser.ingenious import short_game
from tests.engines.playing import (
    SAVE,
    example,
    tap_bet,
    tap_cards,
    tap_hand,
    tap_land,
    tap_points,
    tap_step,
    tap_tile,
    tap_trick,
    tap_wall,
    to_seat,
    tricks_in,
)
from tests.games.salamanca.playing import earn, whole_game
from tests.games.salamanca.slow import Table
from tests.support.long import long

pytestmark = long
ANN, BEN, CLEO, MEI = range(4)
UNUSUAL = "#notice form button"  # enters what may be a mistake


def at_the_end(pair, totals):
    for phone in pair:
        phone.see(".podium")
        phone.totals(*totals)


def test_luz_trick_by_trick(pair):
    sheet, deal, totals = example("luz/whole-game")
    light, dark = pair
    invitation = light.brings(sheet)
    dark.joins(invitation)
    for phone in pair:
        phone.enter()
    for seat, bet in enumerate(deal["bets"]):
        tap_bet(light, seat, bet)
    light.tap("[data-save]")
    winners = [seat for seat, taken in enumerate(deal["tricks"]) for _ in range(taken)]
    for number, winner in enumerate(winners, 1):
        tap_trick(pair[number % 2], number, winner, by_another=True)
        for one in pair:
            tricks_in(one, number)
    dark.scores()
    at_the_end(pair, totals)


def test_the_last_rounds_of_5211(pair):
    sheet, last, totals = example("5211/two-players")
    before = sheet["entries"].pop()
    invitation = pair[0].brings(sheet)
    for seat, phone in enumerate(pair):
        phone.joins(invitation, seat=seat)
        phone.enter()
    for entry in (before, last):
        for seat, one in enumerate(pair):
            tap_hand(one, seat, entry["cards"][seat])
            if seat == ANN:
                pair[BEN].see(f"[data-tab='{ANN}'] > svg")
        if entry is before:
            for phone in pair:
                phone.see(f"#last[data-entry='{1 + len(sheet['entries'])}']")
    at_the_end(pair, totals)


def test_azul_to_the_full_row(pair):
    sheet, last, totals = example("azul/whole-game-all-bonuses")
    before = sheet["entries"].pop()
    invitation = pair[0].brings(sheet)
    for seat, phone in enumerate(pair):
        phone.joins(invitation, seat=seat)
        phone.enter()
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
    light, dark = pair
    head = {"format": 1, "game": "ingenious", "players": ["Ann", "Ben"], "options": {"board": True}}
    invitation = light.brings({**head, "entries": tiles[:-5]})
    dark.joins(invitation)
    for phone in pair:
        phone.enter()
    for number, entry in enumerate(tiles[-5:], len(tiles) - 4):
        hand, other = pair[number % 2], pair[1 - number % 2]
        before = hand.taps
        tap_tile(hand, entry["tile"], entry["at"])
        hand.scores()
        assert hand.taps - before == 5  # two colours, two spaces and save
        if number < len(tiles):
            other.has(".scroller g[transform]", 6 + 2 * number)
    at_the_end(pair, [min(track.values()) for track in table.tracks])


def test_ingenious_by_points_and_the_table_ended(pair):
    light, dark = pair
    head = {"format": 1, "game": "ingenious", "players": ["Ann", "Ben"], "options": {}, "entries": []}
    invitation = light.brings(head)
    dark.joins(invitation)
    for phone in pair:
        phone.enter()
    tap_points(light, "red 5", "blue 3")
    light.scores()
    dark.see("#last[data-entry='1']")
    tap_points(dark, "green 4")
    dark.scores()
    light.see("#last[data-entry='2']")
    light.go(f"/t/{invitation.id}/host")
    light.tap("main form button.button")
    at_the_end(pair, [0, 0])


def test_salamanca_on_the_board_to_its_last_round(pair):
    sheet = whole_game(5, 2)
    entries, table = sheet["entries"], Table(2)
    first = len(entries) - 5
    for entry in entries:
        table.enter(entry)
    light, dark = pair
    invitation = light.brings({**sheet, "entries": entries[:first]})
    dark.joins(invitation)
    for phone in pair:
        phone.enter()
    for number, entry in enumerate(entries[first:]):
        hand = pair[number % 2]
        hand.until(lambda hand=hand, number=number: hand.count("#form[data-stage]"), "no form")
        if "cards" in entry:
            tap_cards(hand, entry["cards"])
        for place, step in enumerate(entry.get("turn", ()), 1):
            tap_step(hand, place, step)
        hand.scores()
        if number < 4:
            pair[1 - number % 2].see(f"#last[data-entry='{first + number + 1}']")
    at_the_end(pair, table.coins)


def test_salamanca_from_its_start_with_every_kind_of_step(pair):
    entries = whole_game(3290, 4, rounds=2)["entries"]
    light, dark = pair
    head = whole_game(3290, 4, rounds=0) | {"entries": []}
    invitation = light.brings(head)
    dark.joins(invitation)
    for phone in pair:
        phone.enter()
    for land in entries[0]["setup"]:
        tap_land(light, {**land}, land["tile"])
        light.see(f"#last[data-entry='1'], .land .new[data-tap='{land['at'][0]}.{land['at'][1]}']")
    table = Table(4)
    table.enter(entries[0])
    for number, entry in enumerate(entries[1:], 1):
        hand = pair[number % 2]
        hand.see(f"#last[data-entry='{number}']")
        if "cards" in entry:
            tap_cards(hand, entry["cards"])
        for place, step in enumerate(entry.get("turn", ()), 1):
            tap_step(hand, place, step)
        hand.scores()
        table.enter(entry)
    for phone in pair:
        phone.go(f"/t/{invitation.id}")
        phone.totals(*table.coins)


def test_salamanca_without_a_board(pair):
    light, dark = pair
    head = {"format": 1, "game": "salamanca", "players": ["Ann", "Ben", "Cleo"], "options": {}, "entries": []}
    invitation = light.brings(head)
    dark.joins(invitation)
    light.enter()
    light.tap(".ways a[href$='do=cards']")
    light.see(".ways a[href$='do=cards'].on")
    tap_cards(light, [2, 8, 7])
    light.scores()
    sale = {"building": "castle", "lands": [{"land": "lake", "tiles": [3], "rats": False}], "ruin": False}
    coins = [0, 0, 0]
    earn(coins, ANN, sale | {"noble": None})
    for number, tap in enumerate((f"seat.{ANN}", "castle", "0.3"), 1):
        light.tap(f"#preview [data-tap='{tap}']")
        light.has("#entry [type=hidden][name=tap]", number)
    light.scores()
    dark.totals(*coins)
    light.tap(".ways a[href$='do=tax']")
    light.choose(f"q{BEN}", 2)
    light.choose(f"n{CLEO}", 1)
    light.scores()
    dark.totals(coins[ANN], 4, 1)


def test_a_round_and_the_lines_of_an_open_sheet(pair):
    sheet, closing, totals = example("open/both-with-number")
    light, dark = pair
    dark.joins(light.brings(sheet))
    for seat, phone in enumerate(pair):
        phone.enter()
        to_seat(phone, seat)
        for number in (*closing["lines"][seat], closing["tie"][seat]):
            phone.tap(f"[data-tap='d{number}']")
            phone.tap("[data-tap='n']")
        phone.tap("[data-save]")
    at_the_end(pair, totals)
