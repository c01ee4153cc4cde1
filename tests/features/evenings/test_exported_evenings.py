"""Club evenings in an export: they go along with their group, and a log that does not follow is told."""

import json

import pytest

from companion.features.groups.export import LINES
from tests.features.conftest import refusal, same_phone
from tests.features.groups.test_exported_groups import GROUP, HEAD, WHEN
from tests.support.each_row import each_row
from tests.support.evenings import Club, names

EVENING = {
    "evening": "e1",
    "name": "Friday",
    "made": WHEN,
    "link": 0,
    "setup": {
        "game": "luz", "options": {}, "hidden": False, "system": "swiss", "size": 3, "least": 3, "most": 5,
        "rounds": 3, "seed": 1,
    },
    "players": [{"number": number, "name": name} for number, name in enumerate(["Ann", "Ben", ""], 1)],
    "phones": [{"phone": 1, "player": 2}],
    "log": [
        {"act": "a", "kind": "came", "body": {"players": [1, 2, 3]}, "phone": 1, "at": WHEN},
        {"act": "b", "kind": "drawn", "body": {"round": 1, "tables": [[1, 2, 3]], "byes": []}, "phone": 1, "at": WHEN},
    ],
}  # fmt: skip


@pytest.fixture
def club(host, phone):
    """An evening with a round that was played, and one that is drawn; a player has a phone."""
    club = Club(host, names(6))
    club.player(phone(), "Player 002")
    club.play_round()
    club.post("rounds", {"count": 2})
    club.post("presence", {"player": 1, "what": "here"})
    club.post("fixed", {"player": "3", "table": "2"})
    club.post("said", {"text": "Pizza"})
    club.post("timer", {"minutes": "45"})
    club.post("rule", {"rule": "behind"})
    for _ in range(2):
        club.open_round()
        club.post("rounds/2/back", {"open": "yes"})
    club.post("open")
    for player in (4, 5):
        club.post("rounds/2/absent", {"player": player, "absent": "yes"})
    club.post("rounds/2/absent", {"player": 4})
    for session in filter(None, club.state.evening.opened[-1].sessions):
        club.finish(session)
    club.post("final", {"final": "final 3"})
    club.post("draw")
    return club


def test_evenings_go_along_with_all_that_is_in_them(club, host, moved):
    there = same_phone(host, moved()[0])
    assert there.page(f"{club.at}/evening.json") == host.page(f"{club.at}/evening.json")
    assert there.page(f"{club.at}/settings") and "Pizza" in there.page(club.at)
    assert there.post(f"{club.at}/open", {"act": "there"}).status_code == 303, "it goes on there"


def lines(**changed):
    """An export of one group with one evening, changed."""
    group = {**GROUP, "tables": [], "evenings": [{**EVENING, **changed}]}
    phone = {"phone": 1, "token": "ab" * 32, "made": WHEN}
    return [f"{json.dumps(line)}\n".encode() for line in ({**HEAD, "groups": 1}, phone, group)]


def test_a_line_as_it_was_written_is_read():
    (evening,) = LINES.read(json.loads(lines()[-1]))["evenings"]
    assert len(evening["log"]) == 2 and evening["players"][2]["name"] == "" and evening["phones"][0]["player"] == 2


@each_row(
    ("changed", "told"),
    [
        ({"setup": {**EVENING["setup"], "system": "knockout"}}, "system"),
        ({"setup": {**EVENING["setup"], "game": "Chess!"}}, "game"),
        ({"setup": {**EVENING["setup"], "rounds": 21}}, "rounds"),
        ({"setup": {**EVENING["setup"], "options": []}}, "options"),
        ({"players": [{"number": 2, "name": "A\u0007"}]}, "control characters"),
        ({"players": [{"number": 2, "name": "A"}, {"number": 2, "name": "B"}]}, "twice"),
        ({"phones": [{"phone": 1, "player": 9}]}, "player"),
        ({"phones": [{"phone": 1, "player": 1}, {"phone": 1, "player": 2}]}, "twice"),
        ({"log": [EVENING["log"][1]]}, "act 1 of the evening does not follow"),
        ({"log": [*EVENING["log"], {**EVENING["log"][0], "act": "c", "kind": "danced"}]}, "act 3 of the evening"),
        ({"log": [EVENING["log"][0], EVENING["log"][0]]}, "twice"),
        ({"link": -1}, "link"),
        ({"more": 1}, "more"),
    ],
)  # fmt: skip
def test_what_was_not_written_so_is_told(changed, told):
    assert told in refusal(lines(**changed))
