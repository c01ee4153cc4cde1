"""The parts of Luz beside its engine."""

from __future__ import annotations

from companion.game import Message
from companion.game.pages.help import Help
from companion.game.pages.parts import GameParts
from companion.games.luz.figures import FIGURES
from companion.games.luz.form import Form
from companion.games.luz.help.checks import entry_questions, ranking_question
from companion.games.luz.help.forms import FORMS
from companion.games.luz.help.guide import GUIDE
from companion.games.luz.help.needs import needs
from companion.games.luz.questions import QUESTIONS
from companion.games.luz.samples import SAMPLES
from companion.games.luz.secrecy import SECRECY
from companion.games.luz.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=Help(
        forms=FORMS,
        guide=GUIDE,
        entry_questions=entry_questions,
        ranking_question=ranking_question,
        needs=needs,
        unknown=Message("Nobody knows the hidden cards."),
    ),
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    samples=SAMPLES,
    words=WORDS,
    who_begins=Message("By the rulebook the start card goes to a player by lot."),
)
