"""Whose entry of Salamanca it was and what it did, short enough for a row of the score pad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Step, joined
from companion.games.salamanca.sales import SALE
from companion.games.salamanca.state import State
from companion.games.salamanca.tiles import HAZARD_NAMES, TILE_NAMES


def entry_summary(state: State, entry: Any, steps: Sequence[Step]) -> Message:
    """What an entry was, `state` being the one before it: "Cleo sells 14"."""
    if "setup" in entry:
        return Message("Five starting tiles")
    if "cards" in entry:
        return Message("Cards of round {round}", round=state.round)
    if "tax" in entry:
        return Message("Taxes of round {round}", round=state.round)
    seat = Seat(entry["seat"])
    sold = [step.points or 0 for step in steps if step.rule == SALE]
    if sold:
        return Message("{seat} sells {coins}", seat=seat, coins=sum(sold))
    if "fee" in entry:
        return Message("{seat} pays {coins}", seat=seat, coins=-sum(step.points or 0 for step in steps))
    if not entry["turn"]:
        return Message("{seat}: nothing", seat=seat)
    return Message("{seat}: {what}", seat=seat, what=joined([_step(step) for step in entry["turn"]]))


def _step(step: Mapping[str, Any]) -> Message:
    if "place" in step:
        return TILE_NAMES[step["place"]]
    if "hazard" in step:
        return HAZARD_NAMES[step["hazard"]]
    return Message("noble") if "noble" in step else Message("a card from {seat}", seat=Seat(step["draw"]))
