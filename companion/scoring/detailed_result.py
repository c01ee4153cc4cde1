"""The result of a scoresheet as rows with names in them, for tables and data frames."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.engine import ENGLISH, Catalogue, Standing
from companion.engine.halves import decimal, plain
from companion.engine.ranking import seats_by_place
from companion.engine.results import DetailedPlace, DetailedPoints, DetailedResult, DetailedStep
from companion.scoring.scoresheet import Played, Scoresheet, read, replay


def detailed_result(value: Any, *, table: str | None = None, catalogue: Catalogue = ENGLISH) -> DetailedResult:
    """Score a scoresheet of plain JSON values and return rows with names; raise `SheetError` if it is invalid.

    `table` is the table's name in the rows, by default the title of the game. `catalogue` sets the language of titles
    and sentences.

    >>> sheet = {"format": 1, "game": "azul", "players": ["Ann", "Ben"], "options": {}, "entries": [{"end": True}]}
    >>> [(row["player"], row["place"]) for row in detailed_result(sheet, table="Friday")["places"]]
    [('Ann', 1), ('Ben', 1)]
    """
    sheet = read(value)
    game, players = sheet.game, list(sheet.setup.players)
    state = game.engine.start(sheet.setup)
    played = list(replay(sheet, state))
    if played:
        state = played[-1].state
    standing, title = game.engine.standing(state), game.title.text(catalogue)
    name = title if table is None else table
    return {
        "table": name,
        "game": game.key,
        "title": title,
        "players": players,
        "finished": state.finished,
        "places": list(_places(sheet, standing, name)),
        "points": list(_points(sheet, played, name)),
        "steps": list(_steps(sheet, played, name, catalogue)),
        "details": {**plain(standing.details), "ranking_steps": plain([step.as_json() for step in standing.reasons])},
    }


def _places(sheet: Scoresheet, standing: Standing, table: str) -> Iterator[DetailedPlace]:
    for place, seats in seats_by_place(standing).items():
        for seat in seats:
            yield {
                "table": table,
                "game": sheet.game.key,
                "seat": seat,
                "player": sheet.setup.players[seat],
                "total": plain(standing.totals[seat], decimal),
                "place": place,
            }


def _points(sheet: Scoresheet, played: Iterable[Played], table: str) -> Iterator[DetailedPoints]:
    for number, entry in enumerate(played, 1):
        for seat, player in enumerate(sheet.setup.players):
            yield {
                "table": table,
                "game": sheet.game.key,
                "entry": number,
                "seat": seat,
                "player": player,
                "points": plain(entry.points[seat], decimal),
                "total": plain(entry.state.totals[seat], decimal),
            }


def _steps(sheet: Scoresheet, played: Iterable[Played], table: str, catalogue: Catalogue) -> Iterator[DetailedStep]:
    players = sheet.setup.players
    for number, entry in enumerate(played, 1):
        for place, step in enumerate(entry.steps, 1):
            yield {
                "table": table,
                "game": sheet.game.key,
                "players": list(players),
                "entry": number,
                "step": place,
                "rule": step.rule,
                "seat": step.seat,
                "player": None if step.seat is None else players[step.seat],
                "points": plain(step.points, decimal),
                "sentence": sheet.game.rules[step.rule].sentence(step).text(catalogue, players),
                "values": plain({**step.values}, decimal),
            }
