"""A phone with far more data than any has: its rows are copied by SQL from one finished table, on either engine."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Flask

from companion.sessions.service import Sessions
from companion.storage.batches import batches
from companion.storage.database import Transaction
from companion.storage.records import TemplateRow, now
from companion.storage.rows.group_rows import OWNER, Season, add_group_phone, insert_group, insert_season
from companion.storage.rows.memberships import POSITION
from companion.storage.rows.setup_templates import keep_template
from tests.support.files import bring, session_of
from tests.support.groups import link, make_group, over, put
from tests.support.phones import Phone

_AT_ONCE = 1000  # rows of one statement
_FIRST_DAY = datetime(2020, 1, 1, 18, tzinfo=UTC)


@dataclass(frozen=True)
class Amounts:
    """How much there is of everything. Everybody in a group plays in its games; all groups have the same ones.

    The tables that are `named` have `words` each, the same ones. `unused` is how many phones there are, and templates
    that they keep, which nobody has used for years.
    """

    tables: int = 20_000
    players: int = 5_000
    entries: int = 500
    named: int = 5_000
    words: int = 20
    templates: int = 200
    groups: int = 5
    games: int = 5_000
    in_group: int = 60
    seasons: int = 40
    unused: int = 50_000


@dataclass(frozen=True)
class MuchData:
    """What there is to ask for: a running and a finished table with many entries, a group and a table in it, links."""

    running: str
    finished: str
    group: str
    in_group: str
    links: dict[str, str]


def fill(app: Flask, host: Phone, amounts: Amounts) -> MuchData:
    """Give a phone all of it. The first player, Ann, sits at all tables."""
    sessions: Sessions = app.extensions["companion"]
    model = over(host, "Ann", "X1", "X2", "X3")
    group = make_group(host, "Ann", *(f"P{number}" for number in range(1, amounts.in_group)))
    assert put(host, group, model) == [303]

    def job(db: Transaction) -> None:
        phone = int(db.execute("SELECT phone FROM members WHERE session = ?", [model]).fetchone()[0])
        _copy_tables(db, model, amounts)
        _add_words(db, amounts)
        _add_unused(db, amounts.unused)
        _keep_templates(db, phone, amounts.templates)
        _fill_groups(db, group.rpartition("/")[2], phone, amounts)

    sessions.store.write(job)
    running, finished = (_long_table(host, amounts.entries, rounds) for rounds in (0, amounts.entries))
    links = {role: link(host, group, role) for role in ("join", "watch")} | host.links(running)
    return MuchData(running, finished, group.rpartition("/")[2], _id(0), links)


def _id(number: int) -> str:
    return f"copy{number:08}"


def _copy_tables(db: Transaction, model: str, amounts: Amounts) -> None:
    """Copy a finished table with its log, each copy an hour after the one before, and count its players anew."""
    for numbers in batches(range(amounts.tables), _AT_ONCE):
        values = [value for number in numbers for value in _copy(number, amounts)]
        copies = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(numbers))
        db.execute(f"CREATE TEMPORARY TABLE copies AS {_SELECT_FIRST}".format(copies=copies), values)
        for statement in _COPYING:
            db.execute(statement, {"model": model})
        db.execute("DROP TABLE copies")
    for statement in _COUNTING:
        db.execute(statement)


def _copy(number: int, amounts: Amounts) -> tuple[str, str, str, str, str, str]:
    """Id, when it was made and ended, and the players on three seats; the first tables are those of the groups."""
    made = _FIRST_DAY + timedelta(hours=number)
    names = range(1, amounts.in_group if number < 2 * amounts.games else amounts.players)
    return (
        _id(number),
        made.isoformat(),
        (made + timedelta(minutes=40)).isoformat(),
        *(f"P{names[(3 * number + seat) % len(names)]}" for seat in range(3)),
    )


_SELECT_FIRST = (
    "WITH given(id, made, ended, p1, p2, p3) AS (VALUES {copies})"
    " SELECT id, made, ended, p1, p2, p3, row_number() OVER (ORDER BY id) AS number FROM given"
)
_SEAT_NAME = "CASE t.seat WHEN 0 THEN t.name WHEN 1 THEN c.p1 WHEN 2 THEN c.p2 ELSE c.p3 END"
_SETUP = functools.reduce(
    lambda setup, seat: f"replace({setup}, '\"X{seat}\"', '\"' || c.p{seat} || '\"')", (1, 2, 3), "s.setup"
)
_COPYING = (
    "INSERT INTO sessions (id, game, setup, made, generation, result, used, ended) SELECT c.id, s.game,"
    f" {_SETUP}, c.made, 0, s.result, (SELECT max(used) FROM sessions) + c.number, c.ended"
    " FROM copies c CROSS JOIN sessions s WHERE s.id = :model ORDER BY c.id",
    "INSERT INTO seats (session, seat, name, key, place, total, figures) SELECT c.id, t.seat,"
    f" {_SEAT_NAME}, lower({_SEAT_NAME}), t.place, t.total, t.figures"
    " FROM copies c CROSS JOIN seats t WHERE t.session = :model",
    "INSERT INTO events (session, number, act, sent, kind, body, phone, at) SELECT c.id, e.number, e.act, e.sent,"
    " e.kind, e.body, e.phone, c.ended FROM copies c CROSS JOIN events e WHERE e.session = :model",
    "INSERT INTO members (session, phone, role, joined, at, game) SELECT c.id, m.phone, m.role, c.made, s.at, m.game"
    f" FROM copies c CROSS JOIN members m JOIN (SELECT id, {POSITION} AS at FROM sessions) s ON s.id = c.id"
    " WHERE m.session = :model ORDER BY c.id",
)
_COUNTING = (
    "DELETE FROM sat",
    "DELETE FROM met",
    "INSERT INTO sat (phone, key, at, session, seat, place, hosts) SELECT m.phone, t.key, m.at, m.session, t.seat,"
    " t.place, 1 FROM members m JOIN seats t ON t.session = m.session ORDER BY m.rowid, t.seat",
    "INSERT INTO met (phone, key, sessions, games, won, latest) SELECT phone, key, count(*), count(place),"
    " sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), max(id) FROM sat GROUP BY phone, key",
)


def _add_words(db: Transaction, amounts: Amounts) -> None:
    words = [f"the {number}th house rule of all tables" for number in range(amounts.words)]
    db.execute(
        f"WITH named(word) AS (VALUES {', '.join(['(?)'] * len(words))}) INSERT INTO session_words (session, kind, key,"
        " word) SELECT s.id, 'house_rules', named.word, named.word FROM sessions s CROSS JOIN named"
        " WHERE s.id LIKE 'copy%' AND s.id < ?",
        [*words, _id(amounts.named)],
    )


def _keep_templates(db: Transaction, phone: int, number: int) -> None:
    lines = [{"name": f"line {line}"} for line in range(20)]
    for index in range(number):
        name = f"sheet {index}"
        keep_template(db, phone, TemplateRow("open", name, name, {"name": name, "rounds": 0, "lines": lines}, now()))


def _add_unused(db: Transaction, number: int) -> None:
    old = _FIRST_DAY.isoformat()
    for numbers in batches(range(number), _AT_ONCE):
        values = [value for phone in numbers for value in (f"unused{phone}".encode(), old)]
        db.execute(f"INSERT INTO phones (token, made) VALUES {', '.join(['(?, ?)'] * len(numbers))}", values)
    insert = "INSERT INTO kept_setups (phone, game, key, name, options, at) SELECT id, 'open', 'k', 'k', '{}', made"
    db.execute(f"{insert} FROM phones WHERE made = ?", [old])


def _fill_groups(db: Transaction, group: str, phone: int, amounts: Amounts) -> None:
    """Put games into a group, and make further groups of the same."""
    sql = "INSERT INTO group_sessions (grp, session, replay, added) SELECT ?, id, 1, made FROM sessions WHERE id LIKE ?"
    db.execute(f"{sql} AND id < ?", [group, "copy%", _id(amounts.games - 1)])
    for number in range(amounts.seasons):
        since = (_FIRST_DAY + timedelta(days=number * 5)).date().isoformat()
        insert_season(db, group, Season(number + 1, f"Season {number}", since, ""))
    for number in range(1, amounts.groups):
        other = f"group{number}"
        insert_group(db, other, f"Group {number}", now())
        add_group_phone(db, other, phone, OWNER, now())
        for table, columns in (("group_players", "key, name"), ("group_sessions", "session, replay, added")):
            copied = f"INSERT INTO {table} (grp, {columns}) SELECT ?, {columns} FROM {table} WHERE grp = ?"
            db.execute(copied, [other, group])


def _long_table(host: Phone, entries: int, rounds: int) -> str:
    """An open sheet of six players with many rounds, which is finished after `rounds`, never if they are 0."""
    players, options = [f"Player {number}" for number in range(6)], {"name": "Harbour", "rounds": rounds}
    played = [{"round": [(number + seat) % 30 for seat in range(6)]} for number in range(entries)]
    sheet = {"format": 1, "game": "open", "players": players, "options": options, "entries": played}
    return bring(host, session_of(sheet))
