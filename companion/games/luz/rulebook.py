"""The rules of Luz that decide points, places or the lead: their place in the rulebook and their sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Rule, Seat, Step, joined
from companion.games.luz.rules import (
    EXACT,
    FLOOR,
    HIGHEST_TOTAL,
    LEADER_OPENS,
    MISSED,
    START_CARD,
    TIE_LAST_DEAL,
    TIE_START_CARD,
    TRICKS,
    WITH_SAFETY,
    reward,
)
from companion.games.luz.trick_rules import TRICK_RULES

_SCORING = Message("Luz 4, Scoring")
_END = Message("Luz, End of the game")


def _names(seats: Sequence[int]) -> joined:
    return joined([Seat(seat) for seat in seats])


def _exact(step: Step) -> Message:
    return Message("Bet {beads}, took {tricks}. Exact, no safety bead: {points}.", **step.values, points=step.points)


def _with_safety(step: Step) -> Message:
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


def _missed(step: Step) -> Message:
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


def _floor(step: Step) -> Message:
    return Message("{total} less {loss} would fall below 0; at this table it stops at 0.", **step.values)


def _start_card(step: Step) -> Message:
    return Message(
        "{seat} has the start card and opens deal {deal}.", seat=Seat(step.seat or 0), deal=step.values["deal"]
    )


def _leader_opens(step: Step) -> Message:
    values = {**step.values, "seat": Seat(step.seat or 0), "leaders": _names(step.values["leaders"])}
    if len(step.values["leaders"]) == 1:
        return Message("{seat} leads with {total} and opens deal {deal}.", **values)
    return Message(
        "{leaders} lead with {total}; {seat} comes first from the start card and opens deal {deal}.", **values
    )


def _highest_total(step: Step) -> Message:
    return Message(
        "{seats} has the highest total, {total}.",
        "{seats} have the highest total, {total} each.",
        len(step.values["seats"]),
        **{**step.values, "seats": _names(step.values["seats"])},
    )


def _tie_last_deal(step: Step) -> Message:
    values = {**step.values, "seats": _names(step.values["seats"]), "over": _names(step.values["over"])}
    if "deal" not in values:
        return Message(
            "{seats} before {over}: same total, {total}; the last deal decides, {value} against {other}.", **values
        )
    return Message(
        "{seats} before {over}: same total, {total}; deal {deal} decides, {value} against {other}.", **values
    )


def _tie_start_card(step: Step) -> Message:
    values = {**step.values, "seats": _names(step.values["seats"]), "over": _names(step.values["over"])}
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


RULES = {
    EXACT: Rule(
        _SCORING,
        Message("exact bet"),
        Message(
            "Without the safety bead a bet is made only with exactly as many tricks as yellow beads. "
            "It brings 10, 20, 30 or 40 points in deals 1 to 4."
        ),
        _exact,
    ),
    WITH_SAFETY: Rule(
        _SCORING,
        Message("bet with safety"),
        Message(
            "With the safety bead one trick more than the yellow beads is right too. "
            "A bet so made brings half: 5, 10, 15 or 20 points in deals 1 to 4."
        ),
        _with_safety,
    ),
    MISSED: Rule(
        _SCORING,
        Message("missed bet"),
        Message(
            "A missed bet costs 5 points for each trick more or fewer than the yellow beads; "
            "the safety bead does not count here."
        ),
        _missed,
    ),
    FLOOR: Rule(
        _SCORING,
        Message("no total below 0"),
        Message(
            "The rulebook does not say whether a total can fall below 0, and it usually may. "
            "At this table it stops at 0."
        ),
        _floor,
        is_ruling=True,
    ),
    START_CARD: Rule(
        Message("Luz 2, Bets"),
        Message("start card"),
        Message("The start card goes one seat to the left each deal; whoever has it bids and leads first."),
        _start_card,
    ),
    LEADER_OPENS: Rule(
        Message("Luz, Three players"),
        Message("the leader opens deal 4"),
        Message(
            "With three players the highest total bids and leads first in deal 4; "
            "among equals the first clockwise from the start player, who counts too."
        ),
        _leader_opens,
    ),
    HIGHEST_TOTAL: Rule(
        _END,
        Message("highest total"),
        Message("The highest total after the fourth deal wins; with equal totals the last deal is compared."),
        _highest_total,
    ),
    TIE_LAST_DEAL: Rule(
        _END,
        Message("tie: the last deal"),
        Message("With equal totals, whoever scored more in the last deal comes first."),
        _tie_last_deal,
    ),
    TIE_START_CARD: Rule(
        _END,
        Message("tie: the start card"),
        Message(
            "If the last deal is equal too, the first clockwise from the start player comes first; the start player "
            "counts too. Which deal's start player is meant the rulebook leaves open: usually deal 4."
        ),
        _tie_start_card,
        is_ruling=True,
    ),
    **TRICK_RULES,
}
