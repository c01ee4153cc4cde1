"""The end of Azul on the pages: the final bonus apart from the last round, and all walls counted."""

from tests.support.files import example
from tests.support.page_tree import parse

GAME = example("azul/whole-game-all-bonuses")


def played(host, entries):
    session = host.open("azul", GAME["players"])
    for entry in entries:
        for seat, tiling in enumerate(entry["tiling"]):
            tiles = {f"r{tile['row']}": column_of(tile["row"], tile["colour"]) for tile in tiling["tiles"]}
            host.enter(session, {"seat": seat, "typed": 1, "floor": tiling["floor"], "confirmed": 1, **tiles})
    return session


def column_of(row, colour):
    return (["blue", "yellow", "red", "black", "white"].index(colour) + row - 1) % 5 + 1


def rows(page):
    """The table of the final bonus without its head."""
    return parse(page).find("table").rows[1:]


BONUS = [["rows, 2 each", "+2", "0"], ["columns, 7 each", "+7", "0"], ["colours, 10 each", "+10", "0"]]


def test_the_last_round_tells_the_final_bonus_apart(host):
    session = played(host, GAME["entries"])
    page = host.page(f"/t/{session}/entries/5")
    assert rows(page) == [["The round alone", "+6", "0"], *BONUS, ["Final bonus", "+19", "0"]]
    ann, ben = (parse(page).region(name).text for name in GAME["players"])
    assert "Column 1 is full: 7." in parse(page).by_id("bonus").text and "Column 1 is full" not in ann + ben
    assert "Rows 1, columns 1, colours 1: +19" in ann
    before = host.page(f"/t/{session}/entries/4")
    assert "Final bonus" not in before and "colours" in before


def test_a_game_that_was_stopped_has_no_bonus(host):
    session = played(host, GAME["entries"][:2])
    host.act(session, "end")
    page = host.page(f"/t/{session}")
    assert "Final bonus" not in page and page.count("Stopped before a row was full: no bonus.") == 2
