"""The types that the functions of docs/api.md return: plain JSON values under known keys."""

from typing import Any, NotRequired, TypedDict


class StepResult(TypedDict):
    """A step: the id of its rule, its seat and points if it has any, and the values of its sentence as further keys."""

    rule: str
    seat: NotRequired[int]
    points: NotRequired[int]


class EntryResult(TypedDict):
    """What an entry changed in each seat's total, and why."""

    points: list[int]
    steps: list[StepResult]


class Result(TypedDict):
    """The result of a scoresheet, as `companion score` writes it. Seats are indexes into the players."""

    game: str
    finished: bool
    totals: list[int]
    ranking: list[list[int]]
    entries: list[EntryResult]
    details: dict[str, Any]


class DetailedStep(TypedDict):
    """A step with its table, game, players and entry. Every step has every key, so steps are the rows of a table.

    `entry` and `step` count from 1, `step` within its entry. `seat`, `player` and `points` are None if the step is not
    about a seat or has no points. `sentence` explains the step to people; `values` are the values in the sentence.
    """

    table: str
    game: str
    players: list[str]
    entry: int
    step: int
    rule: str
    seat: int | None
    player: str | None
    points: float | None
    sentence: str
    values: dict[str, Any]


class DetailedPoints(TypedDict):
    """What an entry, counted from 1, changed in the total of a seat, and that total after it."""

    table: str
    game: str
    entry: int
    seat: int
    player: str
    points: float
    total: float


class DetailedPlace(TypedDict):
    """A seat with its total and its place, which counts from 1; seats that share a place have the same."""

    table: str
    game: str
    seat: int
    player: str
    total: float
    place: int


class DetailedResult(TypedDict):
    """A result whose `places`, `points` and `steps` are the rows of three tables, with names in each row.

    Points are numbers as people read them: a sheet that counts in halves has 7.5. `details` is as in `Result`.
    """

    table: str
    game: str
    title: str
    players: list[str]
    finished: bool
    places: list[DetailedPlace]
    points: list[DetailedPoints]
    steps: list[DetailedStep]
    details: dict[str, Any]


class Verdict(TypedDict):
    """The referee's answer to a question, as `companion ask` writes it."""

    ask: str
    verdict: dict[str, Any]
    steps: list[StepResult]
