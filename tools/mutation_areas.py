"""Parts of the code that mutation testing changes, each with the tests that should notice."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
# The modules of a game's pages; the others in its folder are the engine.
PAGES = {
    "draft",
    "drawing",
    "form",
    "help",
    "form_state",
    "form_turn",
    "form_without_board",
    "figures",
    "rulebook",
}
# Modules that run in other processes, which do not have the mutant, or whose effects are only on disk.
OUTSIDE = {
    "instance_key",
}

# What the referee is asked about each game.
QUESTIONS = ("tests/games/test_raised_questions.py", "tests/games/test_tapped_questions.py")


@dataclass(frozen=True)
class Area:
    """Files of a part of the code, the tests that should notice a change, and modules to leave out."""

    files: Sequence[str]
    tests: Sequence[str]
    without: Set[str] = frozenset()

    def modules(self) -> Iterator[Path]:
        """The files that exist, in order."""
        for file in sorted({file for pattern in self.files for file in ROOT.glob(pattern)}):
            if file.stem not in self.without:
                yield file


def faults(areas: Mapping[str, Area]) -> Iterator[str]:
    """Yield what areas name but does not exist: files, tests, or modules to leave out."""
    for name, area in areas.items():
        yield from (f"{name}: {file} is no file" for file in area.files if not any(ROOT.glob(file)))
        yield from (f"{name}: {path} has no test" for path in area.tests if not any(map(_is_test, tests_at(path))))
        if not area.tests:
            yield f"{name}: it has no test"
    modules = {file.stem for area in areas.values() for pattern in area.files for file in ROOT.glob(pattern)}
    left_out = {stem for area in areas.values() for stem in area.without}
    yield from (f"{stem} is left out, but is no module" for stem in sorted(left_out - modules))


def tests_at(path: str) -> list[Path]:
    """The test files at a path, a file or a folder."""
    at = ROOT / path
    return sorted(at.glob("**/*.py")) if at.is_dir() else [at]


def _is_test(file: Path) -> bool:
    return file.is_file() and (file.name.startswith("test_") or ">>> " in file.read_text("utf-8"))


def _engine(name: str, *pages: str) -> Area:
    folder = f"companion/games/{name}"  # for its doctests
    tests = ["tests/scoring", f"tests/games/{name}", *QUESTIONS, folder]
    return Area([f"{folder}/*.py"], [*tests, *pages], PAGES)


AREAS: Mapping[str, Area] = {
    **{name: _engine(name) for name in ("azul", "g5211", "ingenious", "luz", "open")},
    "salamanca": _engine("salamanca", "tests/views/table/test_entering_salamanca.py"),
    "storage": Area(
        ["companion/storage/**/*.py", "companion/scoring/replay.py", "companion/features/history/figures.py"],
        [
            "tests/storage",
            "tests/table/test_service.py",
            "tests/features/history/test_aggregates.py",
            "tests/features/history/test_history_pages.py",
            "tests/views/table/test_joining.py",
            "tests/views/table/test_seats.py",
            "tests/features/downloads/test_downloads.py",
            "tests/views/table/test_result_pages.py",
        ],
        OUTSIDE,
    ),
    "table": Area(
        [
            "companion/table/service.py",
            "companion/table/table*.py",
            "companion/table/changes.py",
            "companion/table/amending.py",
            "companion/table/visible_log.py",
            "companion/features/referee/search.py",
            "companion/features/referee/vocabulary.py",
            "companion/features/history/edits.py",
        ],
        [
            "tests/table/test_service.py",
            "tests/table/test_long_log.py",
            "tests/table/test_amending.py",
            "tests/live/test_several_phones.py",
            "tests/features/history/test_search.py",
            "tests/views/table/test_joining.py",
            "tests/views/table/test_seats.py",
            "tests/features/downloads/test_downloads.py",
            "tests/views/table/test_result_pages.py",
            "tests/views/amend/test_amendments.py",
            "tests/features/takeout/test_game_import.py",
            "tests/features/history/test_history_pages.py",
            "tests/views/table/test_table_pages.py",
            "tests/views/table/test_concurrent_acts.py",
            "tests/views/setup/test_new_table.py",
            "tests/features/groups/test_groups.py",
            "tests/features/groups/test_long_past.py",
            "tests/features/groups/test_group_rights.py",
            "tests/features/referee/test_search_index.py",
            "tests/features/referee/test_referee_pages.py",
            "companion/scoring",
            "companion/table",
        ],
    ),
    "hidden": Area(
        [
            "companion/table/visible_table.py",
            "companion/table/visible_log.py",
            "companion/forms/secrecy.py",
            "companion/forms/viewer.py",
            "companion/views/table/amended_entry.py",
            "companion/games/*/figures.py",
        ],
        [
            "tests/forms/test_viewer.py",
            "tests/scoring/test_game_stats.py",
            "tests/games/test_secrecy.py",
            "tests/table/test_hidden_tables.py",
            "tests/table/test_amending.py",
            "tests/views/amend/test_amendments.py",
            "tests/views/table/test_secrecy.py",
            "tests/views/table/test_redaction.py",
            "tests/views/table/test_table_pages.py",
            "tests/views/table/test_result_pages.py",
        ],
    ),
}
