"""However much data a phone has, no request holds up the others: all addresses are walked on a real server.

The server's own metrics tell how long its event loop stood still, by the processor's time of that thread.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.sessions.edits.photo_edits import MOST_BYTES
from companion.sessions.live.live import Live
from companion.sessions.service import Sessions
from companion.storage.opening import open_store
from tests.faults.served import FORKED, Served
from tests.support import postgres
from tests.support.files import fields
from tests.support.jpegs import jpeg
from tests.support.long import long
from tests.support.walking import Walk, filled

pytestmark = long

_ON_POSTGRESQL = (long, pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"))


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=_ON_POSTGRESQL)])
def walk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    folder = tmp_path_factory.mktemp("much")
    address = postgres.fresh_database() if request.param == "postgresql" else None
    app, data, tokens, cookie = filled(folder, address)
    served = Served(folder, program=FORKED, options=["--photos"], address=address)
    served.start()
    try:
        yield Walk(app, data, tokens, served.port, cookie, served.database)
    finally:
        served.close()


def test_no_address_holds_up_others_however_much_data_a_phone_has(walk: Walk) -> None:
    """Three phones of somebody with much data ask for everything at once."""
    urls = [(rule.rule, path) for rule in walk.rules() for path in walk.paths(rule)]
    with ThreadPoolExecutor(3) as phones:
        statuses = list(phones.map(lambda url: walk.ask("GET", url[1])[0], urls))
    answered = {rule for (rule, _), status in zip(urls, statuses, strict=True) if status < 400}
    assert {rule for rule, _ in urls} <= answered
    if walk.too_long():
        # Caches that other programs have emptied make one step of anything slow once: what is slow again is so itself.
        assert not [path for _, path in urls if walk.ask("GET", path) and walk.too_long()]


def test_no_large_change_holds_up_others(walk: Walk) -> None:
    names = "\n".join(["Ann", *(f"P{number}" for number in range(1, 60))])
    status, answer = walk.ask("POST", "/groups/new", {"name": "All", "names": names})
    assert status == 303, answer
    group = walk.location
    changes = [(f"{group}/tables", {"all": "yes"}), ("/players/p7/rename", {"name": "Zoe"})]
    changes += [("/players/p9/delete", {"what": "games", "sure": "yes"})]
    changes += [(f"{group}/edit", {"name": "Others", "names": names}), (f"{group}/delete", {"sure": "yes"})]
    assert [walk.ask("POST", path, fields)[0] for path, fields in changes] == [303] * len(changes)
    assert not walk.too_long()


def test_no_change_of_a_long_table_holds_up_others(walk: Walk) -> None:
    table = f"/t/{walk.data.running}"
    walk.submit(walk.page(f"{table}/entries/3/remove"), "remove", act="removed")
    preview = walk.submit(walk.page(f"{table}/entries/3/correct"), "correct/form", n0="77")
    walk.submit(preview, "correct", act="corrected")
    page = walk.page(f"{table}/entries/3/insert")
    for _ in range(6):
        page = walk.submit(page, "insert/form", n0="5")
    walk.submit(page, "insert", act="inserted")
    walk.submit(walk.page(f"{table}"), "undo", act="undone")
    assert not walk.too_long()


def test_no_photograph_holds_up_others(walk: Walk) -> None:
    """One is removed, whose traces are looked for in the whole database, and one as large as may be is added."""
    table = f"/t/{walk.data.finished}/photos"
    page = walk.submit(walk.page(table), "remove", act="photo-removed", sure="yes")
    plain = jpeg(1600, 1200)
    picture = plain[:-2] + bytes([99]) * (MOST_BYTES - len(plain)) + plain[-2:]
    sent = {**fields(page), "act": "photo-added", "photo": FileStorage(BytesIO(picture), "photo.jpg", "photo")}
    status, answer = walk.ask("POST", table, content=encode_multipart(sent))
    assert status == 303, answer
    assert not walk.too_long()


def test_no_import_holds_up_others(walk: Walk) -> None:
    file = walk.page(f"/t/{walk.data.finished}/session.json")
    status, page = walk.ask("POST", "/import/look", {"text": file}, walk.plain)
    assert status == 200, page
    walk.submit(page.decode(), "import/open")
    for text in ("[" + "[]," * 300_000 + "[]]", "[" + "1," * 450_000 + "1]", "[" + "{}," * 300_000 + "{}]"):
        assert walk.ask("POST", "/import/look", content=encode_multipart({"text": text}))[0] == 422
    assert not walk.too_long()


def test_no_deletion_of_what_is_unused_holds_up_others(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Almost everything is used: all of it has to be looked at."""
    with closing(open_store(walk.database)) as store:
        write, times = store.write, list[float]()

        def timed(job: Callable[[Any], Any], *more: Any, **options: Any) -> Any:
            began = time.thread_time()
            try:
                return write(job, *more, **options)
            finally:
                times.append(time.thread_time() - began)

        monkeypatch.setattr(store, "write", timed)
        sessions = Sessions(store, Live(lambda session, audience, pieces: (0, {})), b"k" * 32)
        sessions.deletion.delete_unused(1, lambda: None, datetime(2020, 1, 3, tzinfo=UTC))
    assert times and max(times) < 0.05  # in one piece it would be longer, with these 50,000 phones
