"""The coach: the best other way of an entry, found among all that the rules allow, and who may ask for it."""

import re
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import given, settings

from companion.engine import RuleError
from companion.engine.pause import pausing
from companion.features.coach.views import played, search, variations_of
from companion.games.ingenious.board import area, neighbours
from companion.scoring.scoresheet import read, replay
from tests.games.azul.strategies import sheets
from tests.games.ingenious.strategies import head, random_game
from tests.support.each_row import each_row
from tests.support.files import example
from tests.support.phones import notice
from tests.support.reading import says
from tests.support.tries import tries

AZUL = 2  # its place among the world's tables


def moments(sheet):
    """Each entry of a sheet with the state before it."""
    before = sheet.game.engine.start(sheet.setup)
    for entry, done in zip(sheet.entries, replay(sheet), strict=True):
        if entry != {"end": True}:
            yield before, entry
        before = done.state


def rules_of(sheet):
    return variations_of(sheet.game)


def most(sheet, before, entry, seat, others):
    """The most points more than the entry brought, of those others that are allowed and end the game as it did."""
    rules = rules_of(sheet)
    actual, gains = played(sheet.game, rules, before, entry, seat), [0]
    for other in others:
        try:
            way = played(sheet.game, rules, before, other, seat)
        except RuleError:
            continue
        if sheet.game.key != "azul" or way.after.finished == actual.after.finished:
            gains.append(way.gain - actual.gain)
    return max(gains)


def with_tiles(entry, seat, tiles, fallen=0):
    tiling = [*entry["tiling"]]
    tiling[seat] = {"tiles": tiles, "floor": min(7, tiling[seat]["floor"] + fallen)}
    return {**entry, "tiling": tiling}


def in_columns(entry, seat):
    tiles = entry["tiling"][seat]["tiles"]
    for columns in product([1, 2, 3, 4, 5, None], repeat=len(tiles)):
        yield with_tiles(entry, seat, [{**tile, "column": at} for tile, at in zip(tiles, columns, strict=True)])


def on_lines(entry, seat, *, is_grey):
    """Every colour, and every column, on every line, as far as there are tiles."""
    taken = Counter()
    for tile in entry["tiling"][seat]["tiles"]:
        taken[tile["colour"]] += tile["row"]
    columns = [{"column": at} for at in (1, 2, 3, 4, 5, None)] if is_grey else [{}]
    lines = [
        [None, *({"row": row, "colour": colour, **at} for colour in taken if taken[colour] >= row for at in columns)]
        for row in range(1, 6)
    ]
    for chosen in product(*lines):
        tiles, used = [tile for tile in chosen if tile], Counter()
        for tile in tiles:
            used[tile["colour"]] += tile["row"]
        if used <= taken:
            yield with_tiles(entry, seat, tiles, (taken - used).total())


@settings(max_examples=tries(25))
@given(sheets())
def test_no_way_to_lay_the_tiles_of_azul_brings_more(value):
    sheet = read(value)
    is_grey = sheet.setup.options["wall"] == "grey"
    for before, entry in [*moments(sheet)][:4]:
        for seat in range(2):
            tiles = entry["tiling"][seat]["tiles"]
            _, found = search(sheet.game, rules_of(sheet), before, entry, seat)
            assert len(found) == (1 + is_grey if tiles else 0)
            if is_grey and 0 < len(tiles) <= 3:
                assert found[0].left == most(sheet, before, entry, seat, in_columns(entry, seat))
            if tiles and sum(tile["row"] for tile in tiles) <= (4 if is_grey else 9):
                others = on_lines(entry, seat, is_grey=is_grey)
                assert found[-1].is_complete and found[-1].left == most(sheet, before, entry, seat, others)


@each_row("name", ["placements-1-2-4", "duel-tokens", "swap-and-shared-place", "own-symbol-and-turned-board"])
def test_no_spot_for_a_tile_of_ingenious_brings_more(name):
    sheet, all_spaces = read(example(f"ingenious/{name}")), area("all").spaces
    for before, entry in [*moments(sheet)][:5]:
        _, found = search(sheet.game, rules_of(sheet), before, entry, entry["seat"])
        assert not search(sheet.game, rules_of(sheet), before, entry, (entry["seat"] + 1) % sheet.setup.seats)[1]
        if not sheet.setup.options["board"] or "swap" in entry:
            assert not found
            continue
        spots = ({**entry, "at": [[*one], [*other]]} for one in all_spaces for other in neighbours(one))
        assert found[0].left == most(sheet, before, entry, entry["seat"], spots)


@each_row(("mode", "seats", "colour"), [("solo", 1, "orange"), ("team", 4, "blue")])
def test_a_double_is_tried_in_both_orders_before_the_left_18(mode, seats, colour):
    sheet = read(random_game(head(mode, seats, board=True), Random(0), 20))
    before, entry = [*moments(sheet)][-1]
    near = replace(before, tracks=((17,) * 6,) * len(before.tracks))
    double, spaces = {**entry, "tile": [colour, colour]}, area("all").spaces
    spots = ({**double, "at": [[*one], [*other]]} for one in spaces for other in neighbours(one))
    _, found = search(sheet.game, rules_of(sheet), near, double, entry["seat"])
    assert found[0].left == most(sheet, near, double, entry["seat"], spots)


def cut_off(ways):
    """A long search that may play so many ways, and how often it paused."""
    sheet, pauses = read(example("ingenious/placements-1-2-4")), []
    before, entry = [*moments(sheet)][5]
    with pausing(lambda: pauses.append(1)):
        return search(sheet.game, rules_of(sheet), before, entry, entry["seat"], ways)[1], len(pauses)


def test_a_search_pauses_at_each_way_and_says_if_it_was_cut_off():
    (all_ways,), pauses = cut_off(4000)
    assert all_ways.is_complete and all_ways.count == pauses > 100
    (some_ways,), pauses = cut_off(100)
    assert not some_ways.is_complete and some_ways.count == pauses == 100
    assert 0 <= some_ways.left <= all_ways.left


def steps_of(page):
    return page.partition("The best way")[2].partition("As it was played")[0]


def test_while_the_game_runs_a_phone_asks_only_for_its_own_seat(world):
    session, host, viewer = world.tables[AZUL], world.phones["host"], world.phones["viewer"]
    host.act(session, "sit", {"seat": "0"})
    for page in (f"/t/{session}/replay/1", f"/t/{session}/entries/1", f"/t/{session}/sheet"):
        assert f"/t/{session}/coach?number=1" in viewer.page(page)
    assert says(host.page(f"/t/{session}/coach?number=1"), "261 ways were counted: all there are.")
    for phone, fields, status in (
        *((host, "number=1&seat=1", 403), (viewer, "number=1&seat=0", 403), (host, "number=1&seat=9", 404)),
        *((host, "number=x", 404), (host, "number=99", 404), (host, f"seat=0&number={'9' * 400}", 404)),
    ):
        answer = phone.get(f"/t/{session}/coach?{fields}")
        assert answer.status_code == status and notice(answer), fields
    assert f"/t/{session}/seats" in viewer.page(f"/t/{session}/coach"), "where a phone takes a seat"
    assert "/coach?" not in host.page(f"/t/{world.tables[0]}/replay/1"), "in Luz nothing can be tried elsewhere"


def test_after_the_game_all_who_see_the_replay_ask_for_any_seat(world):
    session = world.opened("azul/grey-whole-game", 3)
    host, viewer, stranger = (world.phones[role] for role in ("host", "viewer", "stranger"))
    assert viewer.get(f"/t/{session}/coach?number=2&seat=2").status_code == 403
    host.act(session, "end")
    page = viewer.page(f"/t/{session}/coach?number=2&seat=2")
    assert says(page, "The same lines in other columns") and says(page, "No point was left on the table.")
    assert says(page, "1 point left on the table.") and "/rules/azul/" in steps_of(page)
    assert all(f"number=2&amp;seat={seat}" in page for seat in range(3))
    link = re.search(r'href="/replay/([\w-]+)"', host.page(f"/t/{session}/share"))
    for moment in stranger.page(f"/replay/{link[1]}/2"), stranger.get(f"/replay/{link[1]}/steps").json["moments"]["2"]:
        assert f"/coach/{link[1]}?number=2" in moment and f"/t/{session}" not in moment
    shown = stranger.page(f"/coach/{link[1]}?number=2&seat=2")
    assert f"/t/{session}" not in shown and steps_of(shown) == steps_of(page)
    assert stranger.get(f"/t/{session}/coach").status_code == 404
    host.act(session, "delete", {"sure": "yes"})
    answer = stranger.get(f"/coach/{link[1]}?number=2")
    assert answer.status_code == 404 and notice(answer)


def test_the_best_spot_for_a_tile_is_drawn(world):
    session = world.opened("ingenious/no-place-left", 9)
    world.phones["host"].act(session, "end")
    page = world.phones["viewer"].page(f"/t/{session}/coach?number=9")
    assert says(page, "3 points left on the table.") and "hex-board" in steps_of(page)
