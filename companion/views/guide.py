"""What a game is scored by: the guide with its drawn examples, the catalogue of rules, and each rule's own page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template
from werkzeug.datastructures import MultiDict

from companion.game import Game, Message
from companion.game.help import Example, GameHelp, help_of
from companion.games import all_games
from companion.scoring import referee
from companion.views.explanations import reasons
from companion.views.referee_pages import LETTERS
from companion.views.table_help import address_of

bp = Blueprint("guide", __name__)


@bp.get("/guide/<key>")
def show(key: str) -> str:
    """How a game is scored, in our own words, with examples that the engine counts when the page is made."""
    game = _game(key)
    known = help_of(game)
    if not known.guide:
        abort(404)
    chapters = [(title, [_part(game, known, part) for part in parts]) for title, parts in known.guide]
    rulings = [(name, rule) for name, rule in game.rules.items() if rule.is_ruling]
    return render_template(
        "referee/guide.html", game=game, chapters=chapters, rulings=rulings, names=LETTERS, options=_rulings(game),
        questions=referee.questions_of(game),
    )  # fmt: skip


def _part(game: Game, known: GameHelp, part: Message | Example) -> dict[str, Any]:
    """A sentence of the guide, or an example with the answer that the engine gives today."""
    if isinstance(part, Message):
        return {"text": part}
    asked = known.forms[part.ask](MultiDict(list(part.fields)))
    found, answered = referee.answer({"ask": part.ask, **(asked.question or {})})
    return {
        "text": None,
        "name": part.ask.split("/")[1],
        "question": found,
        "ask": asked.view,
        "answer": answered,
        "steps": reasons(game, answered.steps),
        "address": address_of(part.ask, asked.fields),
    }


def _rulings(game: Game) -> list[Any]:
    return [option for option in game.options if option.is_ruling]


@bp.get("/rules/<key>")
def rules(key: str) -> str:
    """Every rule a game's reasons stand on: what it says in our own words, and where the rulebook has it."""
    return render_template("referee/rules.html", game=_game(key))


@bp.get("/rules/<key>/<name>")
def rule(key: str, name: str) -> str:
    """One rule, at an address of its own."""
    game = _game(key)
    found = game.rules.get(f"{key}/{name}")
    if found is None:
        abort(404)
    return render_template("referee/rule.html", game=game, rule=found, id=f"{key}/{name}", options=_rulings(game))


def _game(key: str) -> Game:
    game = all_games().get(key)
    if game is None:
        abort(404)
    return game
