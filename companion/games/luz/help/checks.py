"""The questions that a deal of Luz raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, Seat, Step
from companion.game.pages.help import QuestionLink, join_values, ranking_link
from companion.games.luz.rules import final_holder, read_deal
from companion.games.luz.state import State


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the questions about a deal: the bet of each seat, and after the last deal the ranking."""
    bets, tricks = read_deal(entry, before.setup.seats)
    deal = str(len(before.starts) + 1)
    questions = [
        QuestionLink(
            "luz/bet",
            Message("the bet of {seat}", seat=Seat(seat)),
            (("deal", deal), ("beads", str(bet.beads)), ("tricks", str(taken)))
            + ((("safety", "on"),) if bet.safety else ()),
        )
        for seat, (bet, taken) in enumerate(zip(bets, tricks, strict=True))
    ]
    return [*questions, ranking_question(after)] if after.finished else questions


def ranking_question(state: State) -> QuestionLink:
    """Return the question "who comes first", with the totals, the last deal and the seat of the start card."""
    fields = (
        ("players", str(state.setup.seats)),
        ("holder", str(final_holder(state.setup))),
        ("totals", join_values(state.totals)),
        ("latest", join_values(state.latest)),
    )
    return ranking_link("luz", *fields)
