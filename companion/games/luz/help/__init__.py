"""Asking about Luz: the referee's questions as forms, what an entry raises, what a bet still needs, the guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.game.form import Draft
from companion.game.help import Check, GameHelp, Need
from companion.games.luz.help.forms import FORMS, entry_questions, ranking_question
from companion.games.luz.help.guide import GUIDE
from companion.games.luz.help.needs import needs
from companion.games.luz.rules import State


class Help(GameHelp):
    """What the companion knows about Luz beside the score."""

    forms = FORMS
    guide = GUIDE

    def entry_questions(self, state: State, entry: Any) -> Sequence[Check]:
        return entry_questions(state, entry)

    def ranking_question(self, state: State) -> Check | None:
        return ranking_question(state)

    def needs(self, state: State, draft: Draft) -> Iterable[Need]:
        return needs(state, draft)
