"""Features share what tests of pages have, and an instance of all games, which is brought to another folder."""

import re
from io import BytesIO
from pathlib import Path

import pytest

from companion.app import create_app
from companion.commands.cli import main
from companion.commands.data import FileError
from companion.features.takeout.export_lines import lines
from companion.features.takeout.importing import Export
from companion.paths import is_address
from tests.conftest import POSTGRESQL
from tests.support import files, postgres
from tests.support.phones import Phone, bets, hand, totals, trick
from tests.views.conftest import group, there, wait, world

__all__ = ["group", "there", "wait", "world"]

EACH_GAME = ("5211/long-exactly-50", "azul/grey-whole-game", "ingenious/final-ranking", "luz/whole-game",
             "salamanca/rulebook-example", "open/teams-halves-negative")  # fmt: skip


@pytest.fixture
def named(engine):
    """What the command line calls the database at a path: on PostgreSQL its address."""
    return lambda path: postgres.address_for(path) if engine == POSTGRESQL else str(path)


@pytest.fixture
def command(capfdbinary, named):
    """Calls the command line; gives its status, output and complaints. A path is an address on PostgreSQL."""

    def call(*arguments):
        words = [str(argument) for argument in arguments]
        if words[-2] == "--database" and not is_address(words[-1]):
            words[-1] = named(Path(words[-1]))
        try:
            status = main(words)
        except SystemExit as stop:
            status = int(str(stop.code))
        written = capfdbinary.readouterr()
        return status, written.out.decode(), written.err.decode()

    return call


def fill(host, other):
    """Tables by what they are: one of Luz with a half-entered deal and acts of each kind, and one of each game."""
    luz, fifty = host.open("luz"), host.open("5211")
    other.join(host, luz)
    other.act(luz, "sit", {"seat": 1})
    host.enter(luz, {**bets("3 2s 1 0"), "sure": 1})
    host.enter(luz, totals("3 2 0 5"))
    host.enter(luz, {**bets("1 1 1 1"), "sure": 1})
    other.enter(luz, trick(1, 2))
    host.act(luz, "undo")
    host.enter(fifty, hand(0, "G1 G2 Y3 O2"))
    host.enter(fifty, hand(1, "G3 T3 Y2 O3"))
    host.act(fifty, "end")
    again = host.act(fifty, "rematch").location.split("/")[2]
    made = {"luz": luz, "fifty": fifty, "rematch": again}
    return made | {name: files.bring(host, files.example(name)) for name in EACH_GAME}


@pytest.fixture
def tables(host, phone):
    return fill(host, phone())


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """An export, and the tables in it; made once, for tests that only read it."""
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("written") / "a.sqlite"), "TESTING": True})
    kept = app.extensions["companion"]
    tables = fill(Phone(app), Phone(app))
    text = "".join(f"{line}\n" for line in lines(kept.store, kept.key))
    kept.store.close()
    return text, tables


@pytest.fixture
def export(app, tmp_path, command):
    def export():
        file = tmp_path / "all.jsonl"
        assert command("export", file, "--force", "--database", app.config["DATABASE"]) == (0, "", "")
        return file

    return export


@pytest.fixture
def moved(export, tmp_path, command, serve):
    """Moves the instance into an empty one, which exports the same; gives that one, and what the import said."""

    def move():
        file, database = export(), tmp_path / "new" / "companion.sqlite"
        status, out, err = command("import", file, "--database", database)
        assert (status, err) == (0, "")
        assert command("import", file, "--database", database)[0] == 0, "once more changes nothing"
        assert command("export", "--database", database) == (0, file.read_text(), "")
        return serve(database), out

    return move


@pytest.fixture
def bring(tmp_path, command):
    """Imports a file into new.sqlite; gives status, output and complaints."""
    return lambda file: command("import", file, "--database", tmp_path / "new.sqlite")


def export_of(lines):
    return Export(BytesIO(b"".join(lines)))


def refusal(lines):
    with pytest.raises(FileError) as refused:
        export_of(lines)
    return refused.value.message.text()


def same_phone(phone, app):
    """The phone in the hand of the same player, at another instance."""
    same, cookie = Phone(app), phone.client.get_cookie("phone")
    same.client.set_cookie("phone", cookie.value)
    return same


def assert_same(host, there, tables):
    """All tables, links and phones are there as they are here, and the game of Luz goes on."""
    same = same_phone(host, there)
    for session in tables.values():
        for page in ("", "/sheet", "/log", "/share", "/seats"):
            assert shown(same, f"/t/{session}{page}") == shown(host, f"/t/{session}{page}")
        assert same.links(session) == host.links(session)
    assert Phone(there).join(host, tables["luz"]).totals(tables["luz"]) == host.totals(tables["luz"])
    assert same.enter(tables["luz"], totals("1 2 3 4")).status_code == 303
    assert same.version(tables["luz"]) == host.version(tables["luz"]) + 1


def shown(phone, path):
    """A page without the keys of its forms, which are new each time."""
    return re.sub(r'name="act" value="[^"]*"', "", phone.page(path))
