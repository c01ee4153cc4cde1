"""The games of a group in a calendar program."""

import re

from icalendar import Calendar

from tests.support.groups import azul_game, link, luz_game, make_group, played, put


def events(text):
    calendar = Calendar.from_ical(text)
    for event in calendar.events:
        assert event.start < event.end and event["uid"].endswith("@tabletop-companion")
    return [(str(event["summary"]), str(event["description"])) for event in calendar.events]


def test_each_game_is_an_event_for_members_and_for_whoever_has_the_link(host, phone):
    group = make_group(host, "Ann", "Ben", "Cleo", name="Friday; round")
    luz = luz_game(["Ann", "Ben", "Cleo"], "0 0 10")
    azul = azul_game(["Ann", "Zoe"], [2, 1])
    put(host, group, *[played(host, sheet, f"2026-11-2{day}T20:00:00+00:00") for day, sheet in enumerate((luz, azul))])
    own = host.get(f"{group}/games.ics")
    assert own.mimetype == "text/calendar" and own.text.count("\r\n") == own.text.count("\n")
    told = events(own.text)
    assert sorted(title for title, _ in told) == ["Azul", "Luz"]
    assert all(re.search(r"Ann −?\d", scores) and "Zoe" not in scores for _, scores in told)
    assert str(Calendar.from_ical(own.text)["x-wr-calname"]) == "Friday; round"
    watch = link(host, group, "watch")
    assert events(phone().get(f"{watch}/games.ics").text) == told
    assert phone().get(f"{group}/games.ics").status_code == 404
