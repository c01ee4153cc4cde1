"""The parts of Salamanca beside its engine."""

from __future__ import annotations

from companion.game import Message
from companion.game.pages.help import Help
from companion.game.pages.parts import GameParts
from companion.games.salamanca.figures import FIGURES
from companion.games.salamanca.form import Form
from companion.games.salamanca.help.checks import entry_questions
from companion.games.salamanca.help.forms import FORMS
from companion.games.salamanca.help.guide import GUIDE
from companion.games.salamanca.help.needs import needs
from companion.games.salamanca.questions import QUESTIONS
from companion.games.salamanca.samples import SAMPLES
from companion.games.salamanca.secrecy import SECRECY
from companion.games.salamanca.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=Help(
        forms=FORMS,
        guide=GUIDE,
        entry_questions=entry_questions,
        needs=needs,
        unknown=Message("Nobody knows the hidden cards and tiles."),
        has_board=True,
    ),
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    samples=SAMPLES,
    words=WORDS,
    who_begins=Message("By the rulebook the players choose who begins."),
)
