"""Check that tables with hidden totals reveal none: compare tables that differ in one hidden seat's entries."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from companion.engine import Game, Message, RuleError
from companion.forms.form import Part, acts_of
from companion.forms.secrecy import Readable, Secrecy
from companion.making.finding import Finding, Place, place_of
from companion.making.pages import Site, entry_addresses, table_addresses, template_of, text_of
from companion.making.sheets import Sheet
from companion.table.table import Table

_TOKEN = re.compile(r"[−-]?\d+(?:\.\d*)?|\w+|\S")
# Only the host may take the whole table along; the form shows the scorekeeper what was entered.
_PAGES_WITH_ALL = ("/hand-over", "/session.json", "/correct", "/insert")
_VARIANTS = 2  # games with other entries of a hidden seat; with only one, unrelated numbers could match by chance
Totals = Sequence[tuple[int, ...]]
_TO_SEAT = Message("At a table that hides totals the page {page} shows seat 0 the points of {player}: {number}.")
_TO_WATCHER = Message(
    "At a table that hides totals the page {page} shows a phone without a seat the points of {player}: {number}."
)


def check_secrets(site: Site, sheet: Sheet, donors: Collection[Any]) -> Iterator[Finding | Message]:
    """Compare all pages of tables that differ in a hidden seat's entries, by values of `donors`; say so if none fit."""
    game, secrecy = sheet.game, sheet.game.secrecy
    if secrecy is None or sheet.setup.seats < 2:
        return
    yield from _check_declared(game, secrecy)
    entries = sheet.played[:-1]  # the end shows everything
    state = game.engine.start(sheet.setup)
    sides = [side for side in secrecy.sides(state) if 0 not in side]
    seat = max((seat for side in sides for seat in side), default=0)
    if sides:
        yield from _check_half_entered(site, sheet, seat, secrecy, donors)
    variants = other_entries(sheet, entries, seat, secrecy, donors) if sides and entries else []
    if len(variants) < _VARIANTS:
        yield Message("No other entries of a hidden seat fit into {sheet}, so it was not tried whether its pages tell"
                      " a total.", sheet=sheet.name)  # fmt: skip
        return
    yield from _compare(site, sheet, seat, [entries, *variants])


def _check_half_entered(
    site: Site, sheet: Sheet, seat: int, secrecy: Secrecy, donors: Collection[Any]
) -> Iterator[Finding]:
    """Compare the pages of a phone without a seat while all parts of the last entry but the first are entered."""
    before = sheet.played[:-1]
    games = [sheet.played, *other_entries(sheet, sheet.played, seat, secrecy, donors, first=len(before))]
    if len(games) <= _VARIANTS:
        return
    state = sheet.replay(before).states[-1]
    tables = list[Table]()
    for played in games:
        session = site.open(sheet, before, hidden=True)
        try:
            parts = [act for act in acts_of(sheet.game.form, state, played[-1]) if isinstance(act, Part)]
            for part in parts[1:]:
                site.enter(session, part)
        except RuleError:  # its parts come in an order
            return
        tables.append(site.table(session))
    numbers = _secret_numbers(sheet, seat, games)
    yield from _differences(site, sheet, seat, table_addresses(site.app, tables[0]), tables, numbers, is_seated=False)


def _check_declared(game: Game, secrecy: Secrecy) -> Iterator[Finding]:
    for kind, readable in secrecy.types.items():
        if "totals" in readable.open:
            yield Finding(
                place_of(kind, game),
                Message("The secrecy of {kind} opens totals to all.", kind=kind.__name__),
                Message("Name totals in by_seat instead."),
            )


def other_entries(
    sheet: Sheet, entries: Sequence[Any], seat: int, secrecy: Secrecy, donors: Collection[Any], first: int = 0
) -> list[list[Any]]:
    """Return at most two games that differ in one entry, at or after index `first`, and in the seat's total."""
    variants, totals = list[list[Any]](), {_totals(sheet, entries)[-1][seat]}
    side = next(place for place, side in enumerate(secrecy.sides(sheet.game.engine.start(sheet.setup))) if seat in side)
    for number, entry in enumerate(entries[first:], first):
        for changed in _changed_entries(entry, seat, side, secrecy.entry, donors):
            played = [*entries[:number], changed, *entries[number + 1 :]]
            try:
                total = _totals(sheet, played)[-1][seat]
            except RuleError:
                continue
            if total not in totals:
                variants.append(played)
                totals.add(total)
            if len(variants) == _VARIANTS:
                return variants
    return variants


def _totals(sheet: Sheet, entries: Sequence[Any]) -> Totals:
    """Return the totals at the start and after each entry; `RuleError` if one is refused or the game ends too early."""
    states = sheet.replay(entries).states
    if states[-1].finished and len(entries) < len(sheet.played):
        raise RuleError("the game is over")
    return [state.totals for state in states]


def _changed_entries(entry: Any, seat: int, side: int, readable: Readable, donors: Collection[Any]) -> Iterator[Any]:
    if not isinstance(entry, dict):
        return
    for key, value in entry.items():
        place = seat if key in readable.by_seat else side if key in readable.by_side else None
        given = [donor[key] for donor in [*donors, entry] if isinstance(donor, dict) and key in donor]
        owner = entry.get(readable.owned.get(key, ""))
        if place is not None and isinstance(value, list) and place < len(value):
            for new_value in [item for values in given if isinstance(values, list) for item in values]:
                yield {**entry, key: [*value[:place], new_value, *value[place + 1 :]]}
        elif key in readable.owned and seat in (owner if isinstance(owner, list) else [owner]):
            yield from ({**entry, key: one} for one in given[:-1])  # the last one is the entry's own


def _compare(site: Site, sheet: Sheet, seat: int, games: Sequence[Sequence[Any]]) -> Iterator[Finding]:
    secret_numbers = _secret_numbers(sheet, seat, games)
    tables = [site.table(site.open(sheet, played, hidden=True)) for played in games]
    first, entries = tables[0], games[0]
    changed = {1 + next(n for n, entry in enumerate(entries) if entry != other[n]) for other in games[1:]}
    paths = [*table_addresses(site.app, first)]
    paths += [path for number in sorted({len(entries), *changed}) for path in entry_addresses(site.app, first, number)]
    for is_seated in (True, False):
        yield from _differences(site, sheet, seat, paths, tables, secret_numbers, is_seated=is_seated)


def _differences(
    site: Site, sheet: Sheet, seat: int, paths: Iterable[str], tables: Sequence[Table],
    secret_numbers: Collection[tuple[str, ...]], *, is_seated: bool,
) -> Iterator[Finding]:  # fmt: skip
    """Find pages that differ in the points of a seat, as the host on seat 0 reads them or a phone without a seat."""
    for path in paths:
        if any(part in path for part in _PAGES_WITH_ALL):
            continue
        try:
            pages = [site.get(path.replace(tables[0].id, table.id), is_seated=is_seated) for table in tables]
        except Exception:  # a game can raise anything; the check of its pages says so
            continue
        if pages[0].mimetype != "text/html":
            continue
        revealed = next(
            (numbers for numbers in differing([page.text for page in pages]) if numbers in secret_numbers), None
        )
        if revealed is not None:
            yield Finding(
                _place(sheet.game, path),
                Message(
                    (_TO_SEAT if is_seated else _TO_WATCHER).singular,
                    page=path.replace(tables[0].id, "…"), player=sheet.setup.players[seat], number=revealed[0],
                ),
                Message("Ask viewer.sees(seat) first, and name what is secret neither open nor disclosed."),
            )  # fmt: skip


def _place(game: Game, path: str) -> Place:
    """Return the code to fix: the secrecy's `part` for the log, else a template."""
    return place_of(game.secrecy.part, game) if game.secrecy and path.endswith("/log") else template_of(game, path)


def _secret_numbers(sheet: Sheet, seat: int, games: Sequence[Sequence[Any]]) -> set[tuple[str, ...]]:
    """Return tuples of a seat's total or gain in each game, where all differ, without those that seat 0 has too."""
    played, points = [_totals(sheet, entries) for entries in games], sheet.game.points
    hidden = _numbers(played, seat) - _numbers(played, 0)
    return {tuple(str(points(number)) for number in numbers) for numbers in hidden if len(set(numbers)) == len(games)}


def _numbers(played: Sequence[Totals], seat: int) -> set[tuple[int, ...]]:
    """Return the totals and gains of a seat; each tuple has its values in all games at the same point."""
    totals = [*zip(*([after[seat] for after in totals] for totals in played), strict=True)]
    gains = [
        tuple(later - earlier for earlier, later in zip(before, after, strict=True))
        for before, after in pairwise(totals)
    ]
    return {*totals, *gains}


def differing(pages: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Return the words and numbers in which all other pages differ from the first, as tuples with one for each page."""
    first, *others = (_TOKEN.findall(" ".join(text_of(page)).replace("−", "-")) for page in pages)
    replacements = [_replacements(first, other) for other in others]
    for place in set.intersection(*map(set, replacements)):
        yield first[place], *(words[place] for words in replacements)


def _replacements(words: Sequence[str], other_words: Sequence[str]) -> dict[int, str]:
    """Return the words of another page that replace those of a page, by their place in that page."""
    replacements: dict[int, str] = {}
    matcher = SequenceMatcher(None, words, other_words, autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind == "replace" and end - start == other_end - other_start:
            replacements.update(zip(range(start, end), other_words[other_start:other_end], strict=True))
    return replacements
