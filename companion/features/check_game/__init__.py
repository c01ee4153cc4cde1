"""For authors of games: a package to start from, and checks that play, correct and show a game as people would."""

from pathlib import Path

from companion.engine import Message
from companion.feature import Feature

_COMMANDS = f"{__name__}.commands"
FEATURE = Feature(
    "check_game",
    Path(__file__).parent,
    commands={
        "new-game": (f"{_COMMANDS}:add_new_game", Message("write a package with a new game")),
        "check-game": (f"{_COMMANDS}:add_check_game", Message("play a game and look at its pages, for its author")),
    },
)
