"""The parts of 5211 beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion.games.g5211.figures import FIGURES
from companion.games.g5211.form import Form
from companion.games.g5211.help import HELP
from companion.games.g5211.questions import QUESTIONS
from companion.games.g5211.secrecy import SECRECY
from companion.games.g5211.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
)
