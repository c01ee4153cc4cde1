"""The parts of Six Takes beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion_six_takes.figures import FIGURES
from companion_six_takes.form import Form
from companion_six_takes.help import HELP
from companion_six_takes.questions import QUESTIONS
from companion_six_takes.samples import SAMPLES
from companion_six_takes.secrecy import SECRECY
from companion_six_takes.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
    samples=SAMPLES,
)
