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


COUNTS = {
    "between-two-cities": "64ozgames.com/pages/between-2-cities: the score is the lower of the two cities",
    "calico": "tablegameshub.com/calico-score-calculator: a button 3, a rainbow button 3",
    "catan": "en.doc.boardgamearena.com/Gamehelpcatan: a settlement 1, a city 2, longest road and largest army 2",
    "concordia": "en.doc.boardgamearena.com/Gamehelpconcordia: Saturnus 1, Mars 2, Vesta 1 per 10, the last card 7",
    "dominion": "tablegameshub.com (Dominion): 1, 3, 6, -1, Gardens 1 for 10 cards each",
    "hanabi": "boardible.com/hanabi: five stacks of 5, 25 at most",
    "hearts": "thebearknowsbest.com/hearts: a hand adds up to a multiple of 26; the end at 100",
    "lost-cities": "tabletoptrooper.blogspot.com/2014/11/lost-cities: three games are added",
    "patchwork": "dicevibes.com/games/patchwork: 1 a button, -2 an empty space, 7 the bonus tile",
    "qwixx": "tablegameshub.com/qwixx-score-calculator: 0 1 3 6 10 15 21 28 36 45 55 66 78, -5 a penalty",
    "rummikub": "rummikub.org/scoring: who goes out gets what the others lose",
    "sagrada": "ultraboardgames.com/sagrada/game-rules.php: a private objective face down; 1 a token, -1 an open space",
    "scrabble": "tabletopgameplanet.com/scrabble-rules-end-of-the-game: who goes out gets the tiles of the others",
    "skyjo": "skyjoe.net/rules: the end at 100, the lowest wins",
    "splendor": "boutiquefdb.com/products/splendor-fr: a noble patron 3",
    "sushi-go": "docsbay.net (Sushi Go in one page), tablegameshub.com/sushi-go-score-calculator: 6 and -6, shared",
    "take-5": "wikiboardgames.com/take-5-or-6-nimmt-rules: the end at 66, the fewest win",
    "tokaido": "rocketstreet.gg (Tokaido): 10, 7, 4, 2 for others who gave; each of a tie gets all; a card 3",
    "uno": "ourpastimes.com/keep-score-uno-16920: the end at 500",
    "wizard": "1jour-1jeu.com/cardgame/2010-wizard: 20 and 10 a trick, -10 for each trick off",
    "yahtzee": "yahtzeeonline.org/yahtzee-rules.php: 35 for 63 above; 100 a Yahtzee more, not beside a 0",
}
"""Where the numbers of a sheet were found that its formulas count with."""


DIZED = "rules.dized.com/game/0GI6_zUiQh2U27DV_13LJw (Everdell, End game)"
PAPER = "gamerspaper.com/victory/ticket_to_ride"
TURNS = "forum.dominionstrategy.com/index.php?topic=6701.0 quotes the rules"
NOBLES = "w.owiki.org/wiki/Splendor_(game), gamexpla.in/en/g/593"
WINDOWS = "bluephonebox.com/2024/09/11/sagrada-my-reference"
JOURNEY = "rocketstreet.gg/gl/revision-e-regras-do-xogo-de-mesa-tokaido"
CITIES = "hoodedgoblin.com/products/between-two-cities"
BURGUNDY = "forum.boardgamearena.com/viewtopic.php?p=101116"
TIES: Mapping[str, Tie] = {
    "7-wonders": Tie("Treasury (coins)", "", AGREED),
    "agricola": Tie("", "", "spellenwijs.nl/gelijk-stand-oplossen quotes the rules: tied players share the victory"),
    "between-two-cities": Tie("Higher of the two (points)", "", CITIES),
    "calico": Tie("", "", AGREED),
    "carcassonne": Tie("", "", AGREED),
    "cascadia": Tie("Nature tokens left (count)", "", AGREED),
    "castles-of-burgundy": Tie("empty spaces", "last in turn order", BURGUNDY, BURGUNDY),
    "catan": Tie("", "", "no tie: whoever reaches 10 points in their turn wins"),
    "concordia": Tie("", "", AGREED),
    "dominion": Tie("turns taken", "", TURNS),
    "everdell": Tie("events", "resources left", DIZED, DIZED),
    "hanabi": Tie("", "", "no tie: all play together"),
    "hearts": Tie("", "", AGREED),
    "kingdomino": Tie("largest property", "crowns", "playeraid.net/modules/kingdomino/en", AGREED),
    "lost-cities": Tie("", "", AGREED),
    "patchwork": Tie("", "", AGREED),
    "qwixx": Tie("", "", AGREED),
    "rummikub": Tie("", "", AGREED),
    "sagrada": Tie("Private objective (points)", "", WINDOWS),
    "scrabble": Tie("", "", AGREED),
    "skyjo": Tie("", "", AGREED),
    "splendor": Tie("development cards bought", "", NOBLES),
    "sushi-go": Tie("", "", AGREED),
    "take-5": Tie("", "", AGREED),
    "terraforming-mars": Tie("megacredits", "", AGREED),
    "ticket-to-ride": Tie("completed tickets", "longest path", PAPER, PAPER),
    "tokaido": Tie("Achievement cards (count)", "", JOURNEY),
    "uno": Tie("", "", AGREED),
    "wingspan": Tie("unused food tokens", "", AGREED),
    "wizard": Tie("", "", AGREED),
    "yahtzee": Tie("", "", AGREED),
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
    assert bool(tie.get("fewest")) == (key in ("dominion", "splendor")), "the most comes first in all others"


@pytest.mark.parametrize("key", TIES)
def test_each_line_says_what_is_typed(key: str) -> None:
    for line in options(key).get("lines", ()):
        unit = UNIT.search(line["name"])
        assert unit, line["name"]
        if "per" in line and unit[1] == "points" and "formula" not in line:
            assert abs(line["factor"]) == line["per"] == 1, "points count as they are, or are taken off"
    for line in options(key, ".zh_Hant").get("lines", ()):
        assert re.search(r"（(分數|數量|枚|有就填 1)）$", line["name"]), line["name"]


def test_every_sheet_is_here() -> None:
    assert len(TIES) == 31 and COUNTS.keys() < TIES.keys()
    assert {path.stem for path in FOLDER.glob("*.json") if "." not in path.stem} == set(TIES)


def test_simplified_chinese_has_the_names_of_the_mainland() -> None:
    names = {kept.name for kept in built_in(all_games()["open"], ("zh_Hans", "zh_Hant")).values()}
    assert names == {
        *("七大奇迹", "农场主", "卡卡颂", "卡斯卡迪亚", "勃艮第城堡", "仙境幽谷"),
        *("多米诺王国", "殖民火星", "车票之旅", "展翅翱翔"),
        *("失落的城市", "猫与花毯", "卡坦岛", "康考迪亚", "皇舆争霸", "花火", "伤心小栈（四人）", "拼布艺术", "快可思"),
        *("拉密", "圣家堂", "拼字涂鸦", "斯凯乔", "璀璨宝石", "回转寿司", "谁是牛头王", "东海道", "优诺牌"),
        *("巫师牌", "快艇骰子", "双城争霸"),
    }


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.zh_Hans.json")), ids=lambda path: path.name)
def test_a_sheet_in_simplified_chinese_is_the_same_but_for_its_names(path: Path) -> None:
    own, english = options(path.name.split(".")[0], ".zh_Hans"), options(path.name.split(".")[0])
    assert without_names(own) == without_names(english)


def without_names(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_names(item) for key, item in value.items() if key not in ("name", "number")}
    return [without_names(item) for item in value] if isinstance(value, list) else value
