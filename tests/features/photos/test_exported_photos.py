"""Photographs in an export: they go along, are checked as those that a phone sends, and come once."""

import base64
import hashlib
import json
from contextlib import closing

import pytest

from companion.features.photos.rows import photos_of, picture_of
from tests.features.conftest import export_of, refusal
from tests.support.each_row import each_row
from tests.support.jpegs import EXIF, jpeg, segment
from tests.support.photos import add, allow, over, pictures, remove
from tests.support.stores import open_store

WHEN = "2026-11-21T20:00:00+00:00"


@pytest.fixture
def table(app, host):
    """A table with two photographs, and one that was removed; another table has none."""
    app.config["PHOTOS"] = True
    session = over(host)
    over(host)
    allow(host, session)
    add(host, session, jpeg(), "Zoë 笑")
    add(host, session, jpeg(8, 8))
    add(host, session, jpeg(16, 8))
    remove(host, session, 4)
    return session


def test_an_export_carries_photographs(table, tmp_path, moved, named):
    moved()
    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert lines[0]["photos"] == 2 and [line["photo"] for line in lines[-2:]] == [3, 5]
    with closing(open_store(named(tmp_path / "new" / "companion.sqlite"))) as store:
        found = photos_of(store.rows, table)
        pictures = {number: (row["caption"], picture_of(store.rows, table, number)) for number, row in found.items()}
    assert pictures == {3: ("Zoë 笑", jpeg()), 5: ("", jpeg(16, 8))}


def test_a_repeated_import_adds_missing_photographs(app, host, sessions, table, export, command):
    exported = export()
    sessions.store.write(lambda db: db.execute("DELETE FROM photos WHERE number = 3"))
    remove(host, table, 5)
    assert not pictures(host, table)
    assert command("import", exported, "--database", app.config["DATABASE"])[0] == 0
    assert pictures(host, table) == [f"/t/{table}/photos/3.jpg"]
    assert list(photos_of(sessions.store.rows, table)) == [3], "what was removed since does not come back"


def test_an_instance_without_photographs_has_no_word_of_them(app, host, command):
    over(host)
    assert "photo" not in command("export", "--database", app.config["DATABASE"])[1]


def line_of(**changed):
    data = base64.b64encode(jpeg()).decode()
    return {"photo": 2, "session": "abc", "caption": "", "jpeg": data, **changed}


def export_with(*photos, more=()):
    """The lines of an export of one table, the log of which tells of a picture that was added as its second act."""
    digest = hashlib.sha256(jpeg()).hexdigest()
    bodies = ({"what": "opened"}, {"what": "added", "digest": digest}, *more)
    events = [
        {"act": f"a{at}", "sent": "", "kind": "photo", "body": body, "phone": 1, "at": WHEN}
        for at, body in enumerate(bodies)
    ]
    head = {"companion": "instance", "format": 1, "key": "00" * 32, "phones": 1, "sessions": 1, "groups": 0}
    phone = {"phone": 1, "token": "11" * 32, "made": WHEN}
    setup = {"players": ["Ann", "Ben", "Cleo"], "options": {}}
    table = {"session": "abc", "game": "luz", "made": WHEN, "ended": None, "used": 1, "generation": 0, "setup": setup}
    table |= {"result": None, "codes": {"scorer": "K7QXM4", "viewer": "K7QXM7"}, "members": [], "log": events}
    lines = [{**head, "photos": len(photos)}, phone, table, *photos]
    return [json.dumps(line).encode() + b"\n" for line in lines]


@each_row(
    ("changed", "says"),
    [
        ({"jpeg": "?"}, "jpeg"),
        ({"jpeg": 7}, "jpeg"),
        ({"jpeg": base64.b64encode(jpeg(extra=segment(0xE1, EXIF))).decode()}, "more than the picture"),
        ({"jpeg": base64.b64encode(jpeg(2000, 8)).decode()}, "larger than what is kept"),
        ({"jpeg": base64.b64encode(jpeg(16, 8)).decode()}, "no log in the file"),
        ({"photo": 1}, "no log in the file"),
        ({"photo": 0}, "photo"),
        ({"session": "other"}, "no log in the file"),
        ({"caption": "a" * 121}, "caption"),
        ({"caption": None}, "caption"),
        ({"more": 1}, "more"),
    ],
)
def test_a_line_that_was_changed_is_refused_with_its_number(changed, says):
    told = refusal(export_with(line_of(**changed)))
    assert told.startswith("line 4: ") and says in told


def test_a_photograph_comes_once():
    assert "line 5: " in refusal(export_with(line_of(), line_of()))


@each_row(
    "body",
    [{"what": "hidden"}, {"what": "added"}, {"what": "added", "digest": "x"}, {"what": "removed", "photo": 1},
     {"what": "removed", "photo": "1"}, {"what": "opened", "photo": 1}, {}, 7],
)  # fmt: skip
def test_a_table_with_a_log_that_none_has_is_left_out_alone(body):
    assert refused(body).startswith("act 3: ")


def test_a_table_with_seven_photographs_is_left_out():
    assert "6 photographs" in refused(*({"what": "added", "digest": f"{number:064x}"} for number in range(6)))


def refused(*more):
    """Why a table with these acts is left out of an import, while the rest of the file is read."""
    export = export_of(export_with(line_of(), more=more))
    ((_, reason),) = export.refused
    return reason.text()
