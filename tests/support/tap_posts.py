"""What another phone enters of the same games without a page, from the form as it is drawn at that moment."""

import secrets
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from tests.browser.players import Invitation, Phone

TILES = ("blue", "yellow", "red", "black", "white")
Fields = list[tuple[str, str]]


class _Hidden(HTMLParser):
    """The hidden fields of the entry form."""

    def __init__(self) -> None:
        super().__init__()
        self.is_inside = False
        self.fields: Fields = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.is_inside = given.get("id") == "entry"
        if self.is_inside and tag == "input" and given.get("type") == "hidden":
            self.fields.append((given["name"] or "", given.get("value") or ""))


def drawn(phone: Phone, invitation: Invitation, query: str = "") -> Fields:
    """The hidden fields of the form as it is now."""
    page = _Hidden()
    page.feed(phone.context.request.get(f"/t/{invitation.id}/enter{query}").text())
    return page.fields


def enter(phone: Phone, invitation: Invitation, fields: Fields, query: str = "") -> int:
    """Post what a form says with these fields; returns the status."""
    new = {name for name, _ in fields} | {"act"}
    unchanged = [(name, value) for name, value in drawn(phone, invitation, query) if name not in new]
    return phone.sends(f"/t/{invitation.id}/enter", [*unchanged, ("act", secrets.token_hex(8)), *fields])


def part_of(game: str, entry: Mapping[str, Any], seat: int) -> Fields:
    """A seat's part of an entry, in games where each seat has its own."""
    fields = _PARTS[game](entry, seat)
    return [("seat", str(seat)), ("confirmed", "1"), *fields]


def _hand(entry: Mapping[str, Any], seat: int) -> Fields:
    return [("card", card) for card in entry["cards"][seat]]


def _wall(entry: Mapping[str, Any], seat: int) -> Fields:
    wall = entry["tiling"][seat]
    tiles = [(f"r{tile['row']}", str(_column(tile))) for tile in wall["tiles"]]
    marker = [("marker", "1"), ("marked", "1")] if entry.get("first") == seat else []
    return [*tiles, *([("floor", str(wall["floor"]))] if wall["floor"] else []), *marker]


def _column(tile: Mapping[str, Any]) -> int:
    """Each row of the coloured wall begins one space further to the right."""
    place: int = TILES.index(tile["colour"]) + tile["row"] - 1
    return place % 5 + 1


def _number(entry: Mapping[str, Any], seat: int) -> Fields:
    return [("kind", "round"), ("n0", str(entry["round"][seat]))]


_PARTS = {"5211": _hand, "azul": _wall, "open": _number}
