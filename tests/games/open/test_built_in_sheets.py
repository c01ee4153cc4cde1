"""The sheets that come along: each line says what is typed, and what breaks ties is what was found in the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.games import all_games
from companion.scoring.setup_template import built_in

FOLDER = Path(__file__).parents[3] / "companion/games/open/setups"
UNIT = re.compile(r"\((points|count|coins|1 if held)\)$")
AGREED = "by the table's agreement"


class Tie(NamedTuple):
    """What breaks a tie, what comes next in the name of the number, and where that was found."""

    first: str
    then: str
    source: str
    source_of_then: str = ""


DIZED = "rules.dized.com/game/0GI6_zUiQh2U27DV_13LJw (Everdell, End game)"
PAPER = "gamerspaper.com/victory/ticket_to_ride"
BURGUNDY = "forum.boardgamearena.com/viewtopic.php?p=101116"
TIES: Mapping[str, Tie] = {
    "7-wonders": Tie("Treasury (coins)", "", AGREED),
    "agricola": Tie("", "", "spellenwijs.nl/gelijk-stand-oplossen quotes the rules: tied players share the victory"),
    "carcassonne": Tie("", "", AGREED),
    "cascadia": Tie("Nature tokens left (count)", "", AGREED),
    "castles-of-burgundy": Tie("empty spaces", "last in turn order", BURGUNDY, BURGUNDY),
    "everdell": Tie("events", "resources left", DIZED, DIZED),
    "kingdomino": Tie("largest property", "crowns", "playeraid.net/modules/kingdomino/en", AGREED),
    "terraforming-mars": Tie("megacredits", "", AGREED),
    "ticket-to-ride": Tie("completed tickets", "longest path", PAPER, PAPER),
    "wingspan": Tie("unused food tokens", "", AGREED),
}


def options(key: str, locale: str = "") -> dict[str, Any]:
    own = json.loads((FOLDER / f"{key}{locale}.json").read_text("utf-8"))["options"]
    assert isinstance(own, dict)
    return own


@pytest.mark.parametrize("key", TIES)
def test_what_breaks_a_tie_is_what_was_found(key: str) -> None:
    told, own = TIES[key], options(key)
    tie = own.get("tie", "shared")
    if not told.first:
        assert tie == "shared"
        return
    name = own["lines"][tie["line"]]["name"] if "line" in tie else tie["number"]
    assert name == (f"{told.first} (tied: {told.then})" if told.then else told.first)
    assert not tie.get("fewest"), "the most comes first in all of them"


@pytest.mark.parametrize("key", TIES)
def test_each_line_says_what_is_typed(key: str) -> None:
    for line in options(key)["lines"]:
        unit = UNIT.search(line["name"])
        assert unit, line["name"]
        if "per" in line and unit[1] == "points":
            assert abs(line["factor"]) == line["per"] == 1, "points count as they are, or are taken off"
    for line in options(key, ".zh_Hant")["lines"]:
        assert re.search(r"（(分數|數量|枚|有就填 1)）$", line["name"]), line["name"]


def test_every_sheet_is_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.json") if "." not in path.stem} == set(TIES)


def test_simplified_chinese_has_the_names_of_the_mainland() -> None:
    names = {kept.name for kept in built_in(all_games()["open"], ("zh_Hans", "zh_Hant")).values()}
    assert names == {
        *("七大奇迹", "农场主", "卡卡颂", "卡斯卡迪亚", "勃艮第城堡", "仙境幽谷"),
        *("多米诺王国", "殖民火星", "车票之旅", "展翅翱翔"),
    }


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.zh_Hans.json")), ids=lambda path: path.name)
def test_a_sheet_in_simplified_chinese_is_the_same_but_for_its_names(path: Path) -> None:
    own, english = options(path.name.split(".")[0], ".zh_Hans"), options(path.name.split(".")[0])
    assert without_names(own) == without_names(english)


def without_names(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_names(item) for key, item in value.items() if key not in ("name", "number")}
    return [without_names(item) for item in value] if isinstance(value, list) else value
