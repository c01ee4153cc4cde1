"""The evenings in an export of all data: a list in the line of their group."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any

from companion.engine import Message, RuleError, flag
from companion.engine.names import normalize_name
from companion.features.evenings import rows as evening_rows
from companion.features.evenings.evening import (
    BEHIND,
    LONGEST_SAID,
    MOST_ACTS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    RULES,
    SIZES,
    STAGES,
    SYSTEMS,
    Evening,
    evening_of,
    round_of,
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


_ID = re.compile(r"[\w-]{1,64}", re.ASCII)


def check_act(evening: Evening, kind: str, body: Any, players: Sequence[int]) -> None:
    """Raise ValueError unless an act of an imported log fits what came before it; `players` are all of the evening."""
    if kind not in _CHECKS or type(body) is not dict or not _CHECKS[kind](evening, body):
        raise ValueError(kind)
    if kind in ("came", "drawn") and not {*body.get("players", ()), *dict(body.get("points", ()))} <= set(players):
        raise ValueError(kind)


def _is_round(evening: Evening, body: Mapping[str, Any]) -> bool:
    round_, points = round_of(body), dict(body.get("points", ()))
    seated = sum(map(len, round_.tables)) + len(round_.byes)
    is_next = round_.number == len(evening.opened) + 1 and round_.stage in ("", *STAGES)
    is_seated = round_.players <= set(evening.since) and seated == len(round_.players)
    return is_next and is_seated and _are_ids(round_.unfinished) and {*map(type, points.values())} <= {int}


def _is_absence(evening: Evening, body: Mapping[str, Any]) -> bool:
    if not _is_number(body["round"], 1, len(evening.opened)) or type(body["is_absent"]) is not bool:
        return False
    is_seated = evening.opened[body["round"] - 1].table_of(body["player"]) is not None
    return is_seated and (not body.get("session") or _are_ids([body["session"]]))


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _are_ids(values: Iterable[str]) -> bool:
    return all(_ID.fullmatch(value) for value in values)


_CHECKS: Mapping[str, Callable[[Evening, Mapping[str, Any]], object]] = {
    "came": lambda _, body: body["players"],
    "left": lambda evening, body: {*(body["players"] if "players" in body else [body["player"]])} <= set(evening.since),
    "here": lambda evening, body: {*body["players"]} <= set(evening.since),
    "drawn": _is_round,
    "swapped": lambda evening, body: (
        evening.draft is not None and {*body["players"]} <= evening.draft.players and len(body["players"]) == 2
    ),
    "opened": lambda evening, body: (
        evening.draft is not None and len(body["sessions"]) == len(evening.draft.tables) and _are_ids(body["sessions"])
    ),
    "taken": lambda evening, _: evening.rounds,
    "absent": _is_absence,
    "rounds": lambda evening, body: _is_number(body["count"], evening.fewest_rounds, MOST_ROUNDS),
    "rule": lambda _, body: body["rule"] in RULES,
    "final": lambda _, body: body["final"] in ("", *STAGES) and _is_number(body["count"], 0, SIZES[-1]),
    "fixed": lambda evening, body: body["player"] in evening.since and _is_number(body["table"], 0, MOST_PLAYERS),
    "timer": lambda _, body: body["until"] == "" or datetime.fromisoformat(body["until"]).tzinfo is not None,
    "said": lambda _, body: type(body["text"]) is str and len(body["text"]) <= LONGEST_SAID,
    "ended": lambda _, body: type(body["is_over"]) is bool,
}


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
