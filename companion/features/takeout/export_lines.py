"""The lines of an export, each stated once as a shape: head, phones, sessions, groups."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.features import handlers
from companion.features.groups import rows as group_rows
from companion.features.groups.rows import JOIN, MEMBER, OWNER, WATCH
from companion.game import Message, RuleError, flag, integer, items, shown
from companion.game.names import normalize_name
from companion.games import KEY_PATTERN
from companion.scoring.setup_template import LONGEST_NAME
from companion.storage import credentials, schema
from companion.storage.records import MARK_BYTES, TOTALS_ONLY, Event, SessionRow
from companion.storage.rows.setup_templates import MOST_BYTES
from companion.storage.schema import Table
from companion.storage.shapes import (
    MOST,
    SESSION_ID,
    Shape,
    anything,
    cannot_be,
    choice,
    distinct,
    field,
    hexadecimal,
    listed,
    moment,
    name,
    nullable,
    number,
    read_fields,
    record,
    text,
)

if TYPE_CHECKING:
    from companion.features.takeout.importing import PhoneNumbers
    from companion.storage.database import Transaction
    from companion.storage.store import Store

FORMAT = 1
MOST_SEATS = 98
_MOST_ITEMS = 10_000  # more than a phone or a group can have, as an import adds to those that are here
_MOST_EVENTS = 50_000
_LARGE = number(1, _MOST_ITEMS * _MOST_ITEMS)
GAME = text(KEY_PATTERN.pattern)
PHONE, ANY_PHONE = number(1), number(0)

HEAD: Mapping[str, Shape] = {
    "companion": choice("instance"),
    "format": choice(FORMAT),
    "key": hexadecimal(credentials.KEY_BYTES),
    "phones": number(0, 1_000_000),
    "sessions": number(0, 100_000),
    "groups": number(0, 100_000),
}
_head = record(Message("the first line"), HEAD, groups=0)
_OF_A_FEATURE = re.compile(r"[a-z_]{1,20}")


def head(value: Any) -> dict[str, Any]:
    """Parse the instance's key, and how many lines of each kind follow, also of features that are not here."""
    keys = value.keys() - HEAD.keys() if type(value) is dict else ()
    more = [key for key in value if key in keys and _OF_A_FEATURE.fullmatch(key)]
    counts = {key: number(0, 1_000_000)(value[key], field(key)) for key in more}
    return _head({key: each for key, each in value.items() if key not in more} if more else value) | counts


# Setups that phones keep; the rules of a game are checked when one is used.


def _options(value: Any, what: Message) -> Any:
    if type(value) is not dict or len(json.dumps(value)) > MOST_BYTES:
        raise cannot_be(what, value)
    return value


TEMPLATE: Mapping[str, Shape] = {
    "game": GAME,
    "key": anything,
    "name": text(rf"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{{1,{LONGEST_NAME * 11}}}"),
    "at": moment,
    "options": _options,
}


def _kept_setup(value: Any, _: Message) -> dict[str, Any]:
    setup = read_fields(value, Message("a kept setup"), TEMPLATE, {})
    if setup["key"] != normalize_name(setup["name"]):
        raise cannot_be(field("key"), setup["key"])
    return setup


phone = record(
    Message("a phone"),
    {
        "phone": PHONE,
        "token": hexadecimal(32),
        "made": moment,
        "setups": listed(_kept_setup, _MOST_ITEMS, lambda setup: f"{setup['game']} {setup['key']}"),
    },
    setups=[],
)


class Part(NamedTuple):
    """A list of rows of a table in a line: in which order, the columns of each, and which tells one from the other."""

    table: Table
    order: str
    called: Message
    by: str
    shapes: Mapping[str, Shape]

    @property
    def shape(self) -> Shape:
        """The shape of the list."""
        return listed(record(self.called, self.shapes), _MOST_ITEMS, itemgetter(self.by))


# Sessions; the rules of their games are checked by a replay.


@dataclass(frozen=True)
class ImportedSession:
    """A session of an export: its row, when it ended, codes by role, members (phone, role, joined) and its log.

    `used` is its place in the order of use, `number` that in the order of opening; 0 in exports of earlier versions.
    """

    row: SessionRow
    ended: str | None
    used: int
    number: int
    codes: Mapping[str, str]
    members: Sequence[Mapping[str, Any]]
    log: Sequence[Event]


def plain_object(value: Any, what: Message) -> dict[str, Any]:
    """Read an object with any keys."""
    if type(value) is not dict:
        raise RuleError("{what} must be an object, not {value}", what=what, value=shown(value))
    return value


def _setup(value: Any, _: Message) -> dict[str, Any]:
    """Check a setup, except players and options, which the game checks; unknown keys are preserved."""
    if type(value) is not dict or not {"players", "options"} <= value.keys():
        raise RuleError("the setup must hold players and options, not {value}", value=shown(value))
    flag(value.get("hidden", False), field("hidden"))
    for seat, claimed in plain_object(value.get("claims", {}), field("claims")).items():
        text(r"\d{1,2}")(seat, field("seat"))
        ANY_PHONE(claimed, field("phone"))
    if TOTALS_ONLY in value:
        hexadecimal(MARK_BYTES)(value[TOTALS_ONLY], field(TOTALS_ONLY))
    integer(value.get("opened_seats", 1), field("opened_seats"), 1, MOST_SEATS)
    for seat in items(value.get("anonymous", []), field("anonymous")):
        integer(seat, field("seat"), 0, MOST_SEATS)
    for withdrawals in plain_object(value.get("withdrawn", {}), field("withdrawn")).values():
        integer(withdrawals, field("withdrawn"), 0, MOST)
    return value


_stored_result = record(
    Message("the result"),
    {
        "totals": listed(number(-MOST), MOST),
        "ranking": listed(listed(number(0), MOST), MOST),
        "won": nullable(flag),
        "sides": listed(anything, MOST),  # which they are the setup says
        "options": plain_object,
        "seconds": number(0),
    },
    won=None,
    sides=[],
    options={},
    seconds=0,
)


def _result(value: Any, _: Message) -> dict[str, Any]:
    result = _stored_result(value)
    seats, ranked = len(result["totals"]), sorted(seat for place in result["ranking"] for seat in place)
    # Empty if nothing was scored: then no seat has a place.
    if (ranked and ranked != list(range(seats))) or not all(result["ranking"]):
        raise RuleError("the ranking must name each seat once")
    read: dict[str, Any] = value
    return read


# The bodies of the acts that enter and change what is scored; the game checks that of an entry. The replay reads those
# of the other kinds, as any log is read.
_BODIES: Mapping[str, Mapping[str, Shape]] = {
    "part": {"slot": SESSION_ID, "value": anything},
    "parts": {"parts": anything},
    "correct": {"entry": number(), "value": anything},
    "remove": {"entry": number()},
    "insert": {"before": number(), "value": anything},
    "options": {"options": anything},
    "undo": {"event": number()},
    "redo": {"event": number()},
    "rematch": {"session": SESSION_ID},
    "seat": {"seat": number(), "taken": flag},
    "names": {"seats": anything},
}


EVENT: Mapping[str, Shape] = {
    "act": text(r"[^\ud800-\udfff]{1,64}"),
    "sent": hexadecimal(None),
    "kind": text(r"[a-z]{1,20}"),  # also of a feature that is not here: such an act is kept unread
    "body": anything,
    "phone": ANY_PHONE,
    "at": moment,
}


def _event(at: int, value: Any) -> Event:
    read = read_fields(value, Message("act {number}", number=at), EVENT, {})
    kind, body = read["kind"], read["body"]
    if kind in _BODIES:
        read_fields(body, Message("the act {kind}", kind=kind), _BODIES[kind], {})
    if kind == "parts":
        parts, what = body["parts"], field("parts")
        if type(parts) is not dict or len(parts) < 2:
            raise RuleError("{what} must be an object of two parts or more, not {value}", what=what, value=shown(parts))
        for slot in parts:
            SESSION_ID(slot, field("slot"))
    # PostgreSQL stores no NUL, and a form with such a key is refused.
    return Event(at, **{**read, "act": read["act"].replace("\0", "\ufffd")})


_roles = choice("host", "scorer", "viewer")
MEMBERS = Part(
    schema.MEMBERS, "rowid", Message("a member"), "phone", {"phone": PHONE, "role": _roles, "joined": moment}
)
_code = text(rf"[{credentials.CODE_ALPHABET}]{{6}}")
_codes = record(field("codes"), {role: lambda value, _: _code(value, field("codes")) for role in ("scorer", "viewer")})
_session = record(
    Message("a session"),
    {
        "session": SESSION_ID,
        "game": GAME,
        "made": moment,
        "ended": nullable(moment),
        "used": number(1),
        "generation": number(),
        "setup": _setup,
        "result": nullable(_result),
        "codes": anything,
        "members": MEMBERS.shape,
        "log": listed(anything, _MOST_EVENTS),
        "number": number(),
    },
    number=0,
)


def session(value: Any) -> ImportedSession:
    """Parse the line of a session. Raises `RuleError`."""
    read = _session(value)
    log = [_event(*each) for each in enumerate(read["log"], 1)]
    has_no_codes = read["codes"] == {} and TOTALS_ONLY in read["setup"]
    return ImportedSession(
        SessionRow(read["session"], read["game"], read["setup"], read["made"], read["result"], read["generation"]),
        read["ended"],
        read["used"],
        read["number"],
        {} if has_no_codes else _codes(read["codes"]),
        read["members"],
        distinct(log, field("log"), lambda event: event.act),
    )


# Groups.


def _day(value: Any, what: Message) -> str:
    day: str = text(r"\d{4}-\d\d-\d\d")(value, what)
    try:
        date.fromisoformat(day)
    except ValueError:
        raise cannot_be(what, value) from None
    return day


_season = {"number": _LARGE, "name": name, "since": _day, "until": nullable(_day, "")}
_table = {"session": SESSION_ID, "replay": flag, "added": moment}
GROUP_PARTS = {
    "phones": Part(
        group_rows.GROUP_PHONES, "phone", Message("a phone"), "phone",
        {"phone": PHONE, "role": choice(OWNER, MEMBER), "joined": moment},
    ),
    "seasons": Part(group_rows.GROUP_SEASONS, "number", Message("a season"), "number", _season),
    "links": Part(
        group_rows.GROUP_LINKS, "role", Message("a link"), "role",
        {"role": choice(WATCH, JOIN), "number": _LARGE, "is_open": flag},
    ),
    "tables": Part(group_rows.GROUP_SESSIONS, "session", Message("a table of a group"), "session", _table),
}  # fmt: skip


@dataclass(frozen=True)
class GroupList:
    """A list that a feature has in the lines of groups, under a key, where it has any; for the place "group lines".

    `write(store, group)` returns it, `read` reads it. `refusal(row)` says why one of it is left out, None where it is
    not; `add(db, group, row, phones)` inserts one with the numbers here of its phones.
    """

    key: str
    write: Callable[[Store, str], Sequence[Mapping[str, Any]]]
    read: Shape
    refusal: Callable[[Mapping[str, Any]], Message | None]
    add: Callable[[Transaction, str, Mapping[str, Any], PhoneNumbers], None]


_GROUP: Mapping[str, Shape] = {
    "group": SESSION_ID,
    "name": name,
    "made": moment,
    "changed": moment,
    "players": listed(name, _MOST_ITEMS, normalize_name),
    **{key: part.shape for key, part in GROUP_PARTS.items()},
}


def group(value: Any) -> dict[str, Any]:
    """Parse a group; lists of features that are not here are left out."""
    lists = {each.key: each.read for each in handlers("group lines")}
    keys = value.keys() - _GROUP.keys() - lists.keys() if type(value) is dict else ()
    unknown = {key for key in keys if _OF_A_FEATURE.fullmatch(key) and type(value[key]) is list}
    kept = {key: each for key, each in value.items() if key not in unknown} if unknown else value
    return record(Message("a group"), {**_GROUP, **lists}, **{key: [] for key in lists})(kept)
