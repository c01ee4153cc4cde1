"""A club evening as a part of its group's line in an export: written, and read strictly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.club.evening import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    SIZES,
    SYSTEMS,
    Evening,
    check_act,
)
from companion.game import Message, RuleError, entry_keys, flag, integer, items, one_of
from companion.games import KEY_PATTERN
from companion.scoring.scoresheet import check_new_names, read_name
from companion.storage.rows import evening_rows
from companion.storage.rows.evening_rows import Act, EveningRow
from companion.storage.store import Store
from companion.transfer.fields import distinct, field, moment, refuse_more, text

_MOST = 2**53
_MOST_SEATS = 98
_MOST_EVENINGS = 1000
_MOST_ACTS = 10_000
_KEYS = ("evening", "name", "made", "link", "setup", "players", "phones", "log")
_SETUP = ("game", "options", "hidden", "system", "size", "least", "most", "rounds", "seed")


@dataclass(frozen=True)
class ImportedEvening:
    """An evening of an export: names by number, (phone, player) with phones by their numbers there, and its log."""

    row: EveningRow
    names: Mapping[int, str]
    phones: Sequence[tuple[int, int]]
    acts: Sequence[Act]

    @property
    def sessions(self) -> list[str]:
        """The sessions of all its tables."""
        return [session for act in self.acts if act.kind == "opened" for session in act.body["sessions"]]


def evening_values(store: Store, row: EveningRow) -> dict[str, Any]:
    """Return the JSON values of an evening."""
    names, phones = evening_rows.names_of(store.rows, row.id), evening_rows.phones_of(store.rows, row.id)
    return {
        "evening": row.id,
        "name": row.name,
        "made": row.made,
        "link": row.link,
        "setup": dict(row.setup),
        "players": [{"number": number, "name": name} for number, name in names.items()],
        "phones": [{"phone": phone, "player": player} for player, phone in sorted(phones.items())],
        "log": [
            {"act": act.key, "kind": act.kind, "body": act.body, "phone": act.phone, "at": act.at}
            for act in evening_rows.acts_of(store.rows, row.id)
        ],
    }


def evenings(value: Any, group: str) -> tuple[ImportedEvening, ...]:
    """Parse the evenings of a group. Raises `RuleError`."""
    listed = items(value, field("evenings"))
    refuse_more(listed, "evenings", _MOST_EVENINGS)
    read = tuple(_evening(each, group) for each in listed)
    return distinct(read, field("evenings"), lambda each: each.row.id)


def _evening(value: Any, group: str) -> ImportedEvening:
    entry_keys(value, Message("an evening"), _KEYS)
    players = tuple(_player(each) for each in items(value["players"], field("players")))
    names = dict(distinct(players, field("players"), lambda each: each[0]))
    phones = tuple(_phone(each, names) for each in items(value["phones"], field("phones")))
    distinct(phones, field("phones"), lambda each: each[0])
    distinct(phones, field("phones"), lambda each: each[1])
    listed = items(value["log"], field("log"))
    refuse_more(listed, "log", _MOST_ACTS)
    acts = distinct(tuple(map(_act, listed)), field("log"), lambda each: each.key)
    _check_log(acts, list(names))
    name = _name(value["name"])
    link = integer(value["link"], field("link"), 0, _MOST)
    id = text(value["evening"], field("evening"), r"[\w-]{1,64}")
    row = EveningRow(id, group, name, _setup(value["setup"]), moment(value["made"]), link, len(acts))
    return ImportedEvening(row, names, phones, acts)


def _setup(value: Any) -> dict[str, Any]:
    entry_keys(value, Message("the setup of an evening"), _SETUP, ("grouped",))
    entry_keys(
        value["options"], field("options"), (), tuple(value["options"]) if type(value["options"]) is dict else ()
    )
    return {
        "game": text(value["game"], field("game"), KEY_PATTERN.pattern),
        "options": value["options"],
        "hidden": flag(value["hidden"], field("hidden")),
        "system": one_of(value["system"], field("system"), SYSTEMS),
        "size": integer(value["size"], field("size"), SIZES[0], SIZES[-1]),
        "least": integer(value["least"], field("least"), 1, _MOST_SEATS),
        "most": integer(value["most"], field("most"), 1, _MOST_SEATS),
        "rounds": integer(value["rounds"], field("rounds"), 1, MOST_ROUNDS),
        "seed": integer(value["seed"], field("seed"), 0, _MOST),
        "grouped": flag(value.get("grouped", False), field("grouped")),
    }


def _player(value: Any) -> tuple[int, str]:
    """Return number and name of a player; the name is empty where it was deleted."""
    entry_keys(value, Message("a player"), ("number", "name"))
    number = integer(value["number"], field("number"), 1, MOST_PLAYERS)
    return number, "" if value["name"] == "" else _name(value["name"])


def _name(value: Any) -> str:
    name = read_name(value)
    check_new_names([name])
    return name


def _phone(value: Any, names: Mapping[int, str]) -> tuple[int, int]:
    entry_keys(value, Message("a phone"), ("phone", "player"))
    player: int = one_of(value["player"], field("player"), tuple(names))
    return integer(value["phone"], field("phone"), 1, _MOST), player


def _act(value: Any) -> Act:
    entry_keys(value, Message("an act of an evening"), ("act", "kind", "body", "phone", "at"))
    return Act(
        text(value["act"], field("act"), r"[^\0]{1,64}"),
        text(value["kind"], field("kind"), r"[a-z]{1,20}"),
        value["body"],
        integer(value["phone"], field("phone"), 0, _MOST),
        moment(value["at"]),
    )


def _check_log(acts: Sequence[Act], players: Sequence[int]) -> None:
    evening = Evening()
    for number, act in enumerate(acts, 1):
        try:
            check_act(evening, act.kind, act.body, players)
            evening.apply(act.kind, act.body)
        except (KeyError, TypeError, ValueError):
            raise RuleError(
                Message("act {number} of the evening does not follow from those before", number=number)
            ) from None
