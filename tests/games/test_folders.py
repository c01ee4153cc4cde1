"""Every game has the same things in files of the same names."""

from __future__ import annotations

from companion.game import Game
from tests.support.each_row import each_row
from tests.support.own_games import own_games

ENGINE = {"rules", "state", "refusals", "rulebook", "sentences"}
PARTS = {"parts", "form", "draft", "figures", "secrecy", "words"}
HELP = {"checks", "forms", "guide", "needs"}


@each_row("game", own_games().values())
def test_a_game_has_the_same_files_as_the_others(game: Game) -> None:
    files = {path.stem for path in game.folder.glob("*.py")}
    assert not (ENGINE | PARTS) - files
    assert {path.stem for path in (game.folder / "help").glob("*.py")} >= (HELP if game.help else set())
    for part in ("questions", "setup_form", "widening"):
        assert (part in files) == bool(getattr(game, part)), part
