"""What the rules of a game refuse: the rule behind a sentence, and the list of everything that is refused."""

from __future__ import annotations

from typing import NamedTuple

from companion.game import Game, Message, Refusal, Rule, refusal_in
from companion.game.optional_modules import optional_module
from companion.games import all_games


class Forbidding(NamedTuple):
    """A rule that forbids: its game, its id and itself."""

    game: Game
    id: str
    rule: Rule


def rule_behind(message: Message | None) -> Forbidding | None:
    """Return the rule that a sentence refuses something by; None where no rule of a game does."""
    refusal = refusal_in(message) if isinstance(message, Message) else None
    if refusal is None:
        return None
    game = all_games().get(refusal.rule.split("/")[0])
    return Forbidding(game, refusal.rule, game.rules[refusal.rule]) if game and refusal.rule in game.rules else None


def refusals_of(game: Game) -> list[tuple[str, Rule, list[Message]]]:
    """Return everything that a game refuses by the rule that forbids it: its id, the rule, and what is refused."""
    module = optional_module(game, "refusals")
    listed: dict[str, list[Message]] = {}
    for refusal in vars(module).values() if module else ():
        if isinstance(refusal, Refusal):
            listed.setdefault(refusal.rule, []).append(refusal.title)
    return [(id, rule, listed[id]) for id, rule in game.rules.items() if id in listed]
