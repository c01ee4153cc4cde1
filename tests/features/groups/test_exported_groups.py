"""Groups of players in an export: they go along whole, and a line that is not as it was written is told."""

import json

import pytest

from tests.features.conftest import export_of, refusal, same_phone, shown
from tests.support.each_row import each_row
from tests.support.groups import link, make_group, member, over, put
from tests.support.phones import Phone

WHEN = "2026-11-21T20:00:00+00:00"
GROUP = {
    "group": "abc",
    "name": "Friday",
    "made": WHEN,
    "changed": WHEN,
    "phones": [{"phone": 1, "role": "owner", "joined": WHEN}],
    "players": ["Ann", "Ben"],
    "seasons": [{"number": 1, "name": "Winter", "since": "2026-01-01", "until": ""}],
    "links": [{"role": "watch", "number": 2, "is_open": True}],
    "tables": [{"session": "s", "replay": False, "added": WHEN}],
}
HEAD = {"companion": "instance", "format": 1, "key": "00" * 32, "phones": 1, "sessions": 0}


@pytest.fixture
def group(host, phone):
    """A group with two tables, one of them with its replay, a season, a second phone and both links."""
    made = make_group(host, "Ann", "Ben", "Zoë")
    put(host, made, over(host))
    put(host, made, over(host), replay="")
    host.post(f"{made}/seasons", {"name": "Autumn", "since": "2026-09-01", "until": ""})
    member(host, made, phone())
    link(host, made, "watch")
    return made


def test_groups_go_along_with_all_that_is_in_them(group, host, moved):
    new, out = moved()
    assert "phones 2, templates 0, groups 1." in out
    same, watch = same_phone(host, new), link(host, group, "watch")
    for page in ("", "?season=1", "/edit", "/seasons", "/tables", "/share", "/games.csv", "/table.csv"):
        assert shown(same, group + page) == shown(host, group + page), page
    assert "Ann" in Phone(new).page(watch) and Phone(new).get(group).status_code == 404


def test_elsewhere_links_are_new_and_the_deleted_stays_so(group, export, host, tmp_path, command, serve):
    exported = export()
    database = tmp_path / "other.sqlite"
    other = serve(database)
    Phone(other).open("luz")
    command("import", exported, "--database", database)
    same = same_phone(host, other)
    watch = link(same, group, "watch")
    assert shown(same, f"{group}/table.csv") == shown(host, f"{group}/table.csv")
    assert watch != link(host, group, "watch") and "Ann" in Phone(other).page(watch)
    same.post(f"{group}/delete", {"sure": "yes"})
    assert "groups 1." in command("import", exported, "--database", database)[1]
    assert same.get(group).status_code == 404


def lines(group, **head):
    phone = {"phone": 1, "token": "00" * 32, "made": WHEN}
    return [f"{json.dumps(value)}\n".encode() for value in ({**HEAD, "groups": 1, **head}, phone, group)]


def test_a_group_is_read_as_it_was_written():
    assert [name for _, _, name in export_of(lines(GROUP)).more] == [GROUP["group"]]
    assert not export_of([f"{json.dumps({**HEAD, 'phones': 0})}\n".encode()]).more, "of an earlier version"


@pytest.mark.sqlite
@each_row(
    ("change", "sentence"),
    [
        ({"players": None}, "the field players must be"),
        ({"players": ["Ann", "ANN"]}, 'the field players names "ann" twice'),
        ({"players": ["x" * 41]}, "1 to 40 characters, not 41"),
        ({"phones": [{"phone": 99, "role": "owner", "joined": WHEN}]}, "the file has no phone 99"),
        ({"phones": [{"phone": 1, "role": "host", "joined": WHEN}]}, "the field role"),
        ({"seasons": [{**GROUP["seasons"][0], "since": "2026-02-30"}]}, 'the field since cannot be "2026-02-30"'),
        ({"links": [{"role": "watch", "number": 0, "is_open": True}]}, "the field number"),
        ({"links": GROUP["links"] * 2}, 'the field links names "watch" twice'),
        ({"tables": [{"session": "../x", "replay": True, "added": WHEN}]}, 'the field session cannot be "../x"'),
        ({"tables": [{"session": "x", "replay": 1, "added": WHEN}]}, "the field replay must be"),
        ({"group": "a b"}, 'the field group cannot be "a b"'),
        ({"made": "yesterday"}, 'a moment cannot be "yesterday"'),
        ({"more": 1}, 'a group has an unknown key "more"'),
    ],
)
def test_a_group_that_is_not_as_it_was_written_is_told_by_its_line(change, sentence):
    told = refusal(lines({**GROUP, **change}))
    assert "line 3: " in told and sentence in told


@pytest.mark.sqlite
@each_row(("name", "why"), [("A\0nn", "cannot have control characters"), ("\u200b", "needs a character")])
def test_a_name_that_no_form_takes_is_told_by_its_line(name, why):
    seasons = [{**GROUP["seasons"][0], "name": name}]
    for change in ({"name": name}, {"players": ["Ann", name]}, {"seasons": seasons}):
        told = refusal(lines({**GROUP, **change}))
        assert "line 3: " in told and why in told


def test_a_missing_and_a_second_group_are_told():
    for given, sentence in (
        (lines(GROUP)[:2], "ends too early"),
        (lines(GROUP, groups=2) + lines(GROUP)[2:], '"abc" stands in the file already'),
        (lines(GROUP, groups=0), "more than its first line tells of"),
    ):
        assert sentence in refusal(given)
