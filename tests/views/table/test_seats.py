"""Before and beside the game: which phone sits where, tables that hide totals, and who begins by lot."""

import hashlib
import re

import pytest

from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import hand, notice
from tests.support.reading import says


def sit(phone, session, seat, **fields):
    return phone.act(session, "sit", {"seat": seat, **fields}).status_code


def asked(phone, session):
    """The names on the share page of which one may be tapped as one's own."""
    return re.findall(r'name="seat" value="\d" aria-label="I am (\w+)"', phone.page(f"/t/{session}/share"))


def test_the_host_is_asked_for_the_own_seat_while_others_invite(host, luz, phone):
    ben = phone().join(host, luz)
    sit(ben, luz, 1)
    assert asked(host, luz) == ["Ann", "Cleo", "Dan"] and not asked(ben, luz)
    taken = host.act(luz, "sit", {"seat": 0, "back": "share"})
    assert taken.location == f"/t/{luz}/share" and not asked(host, luz)


def test_from_a_seat_one_goes_on_to_the_form_while_the_game_runs(host, luz, phone):
    ben = phone().join(host, luz)
    form = ben.act(luz, "sit", {"seat": 1}).location
    assert ben.get(form).status_code == 200, "the form, without one more redirect"
    assert ben.act(luz, "sit", {"seat": 1, "leave": 1}).location == f"/t/{luz}/seats"
    assert host.act(luz, "end").status_code == 303
    assert ben.act(luz, "sit", {"seat": 1}).location == f"/t/{luz}"


def test_a_seat_is_taken_once_until_it_is_left_or_freed(host, luz, phone):
    ben, dan = phone().join(host, luz), phone().join(host, luz)
    sit(ben, luz, 1)
    refused = dan.act(luz, "sit", {"seat": 1})
    assert refused.status_code == 422
    assert "Another phone sits there" in notice(refused) and "Ben" in notice(refused)
    # The seats as they are now stand below it, on a page that can be loaded again.
    assert set(re.findall(r'aria-label="I am (\w+)"', refused.text)) == {"Ann", "Cleo", "Dan"}
    assert f'data-address="/t/{luz}/seats"' in refused.text
    assert dan.act(luz, "sit", {"seat": 1, "leave": 1}).status_code == 422, "only the host frees another's seat"
    assert host.act(luz, "sit", {"seat": 1, "leave": 1}).status_code == 303
    assert sit(dan, luz, 1) == 303
    assert sit(dan, luz, 1, leave="1") == 303
    assert sit(ben, luz, 1) == 303


def test_a_seat_of_another_phone_is_asked_about_and_ones_own_is_not(host, fifty, phone):
    ben = phone().join(host, fifty)
    sit(ben, fifty, 1)
    asked = host.enter(fifty, hand(1, "G3 T3 Y2 O3"))
    assert asked.status_code == 409 and "Another phone holds the seat of Ben" in notice(asked)
    assert ben.enter(fifty, hand(1, "G3 T3 Y2 O3")).status_code == 303
    assert host.enter(fifty, hand(1, "G3 T3 Y2 O3")).status_code == 303, "unchanged"
    sure = hand(1, "G3 T3 Y2 O4") | {"sure": "1"}
    assert host.enter(fifty, sure).status_code == 303


def test_who_changes_what_another_phone_entered_for_its_seat_is_asked(host, fifty, phone):
    ben = phone().join(host, fifty)
    sit(ben, fifty, 1)
    assert ben.enter(fifty, hand(1, "G3 T3 Y2 O3")).status_code == 303
    asked = host.enter(fifty, hand(1, "G3 T3 Y2 O4"))
    assert asked.status_code == 409 and "Another phone holds the seat of Ben" in notice(asked)


def test_a_phone_may_have_several_seats(host, luz, sessions):
    assert {sit(host, luz, 0), sit(host, luz, 2), sit(host, luz, 2)} == {303}
    table = sessions.table(luz)
    assert table.claims == {0: 1, 2: 1}
    assert table.version == 2, "a seat that one has already is not taken again"


def test_a_seat_that_is_none_is_refused(host, luz):
    assert sit(host, luz, 4) == 422
    for seat in ("x", "", "-1", "99999", "²"):
        assert host.act(luz, "sit", {"seat": seat}).status_code == 400


@each_row("game", ["luz", "5211", "azul"])
def test_a_phone_on_a_seat_is_led_to_the_part_of_its_own_seat(host, game, phone):
    session = host.open(game, ["Ann", "Ben", "Cleo"])
    ben = phone().join(host, session)
    assert host.get(f"/t/{session}/enter").status_code == 200, "a phone without a seat has the form for all"
    sit(ben, session, 1)
    answer = ben.get(f"/t/{session}/enter")
    assert answer.location == f"/t/{session}/enter?seat=1"
    assert 'name="seat" value="1"' in ben.page(answer.location)


FOUR = ("Ann", "Ben", "Cleo", "Dan")


def draw(phone, session, what="first", **fields):
    answer = phone.act(session, "draw", {"what": what, **fields})
    assert answer.status_code == 303, answer.text


def seed_of(phone, session):
    return re.search(r"seed ([0-9a-f]{16})<", phone.page(f"/t/{session}/log"))[1]


def redrawn(seed, names):
    """What anybody draws with the seed, as docs/scoresheet.md tells it."""
    order = sorted(range(len(names)), key=lambda seat: hashlib.sha256(f"{seed}/{seat}".encode()).hexdigest())
    return [names[seat] for seat in order]


def options(phone, session):
    return dict(phone.get(f"/t/{session}/scoresheet.json").json["options"])


def test_the_seed_in_the_log_draws_the_same_again(host):
    names = (*FOUR, "Eve")
    session = host.open("open", names, teams="two")
    assert not any(says(host.page(f"/t/{session}"), f"{name} begins") for name in names)
    draw(host, session)
    first = redrawn(seed_of(host, session), names)[0]
    assert says(host.page(f"/t/{session}"), f"{first} begins")
    assert f"{first} begins, by lot" in host.page(f"/t/{session}/log")
    draw(host, session, "order")
    assert parse(host.page(f"/t/{session}")).by_id("beginning").items == redrawn(seed_of(host, session), names)
    draw(host, session, "teams")
    seats = [names.index(name) for name in redrawn(seed_of(host, session), names)]
    assert options(host, session)["teams"] == sorted([sorted(seats[:3]), sorted(seats[3:])]), "the sizes are kept"
    assert "The teams are drawn by lot" in host.page(f"/t/{session}")
    assert host.totals(session) == []


@pytest.mark.parametrize("game", ["luz", "ingenious"])
def test_who_is_drawn_starts_by_the_option_of_the_game(host, game):
    session = host.open(game, FOUR)
    draw(host, session, seat=2)
    assert says(host.page(f"/t/{session}"), "Cleo begins") and options(host, session)["start"] == 2
    draw(host, session)
    first = redrawn(seed_of(host, session), FOUR)[0]
    assert options(host, session)["start"] == FOUR.index(first)
    assert f"{first} begins</h2>" in host.page(f"/t/{session}/enter")


def test_what_cannot_be_drawn_is_told(host):
    session = host.open("open", FOUR)
    for fields, reason in (({"what": "teams"}, "no teams that could be drawn"), ({"seat": 7}, "no such seat")):
        refused = host.act(session, "draw", fields)
        assert refused.status_code == 422 and reason in notice(refused)
    assert host.act(session, "draw", {"what": "dice"}).status_code == 400
    assert host.version(session) == 0


def test_an_undo_of_options_takes_back_the_teams_that_were_drawn_since(host):
    session = host.open("open", FOUR, teams="two")
    came = host.act(session, "options", {"newcomer": "Eve", "side": "0", "rounds": "", "sure": "1"})
    assert came.status_code == 303, came.text
    draw(host, session, "teams")
    assert host.act(session, "undo").status_code == 303
    assert options(host, session)["teams"] == [[0, 2], [1, 3]]
    assert "drawn by lot" not in host.page(f"/t/{session}").split('id="now"')[1].split("</section>")[0]


def test_two_phones_that_draw_at_once_draw_once(host, phone):
    session = host.open("open", FOUR)
    other = phone().join(host, session)
    for drawing in (host, other):
        assert drawing.act(session, "draw", {"what": "first"}, seen=0).status_code == 303
    assert host.version(session) == 1
    draw(other, session)
    assert host.version(session) == 2, "whoever has seen the draw may draw again"
