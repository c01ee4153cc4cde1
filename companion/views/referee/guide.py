"""The guide to a game's scoring with drawn examples, its list of rules, and a page for each rule."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template
from werkzeug.datastructures import MultiDict

from companion.game import Game, Message
from companion.game.pages.help import Example, Help
from companion.games import all_games
from companion.scoring import referee
from companion.views.referee.referee import LETTERS
from companion.views.render.explanations import reasons, refusals_of
from companion.views.table.help import address_of

bp = Blueprint("guide", __name__)


@bp.get("/guide/<key>")
def show(key: str) -> str:
    """Show how a game is scored, with examples that the engine counts at each request."""
    game = _game(key)
    known = game.help
    if known is None or not known.guide:
        abort(404)
    chapters = [(title, [_part(game, known, part) for part in parts]) for title, parts in known.guide]
    rulings = [(name, rule) for name, rule in game.rules.items() if rule.is_ruling]
    return render_template(
        "referee/guide.html", game=game, chapters=chapters, rulings=rulings, names=LETTERS, options=_rulings(game),
        questions=game.questions, refused=refusals_of(game),
    )  # fmt: skip


def _part(game: Game, known: Help, part: Message | Example) -> dict[str, Any]:
    """Return the context for a sentence of the guide, or for an example with the engine's answer."""
    if isinstance(part, Message):
        return {"text": part}
    entered = known.forms[part.ask](MultiDict(list(part.fields)))
    question, answered = referee.answer({"ask": part.ask, **(entered.question or {})})
    return {
        "text": None,
        "name": part.ask.split("/")[1],
        "question": question,
        "ask": entered.view,
        "answer": answered,
        "steps": reasons(game, answered.steps),
        "address": address_of(part.ask, entered.fields),
    }


def _rulings(game: Game) -> list[Any]:
    return [option for option in game.options if option.is_ruling]


@bp.get("/rules/<key>")
def rules(key: str) -> str:
    """List the rules of a game, each with its rulebook section; without a guide also what is refused."""
    game = _game(key)
    return render_template("referee/rules.html", game=game, refused=refusals_of(game))


@bp.get("/rules/<key>/<name>")
def rule(key: str, name: str) -> str:
    """Show one rule; 404 if the game has none of that name."""
    game = _game(key)
    found_rule = game.rules.get(f"{key}/{name}")
    if found_rule is None:
        abort(404)
    return render_template("referee/rule.html", game=game, rule=found_rule, id=f"{key}/{name}", options=_rulings(game))


def _game(key: str) -> Game:
    game = all_games().get(key)
    if game is None:
        abort(404)
    return game
