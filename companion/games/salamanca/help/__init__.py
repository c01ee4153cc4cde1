"""Asking about Salamanca: the referee's questions as forms, what an entry raises, what a round brings, the guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.game import Step
from companion.game.form import Draft
from companion.game.help import Check, GameHelp, Need
from companion.games.salamanca.help.checks import entry_questions
from companion.games.salamanca.help.forms import FORMS
from companion.games.salamanca.help.guide import GUIDE
from companion.games.salamanca.help.needs import needs
from companion.games.salamanca.state import State


class Help(GameHelp):
    """What the companion knows about Salamanca beside the score."""

    forms = FORMS
    guide = GUIDE

    def entry_questions(self, before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[Check]:
        """The questions for the referee that an entry raises."""
        return entry_questions(before, entry)

    def needs(self, state: State, draft: Draft) -> Iterable[Need]:
        """What each seat may want to know before the round ends."""
        return needs(state, draft)
