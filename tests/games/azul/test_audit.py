"""The end of Azul: what a final wall can have brought, against trying everything and on the page, and its bonus."""

import re
from functools import lru_cache

from hypothesis import example, given, settings, strategies as st

from companion.engine.pause import pausing
from companion.games.azul.audit import FinalWall, extreme_orders, order_with, shape_of
from companion.games.azul.walls import COLOURS
from tests.games.azul.slow import NOTHING, worth
from tests.support import files
from tests.support.asking import verdict
from tests.support.askpages import AskPage
from tests.support.each_row import each_row
from tests.support.long import IS_LONG
from tests.support.page_tree import parse
from tests.support.tries import tries

REPEATED = 5000 if IS_LONG else 150
ROW, COLUMN = range(5), range(5)
BARE = "-" * 25
GAME = files.example("azul/whole-game-all-bonuses")


def every_total(final, rounds):
    """Every total that the tiles of a wall can bring in so many rounds, by playing all of them."""
    return played(*after_rounds(final, rounds - 1), is_last=True).get(final, set())


@lru_cache(maxsize=64)
def after_rounds(final, rounds):
    """Every wall and total after so many rounds, none of them the last."""
    if rounds == 0:
        return {frozenset(): {0}}, final
    return played(*after_rounds(final, rounds - 1), is_last=False), final


def played(before, final, *, is_last):
    """The walls and totals after one more round: from the top down each row gets any of its tiles, or none.

    A full row must not be there before the last round.
    """
    for row in ROW:
        after = {tiles: set(totals) for tiles, totals in before.items()}
        for tiles, totals in before.items():
            for space in final - tiles:
                if space[0] == row:
                    points = worth_on(tiles, *space)
                    after.setdefault(tiles | {space}, set()).update(total + points for total in totals)
        before = after
    return before if is_last else {tiles: totals for tiles, totals in before.items() if not has_full_row(tiles)}


@lru_cache(maxsize=100_000)
def worth_on(tiles, row, column):
    """The points of a tile that is added to these."""
    wall = [NOTHING] * 5
    for space in (*tiles, (row, column)):
        wall[space[0]] = put(wall[space[0]], space[1])
    return worth(wall, row, column)[0]


@lru_cache(maxsize=100_000)
def has_full_row(tiles):
    return any(len([tile for tile in tiles if tile[0] == row]) == 5 for row in ROW)


def put(line, column):
    return line[:column] + "B" + line[column + 1 :]


def wall_of(tiles):
    """The coloured wall with these tiles."""
    return tuple(
        tuple(COLOURS[(column - row) % 5] if (row, column) in tiles else None for column in COLUMN) for row in ROW
    )


@st.composite
def small_walls(draw):
    """Up to six tiles that lie close together, or a full row and a tile or two; one more at length.

    Numbers whose bits are spaces are drawn much faster than lists of spaces.
    """
    top, left, close, full = draw(st.integers(0, 2)), draw(st.integers(0, 2)), draw(st.integers(3, 511)), None
    if close % 2:
        full = draw(st.integers(0, 4))
    spaces = [(top + at // 3, left + at % 3) for at in range(9) if close >> at & 1]
    if full is None:
        return frozenset(spaces[: 6 + IS_LONG])
    others = [space for space in spaces if space[0] != full]
    return frozenset({*((full, column) for column in COLUMN), *others[: 1 + IS_LONG]})


@settings(max_examples=tries(REPEATED))
@given(tiles=small_walls(), more=st.integers(0, 3))
@example(tiles=frozenset(), more=1)
def test_least_most_and_every_total_between_are_exact(tiles, more):
    wall = wall_of(tiles)
    shape = shape_of(wall)
    for rounds in (max(1, *map(int.bit_count, shape)) + more, None):
        possible = every_total(tiles, rounds or max(len(tiles), 1))
        least, most = extreme_orders(shape, rounds)
        assert (least.points, most.points) == (min(possible), max(possible))
        for total in range(min(possible) - 2, max(possible) + 3):
            order = order_with(shape, rounds, total)
            assert (order is not None) == (total in possible), (total, rounds)
            if order is not None:
                is_an_order(order, wall, rounds, total)


def is_an_order(order, wall, rounds, points):
    """An order keeps the rules, and the engine's scoring gives it these points."""
    assert len(order.rounds) == rounds if rounds is not None else all(order.rounds)
    for number, spaces in enumerate(order.rounds, 1):
        rows = [row for row, _ in spaces]
        assert rows == sorted(set(rows)), "one tile a row, from the top down"
        if number < len(order.rounds):
            placed = [row for earlier in order.rounds[:number] for row, _ in earlier]
            assert not any(placed.count(row) == 5 for row in placed), "a full row ends the game"
    placed = sorted(space for spaces in order.rounds for space in spaces)
    assert placed == [(row + 1, column + 1) for row in ROW for column in COLUMN if wall[row][column]]
    final = FinalWall(wall, rounds, 0)
    assert final.total(order) - final.bonus == points == order.points


LARGE = (
    *(((31, 31, 31, 31, 31), rounds) for rounds in (None, 5, 7)),
    *(((15, 15, 15, 15, 15), rounds) for rounds in (None, 4)),
    *(((31, 31, 31, 31, 0), None), ((27, 31, 14, 31, 31), None), ((31, 31, 25, 23, 30), None)),
)


@each_row(("shape", "rounds"), LARGE)
def test_large_walls_take_few_steps(shape, rounds, monkeypatch):
    steps = []  # one for each tile that is tried
    monkeypatch.setattr("companion.games.azul.tiling_search.pause", lambda: steps.append(None))
    for remembered in (extreme_orders, order_with):
        remembered.cache_clear()
    least, most = extreme_orders(shape, rounds)
    totals = range(least.points, most.points + 1, 7)
    orders = [(total, order) for total in totals if (order := order_with(shape, rounds, total))]
    assert orders[0][0] == least.points
    assert len(steps) < 8000, "most take a few hundred, the slowest wall that was found 4,200"
    full = frozenset((row, column) for row in ROW for column in COLUMN if shape[row] >> column & 1)
    for total, order in (*orders, (most.points, most)):
        is_an_order(order, wall_of(full), rounds, total)


def test_a_search_lets_others_run_in_between(client):
    paused = []
    extreme_orders.cache_clear()
    with pausing(lambda: paused.append(None)):
        AskPage(client, "azul/audit", [("wall", "BYRKWWBYRKKWBYRRKWBYYRKWB")])
    assert len(paused) > 50, "once for each tile that is tried"
    before = len(paused)
    extreme_orders.cache_clear()
    extreme_orders((31, 31, 31, 31, 31), None)
    assert len(paused) == before, "nobody waits outside a page"


def test_a_wall_by_taps(client):
    page = AskPage(client, "azul/audit")
    assert page.bar == "Tap the tiles that lie on the wall" and not page.is_answered
    page = page.tap("11").tap("12").tap("13")
    assert page.bar == "5 to 6 points" and len(page.page.find_all("img")) == 6, "the wall after each round"
    assert page.text.count('id="order-') == 2
    assert sorted(field for field in page.form if field[1]) == sorted(page.fields)
    grey = AskPage(client, "azul/audit", [("kind", "grey")]).choose("colour", "red").tap("14").tap("24")
    assert grey.bar == "column 4 has a red tile already" and 'id="wall-fault" role="alert"' in grey.text
    again = grey.tap("24").choose("colour", "black").tap("24")
    assert again.bar == "Exactly 3 points" and again.text.count('id="order-') == 1


@each_row(
    ("name", "text", "sentence"),
    [
        ("rounds", "2", "row 1 has 3 tiles, one a round at most; 2 rounds are not enough"),
        ("rounds", "many", "How many rounds were played? Enter 1 to 25, or nothing."),
        ("floor", "-8", "How many points were lost on the floor? Enter 0 to 999."),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_is_lost(client, name, text, sentence):
    page = AskPage(client, "azul/audit", [("wall", "BYR" + BARE[3:]), (name, text), ("claim", "5")])
    assert not page.is_answered and page.bar == sentence
    assert f'id="{name}-fault"' in page.text and f'aria-describedby="{name}-fault"' in page.text
    assert dict(page.form)[name] == text and dict(page.form)["wall"].startswith("BYR") and 'value="5"' in page.text


def played_table(host, entries):
    session = host.open("azul", GAME["players"])
    for entry in entries:
        for seat, tiling in enumerate(entry["tiling"]):
            tiles = {f"r{tile['row']}": column_of(tile["row"], tile["colour"]) for tile in tiling["tiles"]}
            host.enter(session, {"seat": seat, "typed": 1, "floor": tiling["floor"], "confirmed": 1, **tiles})
    return session


def column_of(row, colour):
    return (["blue", "yellow", "red", "black", "white"].index(colour) + row - 1) % 5 + 1


def test_a_table_that_is_over_leads_to_its_walls(host):
    session = played_table(host, GAME["entries"])
    for path in (f"/t/{session}/entries/{len(GAME['entries'])}", f"/t/{session}"):
        links = [link["href"] for link in parse(host.page(path)).find_all("link")]
        walls = [link for link in links if link.startswith("/referee/azul/audit?")]
        assert len(walls) == len(GAME["players"])
        for address in walls:
            assert "rounds=5&" in address and "floor=" in address
            claim = re.search(r"claim=(\d+)", address)
            assert claim and f"{claim[1]} is possible." in host.page(address)


def test_a_total_between_least_and_most_can_be_impossible():
    """In three rounds the tiles of this wall bring one point more than the least in no order; in four they do."""
    lines = enumerate(["#.#.#", "..###", ".#...", ".....", ".#..."])
    tiles = frozenset((row, column) for row, line in lines for column in COLUMN if line[column] == "#")
    shape = shape_of(wall_of(tiles))
    assert every_total(tiles, 3) == {12, 14, 15} and every_total(tiles, 4) == {12, 13, 14, 15}
    assert order_with(shape, 3, 13) is None and order_with(shape, 4, 13) is not None
    question = {"wall": [list(line) for line in wall_of(tiles)], "kind": "coloured", "rounds": 3}
    said = {claim: verdict("azul/audit", **question, claim=claim) for claim in range(11, 17)}
    assert (said[13]["least"], said[13]["most"]) == (12, 15)
    assert [claim for claim in said if said[claim]["claim_right"]] == [12, 14, 15]


def rows(page):
    """The table of the final bonus without its head."""
    return parse(page).find("table").rows[1:]


BONUS = [["rows, 2 each", "+2", "0"], ["columns, 7 each", "+7", "0"], ["colours, 10 each", "+10", "0"]]


def test_the_last_round_tells_the_final_bonus_apart(host):
    session = played_table(host, GAME["entries"])
    page = host.page(f"/t/{session}/entries/5")
    assert rows(page) == [["The round alone", "+6", "0"], *BONUS, ["Final bonus", "+19", "0"]]
    ann, ben = (parse(page).region(name).text for name in GAME["players"])
    assert "Column 1 is full: 7." in parse(page).by_id("bonus").text and "Column 1 is full" not in ann + ben
    assert "Rows 1, columns 1, colours 1: +19" in ann
    before = host.page(f"/t/{session}/entries/4")
    assert "Final bonus" not in before and "colours" in before


def test_a_game_that_was_stopped_has_no_bonus(host):
    session = played_table(host, GAME["entries"][:2])
    host.act(session, "end")
    page = host.page(f"/t/{session}")
    assert "Final bonus" not in page and page.count("Stopped before a row was full: no bonus.") == 2
