"""The lines of an export: head, phones, sessions and those of features, written from one snapshot of the database.

Head, phones and sessions are read strictly here; a session is replayed event by event.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine import Message, RuleError, flag, integer, items, shown
from companion.engine.pause import in_slices
from companion.features import export_lines, handlers
from companion.features.takeout.rows import sessions_in_order
from companion.forms.form import FormError
from companion.games import all_games
from companion.storage import credentials, schema
from companion.storage.records import MARK_BYTES, TOTALS_ONLY, Event, SessionRow, parts_of as parts_in
from companion.storage.rows import exported
from companion.storage.rows.exported import (
    MOST,
    SESSION_ID,
    Shape,
    anything,
    check_installed,
    choice,
    distinct,
    field,
    hexadecimal,
    listed,
    moment,
    nullable,
    number,
    parts_of,
    record,
    rows_of,
    text,
)
from companion.storage.store import Store
from companion.table.table import Table
from companion.table.table_loader import opened_table

FORMAT = 1
_MOST_EVENTS = 50_000

HEAD: Mapping[str, Shape] = {
    "companion": choice("instance"),
    "format": choice(FORMAT),
    "key": hexadecimal(credentials.KEY_BYTES),
    "phones": number(0, 1_000_000),
    "sessions": number(0, 100_000),
}
_OF_A_FEATURE = re.compile(r"[a-z_]{1,20}")


def head(value: Any) -> dict[str, Any]:
    """Parse the first line: the instance's key, and how many lines of each kind follow, unknown kinds included."""
    keys = [key for key in value if key not in HEAD and _OF_A_FEATURE.fullmatch(key)] if type(value) is dict else ()
    return record(Message("the first line"), {**HEAD, **dict.fromkeys(keys, number(0, 1_000_000))})(value)


_PHONE: Mapping[str, Shape] = {"phone": exported.PHONE, "token": hexadecimal(32), "made": moment}


def phone(value: Any) -> dict[str, Any]:
    """Parse a phone; lists of unknown features are dropped."""
    lists = {each.key: each.read for each in handlers("phone lines")}
    known = exported.without_unknown(value, _PHONE.keys() | lists.keys())
    return record(Message("a phone"), {**_PHONE, **lists}, **{key: [] for key in lists})(known)


# Sessions. `validate` replays them by the rules of their games.


@dataclass(frozen=True)
class ImportedSession:
    """A session of an export: its row, codes by role, members (phone, role, joined) and its log.

    `used` is its place in the order of use, `number` that in the order of opening; 0 in exports of earlier versions.
    """

    row: SessionRow
    used: int
    number: int
    codes: Mapping[str, str]
    members: Sequence[Mapping[str, Any]]
    log: Sequence[Event]


def _setup(value: Any, _: Message) -> dict[str, Any]:
    """Check a setup, except players and options, which the game checks; unknown keys are preserved."""
    if type(value) is not dict or not {"players", "options"} <= value.keys():
        raise RuleError("the setup must hold players and options, not {value}", value=shown(value))
    items(value["players"], field("players"))
    flag(value.get("hidden", False), field("hidden"))
    for seat, claimed in exported.plain_object(value.get("claims", {}), field("claims")).items():
        text(r"\d{1,2}")(seat, field("seat"))
        exported.ANY_PHONE(claimed, field("phone"))
    if TOTALS_ONLY in value:
        hexadecimal(MARK_BYTES)(value[TOTALS_ONLY], field(TOTALS_ONLY))
    integer(value.get("opened_seats", 1), field("opened_seats"), 1, exported.MOST_SEATS)
    for seat in items(value.get("anonymous", []), field("anonymous")):
        integer(seat, field("seat"), 0, exported.MOST_SEATS)
    for withdrawals in exported.plain_object(value.get("withdrawn", {}), field("withdrawn")).values():
        integer(withdrawals, field("withdrawn"), 0, MOST)
    return value


_stored_result = record(
    Message("the result"),
    {
        "totals": listed(number(-MOST), MOST),
        "ranking": listed(listed(number(0), MOST), MOST),
        "won": nullable(flag),
        "sides": listed(anything, MOST),  # replaced by those of the replay
        "options": exported.plain_object,
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
    # The ranking is empty if nothing was scored.
    if (ranked and ranked != list(range(seats))) or not all(result["ranking"]):
        raise RuleError("the ranking must name each seat once")
    read: dict[str, Any] = value
    return read


# The bodies of events that change the score. The game checks that of an entry, the replay those of all other kinds.
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
    "names": {"seats": listed(number(0, exported.MOST_SEATS), exported.MOST_SEATS)},
}


EVENT: Mapping[str, Shape] = {
    "act": text(r"[^\ud800-\udfff]{1,64}"),
    "sent": hexadecimal(None),
    "kind": text(r"[a-z]{1,20}"),  # events of unknown features are kept unread
    "body": anything,
    "phone": exported.ANY_PHONE,
    "at": moment,
}


def _event(at: int, value: Any) -> Event:
    read = record(Message("act {number}", number=at), EVENT)(value)
    kind, body = read["kind"], read["body"]
    if kind in _BODIES:
        record(Message("the act {kind}", kind=kind), _BODIES[kind])(body)
    if kind == "parts":
        parts, what = body["parts"], field("parts")
        if type(parts) is not dict or len(parts) < 2:
            raise RuleError("{what} must be an object of two parts or more, not {value}", what=what, value=shown(parts))
        for slot in parts:
            SESSION_ID(slot, field("slot"))
    # PostgreSQL stores no NUL, and a form with such a key is refused.
    return Event(at, **{**read, "act": read["act"].replace("\0", "\ufffd")})


_roles = choice("host", "scorer", "viewer")
MEMBERS = exported.Part(
    schema.MEMBERS, "rowid", Message("a member"), "phone", {"phone": exported.PHONE, "role": _roles, "joined": moment}
)
_codes = record(field("codes"), dict.fromkeys(("scorer", "viewer"), text(rf"[{credentials.CODE_ALPHABET}]{{6}}")))
_session = record(
    Message("a session"),
    {
        "session": SESSION_ID,
        "game": exported.GAME,
        "made": moment,
        "ended": nullable(moment),
        "used": number(1, 10**9),  # a few of them added stay numbers of a database
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
    log = [_event(*each) for each in in_slices(enumerate(read["log"], 1))]
    has_no_codes = read["codes"] == {} and TOTALS_ONLY in read["setup"]
    row = (read[key] for key in ("session", "game", "setup", "made", "result", "generation", "ended"))
    return ImportedSession(
        SessionRow(*row),
        read["used"],
        read["number"],
        {} if has_no_codes else _codes(read["codes"]),
        read["members"],
        distinct(log, field("log"), lambda event: event.act),
    )


def validate(imported: ImportedSession) -> SessionRow:
    """The session's row with the result of its log. Raises `RuleError` if an event is not valid."""
    row = imported.row
    check_installed(row.game)
    table = opened_table(row, all_games()[row.game])
    if any(seat not in range(table.setup.seats) for seat in table.claims):
        raise RuleError("There is no such seat at this table.")
    for event in in_slices(imported.log):
        try:
            _replay(table, event)
        except (RuleError, FormError) as error:
            fault = error.message
            raise RuleError("act {number}: {fault}", number=event.number, fault=fault) from None
        except Exception:
            # The log may come from elsewhere and contain anything; any exception means that it is invalid.
            raise RuleError("act {number} is not one that a table makes", number=event.number) from None
    if table.setup.seats != len(row.setup["players"]):
        raise RuleError("the setup must name the players of all seats, and nobody else")
    return replace(row, result=_replayed_result(table))


def _replayed_result(table: Table) -> dict[str, object] | None:
    """The stored result, which later rule fixes do not change; recomputed if it does not fit the table."""
    if not table.state.finished:
        return None
    stored, standing = table.row.result, table.standing
    sides, options = [list(side) for side in standing.sides], dict(table.changed_options)
    told: dict[str, object] = {"won": standing.won, "sides": sides, "options": options}
    together = {key: value for key, value in told.items() if value not in (None, [], {})}
    if stored is not None and standing.ranking and len(stored["totals"]) == table.setup.seats:
        return {**stored, **together}
    return {"totals": list(standing.totals), "ranking": [list(place) for place in standing.ranking], **together}


def _replay(table: Table, event: Event) -> None:
    if event.kind in ("undo", "redo"):
        named = table.log.target(event.kind)
        if named is None or named.number != event.body["event"]:
            raise RuleError("That act is not the one that stands last.")
    if parts_in(event) and table.state.finished:
        raise RuleError("The game is over; nothing can be entered any more.")
    if event.kind == "seat" and event.body["seat"] not in range(table.setup.seats):
        raise RuleError("There is no such seat at this table.")
    table.catch_up([event])
    if table.fault is not None:
        raise RuleError(table.fault)
    if parts_in(event):
        _show(table, event)
    if event.kind == "options" and table.state.finished:
        raise RuleError("The game is over; what it allows cannot change any more.")
    if event.kind == "options" and table.draft:  # what is half entered still fits
        table.game.form.validate_draft(table.state, table.draft)


def _show(table: Table, event: Event) -> None:
    """Render a part as pages do, so that an invalid draft fails here."""
    form = table.game.form
    for slot, value in parts_in(event).items():
        form.describe_part(slot, value).text(names=table.setup.players)
    form.validate_draft(table.state, table.draft)
    form.sheet(table.state, table.draft)
    form.view(table.state, table.draft, MultiDict())
    form.whole(table.state, table.draft)


def lines(store: Store, key: bytes, report: Callable[[int, int], None] = lambda done, total: None) -> Iterator[str]:
    """Yield the lines of an export from one snapshot; `report` gets the numbers of sessions done and of all."""
    with store.snapshot():
        phones = rows_of(store, schema.PHONES, ["id", "token", "made"], order="id")
        sessions = sessions_in_order(store.rows)
        more = {lines.key: places for lines in export_lines().values() if (places := lines.places(store))}
        # As in earlier exports, which count groups even if there are none.
        counts = {"phones": len(phones), "sessions": len(sessions), "groups": 0}
        counts |= {key: len(places) for key, places in more.items()}
        yield json.dumps({"companion": "instance", "format": FORMAT, "key": key.hex(), **counts})
        lists = {each.key: each.write(store) for each in handlers("phone lines")}
        for row in phones:
            number = row.pop("id")
            kept = {key: rows[number] for key, rows in lists.items() if number in rows}
            yield json.dumps({"phone": number, **row, **kept})
        for done, place in enumerate(sessions, 1):
            yield json.dumps(session_line(store, **place))
            report(done, len(sessions))
        for kind in filter(more.__contains__, counts):
            for place in more[kind]:
                yield json.dumps(export_lines()[kind].write(store, place))


def session_line(store: Store, id: str, used: int, number: int) -> dict[str, Any]:
    """Return the line of a session, by its places in the orders of use and of opening."""
    columns = ["game", "made", "ended", "generation", "setup", "result"]
    (row,) = rows_of(store, schema.SESSIONS, columns, order="id", id=id)
    codes = rows_of(store, schema.LINKS, ["role", "code"], order="role", session=id)
    return {
        "session": id,
        "used": used,
        "number": number,
        **row,
        "codes": {code["role"]: code["code"] for code in codes},
        **parts_of(store, {"members": MEMBERS}, session=id),
        "log": rows_of(store, schema.EVENTS, EVENT, order="number", session=id),
    }
