"""Run all checks of a game; collect their findings, and notes on what could not be checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.checking.engine import check_engine
from companion.checking.finding import Finding, Place, declaration, fault, is_of, without_repetitions
from companion.checking.forms import check_forms
from companion.checking.hidden_totals import check_secrets
from companion.checking.hooks import absent_hooks
from companion.checking.measuring import browser_page, check_sizes
from companion.checking.pages import check_board, check_game_pages, check_pages
from companion.checking.refusals import check_refusals
from companion.checking.sheets import Sheet, is_playable, read_sheet, sample_sheets
from companion.checking.texts import check_texts
from companion.checking.web.site import Site, open_site
from companion.game import Game, Message
from companion.scoring.sheet_errors import SheetError

SHEETS = "sheets"
"""The folder of a game's package with sheets to check it with."""


@dataclass(frozen=True)
class Settings:
    """How much to check on pages: `most` places of a sheet and `tables` sheets, None for all.

    `seed` determines all random choices; `measures` is whether to measure pages in a browser.
    """

    seed: int = 1
    most: int | None = None
    tables: int | None = None
    measures: bool = True


ALL = Settings()


@dataclass(frozen=True)
class Report:
    """The findings of the checks, and notes: what was not checked, and which optional parts the game lacks."""

    findings: Sequence[Finding]
    notes: Sequence[Message]


def check(game: Game, paths: Iterable[Path] = (), settings: Settings = ALL, site: Site | None = None) -> Report:
    """Check a game with its samples, the sheets in its package and those at `paths`; opens a site if none is given."""
    if site is None:
        with open_site() as opened:
            return check(game, paths, settings, opened)
    findings, notes = list[Finding](), list[Message]()
    for result in _all(site, game, paths, settings):
        (findings if isinstance(result, Finding) else notes).append(result)  # type: ignore[arg-type]
    return Report(list(without_repetitions(findings)), [*notes, *absent_hooks(game)])


def _all(site: Site, game: Game, paths: Iterable[Path], settings: Settings) -> Iterator[Finding | Message]:
    sheets = list[Sheet]()
    for sheet_or_finding in _sheets(game, paths, settings.seed):
        if isinstance(sheet_or_finding, Sheet):
            sheets.append(sheet_or_finding)
        else:
            yield sheet_or_finding
    playable = list[Sheet]()
    for sheet in sheets:
        yield from _guarded(game, check_engine(sheet))
        if is_playable(sheet):
            playable.append(sheet)
    yield from check_texts(site, game)
    yield from _guarded(game, check_game_pages(site, game))
    yield from _on_pages(site, game, playable, settings)


def _guarded(game: Game, results: Iterator[Finding | Message]) -> Iterator[Finding | Message]:
    """Return the results of a check; if the game raises an exception, that is a finding, too."""
    try:
        yield from results
    except Exception as error:  # a game can raise anything
        if not is_of(error, game):
            raise
        yield fault(error, Message("A further check"), game)


def _sheets(game: Game, paths: Iterable[Path], seed: int) -> Iterator[Sheet | Finding]:
    """Return all sheets to check with, the samples first, and findings for those that cannot be read."""
    files = [*sorted((game.folder / SHEETS).glob("*.json")), *paths]
    if game.samples is None and not files:
        yield Finding(
            declaration(game),
            Message("There is no sheet to check the game with."),
            Message("Give one with --sheet, put some into the folder sheets of the package, or give it samples."),
        )
    try:
        yield from sample_sheets(game, seed)
    except Exception as error:  # a game can raise anything
        yield fault(error, Message("Playing the samples by chance (seed {seed})", seed=seed), game)
    for path in files:
        try:
            yield read_sheet(path, game)
        except SheetError as error:
            yield Finding(
                Place(path),
                Message("This sheet cannot be read: {reason}", reason=error.describe()),
                Message("Mend it, or leave it out."),
            )


def _on_pages(site: Site, game: Game, sheets: Sequence[Sheet], settings: Settings) -> Iterator[Finding | Message]:
    played_sheets = [sheet for sheet in sheets if sheet.played]
    for sheet in played_sheets[: settings.tables]:
        yield from _guarded(game, check_refusals(sheet, settings.seed))
        yield from _guarded(game, check_pages(site, sheet, settings.most))
        yield from _guarded(game, check_forms(site, sheet, settings.most))
    with_hidden_totals = played_sheets if game.secrecy else []
    for sheet in with_hidden_totals[: settings.tables]:
        donors = [entry for other in sheets for entry in other.played if other.setup.seats == sheet.setup.seats]
        yield from _guarded(game, check_secrets(site, sheet, donors))
    yield from _guarded(game, check_board(site, played_sheets[: settings.tables], game))
    if not settings.measures:
        return
    with browser_page(site) as page:
        if page is None:
            yield Message("Sizes were not measured: Playwright or Chromium is not installed.")
            return
        for sheet in played_sheets[: settings.tables]:
            yield from _guarded(game, check_sizes(site, page, sheet))
