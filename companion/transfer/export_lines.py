"""Strict parsing of the lines of an export: the header, and a session with its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.game import Message, RuleError, entry_keys, flag, integer, items, one_of, shown
from companion.games import KEY_PATTERN
from companion.storage import credentials
from companion.storage.records import MARK_BYTES, TOTALS_ONLY, Event, SessionRow
from companion.transfer.exporting import FORMAT
from companion.transfer.fields import distinct, field, hexadecimal, moment, refuse_more, text

MOST_SESSIONS = 100_000
MOST_PHONES = 1_000_000
MOST_GROUPS = 100_000
MOST_PHOTOGRAPHS = 1_000_000
MAX_EVENTS = 50_000
MOST_MEMBERS = 10_000
_MOST = 2**53
_MOST_SEATS = 98
_ROLES = ("host", "scorer", "viewer")
_LINKS = ("scorer", "viewer")

# The keys that the body of each kind of event must have; the game checks that of an entry.
_BODIES: dict[str, tuple[str, ...] | None] = {
    "part": ("slot", "value"),
    "parts": ("parts",),
    "entry": None,
    "correct": ("entry", "value"),
    "remove": ("entry",),
    "insert": ("before", "value"),
    "options": ("options",),
    "undo": ("event",),
    "redo": ("event",),
    "rematch": ("session",),
    "seat": ("seat", "taken"),
    "names": ("seats",),
    "draw": ("what",),
    "photo": ("what",),
    "note": (),
    "clock": ("do", "at"),
}
_ALSO = {
    "draw": ("seed", "seats", "seat"),
    "photo": ("digest", "photo"),
    "note": ("entry", "note", "expansions", "house_rules", "place"),
    "clock": ("game", "turns", "each", "seat", "turn", "auto", "used"),
}
"""The keys that some have beside these."""
_WHOLE_NUMBERS = ("entry", "before", "event", "seat")
_TEXTS = ("slot", "session")


@dataclass(frozen=True)
class ImportedSession:
    """A session of an export: its row, when it ended, codes by role, members (phone, role, joined) and its log.

    `used` is its place in the order of use, `number` that in the order of opening; 0 in exports of earlier versions.
    """

    row: SessionRow
    ended: str | None
    used: int
    number: int
    codes: dict[str, str]
    members: tuple[tuple[int, str, str], ...]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Head:
    """The first line of an export: the instance's key, and how many lines of each kind follow."""

    key: bytes
    phones: int
    sessions: int
    groups: int
    photos: int


def head(value: Any) -> Head:
    """Parse the first line. Raises `RuleError`."""
    required = ("companion", "format", "key", "phones", "sessions")
    entry_keys(value, Message("the first line"), required, ("groups", "photos"))
    one_of(value["companion"], field("companion"), ("instance",))
    one_of(value["format"], field("format"), (FORMAT,))
    key = hexadecimal(value["key"], field("key"), credentials.KEY_BYTES)
    phones = integer(value["phones"], field("phones"), 0, MOST_PHONES)
    sessions = integer(value["sessions"], field("sessions"), 0, MOST_SESSIONS)
    groups = integer(value.get("groups", 0), field("groups"), 0, MOST_GROUPS)
    return Head(key, phones, sessions, groups, integer(value.get("photos", 0), field("photos"), 0, MOST_PHOTOGRAPHS))


def session(value: Any) -> ImportedSession:
    """Parse the line of a session; the rules of its game are checked later. Raises `RuleError`."""
    keys = ("session", "game", "made", "ended", "used", "generation", "setup", "result", "codes", "members", "log")
    entry_keys(value, Message("a session"), keys, ("number",))
    row = SessionRow(
        text(value["session"], field("session"), r"[\w-]{1,64}"),
        text(value["game"], field("game"), KEY_PATTERN.pattern),
        _setup(value["setup"]),
        moment(value["made"]),
        _result(value["result"]),
        integer(value["generation"], field("generation"), 0, _MOST),
    )
    members = items(value["members"], field("members"))
    log = items(value["log"], field("log"))
    refuse_more(members, "members", MOST_MEMBERS)
    refuse_more(log, "log", MAX_EVENTS)
    return ImportedSession(
        row,
        None if value["ended"] is None else moment(value["ended"]),
        integer(value["used"], field("used"), 1, _MOST),
        integer(value.get("number", 0), field("number"), 0, _MOST),
        _codes(value["codes"], row.setup),
        distinct(tuple(map(_member, members)), field("members"), lambda member: member[0]),
        distinct(tuple(_event(*each) for each in enumerate(log, 1)), field("log"), lambda event: event.act),
    )


def _setup(value: Any) -> dict[str, Any]:
    """Check a setup, except players and options, which the game checks; unknown keys are preserved."""
    if type(value) is not dict or not {"players", "options"} <= value.keys():
        raise RuleError(Message("the setup must hold players and options, not {value}", value=shown(value)))
    flag(value.get("hidden", False), field("hidden"))
    for seat, phone in _object(value, "claims").items():
        text(seat, field("seat"), r"\d{1,2}")
        integer(phone, field("phone"), 0, _MOST)
    if TOTALS_ONLY in value:
        hexadecimal(value[TOTALS_ONLY], field(TOTALS_ONLY), MARK_BYTES)
    integer(value.get("opened_seats", 1), field("opened_seats"), 1, _MOST_SEATS)
    for seat in items(value.get("anonymous", []), field("anonymous")):
        integer(seat, field("seat"), 0, _MOST_SEATS)
    for withdrawals in _object(value, "withdrawn").values():
        integer(withdrawals, field("withdrawn"), 0, _MOST)
    return value


def _object(parent: dict[str, Any], key: str) -> dict[str, Any]:
    value = parent.get(key, {})
    if type(value) is not dict:
        raise RuleError(Message("{what} must be an object, not {value}", what=field(key), value=shown(value)))
    return value


def _result(value: Any) -> dict[str, Any] | None:
    if value is None:
        return None
    entry_keys(value, Message("the result"), ("totals", "ranking"), ("won", "sides", "options", "seconds"))
    _object(value, "options")
    items(value.get("sides", []), field("sides"))  # which they are the setup says
    if "won" in value:
        flag(value["won"], field("won"))
    if "seconds" in value:
        integer(value["seconds"], field("seconds"), 0, _MOST)
    for total in items(value["totals"], field("totals")):
        integer(total, field("totals"), -_MOST, _MOST)
    for place in items(value["ranking"], field("ranking")):
        for seat in items(place, field("ranking")):
            integer(seat, field("seat"), 0, len(value["totals"]) - 1)
    ranked = sorted(seat for place in value["ranking"] for seat in place)
    # Empty if nothing was scored: then no seat has a place.
    if (ranked and ranked != list(range(len(value["totals"])))) or not all(value["ranking"]):
        raise RuleError(Message("the ranking must name each seat once"))
    result: dict[str, Any] = value
    return result


def _codes(value: Any, setup: Any) -> dict[str, str]:
    if value == {} and TOTALS_ONLY in setup:
        return {}
    entry_keys(value, field("codes"), _LINKS)
    return {role: text(value[role], field("codes"), rf"[{credentials.CODE_ALPHABET}]{{6}}") for role in _LINKS}


def _member(value: Any) -> tuple[int, str, str]:
    entry_keys(value, Message("a member"), ("phone", "role", "joined"))
    role: str = one_of(value["role"], field("role"), _ROLES)
    return integer(value["phone"], field("phone"), 1, _MOST), role, moment(value["joined"])


def _event(number: int, value: Any) -> Event:
    entry_keys(value, Message("act {number}", number=number), ("act", "sent", "kind", "body", "phone", "at"))
    kind = one_of(value["kind"], field("kind"), tuple(_BODIES))
    _check_body(kind, value["body"])
    # PostgreSQL stores no NUL, and a form with such a key is refused.
    act = text(value["act"], field("act"), r"[^\ud800-\udfff]{1,64}").replace("\0", "\ufffd")
    sent = hexadecimal(value["sent"], field("sent"), None)
    phone = integer(value["phone"], field("phone"), 0, _MOST)
    return Event(number, act, sent, kind, value["body"], phone, moment(value["at"]))


def _check_body(kind: str, body: Any) -> None:
    keys = _BODIES[kind]
    if keys is None:
        return
    entry_keys(body, Message("the act {kind}", kind=kind), keys, _ALSO.get(kind, ()))
    for key in keys:
        if key in _WHOLE_NUMBERS:
            integer(body[key], field(key), 0, _MOST)
        elif key in _TEXTS:
            text(body[key], field(key), r"[\w-]{1,64}")
    if kind == "parts":
        _check_parts(body["parts"])
    if kind == "seat":
        flag(body["taken"], field("taken"))


def _check_parts(parts: Any) -> None:
    if type(parts) is not dict or len(parts) < 2:
        raise RuleError(
            Message(
                "{what} must be an object of two parts or more, not {value}", what=field("parts"), value=shown(parts)
            )
        )
    for slot in parts:
        text(slot, field("slot"), r"[\w-]{1,64}")
