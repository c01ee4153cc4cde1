"""Who listens is told the new version and what changed, rendered once an audience; who leaves is forgotten."""

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from companion.engine import Message
from companion.live.audiences import STRANGER, Audience
from companion.live.live import ALIVE, HEARTBEAT, Live, TooManyStreams, send_heartbeats
from companion.storage.error_messages import StoreAway
from companion.table.peer_notices import PeerNotices
from tests.support.each_row import each_row

ENGLISH = Audience("table", (), "scorer", "en")
CHINESE = Audience("table", (), "scorer", "zh_Hant")
WATCHING = Audience("table", (), "viewer", "en")
NOTHING = {"listeners": 0, "audiences": 0, "phones": 0, "sessions_heard": 0}


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


class Painter:
    """Renders a version and parts that a test sets, and counts how often it was asked."""

    def __init__(self):
        self.version = 0
        self.parts = {"head": "v0", "now": "calm"}
        self.asked = Counter()

    def __call__(self, session, audience, fragments, *_):
        self.asked[session, audience] += 1
        return self.version, {key: f"{part} {audience.role} {audience.locale}" for key, part in self.parts.items()}


@pytest.fixture
def painter():
    return Painter()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def live(painter, clock):
    return Live(painter, clock)


def wake(live, version):
    assert isinstance(live._render, Painter)
    live._render.version = version
    live.wake("s")


def read(event):
    *_, name, data, last, end = event.decode().split("\n")  # the first of a stream says when to come back
    assert last == end == "" and len(_) <= 1, "one event, ended by an empty line"
    return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def heard(listener):
    events, listener.waiting = listener.waiting, []
    return [read(event.plain) for event in events]


def changes(listener):
    return [data for name, data in heard(listener) if name == "change"]


def test_a_change_carries_only_the_parts_that_changed(live, painter):
    listener = live.listen("s", 1, ENGLISH)
    painter.parts["head"] = "v1"
    wake(live, 1)
    wake(live, 2)
    painter.parts["more"] = "new"
    wake(live, 3)
    first, second, third = changes(listener)
    assert first == {"version": 1, "since": 0, "parts": {"head": "v1 scorer en"}}
    assert second == {"version": 2, "since": 1, "parts": {}}
    assert third == {"version": 3, "since": 2, "parts": {"more": "new scorer en"}}


def test_where_a_page_could_not_be_rendered_all_parts_are_to_be_fetched(painter, caplog):
    def first_fails(session, audience, fragments, *_):
        painter.version += 1
        if painter.version == 1:
            raise RuntimeError
        return painter(session, audience, fragments)

    live = Live(first_fails)
    listener = live.listen("s", 1, ENGLISH)
    assert "could not be rendered" in caplog.text
    live.wake("s")
    (change,) = changes(listener)
    assert (change["version"], change["since"]) == (2, -1)


def tile(name, text):
    return f'<li id="{name}">{text}</li>'


def each_of(fragments, render, rows):
    return "\n".join([fragments.render_cached(name, render, shown) for name, shown in rows])


def test_a_piece_in_a_piece_is_sent_only_where_it_changed():
    rows = {"r": {"a": 1, "b": 1}, "s": {"c": 1}}

    def cell(name, n):
        return f'<td id="{name}">{n}</td>'

    def table(session, audience, fragments, *_):
        def row(name, cells):
            return f'<tr id="{name}">{each_of(fragments, cell, cells.items())}</tr>'

        return 1, {"all": each_of(fragments, row, [(name, dict(cells)) for name, cells in rows.items()])}

    live = Live(table)
    listener = live.listen("s", 1, ENGLISH)
    for name, key in (("r", "a"), ("s", "c"), ("r", "b")):
        rows[name][key] += 1
        live.wake("s")
    parts = [change["parts"]["all"] for change in changes(listener)]
    held = {name: f'<td data-cached="{name}"></td>' for name in "abc"} | {
        name: f'<tr data-cached="{name}"></tr>' for name in "rs"
    }
    assert parts == [
        f'<tr id="r"><td id="a">2</td>\n{held["b"]}</tr>\n{held["s"]}',
        f'{held["r"]}\n<tr id="s"><td id="c">2</td></tr>',
        f'<tr id="r">{held["a"]}\n<td id="b">2</td></tr>\n{held["s"]}',
    ]


def test_the_whole_parts_are_those_of_the_version_that_was_sent_last():
    texts = {"a": "one", "b": "two"}

    def nested(session, audience, fragments, *_):
        def list_of_them(name, shown):
            return f'<ul id="{name}">{each_of(fragments, tile, shown.items())}</ul>'

        return len(texts), {"all": fragments.render_cached("list", list_of_them, dict(texts)), "rest": "\x02?\x03"}

    live = Live(nested)
    assert live.parts_at("s", ENGLISH, 2) is None
    live.listen("s", 1, ENGLISH)
    texts["c"] = "three"
    live.wake("s")
    items = '<li id="a">one</li>\n<li id="b">two</li>\n<li id="c">three</li>'
    assert live.parts_at("s", ENGLISH, 3) == {"all": f'<ul id="list">{items}</ul>', "rest": "\x02?\x03"}
    assert live.parts_at("s", ENGLISH, 2) is live.parts_at("s", ENGLISH, 4) is live.parts_at("s", CHINESE, 3) is None


def test_each_audience_is_rendered_for_once_and_gets_its_own(live, painter):
    phones = {
        audience: [live.listen("s", number, audience) for number in range(50)]
        for audience in (ENGLISH, CHINESE, WATCHING)
    }
    live.listen("other", 1, ENGLISH)
    for listeners in phones.values():
        for listener in listeners:
            heard(listener)
    painter.parts["now"] = "hot"
    painter.asked.clear()
    wake(live, 1)
    assert painter.asked == {("s", audience): 1 for audience in phones}
    for audience, listeners in phones.items():
        for listener in listeners:
            (change,) = changes(listener)
            assert change["parts"]["now"] == f"hot {audience.role} {audience.locale}"


def test_a_table_is_not_rendered_for_very_many_audiences(live, painter, monkeypatch):
    """Whoever opens a thousand streams, each of another page, must not make every entry cost a thousand pages."""
    monkeypatch.setattr("companion.live.live._MOST_RENDERED", 3)
    listeners = [live.listen("s", number, replace(ENGLISH, fields=(("seat", str(number)),))) for number in range(9)]
    for listener in listeners:
        heard(listener)
    assert len(painter.asked) == 3
    painter.asked.clear()
    wake(live, 1)
    assert len(painter.asked) == 3 and all(len(changes(listener)) == 1 for listener in listeners[:3])
    for listener in listeners[3:]:
        assert heard(listener) == [("version", {"version": 1, "phones": 9})]
    live.leave(listeners[0])
    heard(listeners[3])
    wake(live, 2)
    assert [data["since"] for data in changes(listeners[3])] == [-1], "who fetched version 1 fetches again"


def test_who_only_has_a_link_is_no_phone_of_the_table(live):
    live.listen("s", 1, ENGLISH)
    stranger = live.listen("s", STRANGER, WATCHING)
    assert (live.phones("s"), live.counts()["listeners"]) == (1, 2)
    wake(live, 1)
    assert [change["version"] for change in changes(stranger)] == [1], "but it is told what is new"


def test_the_streams_of_an_ended_device_end_at_every_process(live, painter):
    elsewhere = Live(painter)
    notices = PeerNotices(SimpleNamespace(live=elsewhere))
    live.channel = lambda notice: notices.hear({**notice, "node": "here"})
    listeners = [live.listen("s", 1, ENGLISH), elsewhere.listen("s", 1, ENGLISH), elsewhere.listen("s", 2, ENGLISH)]
    live.end_device(1)
    assert [listener.has_ended for listener in listeners] == [True, True, False]


def test_who_comes_later_is_told_since_when_the_parts_are(live):
    live.listen("s", 1, ENGLISH)
    wake(live, 4)
    late = live.listen("s", 2, ENGLISH)
    wake(live, 5)
    (change,) = changes(late)
    assert change["since"] == 4


def test_a_full_queue_loses_events_but_stops_nobody(live):
    asleep, awake = live.listen("s", 1, ENGLISH), live.listen("s", 2, ENGLISH)
    heard(awake)
    versions = []
    for version in range(1, 30):
        wake(live, version)
        versions += [change["version"] for change in changes(awake)]
    assert versions == list(range(1, 30))
    assert heard(asleep)[-1][1]["version"] < 29


def test_a_stream_opens_with_the_version(live):
    listener = live.listen("s", 1, ENGLISH)
    assert read(live.opening(listener, 3)) == ("version", {"version": 3, "phones": 1})


def test_phones_come_back_soon_and_not_all_at_once(live):
    openings = [live.opening(live.listen("s", number, ENGLISH), 1) for number in range(40)]
    waits = [int(opening.split(b"\n")[0].removeprefix(b"retry: ")) for opening in openings]
    assert min(waits) >= 500 and max(waits) <= 3000 and len(set(waits)) > 20


def test_a_phone_that_is_shut_out_hears_nothing_more(live, painter):
    listeners = {number: live.listen("s", number, ENGLISH) for number in (1, 2, 3)}
    for version in range(2, 2 + 20 * 2):  # more than wait for a connection
        wake(live, version)
    live.disconnect("s", {1, 2, 9})
    painter.parts["head"] = "secret"
    wake(live, 50)
    assert [heard(listeners[number]) for number in (1, 2)] == [[("gone", {})]] * 2
    assert heard(listeners[3])[0][0] == "change" and live.phones("s") == 1


def test_a_stream_whose_response_fails_is_forgotten(live):
    first, second = live.listen("s", 1, ENGLISH), live.listen("s", 2, CHINESE)
    first.take(None)
    assert live.phones("s") == 1
    second.take(None)
    assert live.counts() == NOTHING
    live.leave(first)
    live.leave(second)


def test_a_phone_with_three_pages_is_one_phone(live):
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


def announce_phones(live, clock, seconds=1.0):
    clock.now += seconds
    live.send_phones()


def test_all_are_told_soon_who_comes_and_a_second_later_who_goes(live, clock):
    one = live.listen("s", 1, ENGLISH)
    two = live.listen("s", 2, WATCHING)
    announce_phones(live, clock, 0)
    assert heard(one) == heard(two) == [("phones", {"phones": 2})]
    live.leave(two)
    announce_phones(live, clock, 0.9)
    assert heard(one) == []
    announce_phones(live, clock, 0.1)
    assert heard(one) == [("phones", {"phones": 1})]
    assert heard(two) == []
    announce_phones(live, clock, 9)
    assert heard(one) == []


def test_who_turns_to_another_page_is_not_told_to_have_gone(live, clock):
    one, two = live.listen("s", 1, ENGLISH), live.listen("s", 2, ENGLISH)
    announce_phones(live, clock)
    assert heard(one) == [("phones", {"phones": 2})]
    live.leave(two)
    clock.now += 0.3
    live.listen("s", 2, WATCHING)
    announce_phones(live, clock, 2)
    assert heard(one) == []


def test_who_came_in_between_is_told_in_the_end_as_well(live, clock):
    one, two = live.listen("s", 1, ENGLISH), live.listen("s", 2, ENGLISH)
    announce_phones(live, clock)
    live.leave(two)
    three = live.listen("s", 3, ENGLISH)
    live.leave(one)
    assert b'"phones":1' in live.opening(three, 0)
    for number in (1, 2):
        live.listen("s", number, ENGLISH)
    live.leave(three)
    late = live.listen("s", 4, ENGLISH)
    live.listen("s", 5, ENGLISH)
    announce_phones(live, clock)
    assert heard(late)[-1] == ("phones", {"phones": 4})


def test_who_comes_within_a_second_of_another_is_told_when_that_is_over(live, clock):
    one = live.listen("s", 1, ENGLISH)
    live.listen("s", 2, ENGLISH)
    announce_phones(live, clock, 0)
    live.listen("s", 3, ENGLISH)
    announce_phones(live, clock, 0.5)
    assert heard(one) == [("phones", {"phones": 2})]
    announce_phones(live, clock, 0.5)
    assert heard(one) == [("phones", {"phones": 3})]


def test_the_phones_of_a_process_that_is_gone_count_no_more(live, clock):
    live.channel = lambda notice: None
    notices = PeerNotices(SimpleNamespace(live=live, is_remote=False))
    one = live.listen("s", 1, ENGLISH)
    notices.hear({"kind": "phones", "node": "elsewhere", "session": "s", "phones": [7, 8]})
    announce_phones(live, clock)
    assert heard(one) == [("phones", {"phones": 3})]
    clock.now += 4 * ALIVE
    notices.keep_alive()
    announce_phones(live, clock)
    assert heard(one) == [("phones", {"phones": 1})] and live.phones("s") == 1


def test_however_many_come_and_go_all_are_told_once_a_second(live, clock):
    """A thousand phones at one table once told each other a million times how many they are."""
    line = Heard()
    live.listen("s", 0, ENGLISH).take(line)
    for _ in range(3):
        for number in range(1, 200):
            clock.now += 1 / 1000
            live.listen("s", number, ENGLISH)
            live.send_phones()
        for number in range(1, 150):
            live.leave(next(each for each in live._of("s").listeners() if each.phone == number))
        announce_phones(live, clock, 0.5)
    announce_phones(live, clock)
    assert live.phones("s") == 51
    assert line.received.count("phones") <= 4


def test_a_phone_has_some_streams_at_a_table_of_which_the_newest_go_on(live):
    other = live.listen("s", 2, ENGLISH)
    lines = [Heard() for _ in range(11)]
    for line in lines:
        live.listen("s", 1, ENGLISH).take(line)
    assert [line.received[-3:] for line in lines[:3]] == [["busy", "end", "closed"]] * 3
    assert all("busy" not in line.received for line in lines[3:])
    assert live.phones("s") == 2 and live.counts()["listeners"] == 9
    assert not other.has_ended


@pytest.mark.parametrize("number", [0, -1])
def test_viewers_without_a_cookie_keep_their_streams(live, number):
    """They all have one number: big screens and phones in a hall, and the overlays of a table."""
    player = live.listen("s", 1, ENGLISH)
    onlookers = [live.listen("s", number, WATCHING) for _ in range(101)]
    assert [each.has_ended for each in onlookers] == [True, *[False] * 100] and heard(onlookers[0]) == [("busy", {})]
    assert not player.has_ended


def test_a_table_has_some_streams_and_a_phone_in_it_keeps_its_place(live, monkeypatch):
    monkeypatch.setattr("companion.live.live._MOST_OF_SESSION", 3)
    first, *_ = [live.listen("s", number, ENGLISH) for number in range(1, 4)]
    with pytest.raises(TooManyStreams):
        live.listen("s", 9, WATCHING)
    assert live.counts() == {"listeners": 3, "audiences": 1, "phones": 3, "sessions_heard": 1}
    again = live.listen("s", 1, WATCHING)
    assert heard(first) == [("busy", {})] and not again.has_ended and live.phones("s") == 3
    live.listen("t", 9, ENGLISH)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_nothing_is_left_of_a_stream_that_could_not_be_opened(error):
    def fails(session, audience, fragments, *_):
        raise error

    live = Live(fails)
    with suppress(KeyboardInterrupt):
        live.leave(live.listen("s", 1, ENGLISH))
    assert live.counts() == NOTHING


def test_who_comes_and_goes_while_a_first_page_is_made_takes_nothing_away(painter):
    first = [True]

    def meanwhile(session, audience, fragments, *_):
        if first:
            first.clear()
            painter.version = 1
            other = busy.listen("s", 2, audience)
            busy.wake("s")
            busy.leave(other)
            painter.version = 0
        return painter(session, audience, fragments)

    busy = Live(meanwhile)
    listener = busy.listen("s", 1, ENGLISH)
    (change,) = changes(listener)
    assert change["version"] == 1
    painter.version = 2
    busy.wake("s")
    (change,) = changes(listener)
    assert change["since"] == 1, "the page that was made for version 0 came too late"


class Heard:
    def __init__(self):
        self.received = []
        self.on_close = None

    def send(self, data):
        self.received.append(data.decode().split("\n")[0].removeprefix("event: "))

    def end(self):
        self.received.append("end")
        self.close()

    def close(self):
        on_close, self.on_close = self.on_close, None
        if on_close is not None:
            self.received.append("closed")
            on_close()


def test_a_line_gets_what_came_before_it_and_then_everything(live):
    listener, line, elsewhere = live.listen("s", 1, ENGLISH), Heard(), live.listen("other", 2, ENGLISH)
    wake(live, 1)
    assert not line.received
    listener.take(line)
    assert line.received == ["change"]
    live.send_typing("s", 2, 0)
    wake(live, 2)
    live.close("s")
    assert line.received == ["change", "typing", "change", "gone", "end", "closed"]
    assert live.phones("s") == 0 and heard(elsewhere) == []


def beat(live):
    send_heartbeats(live, lambda sessions: dict.fromkeys(sessions, 7), lambda seconds: None)


def test_many_tables_are_told_some_at_a_time_and_a_fault_at_one_stops_no_other(live, caplog, monkeypatch):
    monkeypatch.setattr("companion.live.live._VERSIONS_AT_ONCE", 1)
    lines = {f"s{number}": Heard() for number in range(1, 701)}
    for number, (session, line) in enumerate(lines.items()):
        live.listen(session, number, ENGLISH).take(line)
    told, pauses = [0], []

    def pause(seconds):
        pauses.append(seconds)
        told.append(sum(line.received == ["version"] for line in lines.values()))

    def versions(sessions):
        if "s350" in sessions:
            raise RuntimeError
        return dict.fromkeys(sessions, 7)

    send_heartbeats(live, versions, pause)
    assert sum(pauses) == pytest.approx(HEARTBEAT) and len(pauses) < 300
    assert max(after - before for before, after in pairwise(told)) <= 3 and told[-1] == 699
    assert lines["s350"].received == [] and "no heartbeat" in caplog.text


def test_no_heartbeat_tells_an_older_version_than_the_stream_began_with(live):
    listener = live.listen("s", 1, ENGLISH)
    live.opening(listener, 7)
    line, told = Heard(), []
    line.send = lambda data: told.append(json.loads(data.split(b"data: ")[1])["version"])
    listener.take(line)
    beat(live)
    send_heartbeats(live, lambda sessions: dict.fromkeys(sessions, 8), lambda seconds: None)
    beat(live)
    assert told == [7, 8, 8]


def test_no_heartbeat_tells_an_older_version_than_a_change_brought(live):
    line, told = Heard(), []
    line.send = lambda data: told.append(json.loads(data.split(b"data: ")[1])["version"])
    live.listen("s", 1, ENGLISH).take(line)
    wake(live, 5)
    live.beat("s", 4)
    assert told == [5, 5]


def test_where_the_database_is_away_the_phones_are_told_instead(live):
    line = Heard()
    live.listen("s", 1, ENGLISH).take(line)

    def versions(sessions):
        raise StoreAway(Message("The database cannot be reached."))

    send_heartbeats(live, versions, lambda seconds: None)
    beat(live)
    assert line.received == ["away", "version"]


@each_row(
    "end",
    [
        lambda live, listener, line: line.close(),
        lambda live, listener, line: live.close("s"),
        lambda live, listener, line: live.disconnect("s", {1}),
        lambda live, listener, line: listener.end(),
    ],
)
def test_a_line_that_ends_in_whatever_way_is_closed_and_forgotten_once(painter, end):
    live, line = Live(painter), Heard()
    listener = live.listen("s", 1, ENGLISH)
    listener.take(line)
    for _ in range(2):
        end(live, listener, line)
    assert live.counts() == NOTHING and line.received.count("closed") == 1
    early = live.listen("s", 1, ENGLISH)
    live.disconnect("s", {1})
    early.take(before := Heard())
    assert before.received == ["gone", "end", "closed"], "also who is shut out before there is a line"
