"""The parts of Oh Hell beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion_oh_hell.figures import FIGURES
from companion_oh_hell.form import Form
from companion_oh_hell.help import HELP
from companion_oh_hell.questions import QUESTIONS
from companion_oh_hell.samples import SAMPLES
from companion_oh_hell.secrecy import SECRECY
from companion_oh_hell.words import WORDS

PARTS = GameParts(
    form=Form(),
    help=HELP,
    figures=FIGURES,
    questions=QUESTIONS,
    secrecy=SECRECY,
    words=WORDS,
    samples=SAMPLES,
)
