"""Which phone has which seat of a club evening, and which games go into its group."""

import pytest

from tests.support.evenings import Club, names
from tests.support.groups import link as group_link, make_group
from tests.support.page_tree import parse
from tests.support.phones import bets, totals


@pytest.fixture
def club(host):
    """Six players at two tables that hide their totals, a deal entered at each."""
    club = Club(host, names(6), hidden="1")
    for session in club.open_round():
        for fields in (bets("0 0 0"), totals("0 1 9")):
            host.enter(session, fields)
    return club


def table_of(club, player):
    round_ = club.state.evening.opened[-1]
    return round_.sessions[(round_.table_of(player) or 0) - 1]


def sits(club, phone, player):
    """Let a phone go to its table by the evening; whether it came to its player's seat there."""
    answer = phone.post(f"{club.link}/seat")
    if not str(answer.location).startswith("/t/"):
        return False
    round_ = club.state.evening.opened[-1]
    seat = round_.tables[(round_.table_of(player) or 0) - 1].index(player)
    return answer.location == f"/t/{table_of(club, player)}" and f'data-own="{seat}"' in phone.page(answer.location)


def is_out(club, phone, player):
    """Whether a phone has neither a view, nor a role, nor the seat of a player's table."""
    session = table_of(club, player)
    store, table = club.app.extensions["companion"].store, club.app.extensions["companion"].table(session)
    return phone.get(f"/t/{session}").status_code == 404 and set(table.claims.values()) <= set(store.members(session))


def by_another_name(club, phone):
    club.player(phone, "Player 002")


def by_looking_on(club, phone):
    phone.post(f"{club.link}/who", {"none": "yes"})


def by_the_host(club, phone):
    club.post("presence", {"player": "1", "what": "free"})


def by_a_new_link(club, phone):
    club.host.post(f"{club.at}/share", {"number": "0"})


@pytest.mark.parametrize("way", [by_another_name, by_looking_on, by_the_host, by_a_new_link])
def test_the_players_new_phone_has_the_seat_and_the_old_nothing(club, phone, way):
    lost, new, old_link = club.player(phone(), "Player 001"), phone(), club.link
    assert sits(club, lost, 1) and not is_out(club, lost, 1)
    way(club, lost)
    assert is_out(club, lost, 1)
    club.player(new, "Player 001")
    assert sits(club, new, 1)
    table = club.app.extensions["companion"].table(table_of(club, 1))
    assert table.claims and list(table.claims.values()) == [club.state.phones[1]]
    if way is by_a_new_link:
        assert club.link != old_link
        for path in (old_link, club.at):
            assert lost.get(path).status_code == 404, "no way from the old link to the new one"
        assert club.at not in lost.page("/")


def test_one_phone_never_has_two_seats(club, phone):
    greedy = phone()
    for player in range(1, 7):
        club.player(greedy, f"Player {player:03}")
        assert sits(club, greedy, player)
    service, number = club.app.extensions["companion"], club.state.phones[6]
    sessions = club.state.evening.opened[0].sessions
    assert [holder for one in sessions for holder in service.table(one).claims.values()].count(number) == 1
    assert sum(service.store.role(session, number) is not None for session in sessions) == 1


def test_a_name_that_has_a_phone_costs_nobody_their_seat(club, phone):
    first, second = club.player(phone(), "Player 001"), club.player(phone(), "Player 002")
    assert sits(club, first, 1) and sits(club, second, 2)
    assert second.post(f"{club.link}/who", {"player": "1"}).status_code == 422
    assert not is_out(club, second, 2) and club.state.phones.keys() == {1, 2}


def test_a_host_keeps_its_tables_and_the_groups_phones_their_seats(club, phone):
    member = phone()
    member.post(group_link(club.host, club.group, "join"))
    for one, name in ((club.host, "Player 003"), (member, "Player 004")):
        club.player(one, name)
    assert sits(club, club.host, 3) and sits(club, member, 4)
    by_a_new_link(club, member)
    assert club.state.phones.keys() == {3, 4} and not is_out(club, member, 4)
    by_looking_on(club, club.host)
    assert club.host.get(f"/t/{table_of(club, 3)}").status_code == 200


def test_who_was_sent_away_from_a_table_stays_out_of_it(club, phone):
    guest, later = club.player(phone(), "Player 001"), phone()
    assert sits(club, guest, 1)
    session = table_of(club, 1)
    club.host.post(f"/t/{session}/renew", {"generation": "0", "others": "away"})
    assert not sits(club, guest, 1) and is_out(club, guest, 1) and f"{club.link}/seat" not in guest.page(club.link)
    by_looking_on(club, guest)
    assert not sits(club, club.player(later, "Player 001"), 1), "nor by a phone that looks new"
    later.join(club.host, session)
    assert later.post(f"{club.link}/seat").location == f"/t/{session}", "the table's new link lets in"


@pytest.mark.parametrize(("fields", "count"), [({"grouped": "1"}, 2), ({}, 0)])
def test_a_game_goes_in_when_it_ends_if_that_is_set(host, fields, count):
    club = Club(host, names(6), **fields)
    host.post(f"{club.group}/edit", {"name": "Friday", "names": "\n".join(names(6))})
    assert "No game yet" in host.page(club.group)
    club.play_round()
    latest = host.page(f"{club.group}/games")
    assert len(parse(latest).find_all("link", "Replay")) == count
    setting = parse(host.page(f"{club.group}/evenings/new?game=luz")).with_attribute("name", "grouped")
    assert "checked" in setting[0], "a new evening has it"


def test_an_evening_that_runs_goes_to_another_group_of_its_host(host, phone):
    club, other = Club(host, names(6), grouped="1"), make_group(host, *names(6), name="Other")
    first, second = club.open_round()
    club.finish(first)
    form = parse(host.page(f"{club.at}/group"))
    assert set(form.values("group")) == {group.split("/")[-1] for group in (club.group, other)}
    club.post("group", {"group": other.split("/")[-1], "grouped": "1"})
    club.finish(second)
    for group in (club.group, other):
        assert len(parse(host.page(f"{group}/games")).find_all("link", "Replay")) == 1, group
    assert club.at in host.page(f"{other}/evenings") and club.at not in host.page(f"{club.group}/evenings")
    foreign = make_group(phone(), "Ann", "Ben").split("/")[-1]
    club.post("group", {"group": foreign}, status=404)
    club.post("end", {"over": "yes"})
    assert "is over" in club.post("group", {"group": other.split("/")[-1]}, status=422)


def test_a_scorer_who_is_no_player_is_told_the_way_to_the_evening(host, phone):
    club = Club(host, names(6))
    session = club.open_round()[0]
    scorer = phone().join(host, session)
    answer = scorer.get(club.at)
    assert f'href="{club.at}"' in scorer.page(f"/t/{session}")
    assert answer.status_code == 403 and "Scan its code" in answer.text
    assert club.link not in answer.text
