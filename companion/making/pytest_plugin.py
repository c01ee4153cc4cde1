"""The pytest fixture `check_game` for plug-in games; nothing is imported before a test uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from companion.engine import Game
    from companion.making.pages import Site

CheckGame = Callable[..., None]


@pytest.fixture(scope="session")
def companion_site() -> Iterator[Site]:
    """Open one companion for all checked games, before the first test that checks one."""
    from companion.making.pages import open_site

    with open_site() as site:
        yield site


@pytest.fixture
def check_game(companion_site: Site) -> CheckGame:
    """Return a function that checks a game as `companion check-game` does; the test fails with all findings.

    It takes the game and any number of paths of sheets. `most` is how many entries of a sheet are checked on pages,
    `measures` is whether a browser, if there is one, measures them.
    """

    def run_checks(game: Game, *sheets: Path, most: int | None = 8, tables: int | None = None, measures: bool = True,
                   seed: int = 1) -> None:  # fmt: skip
        from companion.making.checks import check

        report = check(game, companion_site, sheets, seed=seed, most=most, tables=tables, measures=measures)
        if report.findings:
            pytest.fail("\n".join(finding.text() for finding in report.findings), pytrace=False)

    return run_checks
