"""The parts of Ingenious beside its engine."""

from __future__ import annotations

from companion.game import Message
from companion.game.pages.help import Help
from companion.game.pages.parts import GameParts
from companion.games.ingenious.figures import FIGURES
from companion.games.ingenious.form import Form
from companion.games.ingenious.help.checks import entry_questions, ranking_question
from companion.games.ingenious.help.forms import FORMS
from companion.games.ingenious.help.guide import GUIDE
from companion.games.ingenious.help.needs import needs
from companion.games.ingenious.questions import QUESTIONS
from companion.games.ingenious.samples import SAMPLES
from companion.games.ingenious.secrecy import SECRECY
from companion.games.ingenious.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=Help(
        forms=FORMS,
        guide=GUIDE,
        entry_questions=entry_questions,
        ranking_question=ranking_question,
        needs=needs,
        unknown=Message("Nobody knows the hidden tiles."),
        has_board=True,
    ),
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    samples=SAMPLES,
    words=WORDS,
    who_begins=Message("By the rulebook the youngest begins."),
)
