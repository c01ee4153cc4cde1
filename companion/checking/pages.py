"""Check that every page shows the game, in each state, with open and hidden totals, in two languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path

from companion.checking.engine import UNREADABLE
from companion.checking.finding import Finding, Place, declaration, fault, place_of, short
from companion.checking.sheets import Sheet, spread
from companion.checking.site import (
    LANGUAGES,
    Site,
    entry_addresses,
    form_addresses,
    game_addresses,
    table_addresses,
)
from companion.game import Game, Message
from companion.sessions.samples import acts_of
from companion.sessions.table.table import Table

BOARDS = re.compile(r'class="[^"]*(?<![\w-])(hex-board|land|wall|cards|key-grid)(?![\w-])')
"""Matches the boards that static/board-keys.js moves on."""
_TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
_LABELS = re.compile(r'(?:aria-label|title|placeholder)="([^"]+)"')
_TEMPLATE_OF = (("/enter", "form"), ("/correct", "form"), ("/insert", "form"), ("/replay", "replay"),
                ("/entries/", "outcome"), ("/new/", "setup"), ("", "sheet"))  # fmt: skip


def text_of(page: str) -> list[str]:
    """Return all that people read or hear of a page: its texts, and the labels of elements without text."""
    texts = [" ".join(text.split()) for text in _TAGS.sub("\0", page).split("\0")]
    return [unescape(text) for text in [*texts, *_LABELS.findall(page)] if text]


def check_pages(site: Site, sheet: Sheet, most: int | None) -> Iterator[Finding]:
    """Check all pages of a sheet: during its last entry part by part, at `most` entries, and at the end."""
    can_hide = sheet.game.secrecy is not None and sheet.setup.seats > 1
    game = sheet.game
    for hidden in (False, True)[: 1 + can_hide]:
        session = site.open(sheet, sheet.played[:-1], hidden=hidden)
        table = _table(site, session)
        # What is translated is the same with hidden totals.
        languages = ("en",) if hidden else tuple(LANGUAGES)
        yield from _check_paths(site, game, table_addresses(site.app, table), languages)
        if hidden:  # the host has a seat; many who look on have none
            yield from _check_paths(site, game, table_addresses(site.app, table), is_seated=False)
        for place in spread(len(sheet.played) - 1, most):
            yield from _check_paths(site, game, entry_addresses(site.app, table, place + 1), languages)
        yield from _check_entering(site, sheet, session, most)
    yield from _check_end(site, sheet, session)


def check_game_pages(site: Site, game: Game) -> Iterator[Finding]:
    """Check the pages of the game itself: a new table, rules, referee, and the guide if it has one."""
    paths = [*game_addresses(site.app, game.key), *([f"/guide/{game.key}"] if game.has_guide else [])]
    yield from _check_paths(site, game, paths, LANGUAGES)
    yield from _check_paths(site, game, [f"/rules/{rule}" for rule in game.rules])


def _table(site: Site, session: str) -> Table:
    table = site.service.table(session)
    assert table is not None, "it was opened just now"
    return table


def _check_entering(site: Site, sheet: Sheet, session: str, most: int | None) -> Iterator[Finding]:
    """Enter the last entry as phones do, part by part, and check the forms after `most` of the parts."""
    if not sheet.played:
        return
    game, table, entry = sheet.game, _table(site, session), sheet.played[-1]
    try:
        steps = acts_of(game, table.state, entry)
        checked_numbers = {*spread(len(steps), None if most is None else most + 1)}
        for number, step in enumerate(steps):
            site.enter(session, step)
            if number not in checked_numbers:
                continue
            table = _table(site, session)
            paths = [f"/t/{session}", f"/t/{session}/needs", *([] if table.state.finished else form_addresses(table))]
            yield from _check_paths(site, game, paths)
    except Exception as error:  # a game can raise anything
        yield fault(
            error, Message("Entering entry {number} of {sheet}", number=len(sheet.played), sheet=sheet.name), game
        )
        return
    if table.entries[-1].body != entry:
        yield Finding(
            place_of(game.form.whole, game),
            Message("The parts of entry {number} of {sheet} make up another entry.", number=len(sheet.played),
                    sheet=sheet.name),
            Message("Let whole return the entry that draft_from_entry was given."),
        )  # fmt: skip


def _check_end(site: Site, sheet: Sheet, session: str) -> Iterator[Finding]:
    """End the game, undo this and redo it; then check all pages and the shared result."""
    game = sheet.game
    for act in ("end", "undo", "redo"):
        table = _table(site, session)
        if act == "end" and table.state.finished:
            continue
        try:
            site.act(session, act, {})
        except Exception as error:  # a game can raise anything
            yield fault(error, Message("The act {act}", act=act), game)
            return
    yield from _check_paths(site, game, table_addresses(site.app, _table(site, session)))
    token = site.service.invites.shared_token(_table(site, session), "result")
    yield from _check_paths(site, game, [f"/r/{session}{token}", f"/r/{session}{token}/picture.svg"])


def _check_paths(
    site: Site, game: Game, paths: Iterable[str], languages: Iterable[str] = ("en",), *, is_seated: bool = True
) -> Iterator[Finding]:
    for path in paths:
        shown_path = re.sub(r"/(t|r)/[\w-]+", r"/\1/…", path)
        for language in languages:
            try:
                answer = site.get(path, language, is_seated=is_seated)
            except Exception as error:  # a game can raise anything
                yield fault(error, Message("The page {page}", page=shown_path), game)
                break
            if answer.status_code >= 500:
                yield Finding(
                    template_of(game, path),
                    Message("The page {page} is answered with {status}.", page=shown_path, status=answer.status_code),
                    Message("Open it with companion serve; the log has the reason."),
                )
            elif language == "en" and answer.mimetype == "text/html":
                yield from _check_text(game, path, shown_path, answer.text)


def _check_text(game: Game, path: str, shown_path: str, page: str) -> Iterator[Finding]:
    """Find what people cannot read: fields without values, ids of rules, numbers of seats."""
    rules = re.compile("|".join(re.escape(rule) for rule in sorted(game.rules, key=len, reverse=True)) or "(?!)")
    for piece in text_of(page):
        if UNREADABLE.search(piece) or rules.search(piece):
            yield Finding(
                template_of(game, path),
                Message("The page {page} shows what is not for people: {text}", page=shown_path, text=short(piece)),
                Message("Show a Message with |say and its values; players by their names, rules by their titles."),
            )


def template_of(game: Game, path: str) -> Place:
    """Return the template of the game that a page most likely shows; the form's class if there is none."""
    for part, name in _TEMPLATE_OF:
        file = game.folder / f"{name}.html"
        if part in path and file.is_file():
            return Place(Path(file))
    return place_of(type(game.form), game) if game.form else declaration(game)


def check_board(site: Site, sheets: Iterable[Sheet], game: Game) -> Iterator[Finding]:
    """Check that the guide explains how to use a board by keyboard if a form has a board, and only then."""
    if game.help is None:
        return
    has_board = False
    for sheet in sheets:
        session = site.open(sheet, sheet.played[: len(sheet.played) // 2])
        for path in form_addresses(_table(site, session)):
            has_board = has_board or bool(BOARDS.search(site.get(path).text))
    if game.help.has_board and not has_board:
        yield Finding(
            place_of(game.parts, game),
            Message("The guide tells how to use a board by keyboard, but no form has a board, a wall or a deck."),
            Message("Leave has_board of the Help at False."),
        )
    if has_board and game.has_guide and not game.help.has_board:
        yield Finding(
            place_of(game.parts, game),
            Message("A form has a board, a wall or a deck, but the guide does not tell how to use it by keyboard."),
            Message("Set has_board of the Help to True."),
        )
