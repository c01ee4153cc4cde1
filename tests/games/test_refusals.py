"""Whatever a rule of a game refuses names that rule; only faults of the file format have none."""

import ast
import sys
from pathlib import Path

from companion.engine import Message, RuleError, Seat
from companion.engine.strict import Refusal, refusal_in
from companion.games.azul.rulebook import COLOUR_IN_ROW
from tests.support.each_row import each_row
from tests.support.own_games import own_games

FOLDER = Path(__file__).parents[2] / "companion" / "games"
GAMES = [*own_games().values()]

# What can be set, and be changed while a game runs, is no rule of a game.
SETTINGS = {"open/options.py", "open/widening.py"}
# How many refusals say what the format of an entry or of a question asks for, which no rule of a game says. One more
# is a rule's own refusal, or is counted here.
FORMAT = {"azul": 5, "g5211": 1, "ingenious": 3, "luz": 1, "open": 5, "salamanca": 13}
MAKERS = {"all_used", "unpaid_refusal"}  # functions that return a refusal


def looked_through(folder):
    """The modules in which refusals have to name a rule."""
    return [path for path in sorted(folder.rglob("*.py")) if path.relative_to(FOLDER).as_posix() not in SETTINGS]


def raised(path):
    """What each RuleError of a module is raised with."""
    nodes = [node.exc for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Raise)]
    calls = [exc for exc in nodes if isinstance(exc, ast.Call) and getattr(exc.func, "id", "") == "RuleError"]
    return [call.args[0] for call in calls]


def name_of(node):
    """The last name of `refusals.TAKEN` or of `TAKEN`."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def names_its_rule(argument, constants):
    """Whether a RuleError is raised with a refusal of its game, or what a function of them makes."""
    function = getattr(argument, "func", None)
    if function is None:
        return name_of(argument) in constants
    return name_of(function) in MAKERS or (name_of(function) == "of" and name_of(function.value) in constants)


@each_row("game", GAMES)
def test_each_refusal_of_a_rule_names_it(game):
    prefix = f"companion.games.{game.folder.name}."
    modules = [vars(module) for name, module in sys.modules.items() if name.startswith(prefix)]
    constants = {name: value for names in modules for name, value in names.items() if isinstance(value, Refusal)}
    without = [
        f"{path.relative_to(FOLDER)}:{argument.lineno}: {ast.unparse(argument)}"
        for path in looked_through(game.folder)
        for argument in raised(path)
        if not names_its_rule(argument, constants)
    ]
    assert len(without) == FORMAT[game.folder.name], without


@each_row("game", GAMES)
def test_each_refusal_has_a_rule_and_a_title(game):
    refusals = [refusal for rule in game.rules.values() for refusal in rule.refusals]
    assert len({refusal.title.singular for refusal in refusals}) == len(refusals) > 2


def test_a_refusal_keeps_its_rule_inside_another_sentence():
    inner = COLOUR_IN_ROW.of(row=1, colour="red")
    quoted = Message("{seat}: {wrong}", seat=Seat(0), wrong=inner)
    assert refusal_in(quoted) == inner and RuleError(quoted).rule == "azul/space"
    assert RuleError(Message("{wrong}", wrong="text")).rule is None
