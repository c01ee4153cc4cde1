"""A game by points ends where the table says that the board is full: how much room there is, and who may say it."""

from dataclasses import replace

import pytest

from companion.games.ingenious import GAME
from companion.games.ingenious.rules import can_be_full, max_tiles, tiles_left
from companion.scoring.scoresheet import play, read_setup
from tests.support.files import bring, session_of
from tests.support.open_page import shown
from tests.support.page_tree import parse
from tests.support.phones import notice

NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def tiles(count, players):
    return [{"seat": number % players, "points": [["red", 1]] if number < 17 else []} for number in range(count)]


def opened(host, count, players=2):
    sheet = {"format": 1, "game": "ingenious", "players": NAMES[:players], "options": {}}
    return bring(host, session_of(sheet | {"entries": tiles(count, players)}))


@pytest.mark.parametrize("players, most", [(1, 42), (2, 42), (3, 60), (4, 81)])
def test_so_many_tiles_fit_on_the_area_of_a_game(players, most):
    """91, 127 and 169 spaces, six of them printed, two for each tile."""
    state = GAME.engine.start(read_setup(GAME, NAMES[:players], {}))
    assert max_tiles(state) == most == tiles_left(state)
    for entry in tiles(most // 2 + 1, players):
        assert can_be_full(state) == (2 * state.laid >= most)
        state = play(GAME, state, entry).state
    assert can_be_full(state) and tiles_left(state) == most - most // 2 - 1


def test_with_a_board_nobody_says_that_it_is_full():
    state = GAME.engine.start(read_setup(GAME, NAMES[:2], {"board": True}))
    assert state.board and not can_be_full(replace(state, laid=max_tiles(state)))


def test_every_scorer_may_say_that_the_board_is_full(host, sessions, phone):
    early, late = opened(host, 20), opened(host, 21)
    ben = phone().join(host, early).join(host, late)
    assert 'name="full"' not in ben.page(f"/t/{early}/enter") and 'data-left="22"' in ben.page(f"/t/{early}/enter")
    refused = ben.enter(early, {"full": 1})
    assert refused.status_code == 422 and "still room" in notice(refused)
    assert 'name="full"' in ben.page(f"/t/{late}/enter")
    assert ben.enter(late, {"full": 1}).location == f"/t/{late}"
    assert "wins" in ben.page(f"/t/{late}")
    assert ben.act(late, "undo").status_code == 422, "the host alone opens it again"
    assert host.act(late, "undo").status_code == 303
    assert ben.act(late, "end").status_code == 403, "any other end is the host's"


def test_the_end_is_found_on_the_table_page(host, phone):
    session = opened(host, 3)
    page = shown(host.page(f"/t/{session}"))
    assert parse(page).find("link", "Table settings")["href"] == f"/t/{session}/host" and "39 more tiles fit" in page
    ben, end = phone().join(host, session), "The board is full: end the game"
    assert "Table settings" not in shown(ben.page(f"/t/{session}")) and end not in ben.page(f"/t/{session}")
    late = opened(host, 21)
    for player in (ben.join(host, late), host):
        leads = parse(player.page(f"/t/{late}")).find("link", end)["href"]
        assert leads == f"/t/{late}/enter#ending"
    assert 'id="ending"' in ben.page(f"/t/{late}/enter")
    assert end not in phone().join(host, late, "viewer").page(f"/t/{late}")
