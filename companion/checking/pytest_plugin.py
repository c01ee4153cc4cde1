"""The fixture `check_game` for the tests of a game by others; nothing is imported before a test asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from companion.checking.web.site import Site
    from companion.game import Game

CheckGame = Callable[..., None]


@pytest.fixture(scope="session")
def companion_site() -> Iterator[Callable[[], Site]]:
    """Open one companion for all games that are checked, once the first one is."""
    from companion.checking.web.site import open_site

    with ExitStack() as stack:
        opened: list[Site] = []

        def site() -> Site:
            if not opened:
                opened.append(stack.enter_context(open_site()))
            return opened[0]

        yield site


@pytest.fixture
def check_game(companion_site: Callable[[], Site]) -> CheckGame:
    """Check a game as `companion check-game` does; the test fails with all that is found.

    It takes the game and any number of sheets as paths. `most` is how many entries of a sheet are looked at on pages,
    `measures` whether a browser measures them, where there is one.
    """

    def check_it(game: Game, *sheets: Path, most: int | None = 8, tables: int | None = None, measures: bool = True,
                 seed: int = 1) -> None:  # fmt: skip
        from companion.checking.checks import Settings, check

        settings = Settings(seed=seed, most=most, tables=tables, measures=measures)
        report = check(game, sheets, settings, companion_site())
        if report.findings:
            pytest.fail("\n".join(finding.text() for finding in report.findings), pytrace=False)

    return check_it
