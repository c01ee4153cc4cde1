"""The parts of Azul beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion.games.azul.figures import FIGURES
from companion.games.azul.form import Form
from companion.games.azul.help import HELP
from companion.games.azul.questions import QUESTIONS
from companion.games.azul.secrecy import SECRECY
from companion.games.azul.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
)
