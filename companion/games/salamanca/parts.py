"""The parts of Salamanca beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion.games.salamanca.figures import FIGURES
from companion.games.salamanca.form import Form
from companion.games.salamanca.help import HELP
from companion.games.salamanca.questions import QUESTIONS
from companion.games.salamanca.secrecy import SECRECY
from companion.games.salamanca.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
)
