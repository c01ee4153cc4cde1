"""The parts of Qwixx beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion_qwixx.figures import FIGURES
from companion_qwixx.form import Form
from companion_qwixx.help import HELP
from companion_qwixx.questions import QUESTIONS
from companion_qwixx.samples import SAMPLES
from companion_qwixx.secrecy import SECRECY
from companion_qwixx.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
    samples=SAMPLES,
)
