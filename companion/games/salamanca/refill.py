"""An entry of Salamanca, back in the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.forms import Draft, Filled
from companion.games.salamanca import setupform, steps
from companion.games.salamanca.openform import CARDS, FEE, TAX
from companion.games.salamanca.saletaps import LandTaps, SaleTaps
from companion.games.salamanca.state import State


def filled(state: State, entry: Any) -> tuple[Draft, Filled]:
    """The lands or the steps of a turn as a draft; cards, sales, fees and taxes as what is tapped."""
    if "setup" in entry:
        return {setupform.slot_of(place): told for place, told in enumerate(entry["setup"], 1)}, {}
    if "turn" in entry:
        return {steps.slot_of(place): told for place, told in enumerate(entry["turn"], 1)}, {}
    if "cards" in entry:
        return {}, {"do": CARDS, **_cards(entry)}
    if "fee" in entry:
        return {}, {"do": FEE, "seat": str(entry["seat"]), "building": entry["fee"]}
    if "tax" in entry:
        return {}, {"do": TAX, **_taxes(entry["tax"])}
    return {}, _sale(entry["seat"], entry["sale"])


def complete(state: State, draft: Draft) -> Any | None:
    """The lands at the start, once there are five; a turn is over when somebody says so."""
    return setupform.whole(draft) if state.phase == "setup" else None


def _cards(entry: Mapping[str, Any]) -> dict[str, str | list[str]]:
    told: dict[str, str | list[str]] = {
        f"c{seat}": [str(card) for card in (cards if type(cards) is list else [cards])]
        for seat, cards in enumerate(entry["cards"])
    }
    equal = [seat for seat in entry.get("order", ()) if entry["cards"].count(entry["cards"][seat]) > 1]
    return {**told, "first": str(equal[0])} if equal else told


def _taxes(told: Any) -> dict[str, str | list[str]]:
    fields: dict[str, str | list[str]] = {f"q{seat}": str(one["squires"]) for seat, one in enumerate(told)}
    return fields | {f"n{seat}": "1" for seat, one in enumerate(told) if one["nobles"]}


def _sale(seat: int, told: Mapping[str, Any]) -> dict[str, str | list[str]]:
    lands = tuple([LandTaps(one["land"], tuple(one["tiles"]), one["rats"]) for one in told["lands"]])
    return {**SaleTaps(seat, told["building"], told["ruin"], told["noble"], lands).fields()}
