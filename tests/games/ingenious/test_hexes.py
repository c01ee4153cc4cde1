"""The spaces of the Ingenious board, their neighbours and the lines between them."""

from __future__ import annotations

from companion.games.ingenious.hexes import DIRECTIONS, SYMBOL_SPACES, area, distance, neighbours
from companion.games.ingenious.tracks import area_of
from tests.games.ingenious.slow import AREAS, CORNERS, Table, apart, in_line
from tests.support.each_row import each_row


@each_row(("name", "count"), [("white", 91), ("grey", 127), ("all", 169)])
def test_spaces_and_neighbours(name: str, count: int) -> None:
    ground, slow = area(name), Table(*AREAS[name])
    assert len(ground.spaces) == count and set(ground.spaces) == slow.spaces
    assert [ground.spaces[place] for place in ground.symbols] == list(SYMBOL_SPACES) == CORNERS
    assert {distance(space) for space in SYMBOL_SPACES} == {5}
    for place, space in enumerate(ground.spaces):
        assert ground.place[space] == place
        assert distance(space) == apart(space, (0, 0))
        beside = {ground.spaces[near] for near in ground.neighbours[place]}
        assert beside == {other for other in ground.spaces if apart(space, other) == 1}
        assert set(ground.beside[place](ground.spaces)) == beside
        assert beside == set(neighbours(space)) & set(ground.spaces)
        assert [(space[0] + q, space[1] + r) for q, r in DIRECTIONS] == list(neighbours(space))


def test_rays_are_the_lines_away_from_the_other_half() -> None:
    ground = area("grey")
    for (place, near), rays in ground.rays.items():
        for direction, places, spaces in rays:
            assert list(spaces) == [ground.spaces[seen] for seen in places]
            q, r = ground.spaces[place]
            line = [(q + direction[0] * step, r + direction[1] * step) for step in range(1, len(places) + 1)]
            assert list(spaces) == line
        seen = {space for _, _, spaces in rays for space in spaces}
        at, other = ground.spaces[place], ground.spaces[near]
        behind = {space for space in ground.spaces if in_line(at, space) and apart(other, space) < apart(at, space)}
        in_both = {space for space in behind if in_line(other, space) or space == other}
        same = {
            space
            for space in in_both
            if (space[0] - at[0]) * (other[1] - at[1]) == (space[1] - at[1]) * (other[0] - at[0])
        }
        assert seen == {space for space in ground.spaces if in_line(at, space)} - same


def test_areas_by_mode_and_players() -> None:
    assert [area_of("base", players) for players in (2, 3, 4)] == ["white", "grey", "all"]
    assert [area_of("solo", 1), area_of("duel", 2), area_of("team", 4)] == ["white", "white", "all"]
