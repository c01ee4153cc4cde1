"""Events of earlier rules, made into what the rules of today take, while a log is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Game
from companion.game.lift import lifted_entry, lifted_options
from companion.storage.records import Event, SessionRow


def opened_options(row: SessionRow, game: Game) -> Mapping[str, Any]:
    """Return the options with which a session was opened, for the rules of today; `RuleError` where they are none."""
    options: Mapping[str, Any] = row.setup["options"]
    version = row.opened_rules
    return options if version >= game.rules_version else lifted_options(game.lift, options, version)


def lifted(events: Sequence[Event], row: SessionRow, game: Game) -> tuple[list[Event], int]:
    """Return the events of a log for the rules of today, and the number of the last one of earlier rules, else 0.

    Raises `RuleError` where one cannot be lifted. What was half entered under earlier rules stays as it is; the table
    leaves it out.
    """
    last = events[-1].number if events else 0
    spans = [*row.earlier_rules, (row.rules, last)]
    spans = [(version, end) for version, end in spans if version < game.rules_version]
    if not spans or row.is_totals_only:
        return list(events), 0
    options = row.setup["options"]
    return [_lifted(event, game, options, _version_of(event, spans)) for event in events], spans[-1][1]


def _version_of(event: Event, spans: Sequence[tuple[int, int]]) -> int | None:
    """Return the earlier version under which an event was entered; None if it was under the rules of today."""
    return next((version for version, end in spans if event.number <= end), None)


def _lifted(event: Event, game: Game, options: Mapping[str, Any], version: int | None) -> Event:
    if version is None:
        return event
    if event.kind == "entry":
        return replace(event, body=lifted_entry(game.lift, event.body, options, version))
    if event.kind in ("correct", "insert"):
        value = lifted_entry(game.lift, event.body["value"], options, version)
        return replace(event, body={**event.body, "value": value})
    if event.kind == "options":
        changed = lifted_options(game.lift, event.body["options"], version)
        return replace(event, body={**event.body, "options": changed})
    return event
