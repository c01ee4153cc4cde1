"""Does a table that hides totals tell one: two tables that differ in what one hidden seat entered are compared."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from companion.checking.addresses import entry_addresses, table_addresses
from companion.checking.finding import Finding, place_of
from companion.checking.pages import Text, template_of
from companion.checking.sheets import Sheet
from companion.checking.site import Site
from companion.game import Game, Message, RuleError
from companion.game.pages.secrecy import Readable, Secrecy
from companion.scoring.scoresheet import play

_TOKEN = re.compile(r"[−-]?\d+(?:[.½]\d*)?|\w+|\S")
# The host alone may take the whole table along, and the form shows who keeps score what was entered.
_WHOLE = ("/hand-over", "/session.json", "/correct", "/insert")
Totals = Sequence[tuple[int, ...]]


def check_secrets(site: Site, sheet: Sheet, donors: Collection[Any]) -> Iterator[Finding | Message]:
    """Compare all pages of two tables; a message where no other entry for a hidden seat can be made of `donors`."""
    game, secrecy = sheet.game, sheet.game.secrecy
    if secrecy is None or sheet.setup.seats < 2:
        return
    yield from _check_declared(game, secrecy)
    entries = sheet.played[:-1]  # the end shows everything
    state = game.engine.start(sheet.setup)
    sides = [side for side in secrecy.sides(state) if 0 not in side]
    seat = max((seat for side in sides for seat in side), default=0)
    other = other_entries(sheet, entries, seat, secrecy, donors) if sides and entries else None
    if other is None:
        yield Message("No other entry of a hidden seat fits into {sheet}, so it was not tried whether its pages tell"
                      " a total.", sheet=sheet.name)  # fmt: skip
        return
    yield from _compare(site, sheet, seat, entries, other)


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
) -> list[Any] | None:
    """Return entries in which one entry says something else of a seat, so that its total is another; None if none."""
    total = _totals(sheet, entries)[-1][seat]
    side = next(place for place, side in enumerate(secrecy.sides(sheet.game.engine.start(sheet.setup))) if seat in side)
    for number, entry in enumerate(entries):
        for changed in _changed(entry, seat, side, secrecy.entry, donors):
            played = [*entries[:number], changed, *entries[number + 1 :]]
            try:
                totals = _totals(sheet, played)
            except RuleError:
                continue
            if totals[-1][seat] != total and len(totals) == len(entries) + 1:
                return played
    return None


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


def _compare(
    site: Site, sheet: Sheet, seat: int, entries: Sequence[Any], other: Sequence[Any]
) -> Iterator[Finding]:
    game, told = sheet.game, _told(sheet, seat, entries, other)
    tables = [site.service.table(site.open(sheet, played, hidden=True)) for played in (entries, other)]
    one, two = [table for table in tables if table is not None]
    numbers = sorted({1, len(entries), 1 + next(n for n, entry in enumerate(entries) if entry != other[n])})
    paths = [*table_addresses(site.app, one)]
    paths += [path for number in numbers for path in entry_addresses(site.app, one, number)]
    for path in paths:
        if any(part in path for part in _WHOLE):
            continue
        try:
            first, second = (site.get(path.replace(one.id, table.id)) for table in (one, two))
        except Exception:  # a game can raise anything; the check of its pages says so
            continue
        if first.mimetype != "text/html":
            continue
        for pair in differing(first.text, second.text):
            if pair in told:
                yield Finding(
                    template_of(game, path),
                    Message(
                        "At a table that hides totals the page {page} tells seat 0 the points of {player}: {number}.",
                        page=path.replace(one.id, "…"), player=sheet.setup.players[seat], number=pair[0],
                    ),
                    Message("Ask viewer.sees(seat) first, and name what is secret neither open nor disclosed."),
                )  # fmt: skip
                break


def _told(sheet: Sheet, seat: int, entries: Sequence[Any], other: Sequence[Any]) -> set[tuple[str, str]]:
    """The totals and gains of a seat in both tables, where they differ, as pages write them."""
    one, two = (_totals(sheet, played) for played in (entries, other))
    numbers = [(first[seat], second[seat]) for first, second in zip(one, two, strict=True)]
    gains = [(after[0] - before[0], after[1] - before[1]) for before, after in zip(numbers, numbers[1:], strict=False)]
    written = sheet.game.points
    return {(str(written(first)), str(written(second))) for first, second in numbers + gains if first != second}


def differing(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Return the words and numbers that stand in the same place of two pages but are not the same."""
    words = [_TOKEN.findall(" ".join(Text(page).pieces).replace("−", "-")) for page in (one, other)]
    matcher = SequenceMatcher(None, *words, autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind == "replace" and end - start == stop - begin:
            yield from zip(words[0][start:end], words[1][begin:stop], strict=True)
