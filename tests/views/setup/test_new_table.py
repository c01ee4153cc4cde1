"""Opening a table: who plays in which order, its settings, what cannot be; a form opens one, however often sent."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, notice

FOUR = ["Ann", "Ben", "Cleo", "Dan"]


def seats(answer):
    return parse(answer.text).values("player")


def checked(answer, option):
    (chosen,) = [key["value"] for key in parse(answer.text).with_attribute("name", option) if "checked" in key]
    return chosen


def asked(client, game="luz", **fields):
    answer = client.get(f"/new/{game}", query_string=fields)
    assert answer.status_code == 200
    return answer


def test_the_empty_form_says_how_many_are_missing(client):
    answer = asked(client)
    assert seats(answer) == [] and "3 more players needed" in answer.text
    assert "disabled" in parse(answer.text).with_attribute("name", "opens")[0]
    assert "One more player needed" in asked(client, player=["Ann", "Ben"]).text
    (opens,) = parse(asked(client, player=["Ann", "Ben", "Cleo"]).text).with_attribute("name", "opens")
    assert "disabled" not in opens


BUTTONS = [
    ({"player": ["Ann"], "name": "  Ben  "}, ["Ann", "Ben"]),
    ({"player": ["Ann"], "name": "   "}, ["Ann"]),
    ({"player": ["Ann"], "add": "Ben"}, ["Ann", "Ben"]),
    ({"player": FOUR, "drop": "Ben"}, ["Ann", "Cleo", "Dan"]),
    ({"player": FOUR, "up": "Cleo"}, ["Ann", "Cleo", "Ben", "Dan"]),
    ({"player": FOUR, "up": "Ann"}, FOUR),
    ({"player": FOUR, "up": "Eve"}, FOUR),
    ({"player": FOUR, "drop": "Eve"}, FOUR),
    ({"player": FOUR, "drop": "Dan", "up": "Dan"}, ["Ann", "Ben", "Cleo"]),
    ({"player": ["Ann", "Ben"], "drop": "Ann", "up": "Ben"}, ["Ben"]),
    ({"player": ["", " ", "Ann", "\t"]}, ["Ann"]),
    ({"player": [str(number) for number in range(9)]}, ["0", "1", "2", "3", "4"]),
    ({"player": ["王小明", "Zoë", "👩‍👩‍👧"]}, ["王小明", "Zoë", "👩‍👩‍👧"]),
]


def test_a_change_is_posted_and_its_address_has_all_of_it(host):
    for fields, left in BUTTONS:
        answer = host.post("/new/luz/form", {"player": [], "start": "1", **fields})
        assert answer.status_code == 303
        page = host.get(answer.location)
        assert seats(page) == left, fields
        shown = host.post("/new/luz/form", {"player": [], "start": "1", **fields}, HTMX)
        assert shown.status_code == 200 and shown.headers["HX-Replace-Url"] == answer.location
        assert seats(shown) == left
    assert host.client.get("/").text.count("/t/") == 0, "nothing was opened"


@each_row("packed", ["", "x", "%00", "eJw", "eNo", "💥", "A" * 7000, "eJwDAAAAAAE"])
def test_a_damaged_address_gives_an_empty_form(client, packed):
    assert seats(asked(client, form=packed)) == []


@each_row(
    ("game", "fields", "sentence"),
    [
        ("luz", {"player": ["Ann"], "name": "Ann"}, "Ann sits at the table already"),
        ("luz", {"player": ["Ann"], "name": "x" * 41}, "at most 40 characters"),
        ("luz", {"player": ["Ann"], "name": "A\x1bn"}, "cannot have control characters"),
        ("luz", {"player": ["Ann"], "name": "\u200b"}, "needs a character that can be seen"),
        ("luz", {"player": [*FOUR, "Eve"], "name": "Fay"}, "at most 5"),
        ("5211", {"player": [*FOUR, "Eve"], "add": "Fay"}, "at most 5"),
    ],
)
def test_a_name_that_cannot_sit_down(client, game, fields, sentence):
    answer = asked(client, game, **fields)
    assert sentence in notice(answer)
    assert seats(answer) == fields["player"]
    if "name" in fields and len(seats(answer)) < 5:
        assert f'value="{fields["name"]}"' in answer.text, "what was typed stays"


def test_settings_are_kept_while_players_come_and_go(client):
    options = ("start", "final_start", "negative_totals")
    for sent, kept in (((2, 1, 1), ["2", "1", "1"]), ((), ["0"] * 3), ((9, "x", -1), ["0"] * 3)):
        answer = asked(client, player=FOUR, **dict(zip(options, sent, strict=False)))
        assert [checked(answer, option) for option in options] == kept, sent


def test_a_table_opens_with_what_was_chosen(host):
    def opened(*table, **chosen):
        return dict(host.get(f"/t/{host.open(*table, **chosen)}/scoresheet.json").json)

    sheet = opened("luz", ["Cleo", "Ann", "Ben"], start=1, final_start=1, negative_totals=1)
    assert sheet["players"] == ["Cleo", "Ann", "Ben"]
    assert sheet["options"] == {"start": 1, "final_start": "deal-1", "negative_totals": False}
    assert opened("5211", long=1)["options"]["long"] is True
    assert opened("5211")["options"] == {"long": False, "long_tiebreak": "all-decks"}


@each_row(("game", "players"), [("luz", []), ("luz", FOUR[:2]), ("luz", ["Ann", "Ben", "Ann"]), ("5211", ["Ann"])])
def test_what_cannot_be_opened_is_said_and_stays_on_the_form(host, game, players):
    key = f"key-{len(players)}"
    answer = host.post(f"/new/{game}", {"player": players, "opens": key})
    assert answer.status_code == 422 and notice(answer)
    assert len(seats(answer)) == len(players)
    assert host.post(f"/new/{game}", {"player": FOUR, "opens": key}).status_code == 303, "put right, by the same key"


def test_names_seen_before_are_offered_unless_they_sit_here(host):
    host.open("luz", ["Ann", "Ben", "王小明"])
    for here, offered in (([], ["Ann", "Ben", "王小明"]), (["Ben"], ["Ann", "王小明"])):
        assert parse(asked(host.client, player=here).text).values("add") == offered


def test_names_that_wait_for_an_answer_are_added_in_their_order(host):
    """The refused one is told and the others stand."""
    fields = {"player": ["Ann"], "waiting": ["Ben", "Cleo"], "name": "Dan"}
    assert seats(host.post("/new/luz/form", fields, HTMX)) == FOUR
    session = host.post("/new/luz", fields).location.split("/")[2]
    assert host.get(f"/t/{session}/scoresheet.json").json["players"] == FOUR
    answer = host.post("/new/luz/form", {"player": ["Ann"], "waiting": ["Ann", "Ben", "Cleo"], "name": ""}, HTMX)
    assert seats(answer) == FOUR[:3] and "Ann sits at the table already; names must differ." in answer.text
    answer = host.post("/new/luz", {"player": ["Ann", "Ben"], "waiting": ["Ben", "Cleo"]})
    assert answer.status_code == 422 and seats(answer) == FOUR[:3]


def count(sessions):
    return int(sessions.store.rows("SELECT count(*) AS n FROM sessions WHERE deleted IS NULL")[0]["n"])


def test_a_second_tap_opens_no_second_table(host, sessions):
    answers = [host.post("/new/luz", {"player": FOUR, "opens": "key-1"}) for _ in range(3)]
    assert len({answer.location for answer in answers}) == 1 == count(sessions)
    assert host.post("/new/luz", {"player": FOUR, "opens": "key-2"}).location != answers[0].location
    assert host.post("/new/luz", {"player": FOUR, "opens": "key-1"}, HTMX).headers["HX-Redirect"] == answers[0].location


def opened_earlier(sessions, hours=1):
    """All tables so far were opened so many hours ago."""
    made = (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="seconds")
    sessions.store.write(lambda db: db.execute("UPDATE sessions SET made = ?", [made]))


def test_people_who_play_on_one_phone_come_to_their_next_table_at_once(host, sessions, phone):
    fields = {"player": FOUR}
    host.open("luz", FOUR)
    opened_earlier(sessions)
    assert host.post("/new/luz", {"player": FOUR[:3]}).location.endswith("/share"), "other people"
    answer = host.post("/new/5211", {"player": FOUR[::-1]})
    assert answer.location.count("/") == 2, "the same people"
    opened_earlier(sessions)
    phone().join(host, answer.location.split("/")[2])
    assert host.post("/new/luz", fields).location.endswith("/share"), "another phone was there"
    assert phone().post("/new/luz", fields).location.endswith("/share"), "a phone that knows nobody"


def test_the_people_of_tonight_are_those_of_the_largest_of_its_latest_tables(host, sessions):
    host.open("luz", ["Ann", "Ben", "Cleo", "Dan", "Eve"])
    opened_earlier(sessions, hours=20)
    host.open("luz", FOUR[::-1])
    host.open("azul", ["Ann", "Ben"])
    assert "The same four" in host.page("/") and "Dan, Cleo, Ben, Ann" in host.page("/")
    host.open("azul", ["Ann", "Ben"])
    host.open("azul", ["Ann", "Ben"])
    assert "The same two" in host.page("/"), "they go on as two"


def key_in(form):
    """The key in the form of a new table, by which it opens one, and makes one phone, however often it is sent."""
    return parse(form).with_attribute("name", "opens")[0]["value"]


def test_the_host_is_who_sends_again_where_the_cookie_was_lost(sessions, phone):
    sent = {"player": FOUR, "opens": key_in(phone().page("/new/luz"))}
    phone().post("/new/luz", sent)
    again = phone()
    session = again.post("/new/luz", sent).location.split("/")[2]
    assert count(sessions) == 1
    assert again.page(f"/t/{session}/host")
    assert [role for _, role in sessions.store.members(session).values()] == ["host"]


def test_another_phone_with_the_key_of_a_form_does_not_become_the_host(host, phone):
    sent = {"player": FOUR, "opens": key_in(host.page("/new/luz"))}
    session = host.post("/new/luz", sent).location.split("/")[2]
    joined = phone().join(host, session, "viewer")
    joined.post("/new/luz", sent)
    assert joined.get(f"/t/{session}/host").status_code == 403 and host.page(f"/t/{session}/host")


@pytest.fixture
def public(serve, tmp_path):
    """An instance where an address may open two tables an hour."""
    return serve(tmp_path / "public.sqlite", OPEN_LIMIT=2)


def test_an_address_opens_so_many_tables_and_keeps_what_was_typed(public):
    host, other = Phone(public), Phone(public)
    for _ in range(2):
        host.open("5211")
    answer = host.post("/new/luz", {"player": [*FOUR, "小美"], "hidden": 1})
    assert answer.status_code == 429 and "Wait an hour" in notice(answer)
    assert 'value="小美"' in answer.text and 'name="hidden" value="1" checked' in answer.text
    assert other.open("luz")


def test_a_rematch_counts_and_a_second_tap_does_not(public):
    host = Phone(public)
    for _ in range(3):
        session = host.post("/new/luz", {"player": FOUR, "opens": "key-1"}).location.split("/")[2]
    host.act(session, "end")
    again = host.act(session, "rematch").location
    assert host.act(session, "rematch").location == again, "it is open already"
    host.act(again.split("/")[2], "end")
    answer = host.act(again.split("/")[2], "rematch")
    assert answer.status_code == 429 and notice(answer)
