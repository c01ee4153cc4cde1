"""Which acts an evening allows: those of its host's pages, and those of a log that is imported."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.features.evenings.evening import (
    KINDS,
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
    if kind not in KINDS or type(body) is not dict:
        raise ValueError(kind)
    if kind == "came":
        _require({*body["players"]} <= set(players))
    elif kind in _CHECKS:
        _require(_CHECKS[kind](evening, body))
    else:
        _require_round(evening, kind, body, players)


def _require_round(evening: Evening, kind: str, body: Mapping[str, Any], players: Sequence[int]) -> None:
    if kind == "drawn":
        round_ = round_of(body)
        seated, points = sum(map(len, round_.tables)) + len(round_.byes), round_.points or {}
        _require(round_.players <= set(evening.since) and seated == len(round_.players))
        _require(round_.number == len(evening.opened) + 1 and round_.stage in ("", *STAGES))
        _require(all(type(units) is int and player in players for player, units in points.items()))
        _require(all(map(_ID.fullmatch, round_.unfinished)))
    elif kind == "opened":
        _require(evening.draft is not None and len(body["sessions"]) == len(evening.rounds[-1].tables))
        _require(all(map(_ID.fullmatch, body["sessions"])))
    elif kind == "absent":
        round_ = evening.rounds[body["round"] - 1]
        _require(body["round"] > 0 and round_.is_open and round_.table_of(body["player"]))
        _require(type(body["is_absent"]) is bool and (body.get("session", "") == "" or _ID.fullmatch(body["session"])))
    else:  # taken
        _require(evening.rounds)


def _is_number(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_time(text: object) -> bool:
    return text == "" or (type(text) is str and datetime.fromisoformat(text).tzinfo is not None)


_CHECKS: Mapping[str, Callable[[Evening, Mapping[str, Any]], object]] = {
    "left": lambda evening, body: {*body.get("players", ()), *_one(body)} <= set(evening.since),
    "here": lambda evening, body: {*body["players"]} <= set(evening.since),
    "swapped": lambda evening, body: (
        evening.draft is not None and {*body["players"]} <= evening.draft.players and len(body["players"]) == 2
    ),
    "rounds": lambda evening, body: _is_number(body["count"], evening.fewest_rounds, MOST_ROUNDS),
    "rule": lambda _, body: body["rule"] in RULES,
    "final": lambda _, body: body["final"] in ("", *STAGES) and _is_number(body["count"], 0, SIZES[-1]),
    "fixed": lambda evening, body: body["player"] in evening.since and _is_number(body["table"], 0, MOST_PLAYERS),
    "timer": lambda _, body: _is_time(body["until"]),
    "said": lambda _, body: type(body["text"]) is str and len(body["text"]) <= LONGEST_SAID,
    "ended": lambda _, body: type(body["is_over"]) is bool,
}


def _one(body: Mapping[str, Any]) -> list[int]:
    return [] if "players" in body else [body["player"]]


def _require(condition: object) -> None:
    if not condition:
        raise ValueError
