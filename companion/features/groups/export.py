"""The groups in an export of all data: one line each, to which other features add lists."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from operator import itemgetter
from typing import Any

from companion.engine import Message, flag
from companion.engine.names import normalize_name
from companion.engine.pause import in_slices, pause
from companion.feature import ExportLines
from companion.features import handlers
from companion.features.groups import rows as group_rows
from companion.features.groups.rows import JOIN, MEMBER, OWNER, WATCH, Season, add_player
from companion.scoring.scoresheet import check_new_names, read_name
from companion.storage import schema
from companion.storage.records import Transaction
from companion.storage.rows import exported
from companion.storage.schema import exists, insert, select
from companion.storage.store import Store


def name(value: Any, _: Message) -> str:
    """A name that a form takes."""
    read = read_name(value)
    check_new_names([read])
    return read


def _day(value: Any, what: Message) -> str:
    day: str = exported.text(r"\d{4}-\d\d-\d\d")(value, what)
    try:
        date.fromisoformat(day)
    except ValueError:
        raise exported.cannot_be(what, value) from None
    return day


_LARGE = exported.number(1, exported.MOST_ITEMS * exported.MOST_ITEMS)
_season = {"number": _LARGE, "name": name, "since": _day, "until": exported.nullable(_day, "")}
_table = {"session": exported.SESSION_ID, "replay": flag, "added": exported.moment}
_PARTS = {
    "phones": exported.Part(
        group_rows.GROUP_PHONES, "phone", Message("a phone"), "phone",
        {"phone": exported.PHONE, "role": exported.choice(OWNER, MEMBER), "joined": exported.moment},
    ),
    "seasons": exported.Part(group_rows.GROUP_SEASONS, "number", Message("a season"), "number", _season),
    "links": exported.Part(
        group_rows.GROUP_LINKS, "role", Message("a link"), "role",
        {"role": exported.choice(WATCH, JOIN), "number": _LARGE, "is_open": flag},
    ),
    "tables": exported.Part(group_rows.GROUP_SESSIONS, "session", Message("a table of a group"), "session", _table),
}  # fmt: skip


@dataclass(frozen=True)
class GroupList:
    """A list that a feature adds to the line of a group, under `key`; empty ones are omitted. A "group lines" handler.

    `write(store, group)` returns the list, and `read` parses it. `refusal(row)` is the reason to leave out an item, or
    None. `add(db, group, row, phones)` inserts an item; `phones` has the numbers of its phones in this database.
    `tables(row)` are the sessions that an item shows: in the file of a phone only those that it hosts. Before it puts
    an item into a group that is here, that file asks `no_room(db, group, row)` why there is no room; None if there is.
    """

    key: str
    write: Callable[[Store, str], Sequence[Mapping[str, Any]]]
    read: exported.Shape
    refusal: Callable[[Mapping[str, Any]], Message | None]
    add: Callable[[Transaction, str, Mapping[str, Any], exported.PhoneNumbers], None]
    tables: Callable[[Mapping[str, Any]], Sequence[str]] = lambda row: ()
    no_room: Callable[[Transaction, str, Mapping[str, Any]], Message | None] = lambda db, group, row: None


_GROUP: Mapping[str, exported.Shape] = {
    "group": exported.SESSION_ID,
    "name": name,
    "made": exported.moment,
    "changed": exported.moment,
    "players": exported.listed(name, exported.MOST_ITEMS, normalize_name),
    **{key: part.shape for key, part in _PARTS.items()},
}


def _read(value: Any) -> dict[str, Any]:
    """Parse a group; lists of unknown features are dropped."""
    lists = {each.key: each.read for each in handlers("group lines")}
    kept = exported.without_unknown(value, _GROUP.keys() | lists.keys())
    return exported.record(Message("a group"), {**_GROUP, **lists}, **{key: [] for key in lists})(kept)


def _places(store: Store, **of: str) -> Sequence[exported.Row]:
    columns = ["id", "name", "made", "changed"]
    return exported.rows_of(store, group_rows.PLAYER_GROUPS, columns, order="made, id", deleted=None, **of)


def _write(store: Store, row: exported.Row) -> dict[str, Any]:
    id, told = row["id"], {key: row[key] for key in ("name", "made", "changed")}
    names = exported.rows_of(store, group_rows.GROUP_PLAYERS, ["name"], order="key", grp=id)
    parts = exported.parts_of(store, _PARTS, grp=id)
    # In the order of earlier exports.
    lists = {"phones": parts["phones"], "players": [player["name"] for player in names], **parts}
    more = {each.key: rows for each in handlers("group lines") if (rows := each.write(store, id))}
    return {"group": id, **told, **lists, **more}


def _check(group: exported.Row, _: None, phones: Mapping[int, exported.Row]) -> str:
    exported.check_phones(group["phones"], phones)
    id: str = group["group"]
    return id


def _left_out(group: exported.Row) -> list[Message]:
    lists = [(each, row) for each in handlers("group lines") for row in group[each.key]]
    return [refusal for each, row in lists if (refusal := each.refusal(row)) is not None]


def _add(store: Store, group: exported.Row, phones: Mapping[int, exported.Row]) -> None:
    def job(db: Transaction) -> None:
        numbers = exported.PhoneNumbers(db, phones)
        if _insert(db, group, numbers):
            for each, row in _kept_lists(group):
                each.add(db, group["group"], row, numbers)

    store.write(job)


def _insert(db: Transaction, group: exported.Row, numbers: exported.PhoneNumbers) -> bool:
    """Insert a group with its tables that exist here; False if the group exists or was deleted here."""
    id = group["group"]
    if exists(db.rows, group_rows.PLAYER_GROUPS, id=id):  # also one that was deleted
        return False
    insert(db, group_rows.PLAYER_GROUPS, {"id": id, **{key: group[key] for key in ("name", "made", "changed")}})
    for player in group["players"]:
        add_player(db, id, player)
    here = {**group, "tables": [row for row in group["tables"] if exported.is_open(db, row["session"])]}
    for key, part in _PARTS.items():
        insert(db, part.table, *({"grp": id, **row} for row in numbers.known(here[key])))
    return True


def _kept_lists(group: exported.Row) -> list[tuple[GroupList, exported.Row]]:
    """Return the items of other features' lists that are not left out."""
    items = [(each, row) for each in handlers("group lines") for row in group[each.key]]
    return [(each, row) for each, row in items if each.refusal(row) is None]


def _present(store: Store) -> Set[str]:
    return {row["id"] for row in select(store.rows, group_rows.PLAYER_GROUPS, "id")}


def _of_phone(store: Store, phone: int, _: Mapping[str, int]) -> Iterator[exported.Row]:
    """Yield the groups that a phone is in, with itself as the owner, without links."""
    own = select(store.rows, group_rows.GROUP_PHONES, "grp", phone=phone)
    groups = [row for each in own for row in _places(store, id=each["grp"])]
    for row in sorted(groups, key=itemgetter("made", "id")):
        line = _write(store, row)
        phones = [{**each, "role": OWNER} for each in line["phones"] if each["phone"] == phone]
        if phones:  # else it left meanwhile
            yield {**line, "phones": phones, "links": []}


def _merge(store: Store, groups: Iterable[exported.Row], phones: Mapping[int, exported.Row]) -> Sequence[Message]:
    """Put the groups of a file into those that the same phone owns here, else add them; return what had no room.

    Each item of other features' lists, such as an evening, is written by itself, so that no write is long.
    """

    def add(db: Transaction, id: str, each: GroupList, row: exported.Row) -> Message | None:
        fault = each.no_room(db, id, row)
        if fault is None:
            each.add(db, id, row, exported.PhoneNumbers(db, phones))
        return fault

    found, left_out = list(groups), list[Message | None]()
    ids = {group["group"] for group in found}
    names = Counter(normalize_name(group["name"]) for group in found)
    for group in in_slices(found):
        is_only = names[normalize_name(group["name"])] == 1
        merge_one = partial(_merge_one, group=group, phones=phones, others=ids if is_only else None)
        id, brought = store.write(merge_one)
        if id is not None:
            for each, row in _kept_lists(brought):
                left_out.append(store.write(partial(add, id=id, each=each, row=row)))
                pause()
    return [*filter(None, left_out)]


def _merge_one(
    db: Transaction, group: exported.Row, phones: Mapping[int, exported.Row], others: Set[str] | None
) -> tuple[str | None, exported.Row]:
    """Merge a group without its lists; return the group here that it went into, None if none, and what was merged."""
    numbers = exported.PhoneNumbers(db, phones)
    own = {numbers.find(row["phone"]) for row in group["phones"]}
    brought = _without_others(db, group, own)
    here = _known_as(db, group, own, others)
    if here is None:
        return group["group"] if _insert(db, brought, numbers) else None, brought
    for player in brought["players"]:
        add_player(db, here, player)
    _merge_seasons(db, here, brought["seasons"])
    for row in brought["tables"][: max(0, group_rows.room_in(db, here))]:
        if not exists(db.rows, group_rows.GROUP_SESSIONS, grp=here, session=row["session"]):
            insert(db, group_rows.GROUP_SESSIONS, {"grp": here, **row})
    return here, brought


def _merge_seasons(db: Transaction, group: str, seasons: Iterable[exported.Row]) -> None:
    """Add the seasons that are not here, while there is room, and end those that ended elsewhere."""
    known = {(normalize_name(season.name), season.since): season for season in group_rows.seasons_of(db.rows, group)}
    for row in seasons:
        here = known.get((normalize_name(row["name"]), row["since"]))
        if here is None:
            group_rows.put_season(db, group, Season(**{**row, "number": 0}))
        elif row["until"] and not here.until:
            group_rows.put_season(db, group, replace(here, until=row["until"]))


def _without_others(db: Transaction, group: exported.Row, phones: Set[int]) -> exported.Row:
    """Return a group of a file without tables that are others' here, and without what shows them."""

    def is_own(session: str) -> bool:
        hosts = (exists(db.rows, schema.MEMBERS, session=session, phone=phone, role="host") for phone in phones)
        return any(hosts) or not exists(db.rows, schema.SESSIONS, id=session)

    tables = [
        row for row in group["tables"] if any(group_rows.hosts_finished(db, row["session"], each) for each in phones)
    ]
    lists = {
        each.key: [row for row in group[each.key] if all(map(is_own, each.tables(row)))]
        for each in handlers("group lines")
    }
    return {**group, **lists, "tables": tables[: group_rows.MOST_SESSIONS]}


def _known_as(db: Transaction, group: exported.Row, phones: Set[int], others: Set[str] | None) -> str | None:
    """Return the group of these phones that one of a file goes into: with its id, else with its name; None for none.

    `others` are the ids in the file, None if another group there has the name. No two of a file go into one, so a
    name has to be that of one group in the file and of one here.
    """
    owned = [each for phone in phones for each in group_rows.list_groups(db.rows, phone) if each.is_owned]
    if exists(db.rows, group_rows.PLAYER_GROUPS, id=group["group"]):  # also another's, and one that was deleted
        return next((each.id for each in owned if each.id == group["group"]), None)
    name = normalize_name(group["name"])
    named = [each.id for each in owned if normalize_name(each.name) == name]
    return named[0] if others is not None and len(named) == 1 and named[0] not in others else None


LINES = ExportLines(
    "groups", _places, _write, _read, lambda log: None, _check, _add, _left_out, _present,
    of_phone=_of_phone, merge=_merge,
)  # fmt: skip
