"""The help of Azul: forms of the referee's questions, questions about an entry, needs, and the guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.game import Step
from companion.game.form import Draft
from companion.game.help import Check, GameHelp, Need
from companion.games.azul.help.checks import entry_questions, ranking_question
from companion.games.azul.help.forms import FORMS
from companion.games.azul.help.guide import GUIDE
from companion.games.azul.help.needs import needs
from companion.games.azul.rules import State


class Help(GameHelp):
    """The help of Azul."""

    forms = FORMS
    guide = GUIDE

    def entry_questions(self, before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[Check]:
        """Return the questions about a round."""
        return entry_questions(before, entry, after, steps)

    def ranking_question(self, state: State) -> Check | None:
        """Return the question who comes first."""
        return ranking_question(state)

    def needs(self, state: State, draft: Draft) -> Iterable[Need]:
        """Return what each seat needs."""
        return needs(state, draft)
