"""Checks of every page of a game in each state; `Site` is a companion in this process with two phones."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import unescape
from itertools import cycle, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.engine import Game, Message
from companion.forms.form import Part, Parts, Whole, acts_of
from companion.locales import FALLBACKS, LOCALES, SOURCE
from companion.making.engine import A_SEAT, UNREADABLE
from companion.making.finding import Finding, Place, declaration, fault, guarded, place_of, short
from companion.making.sheets import Sheet, spread
from companion.storage import credentials
from companion.table.changes import Request
from companion.table.openings import ImportedGame
from companion.table.service import Tables
from companion.table.table import Table
from companion.views.http.phone import NAME

_ENDLESS = {"stream.stream"}
_LIVE = ("table", "enter", "needs")
_TABS = "stream.tabs"
_ORIGIN = {"Origin": "http://localhost"}
_TRANSLATED = [locale for locale in LOCALES if locale != SOURCE and locale not in FALLBACKS]
BOARDS = re.compile(" data-(?:keys|space)=")
"""Matches the boards that static/board-keys.js moves on."""
_TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
_LABELS = re.compile(r'(?:aria-label|title|placeholder)="([^"]+)"')
_TEMPLATE_OF = (("/enter", "form"), ("/correct", "form"), ("/insert", "form"), ("/replay", "replay"),
                ("/entries/", "outcome"), ("/new/", "setup"), ("", "sheet"))  # fmt: skip
_NOT_FOR_PEOPLE = Message("The page {page} shows what is not for people: {text}")
_SHOWS_SEAT = Message("The page {page} shows a Seat that no name fills: {text}")
_NO_BOARD = Message("The guide tells how to use a board by keyboard, but no form has a board, a wall or a deck.")
_A_BOARD = Message("A form has a board, a wall or a deck, but the guide does not tell how to use it by keyboard.")


def table_addresses(app: Flask, table: Table) -> Iterator[str]:
    """Return the URLs of a table's pages except those of single entries."""
    yield from _addresses(app, table, seat=range(table.setup.seats), name=_LIVE)
    yield from form_addresses(table)


def form_addresses(table: Table) -> Iterator[str]:
    """Return the URLs of the running entry's form, including each seat's if seats have their own parts."""
    yield f"/t/{table.id}/enter"
    if table.game.form.slots is not None:
        yield from (f"/t/{table.id}/enter?seat={seat}" for seat in range(table.setup.seats))


def entry_addresses(app: Flask, table: Table, number: int) -> Iterator[str]:
    """Return the URLs of a table's pages that show the entry with this number."""
    yield from _addresses(app, table, number=[number], kind=("correct", "insert"))
    yield f"/t/{table.id}/parts/entry?number={number}"


def _addresses(app: Flask, table: Table, **choices: Iterable[Any]) -> Iterator[str]:
    """Return the URLs of a table's pages whose arguments are among the choices, one for each choice.

    A choice of numbers is for the pages of single entries, which are left out without one.
    """
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        names = sorted(rule.arguments - {"session"})
        is_page = rule.rule.startswith("/t/") and "GET" in (rule.methods or ()) and rule.endpoint not in _ENDLESS
        if is_page and {*names} <= choices.keys() and ("number" in names) == ("number" in choices):
            for values in product(*[choices[name] for name in names]):
                url = urls.build(rule.endpoint, {"session": table.id, **dict(zip(names, values, strict=True))})
                yield f"{url}?at=seat%3D0&at=totals%3D0" if rule.endpoint == _TABS else url


class Site:
    """An application that raises its errors, and two phones: the host of all tables, on seat 0, and one with none."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.service: Tables = app.extensions["companion"]
        self._token = credentials.new_token()
        self._client = app.test_client()
        self._client.set_cookie(NAME, self._token)
        self._watcher, self._watching = app.test_client(), credentials.new_token()
        self._watcher.set_cookie(NAME, self._watching)

    def open(self, sheet: Sheet, entries: Sequence[Any], *, hidden: bool = False) -> str:
        """Open a table of a sheet with these entries; return the id of its session."""
        game, phone = ImportedGame(sheet.replay(entries), {}, hidden, None), credentials.token_hash(self._token)
        session = self.service.openings.import_game(game, phone, credentials.new_token(), self.service.moment())
        self.act(session, "sit", {"seat": "0"})
        link = self.service.invites.link_token(self.table(session), "viewer")
        self.service.invites.join_by_token(link, credentials.token_hash(self._watching))
        return session

    def table(self, session: str) -> Table:
        """Return a table that was opened here."""
        table = self.service.table(session)
        assert table is not None, "it was opened just now"
        return table

    def get(self, path: str, language: str = SOURCE, *, is_seated: bool = True) -> TestResponse:
        """Return the response of an address to the host or to the other phone; raises whatever the page raises."""
        client = self._client if is_seated else self._watcher
        return client.get(path, headers={"Accept-Language": language.replace("_", "-")})

    def post(self, path: str, fields: Any) -> TestResponse:
        """Post a form; raises whatever it raises."""
        return self._client.post(path, data=MultiDict(fields), headers=_ORIGIN)

    def enter(self, session: str, parsed: Part | Parts | Whole) -> None:
        """Enter a part or an entry as the host's phone; raises what the rules or the form raise."""
        phone = self.service.phone(self._token) or 0
        version = self.table(session).version
        self.service.enter(session, Request(phone, secrets.token_urlsafe(12), version, b""), parsed)

    def act(self, session: str, action: str, fields: Mapping[str, Any]) -> TestResponse:
        """Post an action such as "undo" on the table's current version."""
        version = str(self.table(session).version)
        return self.post(f"/t/{session}/{action}", {"act": secrets.token_urlsafe(12), "version": version, **fields})

    def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> TestResponse:
        """Answer a request of a browser; redirects are followed here because the browser would bypass this site."""
        forwarded = {name: value for name, value in headers.items() if name.lower() not in ("cookie", "host", "origin")}
        return self._client.open(
            path, method=method, data=body, headers={**forwarded, **_ORIGIN}, follow_redirects=True
        )


@contextmanager
def open_site() -> Iterator[Site]:
    """Open a companion with an empty database, which is deleted afterwards; raises `GameError` for a broken game."""
    with TemporaryDirectory(prefix="companion-check-") as folder:
        app = create_app({"DATABASE": Path(folder) / "check.sqlite", "TESTING": True})
        site = Site(app)
        try:
            yield site
        finally:
            site.service.close()


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
        table = site.table(session)
        # What is translated is the same with hidden totals.
        yield from _check_paths(site, game, table_addresses(site.app, table), is_translated=not hidden)
        if hidden:  # the host has a seat; many who look on have none
            yield from _check_paths(site, game, table_addresses(site.app, table), is_seated=False)
        for place in spread(len(sheet.played) - 1, most):
            yield from _check_paths(site, game, entry_addresses(site.app, table, place + 1), is_translated=not hidden)
        entering = Message("Entering entry {number} of {sheet}", number=len(sheet.played), sheet=sheet.name)
        yield from guarded(_check_entering(site, sheet, session, most), game, entering)
    yield from _check_end(site, sheet, session)


def check_game_pages(site: Site, game: Game) -> Iterator[Finding]:
    """Check the pages of the game itself: a new table, rules, and those of features that are here, such as a guide."""
    key, guide = game.key, [f"/guide/{game.key}"] if game.has_guide else []
    paths = [f"/new/{key}", f"/rules/{key}", f"/referee?game={key}", f"/history?game={key}", "/", *guide]
    here = site.app.url_map.bind("")
    known = [path for path in paths if here.test(path.partition("?")[0])]
    yield from _check_paths(site, game, known, is_translated=True)
    yield from _check_paths(site, game, [f"/rules/{rule}" for rule in game.rules])


def _check_entering(site: Site, sheet: Sheet, session: str, most: int | None) -> Iterator[Finding]:
    """Enter the last entry part by part, as phones do, and check the forms after at most `most` of the parts."""
    if not sheet.played:
        return
    game, table, entry = sheet.game, site.table(session), sheet.played[-1]
    steps = acts_of(game.form, table.state, entry)
    checked_numbers = {*spread(len(steps), None if most is None else most + 1)}
    for number, step in enumerate(steps):
        site.enter(session, step)
        if number not in checked_numbers:
            continue
        table = site.table(session)
        paths = [f"/t/{session}", f"/t/{session}/needs", *([] if table.state.finished else form_addresses(table))]
        yield from _check_paths(site, game, paths)
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
    for act in ("undo", "redo") if site.table(session).state.finished else ("end", "undo", "redo"):
        try:
            site.act(session, act, {})
        except Exception as error:  # a game can raise anything
            yield fault(error, Message("The act {act}", act=act), game)
            return
    yield from _check_paths(site, game, table_addresses(site.app, site.table(session)))
    invites = site.service.invites
    token = invites.shared_token(invites.row(site.table(session)), "result")
    yield from _check_paths(site, game, [f"/r/{session}{token}", f"/r/{session}{token}/picture.svg"])


def _check_paths(
    site: Site, game: Game, paths: Iterable[str], *, is_translated: bool = False, is_seated: bool = True
) -> Iterator[Finding]:
    """Check pages in the language of the code, and if they are to be translated also in one of the others in turn."""
    others = cycle(_TRANSLATED if is_translated else [SOURCE])
    for path, other in zip(paths, others, strict=False):
        shown_path = re.sub(r"/(t|r)/[\w-]+", r"/\1/…", path)
        for language in dict.fromkeys((SOURCE, other)):
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
            elif language == SOURCE and answer.mimetype == "text/html":
                yield from _check_text(game, path, shown_path, answer.text)


def _check_text(game: Game, path: str, shown_path: str, page: str) -> Iterator[Finding]:
    """Find text that is not for people: fields without values, ids of rules, numbers of seats."""
    rules = re.compile("|".join(re.escape(rule) for rule in sorted(game.rules, key=len, reverse=True)) or "(?!)")
    for piece in text_of(page):
        if UNREADABLE.search(piece) or rules.search(piece):
            fault = _SHOWS_SEAT if A_SEAT.search(piece) else _NOT_FOR_PEOPLE
            yield Finding(
                template_of(game, path),
                Message(fault.singular, page=shown_path, text=short(piece)),
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
    tables = [site.table(site.open(sheet, sheet.played[: len(sheet.played) // 2])) for sheet in sheets]
    paths = [path for table in tables for path in form_addresses(table)]
    has_board = any(BOARDS.search(site.get(path).text) for path in paths)
    if has_board != game.help.has_board and (game.has_guide or not has_board):
        yield Finding(
            declaration(game),
            _NO_BOARD if game.help.has_board else _A_BOARD,
            Message("Let has_board of the Help be True if a form has one, else False."),
        )
