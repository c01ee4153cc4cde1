"""Asking about Ingenious: the referee's questions as forms, what an entry raises, what each seat needs, the guide."""

from __future__ import annotations

from companion.game.pages.help import Help
from companion.games.ingenious.help.checks import entry_questions, ranking_question
from companion.games.ingenious.help.forms import FORMS
from companion.games.ingenious.help.guide import GUIDE
from companion.games.ingenious.help.needs import needs

HELP = Help(
    forms=FORMS,
    guide=GUIDE,
    entry_questions=entry_questions,
    ranking_question=ranking_question,
    needs=needs,
)
