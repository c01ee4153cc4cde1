"""Checks of a game's rulebook: each rule can be looked up, each refusal read, and nothing in it is never said."""

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.engine import Game, Message, Refusal, joined
from companion.engine.rulebook import has_sentence
from companion.engine.scoring.scoresheet import play
from companion.features.check_game.finding import Finding, declared
from companion.features.check_game.sheets import Sheet


def check_rulebook(game: Game) -> Iterator[Finding]:
    """Check that each rule has its texts, that each refusal has a title, and that code names what can be said."""
    used = set(_used_names(game.folder))
    for id, rule in game.rules.items():
        where = declared(game, id)
        if not all(text.text().strip() for text in (rule.place, rule.title, rule.text)):
            yield Finding(
                where,
                Message("The rule {rule} lacks its place in the rulebook, its title or its text.", rule=id),
                Message("Say where it stands, and what it says in your own words."),
            )
        if has_sentence(rule) and used.isdisjoint({id, *_names_of(game, id)}):
            yield Finding(
                where,
                Message("The rule {rule} has a sentence, but nothing makes a step of it.", rule=id),
                Message("Return a step of it, or leave out the sentence."),
            )
        for refusal in rule.refusals:
            yield from _check_refusal(game, refusal, used)


def _check_refusal(game: Game, refusal: Refusal, used: set[str]) -> Iterator[Finding]:
    names = _names_of(game, refusal)
    where = declared(game, *names)
    if "{" in refusal.title.singular:
        yield Finding(
            where,
            Message("The refusal “{text}” has no title without values.", text=refusal.singular),
            Message("Give it a title: the guide lists it."),
        )
    if used.isdisjoint(names):
        yield Finding(
            where,
            Message("Nothing refuses with “{text}”.", text=refusal.singular),
            Message("Raise it where the rule forbids something, or leave it out."),
        )


def unshown(game: Game, sheets: Sequence[Sheet]) -> Iterator[Message]:
    """Return a note on the rules whose sentences none of these sheets shows."""
    shown = {rule for sheet in sheets for rule in _rules_of_steps(sheet)}
    missing = [id for id, rule in game.rules.items() if has_sentence(rule) and id not in shown]
    if missing:
        yield Message("No sheet or sample shows a sentence of these rules: {rules}.", rules=joined(missing))


def _rules_of_steps(sheet: Sheet) -> Iterator[str]:
    state = sheet.game.engine.start(sheet.setup)
    for entry in sheet.entries:
        played = play(sheet.game, state, entry)
        state = played.state
        yield from (step.rule for step in (*played.steps, *sheet.game.engine.standing(state).reasons))


def _names_of(game: Game, value: object) -> set[str]:
    """Return the names that the modules of a game have for a value: a refusal, or the id of a rule."""
    modules = [module for module in list(sys.modules.values()) if _is_in(module, game.folder)]
    return {name for module in modules for name, named in vars(module).items() if named is value or named == value}


def _is_in(module: object, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).is_relative_to(folder)


def _used_names(folder: Path) -> Iterator[str]:
    """Return each name and short text that a game's code uses, but for a rule where its refusals are declared."""
    for file in folder.rglob("*.py"):
        code = ast.parse(file.read_text("utf-8"))
        calls = [node for node in ast.walk(code) if isinstance(node, ast.Call) and node.args]
        declaring = {id(call.args[0]) for call in calls if getattr(call.func, "id", "") == "refusal"}
        for node in ast.walk(code):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in declaring:
                yield node.id
            elif isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
