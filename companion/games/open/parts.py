"""The parts of an open score sheet beside its engine."""

from __future__ import annotations

from companion.game.pages.parts import GameParts
from companion.games.open.figures import FIGURES
from companion.games.open.form import Form
from companion.games.open.samples import SAMPLES
from companion.games.open.secrecy import SECRECY
from companion.games.open.setup_form import SheetSetupForm
from companion.games.open.widening import SheetWidening
from companion.games.open.words import WORDS

PARTS = GameParts(
    form=Form(),
    figures=FIGURES,
    secrecy=SECRECY,
    samples=SAMPLES,
    words=WORDS,
    setup_form=SheetSetupForm(),
    widening=SheetWidening(),
)
