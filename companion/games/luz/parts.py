"""The parts of Luz beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion.games.luz.figures import FIGURES
from companion.games.luz.form import Form
from companion.games.luz.help import HELP
from companion.games.luz.questions import QUESTIONS
from companion.games.luz.secrecy import SECRECY
from companion.games.luz.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
)
