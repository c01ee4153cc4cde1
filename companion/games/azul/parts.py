"""The parts of Azul beside its engine."""

from __future__ import annotations

from companion.game import Message
from companion.game.pages.help import Help
from companion.game.pages.parts import GameParts
from companion.games.azul.figures import FIGURES
from companion.games.azul.form import Form
from companion.games.azul.help.checks import entry_questions, ranking_question
from companion.games.azul.help.forms import FORMS
from companion.games.azul.help.guide import GUIDE
from companion.games.azul.help.needs import needs
from companion.games.azul.questions import QUESTIONS
from companion.games.azul.samples import SAMPLES
from companion.games.azul.secrecy import SECRECY
from companion.games.azul.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=Help(
        forms=FORMS,
        guide=GUIDE,
        entry_questions=entry_questions,
        ranking_question=ranking_question,
        needs=needs,
        has_board=True,
    ),
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    samples=SAMPLES,
    words=WORDS,
    who_begins=Message("By the rulebook whoever was in Portugal most recently begins."),
)
