"""Asking about Ingenious: the referee's questions as forms, what an entry raises, what each seat needs, the guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.game import Step
from companion.game.form import Draft
from companion.game.help import Check, GameHelp, Need
from companion.games.ingenious.help.checks import entry_questions, ranking_question
from companion.games.ingenious.help.guide import GUIDE
from companion.games.ingenious.help.needs import needs
from companion.games.ingenious.help.placement_form import ask_placement
from companion.games.ingenious.help.track_forms import ask_ranking, ask_swap
from companion.games.ingenious.state import State

FORMS = {
    "ingenious/placement": ask_placement,
    "ingenious/ranking": ask_ranking,
    "ingenious/swap": ask_swap,
}


class Help(GameHelp):
    """What the companion knows about Ingenious beside the score."""

    forms = FORMS
    guide = GUIDE

    def entry_questions(self, before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[Check]:
        """The questions for the referee that an entry raises."""
        return entry_questions(before, entry, after)

    def ranking_question(self, state: State) -> Check | None:
        """The question who comes first, None where the mode has none."""
        return ranking_question(state)

    def needs(self, state: State, draft: Draft) -> Iterable[Need]:
        """What each seat needs for the next place or an extra placement."""
        return needs(state, draft)
