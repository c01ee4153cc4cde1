"""Asking about 5211: the referee's questions as forms, the round of an entry, what is left of the deck, the guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.game.form import Draft
from companion.game.help import Check, GameHelp, Need
from companion.games.g5211.help.forms import FORMS, entry_questions, ranking_question
from companion.games.g5211.help.guide import GUIDE
from companion.games.g5211.help.needs import needs
from companion.games.g5211.rules import State


class Help(GameHelp):
    """What the companion knows about 5211 beside the score."""

    forms = FORMS
    guide = GUIDE

    def entry_questions(self, state: State, entry: Any) -> Sequence[Check]:
        return entry_questions(state, entry)

    def ranking_question(self, state: State) -> Check | None:
        return ranking_question(state)

    def needs(self, state: State, draft: Draft) -> Iterable[Need]:
        return needs(state, draft)
