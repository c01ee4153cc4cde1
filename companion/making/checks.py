"""Runs all checks of a game, including page sizes in Chromium; notes what the game lacks or was not checked."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.engine import Game, Message, joined
from companion.engine.game import LAZY
from companion.forms.form import EntryForm
from companion.making.engine import check_engine, check_refusals
from companion.making.finding import Finding, Place, declaration, guarded
from companion.making.forms import check_forms
from companion.making.hidden_totals import check_secrets
from companion.making.pages import Site, check_board, check_game_pages, check_pages, template_of
from companion.making.sheets import Sheet, is_playable, read_sheet, sample_sheets
from companion.making.texts import check_rulebook, check_texts, unshown
from companion.scoring.scoresheet import SheetError

_OPTIONAL_FILES = ("sheet.html", "outcome.html", "replay.html", "final.html", "form.js", "style.css", "glyphs.svg")
WIDTHS = (320, 390)
TAPPED = "button, label.key, a.key, summary, .bar a, .top a, .tabs a[href], input:not([type=hidden]):not(.key input)"
"""A selector of everything that people tap."""
MEASURE = Path(__file__).with_name("measure.js").read_text("utf-8")
_ADDRESS = "http://localhost"
SHEETS = "sheets"
"""The folder of a game's package with sheets to check it with."""


def absent_hooks(game: Game) -> Iterator[Message]:
    """Return notes on the optional parts, form hooks and files that a game does not have."""
    missing_parts = [name for name in LAZY if not getattr(game, name)]
    if missing_parts:
        yield Message("Optional parts that it does not have: {names}.", names=joined(missing_parts))
    hooks = [name for name in vars(EntryForm) if not name.startswith("_") and callable(getattr(EntryForm, name))]
    defaults = [name for name in hooks if getattr(type(game.form), name) is getattr(EntryForm, name)]
    if defaults:
        yield Message("Hooks of its form that keep their default: {names}.", names=joined(defaults))
    missing_files = [name for name in _OPTIONAL_FILES if not (game.folder / name).is_file()]
    if missing_files:
        yield Message("Optional files that it does not have: {names}.", names=joined(missing_files))


@contextmanager
def browser_page(site: Site) -> Iterator[Any]:
    """Yield a browser page whose requests all go to the site; None if there is no browser."""
    try:
        from playwright.sync_api import Error, sync_playwright  # an optional package
    except ImportError:
        yield None
        return
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        except Error:
            yield None
            return
        try:
            page = browser.new_context(service_workers="block", reduced_motion="reduce").new_page()
            page.route("**/*", lambda route: _answer(site, route))
            yield page
        finally:
            browser.close()


def _answer(site: Site, route: Any) -> None:
    """Answer a request of the browser from the application; streams are aborted because they never end."""
    request = route.request
    address = urlsplit(request.url)
    if "/live/" in address.path:
        route.abort()
        return
    path = f"{address.path}?{address.query}" if address.query else address.path
    answer = site.request(request.method, path, request.post_data_buffer, request.headers)
    route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)


def check_sizes(site: Site, sheets: Iterable[Sheet]) -> Iterator[Finding | Message]:
    """Measure the form, the table, an entry and the replay of each sheet, if there is a browser."""
    with browser_page(site) as page:
        if page is None:
            yield Message("Sizes were not measured: Playwright or Chromium is not installed.")
            return
        for sheet in sheets:
            yield from _check_sizes(site, page, sheet)


def _check_sizes(site: Site, page: Any, sheet: Sheet) -> Iterator[Finding]:
    session = site.open(sheet, sheet.played[:-1])
    paths = [f"/t/{session}/enter", f"/t/{session}"]
    if (last := len(sheet.played) - 1) > 0:
        paths += [f"/t/{session}/entries/{last}", f"/t/{session}/replay/{last}"]
    for path in paths:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(f"{_ADDRESS}{path}")
            for misfit in page.evaluate(MEASURE, TAPPED):
                yield Finding(
                    template_of(sheet.game, path),
                    Message("At {width} px the page {page} does not fit: {fault}", width=width,
                            page=path.replace(session, "…"), fault=misfit),
                    Message("Let it wrap or scroll inside, and make what is tapped 44 px high."),
                )  # fmt: skip


@dataclass(frozen=True)
class Report:
    """The findings of the checks, and notes: what was not checked, and which optional parts the game lacks."""

    findings: Sequence[Finding]
    notes: Sequence[Message]


def check(
    game: Game, site: Site, paths: Iterable[Path] = (), *, seed: int = 1, most: int | None = None,
    tables: int | None = None, measures: bool = True, progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:  # fmt: skip
    """Check a game with its samples, the sheets in its package and those at `paths`.

    On pages `most` entries of a sheet and `tables` sheets are checked, None for all. `seed` determines all random
    choices; `measures` says whether a browser measures pages. `progress` is given how many checks are done and how many
    there are.
    """
    once: dict[tuple[Place, str], Finding] = {}
    notes = list[Message]()
    found = list(_sheets(game, paths, seed))
    sheets = [one for one in found if isinstance(one, Sheet)]
    unreadable = (one for one in found if isinstance(one, Finding))
    checks = [unreadable, *_checks(site, game, sheets, seed, most, tables, measures)]
    for done, results in enumerate(checks, 1):
        for result in guarded(results, game):
            if isinstance(result, Finding):  # one for each entry may say the same
                once.setdefault((result.place, result.sentence.singular), result)
            else:
                notes.append(result)
        progress(done, len(checks))
    return Report([*once.values()], [*notes, *absent_hooks(game)])


def _checks(
    site: Site, game: Game, sheets: Sequence[Sheet], seed: int, most: int | None, tables: int | None, measures: bool
) -> list[Iterator[Finding | Message]]:
    """Return all checks, each to be run by iterating over its findings and notes."""
    playable = list(filter(is_playable, sheets))
    shown = [sheet for sheet in playable if sheet.played][:tables]
    checks: list[Iterator[Finding | Message]] = [*map(check_engine, sheets), check_rulebook(game)]
    checks += [unshown(game, playable), check_texts(site, game), check_game_pages(site, game)]
    for sheet in shown:
        checks += [check_refusals(sheet, seed), check_pages(site, sheet, most), check_forms(site, sheet, most)]
    for sheet in shown:
        donors = [entry for other in playable for entry in other.played if other.setup.seats == sheet.setup.seats]
        checks += [check_secrets(site, sheet, donors)]
    return [*checks, check_board(site, shown, game), *([check_sizes(site, shown)] if measures else ())]


def _sheets(game: Game, paths: Iterable[Path], seed: int) -> Iterator[Sheet | Finding]:
    """Return all sheets to check with, the samples first, and findings for those that cannot be read."""
    files = [*sorted((game.folder / SHEETS).glob("*.json")), *paths]
    if game.samples is None and not files:
        yield Finding(
            declaration(game),
            Message("There is no sheet to check the game with."),
            Message("Give one with --sheet, put some into the folder sheets of the package, or give it samples."),
        )
    by_chance = Message("Playing random samples (seed {seed})", seed=seed)
    yield from guarded(sample_sheets(game, seed), game, by_chance)
    for path in files:
        try:
            yield read_sheet(path, game)
        except SheetError as error:
            yield Finding(
                Place(path),
                Message("This sheet cannot be read: {reason}", reason=error.describe()),
                Message("Fix it, or leave it out."),
            )
