"""What the host of an evening puts right: a round taken back, who did not come, a final, and what all are told."""

import pytest

from companion.features.evenings.drawing import past_of
from tests.support.each_row import each_row
from tests.support.evenings import Club, names
from tests.support.page_tree import parse
from tests.support.phones import bets, notice
from tests.support.reading import read_text


@pytest.fixture
def club(host):
    """Eight at two tables of four."""
    return Club(host, names(8), size="4")


def back(club, number=1, *, was_open=True, status=303, **more):
    return club.post(f"rounds/{number}/back", {"open": "yes" if was_open else "no", **more}, status)


def miss(club, player, number=1, status=303, is_absent=True):
    fields = {"player": player, "absent": "yes" if is_absent else "no"}
    return club.post(f"rounds/{number}/absent", fields, status)


def is_there(club, session):
    return club.host.get(f"/t/{session}").status_code == 200


def test_a_round_is_taken_back_at_once_while_nothing_is_entered(club):
    sessions = club.open_round()
    assert "Take the round back" in read_text(club.host.page(club.at))
    back(club)
    assert club.state.evening.draft is not None and not any(is_there(club, each) for each in sessions)
    assert "taken back already" in back(club, status=422), "another host's tap comes late"
    club.post("open")
    assert club.state.evening.opened[0].number == 1 and {*club.state.evening.opened[0].sessions}.isdisjoint(sessions)
    back(club)
    back(club, was_open=False)
    assert club.state.evening.rounds == [] and "The first round" in read_text(club.host.page(club.at))


def test_a_round_with_entries_is_taken_back_after_a_question_and_these_stay(club):
    first, second = club.open_round()
    club.finish(first)
    assert "Something is entered at table 1." in read_text(
        club.host.post(f"{club.at}/rounds/1/back", {"act": "asked", "open": "yes"}).text
    )
    assert club.state.evening.opened and club.points != dict.fromkeys(club.points, 0)
    back(club, sure="yes")
    assert is_there(club, first) and not is_there(club, second)
    assert set(club.points.values()) == {0}
    club.host.act(first, "undo")
    assert club.state.stale is None, "the table is one of its own"
    club.post("open")


def test_all_rounds_lead_to_their_tables_while_the_next_one_is_drawn(club):
    sessions = club.play_round()
    club.post("draw")
    links = [link["href"] for link in parse(club.host.page(club.at)).find_all("link")]
    for session in sessions:
        assert {f"/t/{session}", f"{club.at}/tables/{session}/correct"} <= set(links)
    assert "Open 2 tables" in read_text(club.host.page(club.at))


def test_who_did_not_come_is_no_opponent_and_is_not_drawn_until_back(club, phone):
    first, _ = club.open_round()
    gone, *others = club.state.evening.opened[0].tables[0]
    for _ in range(2):
        miss(club, gone)  # two hosts, or a second tap
    round_ = club.state.evening.opened[0]
    assert round_.tables[0] == tuple(others) and not is_there(club, first) and is_there(club, round_.sessions[0])
    assert "did not come" in read_text(club.host.page(club.at))
    for session in round_.sessions:
        club.finish(session)
    assert [club.points[player] for player in (gone, *others)] == [0, 1, 0.5, 0]
    assert not any(gone in pair for pair in past_of(club.state.evening).met)
    lost = club.player(phone(), f"Player {gone:03}")
    assert "Tell the host that you are here" in read_text(lost.page(club.link))
    assert "brings nothing" in read_text(club.host.page(f"{club.link}/player/{gone}"))
    club.post("draw")
    assert gone not in club.state.evening.draft.players
    club.post("presence", {"player": gone, "what": "back"})
    club.open_round()
    assert gone in club.state.evening.opened[1].players


def test_who_came_after_all_sits_at_the_table_again(club):
    club.open_round()
    gone = club.state.evening.opened[0].tables[1][2]
    miss(club, gone)
    miss(club, gone, is_absent=False)
    round_ = club.state.evening.opened[0]
    assert gone in round_.tables[1] and not round_.absent and gone in club.state.evening.present
    assert is_there(club, round_.sessions[1])
    back(club)
    miss(club, gone, status=404)


def test_after_an_entry_the_others_of_the_table_are_scored_among_themselves(club):
    session, other = club.open_round()
    first, gone, *rest = club.state.evening.opened[0].tables[0]
    club.host.enter(session, bets("0 0 0 0"))
    miss(club, gone)
    assert club.state.evening.opened[0].sessions[0] == session and is_there(club, session)
    club.finish(session)
    club.finish(other)
    assert [club.points[player] for player in (first, gone, *rest)] == [1, 0, 0.5, 0]


def test_where_too_few_came_who_is_there_has_a_win_but_none_at_a_table(host):
    club = Club(host, names(4), "azul", size="2", rounds="1")
    first, second = club.open_round()
    there, gone = club.state.evening.opened[0].tables[0]
    miss(club, gone)
    assert not is_there(club, first) and club.points[there] == 1
    assert next(line.ties["wins"] for line in club.state.lines if line.player == there) == 0
    assert "too few came" in read_text(host.page(club.at)) and "1 table plays" in read_text(host.page(club.at))
    assert not past_of(club.state.evening).met.keys() & {frozenset((there, gone))}
    assert club.host.get(f"/t/{second}").status_code == 200


def test_nobody_met_at_a_table_that_was_deleted(club):
    session, _ = club.open_round()
    table = club.state.evening.opened[0].tables[0]
    assert past_of(club.state.evening, club.state.deleted).met[frozenset(table[:2])] == 1
    club.host.post(f"/t/{session}/delete", {"sure": "yes"})
    assert past_of(club.state.evening, club.state.deleted).met[frozenset(table[:2])] == 0


@each_row(("plan", "stages"), [("final 4", ["final"]), ("semi 4", ["semi", "final"])])
def test_a_final_decides_who_won(host, plan, stages):
    club = Club(host, names(9), size="3", rounds="1")
    assert "Final of the best 4" in read_text(host.page(f"{club.at}/settings"))
    club.post("final", {"final": plan})
    club.play_round()
    assert "win" not in read_text(parse(host.page(f"{club.link}/all")).by_id("now").text)
    best = [line.player for line in club.state.lines][: 8 if len(stages) > 1 else 4]
    for stage in stages:
        club.post("draw")
        draft = club.state.evening.draft
        assert draft.stage == stage and draft.players <= {*best}
        club.post("open")
        for session in club.state.evening.opened[-1].sessions:
            club.finish(session, [1, 2, 0, 7])
    final = club.state.evening.opened[-1].tables[0]
    winner = final[2]  # who takes no trick is best
    assert [line.place for line in club.state.lines][:4] == [1, 2, 3, 4]
    assert {line.player for line in club.state.lines[:4]} == {*final}
    assert f"Player {winner:03} wins" in read_text(host.page(f"{club.link}/all"))
    assert "The only round is played." in club.post("draw", status=422)
    assert "Take it back first" in club.post("rounds", {"count": 2}, status=422)


def test_a_final_needs_its_players_and_is_drawn_again_where_the_standings_change(club):
    club.post("rounds", {"count": 1})
    for wrong in ("final 9", "semi 3", "final", "x 4"):
        assert club.host.post(f"{club.at}/final", {"act": wrong, "final": wrong}).status_code == 400
    club.post("final", {"final": "final 4"})
    first, _ = club.play_round()
    club.post("draw")
    second = club.state.evening.draft.tables[0][1]
    club.post("presence", {"player": second, "what": "left"})
    assert "Draw the final again" in club.post("open", status=422)
    club.post("draw")
    club.host.act(first, "undo")
    assert club.state.stale is not None
    club.host.act(first, "redo")
    assert club.state.stale is None
    for player in (1, 2, 3, 4, 5):
        club.post("presence", {"player": player, "what": "left"})
    assert "needs 4 players" in club.post("draw", status=422)
    club.post("final", {"final": " 0"}, status=422)
    back(club, 2, was_open=False)
    club.post("final", {"final": " 0"})
    assert "The only round is played." in club.post("draw", status=422)


def test_the_host_tells_everybody_something_and_how_long_the_round_still_is(club, phone):
    player = club.player(phone(), "Player 001")
    pages = [(player, club.link), (phone(), f"{club.link}/all"), (club.host, club.at)]
    club.post("said", {"text": "  Pizza\n is here "})
    club.post("timer", {"minutes": "45"})
    until = club.state.evening.until
    for one, address in pages:
        assert "Pizza is here" in one.page(address) and f'data-until="{until}"' in one.page(address)
    club.post("timer", {"minutes": "5", "more": "yes"})
    assert club.state.evening.until > until
    club.post("timer", {"minutes": "0"})
    club.post("said", {"text": ""})
    for one, address in pages:
        assert "Pizza" not in one.page(address) and "data-until" not in one.page(address)
    assert "at most 200 characters" in club.post("said", {"text": "x" * 201}, status=422)
    for minutes in ("-1", "601", "x", ""):
        assert club.host.post(f"{club.at}/timer", {"act": "t", "minutes": minutes}).status_code == 400


def test_who_cannot_move_keeps_a_table(club):
    club.post("fixed", {"player": "3", "table": "2"})
    assert "kept for somebody else" in club.post("fixed", {"player": "4", "table": "2"}, status=422)
    for _ in range(3):
        club.play_round()
        assert club.state.evening.opened[-1].table_of(3) == 2
    assert "always at table 2" in read_text(club.host.page(f"{club.at}/players"))
    club.post("fixed", {"player": "3", "table": "0"})
    assert club.state.evening.fixed == {}


def test_check_in_says_who_is_missing_and_the_round_is_drawn_without_them(club, phone):
    assert "missing" not in read_text(club.host.page(f"{club.link}/all")), "no check-in yet"
    club.player(phone(), "Player 001")
    for player in (2, 3, 4, 5, 6):
        club.post("presence", {"player": player, "what": "here"})
    told = "2 are missing: Player 007, Player 008"
    assert told in read_text(club.host.page(f"{club.link}/all")) and told in read_text(club.host.page(club.at))
    for _ in range(2):
        club.post("presence", {"what": "missing"})
    club.post("draw")
    assert club.state.evening.draft.players == {1, 2, 3, 4, 5, 6}
    club.post("presence", {"player": 8, "what": "back"})
    club.post("draw")
    assert club.state.evening.draft.players == {1, 2, 3, 4, 5, 6, 8}


def test_who_sits_where_is_a_list_by_name(club, phone):
    club.open_round()
    shown = read_text(parse(phone().page(f"{club.link}/all?by=name")).by_id("now").text)
    assert shown.index("Player 001") < shown.index("Player 002") < shown.index("Player 008")
    assert "Player 001" in phone().get(f"{club.link}/parts/shared?by=name").json["parts"]["now"]
    assert "who sits where" in read_text(club.host.page(f"{club.at}/print"))


def test_an_evening_of_before_keeps_its_rule_until_the_host_changes_it(club):
    club.play_round()
    club.post("rule", {"rule": "behind"})
    assert set(club.points.values()) == {0, 1, 2, 3}
    assert club.host.post(f"{club.at}/rule", {"act": "r", "rule": "chess"}).status_code == 400
    club.post("rule", {"rule": "shares"})
    assert max(club.points.values()) == 1


def test_no_place_before_a_result(club, phone):
    player = club.player(phone(), "Player 001")
    session, _ = club.open_round()
    assert "Place 1 of" not in read_text(player.page(club.link))
    club.finish(session)
    assert " of 8" in read_text(player.page(club.link))


def test_a_round_or_player_that_is_not_there(club):
    club.open_round()
    for number in (0, 2, 9999):
        assert club.host.get(f"{club.at}/rounds/{number}/back").status_code == 404
        assert club.host.get(f"{club.at}/rounds/{number}/absent").status_code == 404
    assert "Look at its tables again" in notice(
        club.host.post(f"{club.at}/rounds/1/absent", {"act": "y", "player": "200", "absent": "yes"})
    )
