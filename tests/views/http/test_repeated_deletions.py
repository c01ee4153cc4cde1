"""A deletion whose answer was lost is sent again, by a proxy or a person: it is answered as it was the first time."""

from tests.support.each_row import each_row
from tests.support.evenings import Club
from tests.support.files import upload
from tests.support.groups import make_group, member
from tests.support.past_plays import many_plays
from tests.support.photos import add, allow, over


def a_table(host, _):
    return host, f"/t/{host.open('luz')}/delete", {}


def a_group(host, _):
    return host, f"{make_group(host, 'Ann', 'Ben')}/delete", {}


def to_leave_a_group(host, phone):
    group = make_group(host, "Ann", "Ben")
    return member(host, group, phone()), f"{group}/delete", {}


def an_evening(host, _):
    return host, f"{Club(host, ('Ann', 'Ben', 'Cleo')).at}/delete", {}


def an_import(host, _):
    return host, f"{upload(host, many_plays(3), '/import/past').location}/delete", {}


def a_name(host, _):
    host.open("luz", ["Zoe", "Yan", "Xia"])
    return host, "/players/zoe/delete", {"what": "name"}


def the_games_of_a_player(host, _):
    host.open("luz", ["Uma", "Tom", "Sam"])
    return host, "/players/uma/delete", {"what": "games"}


def a_photograph(host, _):
    host.client.application.config["PHOTOS"] = True
    session = over(host)
    allow(host, session)
    add(host, session)
    number = host.version(session)
    return host, f"/t/{session}/photos/{number}/remove", {"act": "removal", "version": str(number)}


@each_row(
    "made", [a_table, a_group, to_leave_a_group, an_evening, an_import, a_name, the_games_of_a_player, a_photograph]
)
def test_a_deletion_that_is_sent_again_is_answered_as_the_first(made, host, phone):
    who, address, fields = made(host, phone)
    first, again = (who.post(address, {**fields, "sure": "yes"}) for _ in range(2))
    assert first.status_code == 303
    assert (again.status_code, again.location) == (303, first.location)
