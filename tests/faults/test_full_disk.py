"""A disk that takes no more: it is said in a sentence, nothing is half-written, and with room again it goes on."""

import json
import resource
import subprocess
from contextlib import suppress

import pytest

from tests.faults.kept import check, read, replayed
from tests.faults.served import Served
from tests.support.files import example
from tests.support.long import long
from tests.support.phones import bets, trick

pytestmark = long
SIZE = "768k"
FULL = "The disk is full. Nothing was saved; make room and try again."
NO_MORE = FULL.replace("is full.", "takes no more: it is full, a quota is used up, or it fails.")


class SmallDisk:
    """A file system of its own in memory, and a file that takes up all the room that is left."""

    sentence = FULL

    def __init__(self, folder):
        self.folder, self.filler = folder, folder / "filler"

    def fill(self, _=None, left=0):
        with open(self.filler, "ab", buffering=0) as filler:
            with suppress(OSError):
                while filler.write(b"x" * 4096):
                    pass
            filler.truncate(max(0, filler.tell() - left))

    def make_room(self, _=None):
        self.filler.unlink()


class Quota:
    """A limit to what the server may write, as large as its log."""

    sentence = NO_MORE

    def __init__(self, folder):
        self.folder = folder

    def fill(self, served, left=0):
        served.allow((self.folder / "companion.sqlite-wal").stat().st_size + left)

    def make_room(self, served=None):
        if served is not None:  # a server that is started anew has no limit
            served.allow(None)


@pytest.fixture
def small(tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here")
    yield SmallDisk(folder)
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(params=["quota", "small disk"])
def disk(request, tmp_path):
    if request.param == "quota":
        if not hasattr(resource, "prlimit"):
            pytest.skip("a running server cannot be limited on this system")
        return Quota(tmp_path)
    return request.getfixturevalue("small")


def test_it_is_said_and_nothing_is_half_written(disk, serve, client):
    served = serve(kept=disk.folder)
    host, guest = client(served.port, "host"), client(served.port, "guest")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    link = host.link(session)
    host.act(session, "enter", 0, bets("3 2 1"))
    before = read(served.database)
    disk.fill(served)
    posts = {
        f"/t/{session}/enter": host.form("full", 1, trick(1, 0)),
        f"/t/{session}/undo": host.form("full undo", 1),
        f"/t/{session}/sit": host.form("full seat", 1, {"seat": 1}),
        "/new/5211": {"player": ["Dan", "Eve"]},
        "/import/open": {"key": "full import", "text": json.dumps(example("luz/whole-game"))},
    }
    answers = [host.ask("POST", path, fields) for path, fields in posts.items()] + [guest.ask("POST", link, ())]
    assert {(answer.status, answer.notice) for answer in answers} == {(503, disk.sentence)}
    assert guest.cookie, "sent again, it comes from the same phone"
    assert host.version(session) == 1 and host.totals(session) == []
    assert host.page("/").status == 200
    assert read(served.database) == before
    disk.make_room(served)
    answer = host.ask("POST", f"/t/{session}/enter", posts[f"/t/{session}/enter"])
    host.note(session, "enter", "full", answer)
    guest.join(host, session)
    assert guest.version(session) == host.version(session) == 2
    check(read(served.database), host.ledger)


def test_it_fills_up_while_people_play_and_is_killed(disk, serve, client):
    served = serve(kept=disk.folder)
    host = client(served.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    disk.fill(served, left=200 * 1024)
    opened = [session]
    refusals = {host.act(session, "enter", 0, bets("3 2 1")).status, *fill_up(host, opened, disk.sentence)}
    assert refusals == {303, 503} and 1 < len(opened) < 60
    served.kill()
    assert read(served.database).sessions == opened
    disk.make_room()
    served.start()
    host.act(session, "enter", 1, trick(1, 0))
    assert host.version(session) == 2
    check(read(served.database), host.ledger)
    with replayed(served.database) as tables:
        assert list(tables) == opened


def fill_up(host, opened, sentence):
    """Open tables until there is no room for one, and a few times more; each takes rows in several places."""
    for _ in range(60):
        answer = host.ask("POST", "/new/5211", {"player": ["Dan", "Eve"]})
        if answer.status == 303:
            opened.append(answer.location.split("/")[2])
            continue
        assert (answer.status, answer.notice) == (503, sentence)
        yield answer.status


@pytest.mark.parametrize("left", [0, 8192])
def test_where_there_is_no_room_to_begin_it_says_so(small, tmp_path, left):
    small.fill(left=left)
    served = Served(tmp_path, kept=small.folder)
    why = "cannot be written: the disk is full, or it fails."
    assert served.refusal() == f"companion serve: The database {served.database} {why}\n"
    small.make_room()
    served.start()
    assert "Traceback" not in served.output()
    served.end()
    assert {path.suffix for path in small.folder.iterdir()} == {".sqlite"}


def test_it_starts_and_shows_what_is_there_on_a_full_disk(small, serve, client):
    served = serve(kept=small.folder)
    host = client(served.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    host.act(session, "enter", 0, bets("3 2 1"))
    small.fill()
    served.kill()
    served.start()
    assert host.version(session) == 1
    answer = host.insist("POST", f"/t/{session}/undo", host.form("undo", 1))
    assert (answer.status, answer.notice) == (503, FULL)
    small.make_room()
    host.act(session, "undo", 1)
    assert host.version(session) == 2
    check(read(served.database), host.ledger)
