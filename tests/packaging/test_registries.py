"""Each list of the tests and benchmarks that must cover every game has every game that comes with the companion."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.scoring.scoresheet import read, replay
from tests.sessions.table import test_long_log
from tests.support import files, secrets, tap_games, world
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.transfer import conftest as portable
from tests.views.referee import test_search_phrases as phrases
from tools.bench import games, rates, sheets
from tools.mutation_areas import AREAS

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
GAMES = own_games()
each_game = pytest.mark.parametrize("key", GAMES)


def first_parts(names: Iterable[str]) -> set[str]:
    """The keys of names such as "luz/whole-game" and "luz, bets"."""
    return {name.replace(",", "/").split("/")[0] for name in names}


LISTS = {
    "tests/support/world.py": first_parts(world.SHEETS),
    "tests/sessions/table/test_long_log.py": set(test_long_log.SHEETS),
    "tests/support/files.py": first_parts(files.DRAFTS),
    "tests/transfer/conftest.py": first_parts(portable.EACH_GAME),
    "tools/bench/games.py": {game.key for game in games.GAMES},
    "tools/bench/rates.py": {game for game, *_ in rates.RUNS},
    "tools/bench/sheets.py": set(sheets.MAKERS),
    "tests/phrases/en.txt": first_parts(
        answer.strip("?") for phrase in phrases.phrases("en") for answer in phrase.answers
    ),
    "tests/phrases/zh.txt": first_parts(
        answer.strip("?") for phrase in phrases.phrases("zh") for answer in phrase.answers
    ),
}
# Files whose steps are written for each game by hand; they import a browser, so they are only read.
NAMED_IN = (
    "tests/browser/sample_instance.py",
    "tests/engines/test_whole_games.py",
    "tests/scoring/test_game_stats.py",
    "tools/bench/filling.py",
)


@each_row("path", LISTS)
def test_a_list_has_every_game(path: str) -> None:
    assert GAMES.keys() <= LISTS[path], f"{path} lacks {GAMES.keys() - LISTS[path]}"


@each_row("path", NAMED_IN)
def test_a_file_names_every_game(path: str) -> None:
    text = (ROOT / path).read_text("utf-8")
    lacks = [key for key in GAMES if key not in text]
    assert not lacks, f"{path} lacks {lacks}"


@each_game
def test_a_game_has_tests_and_examples_of_its_own(key: str) -> None:
    folder = GAMES[key].folder.name
    assert (TESTS / "games" / folder / "test_rules.py").is_file()
    assert key in {kind.split()[0] for kind in tap_games.GAMES}, "no whole game of it is tapped"
    assert list((TESTS / "examples" / key).glob("*.json"))
    assert folder in AREAS, "tools/mutation_areas.py"


@each_game
def test_a_game_with_an_optional_part_is_in_its_tests(key: str) -> None:
    game, folder = GAMES[key], GAMES[key].folder.name
    if game.secrecy:
        assert key in secrets.SHEETS, "tests/support/secrets.py"
    if game.help and game.help.forms:
        assert list((TESTS / "examples" / key / "questions").glob("*.json")), "an example of a question"
        assert (TESTS / f"games/{folder}/test_questions.py").is_file()
    if game.help and game.help.needs:
        assert (TESTS / f"games/{folder}/test_needs.py").is_file() or "needs" in _tests_of(folder)


def _tests_of(folder: str) -> str:
    return "".join(path.read_text("utf-8") for path in (TESTS / "games" / folder).glob("test_*.py"))


@each_game
def test_a_game_of_the_benchmark_is_played_to_its_end(key: str) -> None:
    (sheet,) = sheets.random_sheets(key, 1)
    *_, last = replay(read(sheet))
    assert last.state.finished
