"""The evenings in an export of all data: a list in the line of their group."""

import json
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from companion.engine import Message, RuleError, flag
from companion.engine.names import normalize_name
from companion.features.evenings import rows as evening_rows
from companion.features.evenings.checks import check_act
from companion.features.evenings.evening import (
    BEHIND,
    MOST_ACTS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    RULES,
    SIZES,
    SYSTEMS,
    Evening,
    evening_of,
)
from companion.features.groups.export import GroupList, name
from companion.storage.records import Transaction
from companion.storage.rows import exported
from companion.storage.schema import exists, insert
from companion.storage.store import Store

_evening_setup = exported.record(
    Message("the setup of an evening"),
    {
        "game": exported.GAME,
        "options": exported.plain_object,
        "hidden": flag,
        "system": exported.choice(*SYSTEMS),
        "size": exported.number(SIZES[0], SIZES[-1]),
        "least": exported.number(1, exported.MOST_SEATS),
        "most": exported.number(1, exported.MOST_SEATS),
        "rounds": exported.number(1, MOST_ROUNDS),
        "seed": exported.number(),
        "grouped": flag,
        "rule": exported.choice(*RULES),
    },
    grouped=False,
    rule=BEHIND,
)
_act = {
    "act": exported.text(r"[^\0]{1,64}"),
    "kind": exported.text(r"[a-z]{1,20}"),
    "body": exported.anything,
    "phone": exported.ANY_PHONE,
    "at": exported.moment,
}
_player = exported.number(1, MOST_PLAYERS)
_PARTS = {
    # The name is empty where it was deleted.
    "players": exported.Part(
        evening_rows.EVENING_PLAYERS,
        "number",
        Message("a player"),
        "number",
        {"number": _player, "name": exported.nullable(name, "")},
    ),
    "phones": exported.Part(
        evening_rows.EVENING_PHONES, "player", Message("a phone"), "phone", {"phone": exported.PHONE, "player": _player}
    ),
    "log": exported.Part(
        evening_rows.EVENING_LOG, "number", Message("an act of an evening"), "act", _act, MOST_ACTS + 1
    ),
}
_evening = exported.record(
    Message("an evening"),
    {
        "evening": exported.SESSION_ID,
        "name": name,
        "made": exported.moment,
        "link": exported.number(),
        "setup": _evening_setup,
        **{key: part.shape for key, part in _PARTS.items()},
    },
)


def _whole_evening(value: Any, _: Message) -> dict[str, Any]:
    """Read an evening whose phones are of its players, and whose log follows."""
    evening = _evening(value)
    players = [player["number"] for player in evening["players"]]
    exported.distinct(evening["phones"], exported.field("phones"), itemgetter("player"))
    for each in evening["phones"]:
        exported.choice(*players)(each["player"], exported.field("player"))
    folded = Evening()
    for at, act in enumerate(evening["log"], 1):
        try:
            check_act(folded, act["kind"], act["body"], players)
            folded.apply(act["kind"], act["body"])
        except (KeyError, TypeError, ValueError):
            fault = Message("act {number} of the evening does not follow from those before", number=at)
            raise RuleError(fault) from None
    if not folded.since.keys() >= {*players}:
        raise RuleError("the log of the evening does not tell of all its players")
    return evening


def _write(store: Store, group: str) -> list[dict[str, Any]]:
    columns = ["id", "name", "made", "link", "setup"]
    evenings = exported.rows_of(store, evening_rows.EVENINGS, columns, order="made, id DESC", grp=group, deleted=None)
    return [
        {"evening": (id := row.pop("id")), **row, **exported.parts_of(store, _PARTS, evening=id)} for row in evenings
    ]


def _refusal(evening: Mapping[str, Any]) -> Message | None:
    """Return why an evening is left out: its game is not installed here."""
    try:
        exported.check_installed(evening["setup"]["game"])
    except RuleError as error:
        return _left_out(evening, error.message)
    return None


def _no_room(db: Transaction, group: str, evening: Mapping[str, Any]) -> Message | None:
    """Return why an evening is left out that is new in a group; None if there is room."""
    if exists(db.rows, evening_rows.EVENINGS, id=evening["evening"]) or evening_rows.has_room(db, group):
        return None
    fault = Message("the group has {most} club evenings already", most=evening_rows.MOST_EVENINGS)
    return _left_out(evening, fault)


def _left_out(evening: Mapping[str, Any], fault: Message) -> Message:
    about = {"name": evening["name"], "day": evening["made"][:10], "fault": fault}
    return Message("Left out: the evening {name} ({day}): {fault}.", **about)


def _add(db: Transaction, group: str, evening: Mapping[str, Any], phones: exported.PhoneNumbers) -> None:
    """Insert an evening with those of its tables that are here, or what it went on with; nothing if it was deleted."""
    id, log = evening["evening"], list(phones.known(evening["log"]))
    known = evening_rows.acts_of(db.rows, id)
    if not exists(db.rows, evening_rows.EVENINGS, id=id):
        told = {key: evening[key] for key in ("name", "setup", "made", "link")}
        evening_rows.insert_evening(db, evening_rows.EveningRow(id, group, version=len(log), **told))
    elif not _is_begun(evening_rows.find_evening(db.rows, id), group, known, log):
        return
    named = [{"evening": id, "key": normalize_name(row["name"]), **row} for row in evening["players"]]
    insert(db, evening_rows.EVENING_PLAYERS, *named, keep=True)
    here = [row for row in phones.known(evening["phones"]) if row["phone"]]
    insert(db, evening_rows.EVENING_PHONES, *({"evening": id, **row} for row in here), keep=True)
    acts = [{**act, "evening": id, "number": at, "body": json.dumps(act["body"])} for at, act in enumerate(log, 1)]
    insert(db, evening_rows.EVENING_LOG, *acts[len(known) :])
    evening_rows.touch_evening(db, id)
    sessions = evening_of((act["kind"], act["body"]) for act in log).sessions
    sessions = [session for session in sessions if exported.is_open(db, session)]
    evening_rows.insert_evening_sessions(db, id, sessions)


def _is_begun(
    row: evening_rows.EveningRow | None, group: str, known: Sequence[evening_rows.Act], log: Sequence[Mapping[str, Any]]
) -> bool:
    """Return whether a log begins as that of an evening of the group that is here."""
    told = [(act["act"], act["kind"], act["body"]) for act in log[: len(known)]]
    return row is not None and row.group == group and told == [(act.key, act.kind, act.body) for act in known]


def _tables(evening: Mapping[str, Any]) -> list[str]:
    """Return all sessions that its log ever named."""
    named = [(each["body"].get("sessions") or [], each["body"].get("session")) for each in evening["log"]]
    return [session for several, one in named for session in (*several, one) if session]


LIST = GroupList(
    "evenings", _write, exported.listed(_whole_evening, 1000, itemgetter("evening")), _refusal, _add, _tables, _no_room
)
