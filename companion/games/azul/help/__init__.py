"""The help of Azul: forms of the referee's questions, questions about an entry, needs, and the guide."""

from __future__ import annotations

from companion.game.pages.help import Help
from companion.games.azul.help.checks import entry_questions, ranking_question
from companion.games.azul.help.forms import FORMS
from companion.games.azul.help.guide import GUIDE
from companion.games.azul.help.needs import needs

HELP = Help(
    forms=FORMS,
    guide=GUIDE,
    entry_questions=entry_questions,
    ranking_question=ranking_question,
    needs=needs,
)
