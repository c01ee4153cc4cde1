"""Does a table that hides totals tell one: tables that differ in what one hidden seat entered are compared."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from companion.checking.finding import Finding, place_of
from companion.checking.pages import template_of, text_of
from companion.checking.sheets import Sheet
from companion.checking.web.addresses import entry_addresses, table_addresses
from companion.checking.web.site import Site
from companion.game import Game, Message, RuleError
from companion.game.pages.secrecy import Readable, Secrecy
from companion.scoring.scoresheet import play

_TOKEN = re.compile(r"[−-]?\d+(?:[.½]\d*)?|\w+|\S")
# The host alone may take the whole table along, and the form shows who keeps score what was entered.
_WHOLE = ("/hand-over", "/session.json", "/correct", "/insert")
_OTHERS = 2  # games that differ in a hidden seat: with one alone, numbers that have nothing to do with it may fit
Totals = Sequence[tuple[int, ...]]


def check_secrets(site: Site, sheet: Sheet, donors: Collection[Any]) -> Iterator[Finding | Message]:
    """Compare all pages of three tables; a message where no other entries of a hidden seat can be made of `donors`."""
    game, secrecy = sheet.game, sheet.game.secrecy
    if secrecy is None or sheet.setup.seats < 2:
        return
    yield from _check_declared(game, secrecy)
    entries = sheet.played[:-1]  # the end shows everything
    state = game.engine.start(sheet.setup)
    sides = [side for side in secrecy.sides(state) if 0 not in side]
    seat = max((seat for side in sides for seat in side), default=0)
    others = other_entries(sheet, entries, seat, secrecy, donors) if sides and entries else []
    if len(others) < _OTHERS:
        yield Message("No other entries of a hidden seat fit into {sheet}, so it was not tried whether its pages tell"
                      " a total.", sheet=sheet.name)  # fmt: skip
        return
    yield from _compare(site, sheet, seat, [entries, *others])


def _check_declared(game: Game, secrecy: Secrecy) -> Iterator[Finding]:
    for kind, readable in secrecy.types.items():
        if "totals" in readable.open:
            yield Finding(
                place_of(kind, game),
                Message("The secrecy of {kind} opens totals to all.", kind=kind.__name__),
                Message("Name totals in by_seat instead."),
            )


def other_entries(
    sheet: Sheet, entries: Sequence[Any], seat: int, secrecy: Secrecy, donors: Collection[Any]
) -> list[list[Any]]:
    """Return games in which one entry says something else of a seat, so that its total differs in each; two or less."""
    found, totals = list[list[Any]](), {_totals(sheet, entries)[-1][seat]}
    side = next(place for place, side in enumerate(secrecy.sides(sheet.game.engine.start(sheet.setup))) if seat in side)
    for number, entry in enumerate(entries):
        for changed in _changed(entry, seat, side, secrecy.entry, donors):
            played = [*entries[:number], changed, *entries[number + 1 :]]
            try:
                total = _totals(sheet, played)[-1][seat]
            except RuleError:
                continue
            if total not in totals:
                found.append(played)
                totals.add(total)
            if len(found) == _OTHERS:
                return found
    return found


def _totals(sheet: Sheet, entries: Sequence[Any]) -> Totals:
    """The totals at the start and after each entry; `RuleError` where the rules refuse one, or end the game."""
    states = [sheet.game.engine.start(sheet.setup)]
    for entry in entries:
        states.append(play(sheet.game, states[-1], entry).state)
    if states[-1].finished:
        raise RuleError(Message("the game is over"))
    return [state.totals for state in states]


def _changed(entry: Any, seat: int, side: int, readable: Readable, donors: Collection[Any]) -> Iterator[Any]:
    """Return an entry with another value of a seat, taken from other entries or other seats."""
    if not isinstance(entry, dict):
        return
    for key, value in entry.items():
        place = seat if key in readable.by_seat else side if key in readable.by_side else None
        if place is not None and isinstance(value, list) and place < len(value):
            others = [one for donor in [*donors, entry] for one in _values(donor, key)]
            for other in others:
                yield {**entry, key: [*value[:place], other, *value[place + 1 :]]}
        elif key in readable.owned and _owns(seat, entry.get(readable.owned[key])):
            yield from ({**entry, key: donor[key]} for donor in donors if isinstance(donor, dict) and key in donor)


def _values(donor: Any, key: str) -> list[Any]:
    value = donor.get(key) if isinstance(donor, Mapping) else None
    return value if isinstance(value, list) else []


def _owns(seat: int, owner: Any) -> bool:
    return owner == seat or (isinstance(owner, list) and seat in owner)


def _compare(site: Site, sheet: Sheet, seat: int, games: Sequence[Sequence[Any]]) -> Iterator[Finding]:
    game, told = sheet.game, _told(sheet, seat, games)
    tables = [table for played in games if (table := site.service.table(site.open(sheet, played, hidden=True)))]
    one, entries = tables[0], games[0]
    changed = {1 + next(n for n, entry in enumerate(entries) if entry != other[n]) for other in games[1:]}
    paths = [*table_addresses(site.app, one)]
    paths += [path for number in sorted({len(entries), *changed}) for path in entry_addresses(site.app, one, number)]
    for path in paths:
        if any(part in path for part in _WHOLE):
            continue
        try:
            pages = [site.get(path.replace(one.id, table.id)) for table in tables]
        except Exception:  # a game can raise anything; the check of its pages says so
            continue
        if pages[0].mimetype != "text/html":
            continue
        found = next((numbers for numbers in differing([page.text for page in pages]) if numbers in told), None)
        if found is not None:
            yield Finding(
                template_of(game, path),
                Message(
                    "At a table that hides totals the page {page} tells seat 0 the points of {player}: {number}.",
                    page=path.replace(one.id, "…"), player=sheet.setup.players[seat], number=found[0],
                ),
                Message("Ask viewer.sees(seat) first, and name what is secret neither open nor disclosed."),
            )  # fmt: skip


def _told(sheet: Sheet, seat: int, games: Sequence[Sequence[Any]]) -> set[tuple[str, ...]]:
    """The totals and gains of a seat in all games, as pages write them, where they differ in each.

    Not those that seat 0 has as well: what a hidden seat played may decide what others gain, and seat 0 sees its own.
    """
    played, written = [_totals(sheet, entries) for entries in games], sheet.game.points
    differ = {one for one in _numbers(played, seat) - _numbers(played, 0) if len(set(one)) == len(games)}
    return {tuple(str(written(number)) for number in one) for one in differ}


def _numbers(played: Sequence[Totals], seat: int) -> set[tuple[int, ...]]:
    """The totals and gains of a seat, each as it is in all games at the same point."""
    totals = [*zip(*([after[seat] for after in totals] for totals in played), strict=True)]
    gains = [tuple(now - then for then, now in zip(before, after, strict=True)) for before, after in pairwise(totals)]
    return {*totals, *gains}


def differing(pages: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Return the words and numbers that stand in the same place of several pages, and are another in each."""
    first, *others = (_TOKEN.findall(" ".join(text_of(page)).replace("−", "-")) for page in pages)
    replaced = [_replaced(first, other) for other in others]
    for place in set.intersection(*map(set, replaced)):
        yield first[place], *(other[place] for other in replaced)


def _replaced(one: Sequence[str], other: Sequence[str]) -> dict[int, str]:
    """What another page has in place of the words of one, by their place in it."""
    found: dict[int, str] = {}
    for kind, start, end, begin, stop in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "replace" and end - start == stop - begin:
            found.update(zip(range(start, end), other[begin:stop], strict=True))
    return found
