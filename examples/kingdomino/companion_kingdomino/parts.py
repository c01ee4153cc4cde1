"""The parts of Kingdomino beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts, Words
from companion_kingdomino.form import Form
from companion_kingdomino.help import HELP
from companion_kingdomino.questions import QUESTIONS
from companion_kingdomino.samples import SAMPLES
from companion_kingdomino.secrecy import SECRECY

PARTS = GameParts(
    form=Form(),
    help=HELP,
    questions=QUESTIONS,
    samples=SAMPLES,
    secrecy=SECRECY,
    words=Words(
        same=("area,territory,property,領土", "domino,tile,骨牌", "square,field,格", "crown,王冠"),
    ),
)
