"""The help of Oh Hell: the forms of the referee's questions, the guide, and what each seat needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine import Message, Seat, Step
from companion.forms.form import Draft
from companion.forms.help import (
    Example,
    Help,
    Need,
    QuestionLink,
    behind_first,
    chapter,
    filled,
    join_values,
    ranking_link,
)
from companion.forms.viewer import EVERYTHING, Viewer
from companion_oh_hell.form import beads
from companion_oh_hell.rulebook import POINTS
from companion_oh_hell.rules import State


def _show_bid(bid: int | None, tricks: int | None, missed: str) -> dict[str, Any]:
    return {"beads": () if bid is None or tricks is None else beads(bid, tricks)}


def _entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    missed = before.setup.options["missed"]
    bids = [
        QuestionLink(
            "oh-hell/bid",
            Message("the bid of {seat}", seat=Seat(seat)),
            filled(bid=bid, tricks=tricks, missed=missed),
        )
        for seat, (bid, tricks) in enumerate(zip(entry["bids"], entry["tricks"], strict=True))
    ]
    return [*bids, _ranking_question(after)] if after.finished else bids


def _ranking_question(state: State) -> QuestionLink:
    return ranking_link("oh-hell", *filled(players=state.setup.seats, totals=join_values(state.totals)))


def _needs(state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> Iterable[Need]:
    return behind_first(state.totals, POINTS) if viewer.sees_all else ()


def _example(bid: int, tricks: int, missed: str = "zero") -> Example:
    return Example("oh-hell/bid", filled(bid=bid, tricks=tricks, missed=missed))


GUIDE = (
    chapter(
        "A bid made",
        "Before each deal every player says how many tricks they will take.",
        "Exactly so many bring 10 points, and 1 more for each trick.",
        _example(2, 2),
        "A bid of 0 is made by taking no trick: 10 points.",
        _example(0, 0),
    ),
    chapter(
        "A missed bid",
        "One trick too many is as bad as five: nothing.",
        _example(1, 3),
        "A table may count −1 for each trick too many or too few.",
        _example(4, 2, "minus"),
    ),
    chapter(
        "The winner",
        "After the last deal the most points win; equal points share the place.",
        Example("oh-hell/ranking", filled(players=3, totals="41.52.52")),
    ),
)

HELP = Help(
    shows={"oh-hell/bid": _show_bid},
    guide=GUIDE,
    entry_questions=_entry_questions,
    ranking_question=_ranking_question,
    needs=_needs,
    unknown=Message("Nobody knows the cards of the deals to come."),
)
