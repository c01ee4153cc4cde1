"""The final of an evening: the best play it at one table, at once or after two semi-finals, and it decides who won."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine import Game, Message
from companion.features.evenings.evening import FINAL, SEMI, SIZES, Evening, EveningRefused, Round
from companion.features.evenings.standings import Line, Places

_TABLES = 2  # of the semi-finals


def next_stage(evening: Evening, rounds: int) -> str:
    """Return what follows now: a semi-final or the final; empty while rounds are due, or where nothing follows."""
    opened = [each.stage for each in evening.opened if each.stage]
    if not opened and (len(evening.scored) < rounds or not evening.final):
        return ""
    if not opened:
        return evening.final
    return FINAL if opened == [SEMI] else ""


def finals_tables(evening: Evening, lines: Sequence[Line], places: Places, stage: str) -> list[tuple[int, ...]]:
    """Return the tables of a stage, each in the order of the standings. Raises `EveningRefused` if too few are there.

    The first and the fourth, fifth and eighth of the standings play one semi-final, those between the other. Of each
    the better half plays the final; who is level there is ordered by the standings.
    """
    seeds = [line.player for line in lines if line.is_here]
    count = evening.finalists * (_TABLES if stage == SEMI else 1)
    semi = next((each for each in evening.opened if each.stage == SEMI), None)
    if semi is not None:
        best = [player for number in (1, 2) for player in _better_half(semi, number, seeds, places)]
        return [tuple(player for player in seeds if player in best)]
    if len(seeds) < count:
        raise EveningRefused("The final needs {count} players who are there.", count=count)
    best = seeds[:count]
    if stage == FINAL:
        return [tuple(best)]
    return [tuple(player for at, player in enumerate(best) if (at % 4 in (0, 3)) == is_first) for is_first in (1, 0)]


def _better_half(semi: Round, number: int, seeds: Sequence[int], places: Places) -> list[int]:
    """Return who goes on from a table of the semi-finals; without a result those who are higher in the standings."""
    by_player = _places_at(semi, number, places)
    came = [player for player in seeds if player in semi.came_to(number)]
    return sorted(came, key=lambda player: by_player.get(player, 0))[: len(semi.tables[0]) // _TABLES]


def _places_at(round_: Round, number: int, places: Places) -> Mapping[int, int]:
    seats = places.get(round_.sessions[number - 1], ())
    return {player: seat for player, seat in zip(round_.tables[number - 1], seats, strict=False) if seat is not None}


def after_final(evening: Evening, lines: Sequence[Line], places: Places) -> list[Line]:
    """Return the lines in the order of the final, once it has a result: first who played it, then the semi-finals."""
    stages = {each.stage: each for each in evening.opened if each.stage}
    final, semi = stages.get(FINAL), stages.get(SEMI)
    if final is None or not (result := _places_at(final, 1, places)):
        return list(lines)

    def key(line: Line) -> tuple[int, int]:
        if line.player in final.came_to(1):
            return 0, max(result[line.player], 1)
        group = 1 if line.player in final.players else 2 if semi is not None and line.player in semi.players else 3
        return group, line.place

    ranked = sorted(lines, key=key)
    keys = [key(line) for line in ranked]
    return [replace(line, place=1 + keys.index(own)) for line, own in zip(ranked, keys, strict=True)]


def finals_of(game: Game) -> list[tuple[str, int]]:
    """Return the finals that a game allows: none, or the stage that begins and how many play at the last table."""
    sizes = [size for size in SIZES if size in game.seats]
    return [("", 0), *((FINAL, size) for size in sizes), *((SEMI, size) for size in sizes if size % 2 == 0)]


STAGE_NAMES = {SEMI: Message("Semi-finals"), FINAL: Message("Final")}


def round_name(round_: Round) -> Message:
    """Return the name of a round."""
    return STAGE_NAMES.get(round_.stage) or Message("Round {number}", number=round_.number)
