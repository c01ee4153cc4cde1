"""Why something is refused, and the pages of a game's rules."""

from typing import Any

from flask import Blueprint, abort, render_template

from companion.engine import Game, Message, Rule, refusal_in
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


def refusals_of(game: Game) -> list[tuple[str, Rule, list[Message]]]:
    """Return everything that a game refuses by the rule that forbids it: its id, the rule, and what is refused."""
    forbidding = [(id, rule) for id, rule in game.rules.items() if rule.refusals]
    return [(id, rule, [refusal.title for refusal in rule.refusals]) for id, rule in forbidding]


@bp.get("/rules/<key>")
def rules(key: str) -> str:
    """List the rules of a game, each with its rulebook section; without a guide also what is refused."""
    game = all_games().get(key) or abort(404)
    return render_template("rules/rules.html", game=game, refused=refusals_of(game))


@bp.get("/rules/<key>/<name>")
def rule(key: str, name: str) -> str:
    """Show one rule; 404 if the game has none of that name."""
    game = all_games().get(key) or abort(404)
    found_rule = game.rules.get(f"{key}/{name}")
    if found_rule is None:
        abort(404)
    return render_template("rules/rule.html", game=game, rule=found_rule, id=f"{key}/{name}")
