"""A group of players as a line of an export: written, and read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from companion.game import Message, RuleError, entry_keys, flag, integer, items, one_of, shown
from companion.game.names import normalize_name
from companion.scoring.scoresheet import check_new_names, read_name
from companion.storage.rows.evening_rows import evenings_of
from companion.storage.rows.group_rows import JOIN, MEMBER, OWNER, WATCH, Season
from companion.storage.rows.transfer_rows import group_parts
from companion.storage.store import Store
from companion.transfer.exported_evenings import ImportedEvening, evening_values, evenings
from companion.transfer.fields import distinct, field, moment, text

_MOST = 2**53
_MOST_ITEMS = 10_000
_KEYS = ("group", "name", "made", "changed", "phones", "players", "seasons", "links", "tables")


@dataclass(frozen=True)
class GroupPhone:
    """A phone of a group by its number in the export."""

    phone: int
    role: str
    joined: str


@dataclass(frozen=True)
class ExportedLink:
    """Which link of a role a group has."""

    role: str
    number: int
    is_open: bool


@dataclass(frozen=True)
class GroupTable:
    """A table of a group, and whether the group shows its replay."""

    session: str
    replay: bool
    added: str


@dataclass(frozen=True)
class ImportedGroup:
    """A group of an export."""

    id: str
    name: str
    made: str
    changed: str
    phones: tuple[GroupPhone, ...]
    players: tuple[str, ...]
    seasons: tuple[Season, ...]
    links: tuple[ExportedLink, ...]
    tables: tuple[GroupTable, ...]
    evenings: tuple[ImportedEvening, ...]


def group_line(store: Store, row: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON values of a group, a row of `transfer_rows.groups`."""
    parts = group_parts(store.rows, row["id"])
    evenings_here = [evening_values(store, each) for each in reversed(evenings_of(store.rows, row["id"]))]
    return {
        "group": row["id"],
        "name": row["name"],
        "made": row["made"],
        "changed": row["changed"],
        "phones": parts["phones"],
        "players": [player["name"] for player in parts["players"]],
        "seasons": parts["seasons"],
        "links": [{**link, "is_open": bool(link["is_open"])} for link in parts["links"]],
        "tables": [{**table, "replay": bool(table["replay"])} for table in parts["tables"]],
        **({"evenings": evenings_here} if evenings_here else {}),
    }


def group(value: Any) -> ImportedGroup:
    """Parse the line of a group. Raises `RuleError`."""
    entry_keys(value, Message("a group"), _KEYS, ("evenings",))
    id = text(value["group"], field("group"), r"[\w-]{1,64}")
    phones = tuple(map(_phone, _items(value, "phones")))
    players = tuple(map(_name, _items(value, "players")))
    seasons = tuple(map(_season, _items(value, "seasons")))
    links, tables = tuple(map(_link, _items(value, "links"))), tuple(map(_table, _items(value, "tables")))
    return ImportedGroup(
        id,
        _name(value["name"]),
        moment(value["made"]),
        moment(value["changed"]),
        distinct(phones, field("phones"), lambda each: each.phone),
        distinct(players, field("players"), normalize_name),
        distinct(seasons, field("seasons"), lambda each: each.number),
        distinct(links, field("links"), lambda each: each.role),
        distinct(tables, field("tables"), lambda each: each.session),
        evenings(value.get("evenings", []), id),
    )


def _name(value: Any) -> str:
    name = read_name(value)
    check_new_names([name])
    return name


def _items(value: Any, key: str) -> list[Any]:
    listed = items(value[key], field(key))
    if len(listed) > _MOST_ITEMS:
        count = len(listed)
        raise RuleError(
            Message("{what} has {count} items; {most} are the most", what=field(key), count=count, most=_MOST_ITEMS)
        )
    return listed


def _phone(value: Any) -> GroupPhone:
    entry_keys(value, Message("a phone"), ("phone", "role", "joined"))
    role: str = one_of(value["role"], field("role"), (OWNER, MEMBER))
    return GroupPhone(integer(value["phone"], field("phone"), 1, _MOST), role, moment(value["joined"]))


def _season(value: Any) -> Season:
    entry_keys(value, Message("a season"), ("number", "name", "since", "until"))
    until = value["until"]
    return Season(
        integer(value["number"], field("number"), 1, _MOST_ITEMS * _MOST_ITEMS),
        _name(value["name"]),
        _day(value["since"], "since"),
        "" if until == "" else _day(until, "until"),
    )


def _day(value: Any, key: str) -> str:
    day = text(value, field(key), r"\d{4}-\d\d-\d\d")
    try:
        date.fromisoformat(day)
    except ValueError:
        raise RuleError(Message("{what} cannot be {value}", what=field(key), value=shown(value))) from None
    return day


def _link(value: Any) -> ExportedLink:
    entry_keys(value, Message("a link"), ("role", "number", "is_open"))
    role: str = one_of(value["role"], field("role"), (WATCH, JOIN))
    number = integer(value["number"], field("number"), 1, _MOST_ITEMS * _MOST_ITEMS)
    return ExportedLink(role, number, flag(value["is_open"], field("is_open")))


def _table(value: Any) -> GroupTable:
    entry_keys(value, Message("a table of a group"), ("session", "replay", "added"))
    session = text(value["session"], field("session"), r"[\w-]{1,64}")
    return GroupTable(session, flag(value["replay"], field("replay")), moment(value["added"]))
