"""Parts of the code that mutation testing changes, each with the tests that should notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
# What a game's pages are made of; the rest of its folder is the engine.
PAGES = {
    "describe",
    "draft",
    "drawing",
    "form",
    "form_cards",
    "help",
    "form_sale_state",
    "form_setup",
    "form_state",
    "form_turn",
    "form_without_board",
    "preview",
    "parts",
    "rulebook",
    "sentences",
    "track_table",
}
# What shows in other processes, which are not given the mutant, or on the disk alone.
OUTSIDE = {
    "clock_guard",
    "creation",
    "file_permissions",
    "instance_key",
    "instance_lock",
    "migrations",
    "opening",
    "page_slack",
}


@dataclass(frozen=True)
class Area:
    """Files of a part of the code, the tests that should notice a change there, and modules that are left out."""

    files: Sequence[str]
    tests: Sequence[str]
    without: Set[str] = frozenset()

    def modules(self) -> Iterator[Path]:
        """The files that exist, in order."""
        for file in sorted({file for pattern in self.files for file in ROOT.glob(pattern)}):
            if file.stem not in self.without:
                yield file


def _engine(name: str, *pages: str) -> Area:
    folder = f"companion/games/{name}"  # for its doctests
    tests = ["tests/scoring", f"tests/games/{name}", folder]
    return Area([f"{folder}/*.py"], [*tests, *pages], PAGES)


AREAS: Mapping[str, Area] = {
    **{name: _engine(name) for name in ("azul", "g5211", "ingenious", "luz", "open")},
    "salamanca": _engine("salamanca", "tests/views/table/test_entering_salamanca.py"),
    "storage": Area(
        ["companion/storage/**/*.py", "companion/scoring/replay.py", "companion/history/aggregates.py"],
        [
            "tests/storage",
            "tests/sessions/test_service.py",
            "tests/history",
            "tests/views/history/test_history_pages.py",
            "tests/views/table/test_joining.py",
            "tests/transfer/test_upgrade.py",
            "tests/views/table/test_seats.py",
            "tests/views/export/test_handover.py",
            "tests/views/table/test_link_renewal.py",
        ],
        OUTSIDE,
    ),
    "sessions": Area(
        [
            "companion/sessions/service.py",
            "companion/sessions/actions.py",
            "companion/sessions/table/table*.py",
            "companion/sessions/table/session_log.py",
            "companion/sessions/entry_confirmations.py",
            "companion/sessions/version_checks.py",
            "companion/sessions/table/visible_log.py",
            "companion/scoring/search_*.py",
            "companion/history/players.py",
            "companion/sessions/edits/player_changes.py",
        ],
        [
            "tests/sessions/test_service.py",
            "tests/sessions/table/test_table.py",
            "tests/sessions/test_amending.py",
            "tests/sessions/live/test_several_phones.py",
            "tests/history/test_search.py",
            "tests/views/table/test_joining.py",
            "tests/views/table/test_seats.py",
            "tests/views/export/test_handover.py",
            "tests/views/table/test_link_renewal.py",
            "tests/views/amend/test_amendments.py",
            "tests/views/table/test_drafts.py",
            "tests/views/history/test_player_pages.py",
            "tests/views/table/test_table_pages.py",
            "tests/views/table/test_concurrent_acts.py",
            "tests/views/setup/test_new_table.py",
            "tests/views/amend/test_correct_unchanged.py",
            "tests/views/export/test_game_import.py",
            "tests/views/groups/test_groups.py",
            "tests/views/groups/test_group_season.py",
            "tests/views/groups/test_group_rights.py",
            "tests/scoring/test_search_index.py",
            "tests/views/referee/test_search_phrases.py",
            "companion/scoring",
            "companion/sessions",
        ],
    ),
    "hidden": Area(
        [
            "companion/sessions/table/visible_table.py",
            "companion/sessions/table/visible_log.py",
            "companion/game/pages/secrecy.py",
            "companion/game/pages/secrecy.py",
            "companion/game/pages/viewer.py",
            "companion/views/amend/preview.py",
            "companion/games/*/parts.py",
        ],
        [
            "tests/game/test_viewer.py",
            "tests/games/test_secrecy.py",
            "tests/sessions/table/test_hidden_tables.py",
            "tests/sessions/test_amending.py",
            "tests/views/amend/test_amendments.py",
            "tests/views/table/test_secrecy.py",
            "tests/views/table/test_redaction.py",
            "tests/views/table/test_table_pages.py",
            "tests/views/table/test_result_pages.py",
        ],
    ),
}
