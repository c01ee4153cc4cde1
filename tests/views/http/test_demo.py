"""A demo's pages: what the first one says and lists, how visitors join sample tables, and what they cannot do there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games import all_games
from tests.support.demos import Demo, listed
from tests.support.phones import Phone, trick
from tests.support.seeds import chance


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A demo with all sample games, which the tests of this file share."""
    made = Demo(tmp_path_factory.mktemp("demo") / "demo.sqlite", JOIN_LIMIT=3)
    made.samples.begin(chance("demo").randrange(10_000))
    made.run()
    yield made
    made.close()


def joined(visitor: Phone, link: str) -> str:
    """The session that a visitor joins by a link of the first page."""
    answer = visitor.scan(link)
    assert answer.status_code == 303, answer.text
    return answer.location.split("/")[2]


def running_luz(demo: Demo) -> str:
    """The link to keep score at the open sample table of Luz, which five play."""
    return next(row.score for row in listed(demo.phone().page("/")) if row.text.startswith("Luz") and "Mei" in row.text)


def test_the_first_page_says_that_it_is_a_demo_and_when_what_is_deleted(demo: Demo) -> None:
    page = demo.phone().page("/")
    assert "This is a demo, open to everybody. Tables and groups are deleted a day after they were opened" in page
    assert "the sample tables start anew in 24 hours" in page and "without use" not in page
    assert "這是公開的試用站" in demo.phone("zh-TW").page("/")
    visitor = demo.phone()
    assert "a table is deleted for good a day after it was opened" in visitor.page(f"/t/{visitor.open()}/share")


def test_each_game_has_running_and_finished_samples(demo: Demo) -> None:
    rows = listed(demo.phone().page("/"))
    visitor, keys = demo.phone(), set()
    for row in rows:
        session = joined(visitor, row.score or row.watch)
        table = demo.service.table(session)
        keys.add((table.game.key, row.score is None))
        assert table.state.finished == (row.score is None) and table.version > 2
        assert visitor.get(f"/t/{session}").status_code == 200
    assert keys == {(key, is_over) for key in all_games() for is_over in (True, False)}
    assert "seat" not in " ".join(row.text for row in rows if row.score is None), "names, not numbers of seats"


def test_a_visitor_keeps_score_but_cannot_take_the_table_from_others(demo: Demo) -> None:
    visitor = demo.phone()
    session = joined(visitor, running_luz(demo))
    tricks = sum(slot.startswith("trick") for slot in demo.service.table(session).draft)
    assert visitor.enter(session, trick(tricks + 1, 0)).status_code == 303
    for act in ("end", "delete", "options"):
        assert visitor.act(session, act).status_code == 403, act
    for path in ("renew", "withdraw/result"):
        assert visitor.post(f"/t/{session}/{path}").status_code == 403, path
    assert demo.service.table(session) is not None
    assert visitor.act(session, "undo").status_code == 303


def test_an_address_brings_so_many_new_phones_an_hour(demo: Demo) -> None:
    link = running_luz(demo)
    phones = [demo.phone() for _ in range(4)]
    for phone in phones:
        phone.client.environ_base["REMOTE_ADDR"] = "10.9.9.9"
    for phone in phones[:3]:
        joined(phone, link)
    refused = phones[3].post(link)
    assert refused.status_code == 429 and "Too many new phones joined from here. Wait an hour" in refused.text
    assert phones[3].post("/join", {"code": "ABCDEF"}).status_code == 429
    others = [row.watch for row in listed(phones[0].page("/")) if row.score is None]
    assert phones[0].scan(others[0]).status_code == 303
