"""What one phone enters the others are told: the version, the parts that changed, in their language and role."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.phones import Phone, Phones, bets, totals, trick

Listen = Callable[..., "Stream"]


class Stream:
    """The open stream of a page on a phone."""

    def __init__(self, phone: Phone, session: str, page: str = "table", query: str = "") -> None:
        self.answer = phone.get(f"/t/{session}/live/{page}?{query}", buffered=False)
        assert self.answer.status_code == 200
        self._events = iter(self.answer.response)

    def next(self, wanted: str = "change") -> dict[str, Any]:
        """The data of the next event, which must be of this kind; who comes and goes is passed over."""
        while True:
            text = next(self._events)
            lines = (text.decode() if isinstance(text, bytes) else text).strip().split("\n")
            name, data = [line for line in lines if not line.startswith("retry: ")]
            if name != "event: phones" or wanted == "phones":
                assert name == f"event: {wanted}"
                event: dict[str, Any] = json.loads(data.removeprefix("data: "))
                return event


@pytest.fixture
def listen() -> Iterator[Listen]:
    streams = []

    def opened(phone: Phone, session: str, page: str = "table", query: str = "") -> Stream:
        streams.append(Stream(phone, session, page, query))
        return streams[-1]

    yield opened
    for stream in streams:
        stream.answer.close()


def parts(phone: Phone, session: str, page: str = "table", **query: object) -> dict[str, Any]:
    answer = phone.get(f"/t/{session}/parts/{page}", query_string=query)
    assert answer.status_code == 200
    news: dict[str, Any] = answer.json
    return news


def test_a_stream_opens_with_the_version_and_the_phones(host: Phone, luz: str, listen: Listen, phone: Phones) -> None:
    host.enter(luz, bets("3 2 1 0"))
    stream = listen(host, luz)
    headers = stream.answer.headers
    assert headers["Content-Type"].startswith("text/event-stream") and headers["Cache-Control"] == "no-store"
    assert stream.next("version") == {"version": 1, "phones": 1}
    listen(phone().join(host, luz), luz)
    assert stream.next("phones") == {"phones": 2}


def test_a_change_comes_with_the_parts_that_changed(host: Phone, luz: str, listen: Listen, phone: Phones) -> None:
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    stream = listen(other, luz)
    stream.next("version")
    host.enter(luz, trick(1, 0))
    for version in (2, 3):
        if version == 3:
            host.enter(luz, trick(2, 0))
        change = stream.next()
        assert (change["version"], change["since"]) == (version, version - 1)
        assert {"head", "now"} <= set(change["parts"]) <= {"head", "now", "bar"}, "neither standings nor score pad"
        assert f'data-version="{version}"' in change["parts"]["head"]
        assert f"trick {version} of 10" in change["parts"]["now"]
    host.enter(luz, totals("3 2 1 4"))
    assert {"stand", "pad", "now"} <= set(stream.next()["parts"])


def test_the_form_is_told_of_what_others_enter(host: Phone, luz: str, listen: Listen, phone: Phones) -> None:
    stream = listen(phone().join(host, luz), luz, "enter")
    stream.next("version")
    host.enter(luz, bets("3 2 1 0"))
    change = stream.next()
    assert 'data-mode="tricks"' in change["parts"]["form"] and 'data-stage="tricks-1"' in change["parts"]["form"]
    host.act(luz, "end")
    assert "hero" in stream.next()["parts"], "the final page, in the place of the form"


def test_polling_gets_all_parts_or_nothing_new(host: Phone, luz: str) -> None:
    host.enter(luz, bets("3 2 1 0"))
    news = parts(host, luz, have=0)
    assert news["version"] == 1 and 'data-version="1"' in news["parts"]["head"]
    for name, part in news["parts"].items():
        assert f'id="{name}"' in part.split(">")[0]
    assert host.get(f"/t/{luz}/parts/table?have=1").status_code == 204
    for have in ("0", "2", "-1", "x", ""):
        assert parts(host, luz, have=have)["version"] == 1
    assert parts(host, luz, "enter", trick=1)["parts"].keys() == {"head", "notice", "last", "fault", "form", "bar"}


def test_the_parts_are_those_of_the_page(host: Phone, luz: str) -> None:
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 1 4"))
    for name, address in (("table", ""), ("enter", "/enter"), ("entry", "/entries/1")):
        page = host.page(f"/t/{luz}{address}")
        same = {key: part for key, part in parts(host, luz, name, number=1)["parts"].items() if "act" not in part}
        assert same, "each form has a key of its own"
        for key, part in same.items():
            assert part.strip() in page, key


def test_a_table_that_is_full_says_so_in_the_reader_s_language(
    host: Phone, luz: str, listen: Listen, phone: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    chinese = phone("zh-TW").join(host, luz)
    monkeypatch.setattr("companion.sessions.live.live._MOST_OF_SESSION", 1)
    listen(host, luz).next("version")
    answer = chinese.get(f"/t/{luz}/live/table")
    assert answer.status_code == 503 and answer.headers["Retry-After"] and "手機太多" in answer.text
    assert chinese.get(f"/t/{luz}/parts/table").status_code == 200
