"""Whatever a rule of a game refuses names that rule; only faults of the file format have none."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from companion.game import Game, Message, RuleError, Seat
from companion.game.strict import Refusal, refusal_in
from companion.games.azul.walls import COLOUR_IN_ROW
from companion.games.salamanca.board import empty_board, lay, put_hazard, tile_of
from tests.support.each_row import each_row
from tests.support.own_games import own_games

FOLDER = Path(__file__).parents[2] / "companion" / "games"
GAMES = [*own_games().values()]

# What can be set, and be changed while a game runs, is no rule of a game.
SETTINGS = {"open/formulas/reading.py", "open/options.py", "open/widening.py"}
# What the format of an entry or of a question asks for. No rule of a game says it.
FORMAT = {
    "a part is missing before {slot}",
    "a space is two whole numbers, not {value}",
    "a step of a turn is an object with one of {keys}, not {value}",
    "a tile has two halves, not {count}",
    "a tile of {seat} names a column; on the coloured wall the colour says where",
    "cards come first in a round and once; round {round} has begun",
    "nobody starts with less than 0 coins, so not with {value}",
    "on the coloured wall the colour says in which column; column may not be named",
    "on the grey wall the column must be named",
    "the board has 8 rows and 9 columns, or 9 rows and 8 columns, but not {rows} and {columns}",
    "the board shows {colour} once, not twice",
    "the cards of round {round} are told; the turn of {seat} comes next",
    "the cards of round {round} come first",
    "the order must name everybody once; {seat} is missing",
    "the points of a half must be a whole number, not {value}",
    "the seats of a side have one part together",
    "the setup comes first: the five lands that lie on the board at the start",
    "the setup is told already; the cards of round {round} come next",
    "this table tells no board: an entry is a sale, a fee, cards or a tax",
    "two players have no equal cards, so no order may be told",
    "what is half entered is not due",
    "{seat} cannot have played {card}: a card is a colour (G, Y, O, B or T) and a number from 1 to 6",
    "{value} is no number and no sum",
    "{what} must be {low} to {high}, not {value}",
    "{what}: a sum has 2 to {most} numbers, not {count}",
}
QUOTING = {"{seat}: {wrong}", "this cannot be: {wrong}"}  # the refusal is one of its values
MAKES_FORMAT = {"no_value"}  # functions that return a fault of the format
MAKES_REFUSALS = {"all_used", "unpaid_refusal"}


def looked_through(folder: Path) -> list[Path]:
    """The modules in which refusals have to name a rule."""
    return [path for path in sorted(folder.rglob("*.py")) if path.relative_to(FOLDER).as_posix() not in SETTINGS]


def raised(path: Path) -> list[ast.expr]:
    """What each RuleError of a module is raised with."""
    nodes = [node.exc for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Raise)]
    calls = [exc for exc in nodes if isinstance(exc, ast.Call) and getattr(exc.func, "id", "") == "RuleError"]
    return [call.args[0] for call in calls]


def names_its_rule(argument: ast.expr, constants: set[str]) -> bool:
    """Whether a RuleError is raised with a refusal of its game, or with a listed fault of the format."""
    if isinstance(argument, ast.Name):
        return argument.id in constants
    if not isinstance(argument, ast.Call):
        return False
    if isinstance(argument.func, ast.Attribute):
        made_of = argument.func.value
        return argument.func.attr == "of" and isinstance(made_of, ast.Name) and made_of.id in constants
    if getattr(argument.func, "id", "") != "Message":
        return getattr(argument.func, "id", "") in MAKES_FORMAT | MAKES_REFUSALS
    text = argument.args[0]
    return isinstance(text, ast.Constant) and text.value in FORMAT | QUOTING


@each_row("game", GAMES)
def test_each_refusal_of_a_rule_names_it(game: Game) -> None:
    prefix = f"companion.games.{game.folder.name}."
    modules = [vars(module) for name, module in sys.modules.items() if name.startswith(prefix)]
    constants = {name: value for names in modules for name, value in names.items() if isinstance(value, Refusal)}
    named = {
        value for name, value in constants.items() if not name.startswith("_")
    }  # those are said in place of another
    assert set(game.refusals) == named
    without = [
        f"{path.relative_to(FOLDER)}:{argument.lineno}: {ast.unparse(argument)}"
        for path in looked_through(game.folder)
        for argument in raised(path)
        if not names_its_rule(argument, constants)
    ]
    assert without == []


@each_row("game", GAMES)
def test_each_refusal_has_a_rule_and_a_title(game: Game) -> None:
    for refusal in game.refusals:
        assert refusal.rule in game.rules, refusal.singular
        assert "{" not in refusal.title.singular
    assert len({refusal.title.singular for refusal in game.refusals}) == len(game.refusals) > 2


def test_the_list_of_faults_of_the_format_has_nothing_left_over() -> None:
    texts = {
        node.value
        for path in looked_through(FOLDER)
        for argument in raised(path)
        for node in ast.walk(argument)
        if isinstance(node, ast.Constant)
    }
    assert texts >= FORMAT | QUOTING


def test_a_refusal_keeps_its_rule_inside_another_sentence() -> None:
    inner = COLOUR_IN_ROW.of(row=1, colour="red")
    quoted = Message("{seat}: {wrong}", seat=Seat(0), wrong=inner)
    assert refusal_in(quoted) == inner and RuleError(quoted).rule == "azul/space"
    assert RuleError(Message("{wrong}", wrong="text")).rule is None


def test_a_hazard_on_the_wrong_tile_names_the_rule_of_hazards() -> None:
    with pytest.raises(RuleError, match="row 1, column 1: poison lies on a lake") as refused:
        put_hazard(lay(empty_board(), tile_of("farm"), 0), "poison", 0)
    assert refused.value.rule == "salamanca/hazard-lies"
