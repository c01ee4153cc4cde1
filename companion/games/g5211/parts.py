"""The parts of 5211 beside its engine."""

from __future__ import annotations

from companion.game import Message
from companion.game.pages.help import Help
from companion.game.pages.parts import GameParts
from companion.games.g5211.figures import FIGURES
from companion.games.g5211.form import Form
from companion.games.g5211.help.checks import entry_questions, ranking_question
from companion.games.g5211.help.forms import FORMS
from companion.games.g5211.help.guide import GUIDE
from companion.games.g5211.help.needs import needs
from companion.games.g5211.questions import QUESTIONS
from companion.games.g5211.samples import SAMPLES
from companion.games.g5211.secrecy import SECRECY
from companion.games.g5211.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=Help(
        forms=FORMS,
        guide=GUIDE,
        entry_questions=entry_questions,
        ranking_question=ranking_question,
        needs=needs,
        unknown=Message("Nobody knows the hidden cards."),
        has_board=True,
    ),
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    samples=SAMPLES,
    words=WORDS,
)
