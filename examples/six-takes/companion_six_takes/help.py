"""The help of Six Takes: the forms of the questions, the guide, and how near each seat is to the limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine import Message, Seat, Step
from companion.forms.form import Draft, Posted
from companion.forms.help import (
    Example,
    Help,
    Need,
    QuestionInput,
    QuestionLink,
    behind_first,
    chapter,
    filled,
    join_values,
    ranking_link,
    split_values,
    whole_number,
)
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion_six_takes.deck import CARDS
from companion_six_takes.form import cards_in, deck_keys, faces
from companion_six_takes.rulebook import FEWEST
from companion_six_takes.rules import State


def _cards(posted: Posted) -> QuestionInput:
    """Read the ticked cards; the address of the question has them in one field, such as `cards=5.55`."""
    linked = [whole_number(text) for text in split_values(posted, "cards", len(CARDS))]
    cards = sorted({*cards_in(posted), *(card for card in linked if card is not None and card in CARDS)})
    view = View(deck=deck_keys(cards), chosen=faces(cards))
    if not cards:
        return QuestionInput((), None, Message("Tick the cards that were taken."), view)
    return QuestionInput((("cards", join_values(cards)),), {"cards": cards}, None, view)


def _entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> list[QuestionLink]:
    return [_cards_link(seat, cards) for seat, cards in enumerate(entry["taken"]) if cards]


def _cards_link(seat: int, cards: Sequence[int]) -> QuestionLink:
    title = Message("what the cards of {seat} count", seat=Seat(seat))
    return QuestionLink("six-takes/cards", title, (("cards", join_values(cards)),))


def _ranking_question(state: State) -> QuestionLink:
    return ranking_link("six-takes", *filled(players=state.setup.seats, totals=join_values(state.totals)))


def _needs(state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> Iterator[Need]:
    """Say how far each seat is from the end, and from the first place where nothing is hidden."""
    for seat in filter(viewer.sees, range(state.setup.seats)):
        heads_left = state.setup.options["limit"] - state.totals[seat]
        sentence = Message("{count} more bull head ends the game.", "{count} more bull heads end the game.", heads_left)
        yield Need(seat, sentence, FEWEST)
    if viewer.sees_all:
        yield from behind_first(state.totals, FEWEST, lowest_wins=True)


HELP = Help(
    forms={"six-takes/cards": _cards},
    guide=(
        chapter(
            "What a card counts",
            "55 counts seven. Other multiples of eleven count five, multiples of ten three, other multiples "
            "of five two, and all other cards one.",
            Example("six-takes/cards", filled(cards="5.20.22.55.104")),
        ),
        chapter(
            "The end",
            "The round that brings somebody to the limit is the last. The fewest bull heads win.",
            Example("six-takes/ranking", filled(players=3, totals="70.31.31")),
        ),
    ),
    entry_questions=_entry_questions,
    ranking_question=_ranking_question,
    needs=_needs,
    unknown=Message("The cards in your hands can change that."),
    has_board=True,
)
