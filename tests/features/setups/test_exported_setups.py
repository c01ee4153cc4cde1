"""The setups that phones keep come along with an instance, and are counted; what is not one is told with its line."""

import json

import pytest

from tests.features.conftest import same_phone

FIELDS = {"title": "Wizard", "count": "rounds", "rounds": "10", "win": "highest"}


@pytest.fixture
def file(host, phone, export):
    """An export with two phones that keep setups, and one table."""
    host.open("luz")
    for title in ("Wizard", "Skull", "Wizard"):
        host.post("/new/open/keep", {**FIELDS, "title": title})
    phone().post("/new/open/keep", FIELDS)
    return export()


def test_they_come_along_and_are_counted(file, host, moved):
    phones = [json.loads(line) for line in file.read_text().splitlines()[1:3]]
    assert [[kept["name"] for kept in phone["setups"]] for phone in phones] == [["Skull", "Wizard"], ["Wizard"]]
    new, out = moved()
    assert "Counted: tables 1, log entries 0, phones 2, templates 3, groups 0." in out
    assert same_phone(host, new).page("/setups") == host.page("/setups")


def test_those_that_are_there_stay(file, host, tmp_path, command, serve):
    database = tmp_path / "new.sqlite"
    assert command("import", file, "--database", database)[0] == 0
    same = same_phone(host, serve(database))
    same.post("/new/open/keep", {**FIELDS, "rounds": "33"})
    same.post("/setups/open/delete?setup=skull", {"sure": "yes"})
    assert command("import", file, "--database", database)[0] == 0
    assert 'value="33"' in same.page("/new/open?setup=wizard") and "Skull" in same.page("/setups")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"name": "a\x00"}, "the field name cannot be"),
        ({"name": ""}, "the field name cannot be"),
        ({"key": "other"}, "the field key cannot be"),
        ({"options": []}, "the field options cannot be"),
        ({"options": {"name": "x" * 17_000}}, "the field options cannot be"),
        ({"game": "../x"}, "the field game cannot be"),
        ({"at": "then"}, "a moment cannot be"),
        ({"more": 1}, "more"),
    ],
)
@pytest.mark.sqlite
def test_what_is_not_as_it_was_written_is_told_with_its_line(file, bring, change, fault):
    lines = file.read_text().splitlines()
    value = json.loads(lines[1])
    value["setups"][0] |= change
    file.write_text("\n".join([lines[0], json.dumps(value), *lines[2:]]) + "\n")
    status, out, err = bring(file)
    assert (status, out) == (2, "") and "line 2: " in err and fault in err, err


def test_a_setup_of_a_game_that_is_not_here_is_kept_for_it(file, host, tmp_path, command, serve):
    file.write_text(file.read_text().replace('"game": "open"', '"game": "elsewhere"', 1))
    database = tmp_path / "new.sqlite"
    assert command("import", file, "--database", database)[0] == 0
    same = same_phone(host, serve(database))
    assert "Skull" not in same.page("/setups") and "Skull" not in same.page("/") and "Wizard" in same.page("/setups")
    assert command("export", "--database", database)[1] == file.read_text()
