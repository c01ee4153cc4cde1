"""Why something is refused, and the pages of a game's rules."""

from typing import Any

from flask import Blueprint, abort, render_template

from companion.engine import Message, refusal_in
from companion.games import all_games

bp = Blueprint("rules", __name__)


def rule_behind(message: Message | None) -> dict[str, Any] | None:
    """Return the rule that a sentence refuses something by, with its game and id; None where no rule of a game does."""
    refusal = refusal_in(message) if isinstance(message, Message) else None
    if refusal is None:
        return None
    game = all_games().get(refusal.rule.split("/")[0])
    rule = game.rules.get(refusal.rule) if game else None
    return {"game": game, "id": refusal.rule, "rule": rule} if rule else None


@bp.get("/rules/<key>")
def rules(key: str) -> str:
    """List the rules of a game, each with its rulebook section; without a guide also what is refused."""
    game = all_games().get(key) or abort(404)
    return render_template("rules/rules.html", game=game)


@bp.get("/rules/<key>/<name>")
def rule(key: str, name: str) -> str:
    """Show one rule; 404 if the game has none of that name."""
    game = all_games().get(key) or abort(404)
    rule = game.rules.get(f"{key}/{name}") or abort(404)
    return render_template("rules/rule.html", game=game, rule=rule, id=f"{key}/{name}")
