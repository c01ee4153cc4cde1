"""The end of Azul on the pages: the final bonus apart from the last round, and all walls counted."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from tests.support.phones import Phone

GAME = json.loads((Path(__file__).parents[2] / "examples/azul/whole-game-all-bonuses.json").read_text("utf-8"))["sheet"]


def played(host: Phone, entries: list[Any]) -> str:
    session = host.open("azul", GAME["players"])
    for entry in entries:
        for seat, tiling in enumerate(entry["tiling"]):
            tiles = {f"r{tile['row']}": column_of(tile["row"], tile["colour"]) for tile in tiling["tiles"]}
            host.enter(session, {"seat": seat, "typed": 1, "floor": tiling["floor"], "confirmed": 1, **tiles})
    return session


def column_of(row: int, colour: str) -> int:
    return (["blue", "yellow", "red", "black", "white"].index(colour) + row - 1) % 5 + 1


def rows(page: str) -> list[list[str]]:
    table = re.search(r'<table class="tile pad">.*?</table>', page, re.DOTALL)
    assert table
    found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in table[0].split("<tr>")[2:]]
    return [[unescape(re.sub(r"<[^>]+>", "", cell)) for cell in row] for row in found]


BONUS = [["rows, 2 each", "+2", "0"], ["columns, 7 each", "+7", "0"], ["colours, 10 each", "+10", "0"]]


def test_the_last_round_tells_the_final_bonus_apart(host: Phone) -> None:
    session = played(host, GAME["entries"])
    page = host.page(f"/t/{session}/entries/5")
    assert rows(page) == [["The round alone", "+6", "0"], *BONUS, ["Final bonus", "+19", "0"]]
    ann, ben, bonus = page.split('class="section compact"')[1:]
    assert "Column 1 is full: 7." in bonus and "Column 1 is full" not in ann + ben
    assert "Rows 1, columns 1, colours 1: +19" in ann
    before = host.page(f"/t/{session}/entries/4")
    assert "Final bonus" not in before and "colours" in before


def test_the_score_pad_has_a_row_for_the_final_bonus(host: Phone) -> None:
    session = played(host, GAME["entries"])
    for path in ("?sheet=1", "/sheet"):
        lines = re.findall(r'<summary class="row"[^>]*>(.*?)</summary>', host.page(f"/t/{session}{path}"), re.DOTALL)
        cells = [re.findall(r">([^<>\s][^<>]*)<", line) for line in lines]
        assert cells[0] == ["Final bonus", "+19", "0", "Round 5", "+6", "0"], path
        assert cells[1][0] == "Round 4" and len(cells) == 5


def test_a_wall_that_ends_the_game_is_no_link_to_the_form(host: Phone) -> None:
    session = played(host, GAME["entries"][:4])
    tiles = {
        f"r{tile['row']}": column_of(tile["row"], tile["colour"]) for tile in GAME["entries"][4]["tiling"][0]["tiles"]
    }
    host.enter(session, {"seat": 0, "typed": 1, "floor": 0, "confirmed": 1, **tiles})
    page = host.page(f"/t/{session}")
    assert "last round" in page and "#ending" not in page


def test_the_end_page_shows_all_walls_with_what_counted(host: Phone) -> None:
    page = host.page(f"/t/{played(host, GAME['entries'])}")
    assert rows(page) == [*BONUS, ["Final bonus", "+19", "0"]]
    walls = page.split('id="final-walls"')[1].split("</ul>")[0]
    assert walls.count('role="img"') == 2
    assert "Rows 1, columns 1, colours 1: +19" in walls and "Rows 0, columns 0, colours 0: 0" in walls


def test_a_game_that_was_stopped_has_no_bonus(host: Phone) -> None:
    session = played(host, GAME["entries"][:2])
    host.act(session, "end")
    page = host.page(f"/t/{session}")
    assert "Final bonus" not in page and page.count("Stopped before a row was full: no bonus.") == 2
