"""The steps of Luz as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Seat, Step, joined_seats, named_values
from companion.games.luz.rules import TRICKS, reward


def exact(step: Step) -> Message:
    """A bet that is made without the safety bead."""
    return Message("Bet {beads}, took {tricks}. Exact, no safety bead: {points}.", **step.values, points=step.points)


def with_safety(step: Step) -> Message:
    """A bet that is made with the safety bead."""
    beads, tricks, full = step.values["beads"], step.values["tricks"], reward(step.values["deal"], safety=False)
    if beads == TRICKS:
        return Message("Bet {beads} with safety, took {tricks}: half of {full}.", beads=beads, tricks=tricks, full=full)
    return Message(
        "Bet {beads} with safety, so {beads} or {more} fits. Took {tricks}: half of {full}.",
        beads=beads,
        more=beads + 1,
        tricks=tricks,
        full=full,
    )


def missed(step: Step) -> Message:
    """A bet that is missed."""
    if step.values["safety"]:
        return Message(
            "Bet {beads} with safety, took {tricks}. Missed by {count} trick: {count} × −5.",
            "Bet {beads} with safety, took {tricks}. Missed by {count} tricks: {count} × −5.",
            step.values["off"],
            **step.values,
        )
    return Message(
        "Bet {beads}, took {tricks}. Missed by {count} trick: {count} × −5.",
        "Bet {beads}, took {tricks}. Missed by {count} tricks: {count} × −5.",
        step.values["off"],
        **step.values,
    )


def floor(step: Step) -> Message:
    """That a total stops at 0."""
    return Message("{total} less {loss} would fall below 0; at this table it stops at 0.", **step.values)


def start_card(step: Step) -> Message:
    """Who has the start card."""
    return Message(
        "{seat} has the start card and opens deal {deal}.", seat=Seat(step.seat or 0), deal=step.values["deal"]
    )


def leader_opens(step: Step) -> Message:
    """Who leads and opens the last deal."""
    values = {**step.values, "seat": Seat(step.seat or 0), "leaders": joined_seats(step.values["leaders"])}
    if len(step.values["leaders"]) == 1:
        return Message("{seat} leads with {total} and opens deal {deal}.", **values)
    return Message(
        "{leaders} lead with {total}; {seat} comes first from the start card and opens deal {deal}.", **values
    )


def highest_total(step: Step) -> Message:
    """Who has the highest total."""
    return Message(
        "{seats} has the highest total, {total}.",
        "{seats} have the highest total, {total} each.",
        len(step.values["seats"]),
        **named_values(step),
    )


def tie_last_deal(step: Step) -> Message:
    """Which seats come first by a deal."""
    values = named_values(step)
    if "deal" not in values:
        return Message(
            "{seats} before {over}: same total, {total}; the last deal decides, {value} against {other}.", **values
        )
    return Message(
        "{seats} before {over}: same total, {total}; deal {deal} decides, {value} against {other}.", **values
    )


def tie_start_card(step: Step) -> Message:
    """Which seats come first from the start card."""
    values = named_values(step)
    if "deal" not in values:
        return _tie_of_holder({**values, "start": Seat(step.values["start"])}, step)
    if step.values["seats"] == [step.values["start"]]:
        return Message(
            "{seats} before {over}: same total, {total}, and the same in the last deal. "
            "{seats} has the start card in deal {deal}.",
            **values,
        )
    return Message(
        "{seats} before {over}: same total, {total}, and the same in the last deal. "
        "Clockwise from {start}, who has the start card in deal {deal}, {seats} comes first.",
        **{**values, "start": Seat(step.values["start"])},
    )


def _tie_of_holder(values: Mapping[str, Any], step: Step) -> Message:
    """Return the sentence for a question, in which the deal of the start card is not given."""
    if step.values["seats"] == [step.values["start"]]:
        return Message(
            "{seats} before {over}: same total, {total}, and the same in the last deal. "
            "{seats} has the start card that decides.",
            **values,
        )
    return Message(
        "{seats} before {over}: same total, {total}, and the same in the last deal. "
        "Clockwise from {start}, who has the start card that decides, {seats} comes first.",
        **values,
    )
