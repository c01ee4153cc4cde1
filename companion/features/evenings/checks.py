"""Which acts an evening allows: those of its host's pages, and those of a log that is imported."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.features.evenings.evening import (
    LONGEST_SAID,
    MOST_PLAYERS,
    MOST_ROUNDS,
    RULES,
    SIZES,
    STAGES,
    Evening,
    EveningRefused,
    round_of,
)

_ID = re.compile(r"[\w-]{1,64}", re.ASCII)


def check_change(evening: Evening, kind: str, body: Mapping[str, Any]) -> None:
    """Raise `EveningRefused` if the current state of an evening does not allow an act of its host's pages."""
    if kind in ("rounds", "final") and any(each.stage for each in evening.rounds):
        raise EveningRefused("The final is drawn already. Take it back first.")
    if kind == "rounds" and not evening.fewest_rounds <= body["count"] <= MOST_ROUNDS:
        fewest = evening.fewest_rounds
        raise EveningRefused("This evening can have {fewest} to {most} rounds now.", fewest=fewest, most=MOST_ROUNDS)
    if kind == "swapped":
        _check_swap(evening, *body["players"])
    latest = evening.rounds[-1] if evening.rounds else None
    if kind == "taken" and (latest is None or (latest.number, latest.is_open) != (body["round"], body["was_open"])):
        raise EveningRefused("This round was taken back already, or it is not the latest any more.")
    others = [player for player, table in evening.fixed.items() if body.get("table") == table]
    if kind == "fixed" and others not in ([], [body["player"]]):
        raise EveningRefused("Table {number} is kept for somebody else already.", number=body["table"])


def _check_swap(evening: Evening, first: int, second: int) -> None:
    draft = evening.draft
    if draft is None:
        raise EveningRefused("The tables of this round are open already, so their players stay.")
    if first == second or not {first, second} <= draft.players:
        raise EveningRefused("Tap two different players of this round to swap them.")
    if draft.table_of(first) == draft.table_of(second):
        raise EveningRefused("These two sit together already. Tap players of two tables.")


def check_act(evening: Evening, kind: str, body: Any, players: Sequence[int]) -> None:
    """Raise ValueError unless an act of an imported log fits what came before it; `players` are all of the evening."""
    if kind not in _CHECKS or type(body) is not dict or not _CHECKS[kind](evening, body):
        raise ValueError(kind)
    if kind in ("came", "drawn") and not {*body.get("players", ()), *dict(body.get("points", ()))} <= set(players):
        raise ValueError(kind)


def _is_round(evening: Evening, body: Mapping[str, Any]) -> bool:
    round_, points = round_of(body), dict(body.get("points", ()))
    seated = sum(map(len, round_.tables)) + len(round_.byes)
    is_next = round_.number == len(evening.opened) + 1 and round_.stage in ("", *STAGES)
    is_seated = round_.players <= set(evening.since) and seated == len(round_.players)
    return is_next and is_seated and _are_ids(round_.unfinished) and {*map(type, points.values())} <= {int}


def _is_absence(evening: Evening, body: Mapping[str, Any]) -> bool:
    if not _is_number(body["round"], 1, len(evening.opened)) or type(body["is_absent"]) is not bool:
        return False
    is_seated = evening.opened[body["round"] - 1].table_of(body["player"]) is not None
    return is_seated and (not body.get("session") or _are_ids([body["session"]]))


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _are_ids(values: Iterable[str]) -> bool:
    return all(_ID.fullmatch(value) for value in values)


_CHECKS: Mapping[str, Callable[[Evening, Mapping[str, Any]], object]] = {
    "came": lambda _, body: body["players"],
    "left": lambda evening, body: {*(body["players"] if "players" in body else [body["player"]])} <= set(evening.since),
    "here": lambda evening, body: {*body["players"]} <= set(evening.since),
    "drawn": _is_round,
    "swapped": lambda evening, body: (
        evening.draft is not None and {*body["players"]} <= evening.draft.players and len(body["players"]) == 2
    ),
    "opened": lambda evening, body: (
        evening.draft is not None and len(body["sessions"]) == len(evening.draft.tables) and _are_ids(body["sessions"])
    ),
    "taken": lambda evening, _: evening.rounds,
    "absent": _is_absence,
    "rounds": lambda evening, body: _is_number(body["count"], evening.fewest_rounds, MOST_ROUNDS),
    "rule": lambda _, body: body["rule"] in RULES,
    "final": lambda _, body: body["final"] in ("", *STAGES) and _is_number(body["count"], 0, SIZES[-1]),
    "fixed": lambda evening, body: body["player"] in evening.since and _is_number(body["table"], 0, MOST_PLAYERS),
    "timer": lambda _, body: body["until"] == "" or datetime.fromisoformat(body["until"]).tzinfo is not None,
    "said": lambda _, body: type(body["text"]) is str and len(body["text"]) <= LONGEST_SAID,
    "ended": lambda _, body: type(body["is_over"]) is bool,
}
