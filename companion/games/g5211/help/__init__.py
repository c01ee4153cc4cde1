"""The help of 5211: forms of the referee's questions, questions about an entry, needs, and the guide."""

from __future__ import annotations

from companion.game.pages.help import Help
from companion.games.g5211.help.checks import entry_questions, ranking_question
from companion.games.g5211.help.forms import FORMS
from companion.games.g5211.help.guide import GUIDE
from companion.games.g5211.help.needs import needs

HELP = Help(
    forms=FORMS,
    guide=GUIDE,
    entry_questions=entry_questions,
    ranking_question=ranking_question,
    needs=needs,
)
