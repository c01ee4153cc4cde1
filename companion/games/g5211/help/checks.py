"""The questions that a round of 5211 raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, Step
from companion.game.pages.help import QuestionLink, join_values, ranking_link
from companion.games.g5211.cards import COLOURS, value_of
from companion.games.g5211.rules import deciding_cards
from companion.games.g5211.state import State


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a round, by its cards and by its counts; after the last round also the ranking."""
    hands = entry["cards"]
    cards = [card for hand in hands for card in hand]
    players = ("players", str(len(hands)))
    count_fields = tuple((colour, str(sum(card[0] == colour for card in cards))) for colour in COLOURS)
    rooster_field = ("roosters", str(sum(value_of(card) == 1 for card in cards)))
    round_fields = (players, ("cards", join_values(["".join(hand) for hand in hands])), ("seat", "0"))
    questions = [
        QuestionLink("5211/round", Message("which cards scored"), round_fields),
        QuestionLink("5211/colours", Message("which colour it was"), (players, *count_fields, rooster_field)),
    ]
    return [*questions, ranking_question(after)] if after.finished else questions


def ranking_question(state: State) -> QuestionLink:
    """Return the question "who comes first", with the totals and the cards that break ties at this table."""
    fields = (
        ("players", str(state.setup.seats)),
        ("totals", join_values(state.totals)),
        ("cards", join_values(deciding_cards(state))),
    )
    return ranking_link("5211", *fields)
