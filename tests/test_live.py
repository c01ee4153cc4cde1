"""Who listens is told the new version and what changed, rendered once an audience; who leaves is forgotten."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.live import Audience, Listener, Live

ENGLISH = Audience("table", (), "scorer", "en")
CHINESE = Audience("table", (), "scorer", "zh_Hant")
WATCHING = Audience("table", (), "viewer", "en")


class Painter:
    """Renders parts that a test sets, and counts how often it was asked."""

    def __init__(self) -> None:
        self.parts = {"head": "v0", "now": "calm"}
        self.asked: Counter[tuple[str, Audience]] = Counter()

    def __call__(self, session: str, audience: Audience) -> Mapping[str, str]:
        self.asked[session, audience] += 1
        return {key: f"{part} {audience.role} {audience.locale}" for key, part in self.parts.items()}


@pytest.fixture
def painter() -> Painter:
    return Painter()


@pytest.fixture
def live(painter: Painter) -> Live:
    return Live(painter)


def read(event: str) -> tuple[str, dict[str, Any]]:
    name, data, *rest = event.split("\n")
    assert rest == ["", ""], "one event, ended by an empty line"
    return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def heard(listener: Listener) -> list[tuple[str, dict[str, Any]]]:
    return [read(listener.events.get_nowait()) for _ in range(listener.events.qsize())]


def changes(listener: Listener) -> list[dict[str, Any]]:
    return [data for name, data in heard(listener) if name == "change"]


def test_a_change_carries_only_the_parts_that_changed(live: Live, painter: Painter) -> None:
    listener = live.listen("s", 1, ENGLISH)
    live.wake("s", 1)
    painter.parts["head"] = "v2"
    live.wake("s", 2)
    live.wake("s", 3)
    first, second, third = changes(listener)
    assert first == {"version": 1, "since": -1, "parts": {"head": "v0 scorer en", "now": "calm scorer en"}}
    assert second == {"version": 2, "since": 1, "parts": {"head": "v2 scorer en"}}
    assert third == {"version": 3, "since": 2, "parts": {}}


def test_each_audience_is_rendered_for_once_and_gets_its_own(live: Live, painter: Painter) -> None:
    phones = {
        audience: [live.listen("s", number, audience) for number in range(50)]
        for audience in (ENGLISH, CHINESE, WATCHING)
    }
    live.listen("other", 1, ENGLISH)
    for listeners in phones.values():
        for listener in listeners:
            heard(listener)
    live.wake("s", 1)
    assert painter.asked == {("s", audience): 1 for audience in phones}
    for audience, listeners in phones.items():
        for listener in listeners:
            (change,) = changes(listener)
            assert change["parts"]["now"] == f"calm {audience.role} {audience.locale}"


def test_nobody_is_rendered_for_where_nobody_listens(live: Live, painter: Painter) -> None:
    live.leave(live.listen("s", 1, ENGLISH))
    live.wake("s", 1)
    assert not painter.asked


def test_who_comes_later_is_told_since_when_the_parts_are(live: Live) -> None:
    live.listen("s", 1, ENGLISH)
    live.wake("s", 4)
    late = live.listen("s", 2, ENGLISH)
    live.wake("s", 5)
    (change,) = changes(late)
    assert change["since"] == 4


def test_a_full_queue_loses_events_but_stops_nobody(live: Live) -> None:
    asleep, awake = live.listen("s", 1, ENGLISH), live.listen("s", 2, ENGLISH)
    heard(awake)
    versions = []
    for version in range(1, 30):
        live.wake("s", version)
        versions += [change["version"] for change in changes(awake)]
    assert versions == list(range(1, 30))
    assert asleep.events.full()
    assert heard(asleep)[-1][1]["version"] < 29


def started(live: Live, listener: Listener, versions: Iterator[int]) -> Iterator[str]:
    return live.stream(listener, lambda: next(versions), beat=0.01)


def test_a_stream_opens_with_the_version_and_repeats_it_as_heartbeat(live: Live) -> None:
    stream = started(live, live.listen("s", 1, ENGLISH), iter([3, 4, -1]))
    assert read(next(stream)) == ("version", {"version": 3, "phones": 1})
    assert read(next(stream)) == ("version", {"version": 4, "phones": 1})
    live.wake("s", 5)
    assert read(next(stream))[0] == "change"
    assert read(next(stream)) == ("version", {"version": -1, "phones": 1})


def test_a_stream_that_ends_is_forgotten(live: Live) -> None:
    first, second = live.listen("s", 1, ENGLISH), live.listen("s", 2, CHINESE)
    streams = [live.stream(listener, lambda: 1, beat=0.01) for listener in (first, second)]
    for stream in streams:
        next(stream)
    assert live.phones("s") == 2
    streams[0].close()  # type: ignore[attr-defined]
    assert live.phones("s") == 1
    streams[1].close()  # type: ignore[attr-defined]
    assert live.phones("s") == 0 and live._groups == {}
    live.leave(first)
    live.leave(second)


def test_leaving_twice_harms_no_newcomer(live: Live) -> None:
    gone = live.listen("s", 1, ENGLISH)
    live.leave(gone)
    live.listen("s", 2, ENGLISH)
    live.leave(gone)
    assert live.phones("s") == 1


def test_a_phone_with_three_pages_is_one_phone(live: Live) -> None:
    entering = Audience("enter", (("seat", "1"),), "scorer", "en")
    listeners = [live.listen("s", 1, ENGLISH), live.listen("s", 1, ENGLISH), live.listen("s", 1, entering)]
    assert live.phones("s") == 1
    live.listen("s", 2, ENGLISH)
    assert live.phones("s") == 2
    live.leave(listeners[0])
    assert live.phones("s") == 2
    for listener in listeners:
        live.leave(listener)
    assert live.phones("s") == 1


def test_the_others_are_told_who_comes_and_goes(live: Live) -> None:
    one = live.listen("s", 1, ENGLISH)
    two = live.listen("s", 2, WATCHING)
    live.leave(two)
    assert heard(one) == [("phones", {"phones": 2}), ("phones", {"phones": 1})]
    assert heard(two) == []


def test_all_are_told_when_the_session_is_gone(live: Live) -> None:
    here, there = live.listen("s", 1, ENGLISH), live.listen("other", 2, ENGLISH)
    live.close("s")
    assert [name for name, _ in heard(here)] == ["gone"]
    assert heard(there) == []


def test_text_of_any_kind_stays_one_event(live: Live, painter: Painter) -> None:
    painter.parts = {"now": "one\ntwo\r\nthree\u2028 {} 王小明 </section>\n\nevent: gone\ndata: 1\n\n"}
    listener = live.listen("s", 1, ENGLISH)
    live.wake("s", 1)
    (change,) = changes(listener)
    assert change["parts"]["now"].startswith(painter.parts["now"])
