"""The parts of Ingenious beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion.games.ingenious.figures import FIGURES
from companion.games.ingenious.form import Form
from companion.games.ingenious.help import HELP
from companion.games.ingenious.questions import QUESTIONS
from companion.games.ingenious.secrecy import SECRECY
from companion.games.ingenious.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
)
