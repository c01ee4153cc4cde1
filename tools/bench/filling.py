"""Stores many games in seconds: some are played, the others get copies of their logs."""

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlite_utils import Database

from companion.features.takeout.session_file import read_game
from companion.scoring.game_stats import stored_result
from companion.storage import credentials
from companion.storage.records import Event, NewSession, SessionRow
from companion.storage.rows.session_rows import insert_session
from companion.storage.store import Store
from companion.table.openings import ImportedGame, log_of_import
from tests.support.members import add_phone
from tools.bench.sheets import random_sheets

EXAMPLES = Path(__file__).parents[2] / "tests/examples" / "5211"
FIRST = datetime(2024, 1, 1, 18, tzinfo=UTC)
RUNNING = 12  # one of this many games is still running


@dataclass(frozen=True)
class Group:
    """Who plays together: the name that sits at every table, the other names, and the phones, the host's first."""

    player: str
    others: Sequence[str]
    phones: Sequence[int]


@dataclass
class Model:
    """A game that is stored repeatedly; the others copy the log of the session `first`."""

    row: SessionRow
    events: Sequence[Event]
    first: str = ""


def new_phone(store: Store) -> tuple[int, str]:
    """A phone's number and its token."""
    token = credentials.new_token()
    return add_phone(store, credentials.token_hash(token)), token


def fill(store: Store, played: Sequence[Group]) -> None:
    """Store a game of each group named, in this order, an hour apart."""
    over, running = list(_models(0)), list(_models(1))
    random = Random(10_000)

    def job(db: Database) -> None:
        for number, group in enumerate(played):
            model = random.choice(running if number % RUNNING == 0 else over)
            _insert(db, model, _new_session(model, group, random, number), number + 1)

    store.write(job)


def _models(leave: int) -> Iterator[Model]:
    """Yield a model of each example, without its `leave` last entries."""
    sheets = [json.loads(path.read_text("utf-8"))["sheet"] for path in sorted(EXAMPLES.glob("*-players.json"))]
    for game, number in (("luz", 8), ("azul", 8), ("ingenious", 4), ("salamanca", 4), ("open", 4)):
        sheets += random_sheets(game, number)
    for sheet in sheets:
        entries = sheet["entries"][: len(sheet["entries"]) - leave]
        yield _model(read_game({**sheet, "entries": entries}))


def _model(imported: ImportedGame) -> Model:
    setup, result = imported.replay.setup, stored_result(imported.replay)
    stored: dict[str, Any] = {"players": setup.players, "options": dict(setup.options), "hidden": False}
    row = SessionRow("", imported.replay.game.key, stored, "", result, 0)
    log = log_of_import(imported, FIRST.isoformat(timespec="seconds"), round(1000 * FIRST.timestamp()))
    return Model(row, [replace(event, phone=1) for event in log])


def _new_session(model: Model, group: Group, random: Random, number: int) -> NewSession:
    names = [group.player, *random.sample(group.others, len(model.row.setup["players"]) - 1)]
    random.shuffle(names)
    moment = (FIRST + timedelta(hours=number)).isoformat(timespec="seconds")
    row = replace(model.row, id=secrets.token_urlsafe(9), setup={**model.row.setup, "players": names}, made=moment)
    links = {role: (secrets.token_hex(6), secrets.token_bytes(32)) for role in ("scorer", "viewer")}
    members = {phone: "host" if phone == group.phones[0] else "scorer" for phone in group.phones}
    return NewSession(row, links, members)


def _insert(db: Database, model: Model, new: NewSession, used: int) -> None:
    """Store a game; copy its log if it is stored already, as writing logs takes most of the time."""
    session, moment = new.row.id, new.row.made
    if not model.first:
        model.first = session
        new = replace(new, events=model.events)
    insert_session(db, new, None if new.row.result is None else moment, dict.fromkeys(new.members, moment), used)
    if model.first != session:
        sql = "INSERT INTO events SELECT ?, number, act, sent, kind, body, phone, at FROM events WHERE session = ?"
        db.execute(sql, [session, model.first])
