"""The help of Luz: forms of the referee's questions, questions about an entry, needs, and the guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.game import Step
from companion.game.form import Draft
from companion.game.help import Check, GameHelp, Need
from companion.games.luz.help.forms import FORMS, entry_questions, ranking_question
from companion.games.luz.help.guide import GUIDE
from companion.games.luz.help.needs import needs
from companion.games.luz.rules import State


class Help(GameHelp):
    """The help of Luz."""

    forms = FORMS
    guide = GUIDE

    def entry_questions(self, before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[Check]:
        """Return the questions about a deal."""
        return entry_questions(before, entry, after)

    def ranking_question(self, state: State) -> Check | None:
        """Return the question who comes first."""
        return ranking_question(state)

    def needs(self, state: State, draft: Draft) -> Iterable[Need]:
        """Return what each seat needs."""
        return needs(state, draft)
