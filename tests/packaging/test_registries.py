"""Every game that comes with the companion is in each list that must cover every game, and has what it may not lack."""

from pathlib import Path

import pytest

from companion.scoring.scoresheet import read, replay
from tests.support import secrets
from tests.support.own_games import own_games
from tools.bench import sheets
from tools.mutation_areas import AREAS

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
GAMES = own_games()
LISTS = [
    *(TESTS / "support" / f"{name}.py" for name in ("world", "files", "tap_games")),
    *(TESTS / "table/test_long_log.py", TESTS / "features/conftest.py", TESTS / "scoring/test_game_stats.py"),
    TESTS / "browser/sample_instance.py",
    *(TESTS / "phrases" / f"{language}.txt" for language in ("en", "zh")),
    *(ROOT / "tools/bench" / f"{name}.py" for name in ("games", "rates", "sheets", "filling")),
]
each_game = pytest.mark.parametrize("key", GAMES)


@each_game
def test_a_game_is_in_each_list_and_has_tests_and_examples_of_its_own(key):
    assert not [str(path) for path in LISTS if key not in path.read_text("utf-8")]
    folder, game = GAMES[key].folder.name, GAMES[key]
    assert (TESTS / "games" / folder / "test_rules.py").is_file()
    assert list((TESTS / "examples" / key).glob("*.json")) and folder in AREAS
    if game.secrecy:
        assert key in secrets.SHEETS
    if game.questions:
        assert list((TESTS / "examples" / key / "questions").glob("*.json"))
    if game.help and game.help.needs:
        assert "needs" in "".join(path.read_text("utf-8") for path in (TESTS / "games" / folder).glob("test_*.py"))


@each_game
def test_a_game_of_the_benchmark_is_played_to_its_end(key):
    (sheet,) = sheets.random_sheets(key, 1)
    *_, last = replay(read(sheet))
    assert last.state.finished
