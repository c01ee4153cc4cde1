"""Asking about Salamanca: the referee's questions as forms, what an entry raises, what a round brings, the guide."""

from __future__ import annotations

from companion.game.pages.help import Help
from companion.games.salamanca.help.checks import entry_questions
from companion.games.salamanca.help.forms import FORMS
from companion.games.salamanca.help.guide import GUIDE
from companion.games.salamanca.help.needs import needs

HELP = Help(
    forms=FORMS,
    guide=GUIDE,
    entry_questions=entry_questions,
    needs=needs,
)
